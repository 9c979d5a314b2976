import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** For tests: every process of the machine that works inside the database of this data folder, as Linux shows them. */
export const databaseProcesses = async (dataDir: string): Promise<string[]> => {
  const folder = await stat(join(dataDir, 'postgres')).catch(() => undefined)
  if (folder === undefined) return []
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const places = await Promise.all(pids.map((pid) => stat(`/proc/${pid}/cwd`).catch(() => undefined)))
  return pids.filter((_, index) => places[index]?.ino === folder.ino && places[index].dev === folder.dev)
}
