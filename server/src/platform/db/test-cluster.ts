import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { lockDataDir } from './data-dir-lock.ts'
import { startEmbeddedPostgres } from './embedded.ts'
import type { EmbeddedPostgres } from './embedded.ts'
import { findLeftover, stopLeftover } from './postgres-leftover.ts'

declare module 'vitest' {
  interface ProvidedContext {
    testClusterUrl: string
  }
}

const PREFIX = 'hola-test-'
/** A younger folder may belong to a run that has made it and not yet locked it. */
const ABANDONED_AFTER_MS = 60_000

let dataDir: string | undefined
let cluster: EmbeddedPostgres | undefined

/** A run that was killed could not clean up; the next one does. A folder whose lock is free has no run any more. */
const removeAbandoned = async (): Promise<void> => {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(PREFIX)) continue
    const folder = join(tmpdir(), name)
    const found = await stat(folder).catch(() => undefined)
    if (found === undefined || found.uid !== process.getuid?.()) continue
    if (Date.now() - found.mtimeMs < ABANDONED_AFTER_MS) continue
    const lock = lockDataDir(folder)
    if (lock === undefined) continue
    const data = join(folder, 'postgres')
    const leftover = await findLeftover(data)
    if (leftover !== undefined) await stopLeftover(leftover, data)
    lock.release()
    await rm(folder, { recursive: true, force: true })
  }
}

/** One PostgreSQL for a whole test run, in a folder of its own: runs at the same time do not meet. */
export const setup = async (project: Pick<TestProject, 'provide'>): Promise<void> => {
  await removeAbandoned()
  dataDir = await mkdtemp(join(tmpdir(), PREFIX))
  cluster = await startEmbeddedPostgres({ dataDir, say: () => {}, fast: true })
  project.provide('testClusterUrl', cluster.socketString)
}

export const teardown = async (): Promise<void> => {
  await cluster?.stop()
  if (dataDir !== undefined) await rm(dataDir, { recursive: true, force: true })
}
