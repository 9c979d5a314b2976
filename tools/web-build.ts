import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const sources = ['web', 'core/src', 'package-lock.json']
const made = /(^|\/)(dist|compiled|node_modules|project\.inlang)(\/|$)|\.test\.tsx?$/

/** Whether web/dist was built after the last change of anything that goes into it. */
export function isWebBuilt(): boolean {
  const manifest = join(root, 'web', 'dist', '.vite', 'manifest.json')
  if (!existsSync(manifest)) return false
  const builtAt = statSync(manifest).mtimeMs
  return sources.every((source) => {
    const path = join(root, source)
    if (!statSync(path).isDirectory()) return statSync(path).mtimeMs < builtAt
    return readdirSync(path, { recursive: true, encoding: 'utf8' }).every(
      (file) =>
        made.test(file) || statSync(join(path, file)).isDirectory() || statSync(join(path, file)).mtimeMs < builtAt,
    )
  })
}

export async function buildWebIfStale(): Promise<'built' | 'fresh'> {
  if (isWebBuilt()) return 'fresh'
  const { build } = await import('vite')
  await build({ configFile: join(root, 'web', 'vite.config.ts'), logLevel: 'warn' })
  return 'built'
}
