import { mkdir, open, opendir, readFile, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Random } from '@hola/core/clock.ts'
import type { AssociatedData, Sealer } from '../../platform/sealed/public.ts'
import { FileProblem } from './port.ts'
import type { Files } from './port.ts'

/** Where they lie below DATA_DIR. */
export const filesFolder = (dataDir: string): string => join(dataDir, 'files')

const storedName = /^[0-9a-f-]{36}(\.partial)?$/

const associatedDataOf = (name: string): AssociatedData => ({ table: 'file', column: 'bytes', row: [name] })

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT'

/** Whether at least one file is seen there. */
export const holdsFiles = async (folder: string): Promise<boolean> => {
  try {
    for await (const { name } of await opendir(folder)) if (storedName.test(name)) return true
  } catch {
    // No folder, or one that is shut: nothing is seen there.
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

/**
 * Files in a folder of this machine, each sealed under its own name before a byte of it reaches the disk: one that is
 * exchanged for another does not open. The folder is made with the first file.
 */
export const openDiskFiles = (
  folder: string,
  { sealer, random }: { readonly sealer: Sealer; readonly random: Random },
): Files => {
  const pathOf = (name: string): string => {
    if (!storedName.test(name)) throw new Error('not the name of a stored file')
    return join(folder, name)
  }

  return {
    put: async (bytes) => {
      const name = random.uuid()
      const path = pathOf(name)
      // Written aside and renamed: under its own name a file is whole or not there.
      const partial = pathOf(`${name}.partial`)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      try {
        const handle = await open(partial, 'wx', 0o600)
        try {
          await handle.writeFile(sealer.seal(bytes, associatedDataOf(name)))
          await handle.sync()
        } finally {
          await handle.close()
        }
        await rename(partial, path)
        await syncFolder(folder)
      } catch (error) {
        await rm(partial, { force: true })
        throw error
      }
      return name
    },

    get: async (name) => {
      const sealed = await readFile(pathOf(name)).catch((error: unknown) => {
        throw isMissing(error) ? new FileProblem('missing', name, error) : error
      })
      try {
        return sealer.open(sealed, associatedDataOf(name))
      } catch (error) {
        throw new FileProblem('damaged', name, error)
      }
    },

    delete: async (name) => {
      await rm(pathOf(name), { force: true })
    },

    list: async () => {
      const names = await readdir(folder).catch((error: unknown) => {
        if (isMissing(error)) return []
        throw error
      })
      const files = await Promise.all(
        names
          .filter((name) => storedName.test(name))
          .map(async (name) => {
            // One that is deleted while the list is made is not on it.
            const found = await stat(pathOf(name)).catch(() => undefined)
            return found === undefined ? [] : [{ name, writtenAt: found.mtime }]
          }),
      )
      return files.flat()
    },
  }
}
