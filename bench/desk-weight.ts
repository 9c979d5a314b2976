import { join } from 'node:path'
import { gzipBytes, readManifest, scriptsOf, staticClosure } from './first-screen.ts'

// The budget of the lender's desk: it is opened once a day on a computer, so it may weigh more than the borrower's app; what
// nobody opens must not be in it all the same.

/** What is there before anybody can sign in. */
export const deskEntryBytesMax = 140_000

/** What opening any page may add before it shows: the lists bring their table. */
export const deskPageBytesMax = 55_000

const dist = join(import.meta.dirname, '..', 'desk', 'dist')

export type DeskWeight = { readonly entry: number; readonly pages: readonly { key: string; bytes: number }[] }

export function deskWeight(): DeskWeight {
  const manifest = readManifest(dist)
  const sum = (files: readonly string[]): number =>
    files.reduce((bytes, file) => bytes + gzipBytes(join(dist, file)), 0)
  const first = scriptsOf(manifest, staticClosure(manifest, ['index.html']))
  const pages = Object.keys(manifest)
    .filter((key) => key.startsWith('src/pages/') && manifest[key]?.isDynamicEntry === true)
    .map((key) => ({
      key,
      bytes: sum(scriptsOf(manifest, staticClosure(manifest, [key])).filter((file) => !first.includes(file))),
    }))
    .toSorted((one, other) => other.bytes - one.bytes)
  return { entry: sum(first), pages }
}
