import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { RunningServer } from './server.ts'

/** What Sol, who answers borrowers, does at the command line. */
export async function desk({ dataDir }: RunningServer, ...args: string[]): Promise<void> {
  const program = join(import.meta.dirname, '..', 'tools', 'desk.ts')
  const env = { PATH: process.env['PATH'], HOME: process.env['HOME'], DATA_DIR: dataDir }
  for (const line of [['sign-in', '--as', 'Sol'], args])
    await promisify(execFile)(process.execPath, [program, ...line], { env })
}
