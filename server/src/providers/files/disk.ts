import type { Random } from '@hola/core/clock.ts'
import { mkdir, open, opendir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { systemRandom } from '../../platform/clock.ts'
import { checkName, isStoredName, shardOf } from './names.ts'
import type { FileStore, StoredFile } from './port.ts'

/** Where they lie below DATA_DIR. */
export const filesFolder = (dataDir: string): string => join(dataDir, 'files')

const PAGE_FILES = 500

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT'

const unlessMissing = (error: unknown): undefined => {
  if (isMissing(error)) return undefined
  throw error
}

/** Names in a folder and in the folders below it, one after the other: never all at once. */
async function* namesIn(folder: string): AsyncGenerator<{ readonly name: string; readonly path: string }> {
  const entries = await opendir(folder).catch(unlessMissing)
  if (entries === undefined) return
  for await (const entry of entries) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* namesIn(path)
    else if (isStoredName(entry.name)) yield { name: entry.name, path }
  }
}

/** Whether at least one file is seen there. */
export const holdsFiles = async (folder: string): Promise<boolean> => {
  try {
    for await (const _ of namesIn(folder)) return true
  } catch {
    // A folder that is shut: nothing is seen there.
  }
  return false
}

/** A new name in a folder is on the disk only when the folder is. */
const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Files in a folder of this machine, made with the first file. Earlier versions kept all of them on one level. */
export const openDiskStore = (folder: string, random: Pick<Random, 'uuid'> = systemRandom): FileStore => {
  const pathOf = (name: string): string => join(folder, shardOf(name), checkName(name))
  const oneLevelPathOf = (name: string): string => join(folder, checkName(name))

  return {
    put: async (name, bytes) => {
      const path = pathOf(name)
      const shard = join(folder, shardOf(name))
      // Written aside and renamed: under its own name a file is whole or not there. Each under a name of its own: two may
      // write the same file anew, and what a crash left is in nobody's way.
      const partial = join(shard, `${shardOf(name)}${random.uuid().slice(2)}.partial`)
      const made = await mkdir(shard, { recursive: true, mode: 0o700 })
      if (made !== undefined) await syncFolder(folder)
      try {
        const handle = await open(partial, 'wx', 0o600)
        try {
          await handle.writeFile(bytes)
          await handle.sync()
        } finally {
          await handle.close()
        }
        await rename(partial, path)
        await syncFolder(shard)
        // Written anew, it is no longer where an earlier version has put it.
        await rm(oneLevelPathOf(name), { force: true })
      } catch (error) {
        await rm(partial, { force: true })
        throw error
      }
    },

    get: async (name) =>
      (await readFile(pathOf(name)).catch(unlessMissing)) ??
      (await readFile(oneLevelPathOf(name)).catch(unlessMissing)),

    delete: async (name) => {
      await rm(pathOf(name), { force: true })
      await rm(oneLevelPathOf(name), { force: true })
    },

    async *list() {
      let page: StoredFile[] = []
      for await (const { name, path } of namesIn(folder)) {
        // One that is deleted while the list is made is not on it.
        const found = await stat(path).catch(unlessMissing)
        if (found !== undefined) page.push({ name, writtenAt: found.mtime })
        if (page.length < PAGE_FILES) continue
        yield page
        page = []
      }
      if (page.length > 0) yield page
    },
  }
}
