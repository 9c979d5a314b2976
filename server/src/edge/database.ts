import {
  DatabaseProblem,
  findRunningPostgres,
  hasEmbeddedPostgres,
  startEmbeddedPostgres,
} from '../platform/db/public.ts'
import type { Settings } from './settings.ts'

export type Database = { readonly connectionString: string; readonly close: () => Promise<void> }

const leaveOpen = async (): Promise<void> => {}

/** The one of the sandbox: that of a server that runs is used beside it, and otherwise it is started and stopped again. */
const openEmbedded = async (dataDir: string, signal: AbortSignal): Promise<Database> => {
  const running = await findRunningPostgres(dataDir)
  if (running !== undefined) return { connectionString: running, close: leaveOpen }
  if (!(await hasEmbeddedPostgres(dataDir)))
    throw new DatabaseProblem(
      `There is no database in DATA_DIR ${dataDir}: start the server once, or set DATA_DIR or DATABASE_URL as it has them`,
    )
  try {
    const { connectionString, stop } = await startEmbeddedPostgres({ dataDir, say: () => {}, signal })
    return { connectionString, close: stop }
  } catch (error) {
    // A server that is just starting holds the folder before its database answers.
    const started = error instanceof DatabaseProblem ? await findRunningPostgres(dataDir) : undefined
    if (started === undefined) throw error
    return { connectionString: started, close: leaveOpen }
  }
}

export const openDatabase = async ({ databaseUrl, dataDir }: Settings, signal: AbortSignal): Promise<Database> =>
  databaseUrl === undefined ? openEmbedded(dataDir, signal) : { connectionString: databaseUrl, close: leaveOpen }
