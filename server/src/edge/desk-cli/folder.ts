import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { DeskProblem } from './problem.ts'

const OWNER_ONLY = 0o600
const OWNER_FOLDER = 0o700

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** A folder for the eyes of whoever asked alone. */
export const makeFolder = async (folder: string): Promise<void> => {
  await mkdir(folder, { recursive: true, mode: OWNER_FOLDER }).catch((error: unknown) => {
    throw new DeskProblem(`${folder} cannot be made: ${reasonOf(error)}`)
  })
}

/** Never over a file that is there: it may be what somebody else is looking at. */
export const writeNew = async (path: string, bytes: Buffer | string): Promise<void> => {
  await writeFile(path, bytes, { flag: 'wx', mode: OWNER_ONLY }).catch((error: unknown) => {
    throw new DeskProblem(`${path} cannot be written: ${reasonOf(error)}`)
  })
  // Whatever the machine's default takes away or a folder's own rules add.
  await chmod(path, OWNER_ONLY)
}
