import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { filesFolder } from './disk.ts'

/** The paths of all that lies in the folder of the photographs, by the names of the files. */
export const storedFiles = (dataDir: string): ReadonlyMap<string, string> =>
  new Map(
    readdirSync(filesFolder(dataDir), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name, parentPath }) => [name, join(parentPath, name)] as const)
      .toSorted(([one], [other]) => (one < other ? -1 : 1)),
  )
