import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { DatabaseProblem } from './database-problem.ts'

const SQLITE_BUSY = 5

export type DataDirLock = { readonly release: () => void }

/**
 * One server per data folder. Node has no file lock of its own, but the SQLite inside it takes a real one of the
 * operating system, which ends with the process however that ends: a killed server leaves no lock behind, and the
 * number of its process, used again by another one, cannot be mistaken for it.
 */
export const lockDataDir = (dataDir: string): DataDirLock | undefined => {
  const path = join(dataDir, 'lock')
  let file: DatabaseSync | undefined
  try {
    // Made by us, because SQLite would let others open it, and so lock it.
    closeSync(openSync(path, 'a', 0o600))
    file = new DatabaseSync(path)
    file.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
    return { release: () => file?.close() }
  } catch (error) {
    file?.close()
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY) return undefined
    throw new DatabaseProblem(
      `DATA_DIR ${dataDir} cannot be locked (${error instanceof Error ? error.message : String(error)}): give this user the right to write there, or set another DATA_DIR`,
    )
  }
}
