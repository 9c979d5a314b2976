import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

// Weights and wasm are read from the installed packages by path: their own loaders would ask a network for them.
const require = createRequire(import.meta.url)

export const packageFile = (anchor: string, ...path: string[]): string =>
  join(dirname(require.resolve(anchor)), ...path)

/** The file as an ArrayBuffer of its own: Node may hand out a slice of a shared pool. */
export const readArrayBuffer = async (path: string): Promise<ArrayBuffer> => new Uint8Array(await readFile(path)).buffer

/** The version of the package that holds the file; not every package lets its package.json be asked for by name. */
export const packageVersion = (anchor: string): string => {
  let folder = dirname(require.resolve(anchor))
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder)
  const { version }: { version: string } = require(join(folder, 'package.json'))
  return version
}
