import { open, rename, rm, stat, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Random } from '@hola/core/clock.ts'
import { filesFolder } from '../../providers/files/public.ts'
import type { Finding } from '../../platform/finding.ts'
import { ok, problem, warning } from '../../platform/finding.ts'

const MEBIBYTE = 2 ** 20
/** About 500 photographs, or a night of the embedded database. */
const LOW_SPACE_MEBIBYTES = 1024

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined)

/** The folder itself, or the nearest above it that is there: a folder that is missing is made by the start. */
const nearestFolder = async (path: string): Promise<string> => {
  try {
    await stat(path)
    return path
  } catch (error) {
    if (codeOf(error) !== 'ENOENT' || dirname(path) === path) throw error
    return nearestFolder(dirname(path))
  }
}

/** A file is made, written, renamed and deleted, as photographs are: rights, quotas and read-only disks show only so. */
const tryToWrite = async (folder: string, random: Random): Promise<void> => {
  const probe = join(folder, `.probe-${random.uuid()}`)
  const renamed = `${probe}-renamed`
  try {
    const file = await open(probe, 'wx', 0o600)
    try {
      await file.writeFile('a probe')
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(probe, renamed)
  } finally {
    await rm(probe, { force: true })
    await rm(renamed, { force: true })
  }
}

const adviceFor = (error: unknown): string => {
  switch (codeOf(error)) {
    case 'ENOSPC':
    case 'EDQUOT':
      return 'free some space, or set another DATA_DIR'
    case 'ENOTDIR':
      return 'a part of that path is a file; set another DATA_DIR'
    default:
      return 'give this user the right to write there, or set another DATA_DIR'
  }
}

const checkFolder = async (what: string, folder: string, random: Random): Promise<Finding> => {
  try {
    await tryToWrite(await nearestFolder(folder), random)
    return ok(`${what} can be written`)
  } catch (error) {
    const reason = codeOf(error) ?? (error instanceof Error ? error.message : String(error))
    return problem(`${what} cannot be written (${String(reason)}): ${adviceFor(error)}`)
  }
}

const checkSpace = async (dataDir: string): Promise<Finding[]> => {
  // Not every file system tells.
  const disk = await statfs(await nearestFolder(dataDir).catch(() => '/')).catch(() => undefined)
  if (disk === undefined || disk.blocks === 0) return []
  const mebibytes = Math.floor((disk.bavail * disk.bsize) / MEBIBYTE)
  const words = `The disk of DATA_DIR has ${mebibytes} MB left`
  return [mebibytes < LOW_SPACE_MEBIBYTES ? warning(`${words}: free some space before photographs fill it`) : ok(words)]
}

/** The folder of the photographs, of the embedded database and of the sandbox's secrets. */
export const checkDataDir = async (dataDir: string, random: Random): Promise<Finding[]> => {
  const whole = await checkFolder(`DATA_DIR ${dataDir}`, dataDir, random)
  if (whole.state === 'problem') return [whole]
  const photographs = filesFolder(dataDir)
  const files = await checkFolder(`The folder of the photographs ${photographs}`, photographs, random)
  return [files.state === 'problem' ? files : whole, ...(await checkSpace(dataDir))]
}
