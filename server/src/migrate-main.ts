import type { Environment } from './edge/preflight/public.ts'
import { readConfiguration } from './edge/preflight/public.ts'
import { SettingsProblem } from './edge/settings.ts'
import { systemRandom } from './platform/clock.ts'
import { DatabaseProblem, migrate, openPool, refuseOldServer } from './platform/db/public.ts'
import { jobTable, openQueue } from './platform/jobs/public.ts'
import { createLog } from './platform/log.ts'

/**
 * Brings the tables to this version and does nothing else: for a server whose own login owns nothing. DATABASE_URL is that
 * of the owner here; no other setting is needed. Returns what was applied.
 */
export const migrateOnly = async (env: Environment): Promise<string[] | SettingsProblem> => {
  const configuration = readConfiguration(env, systemRandom, 'migrate')
  if (configuration instanceof SettingsProblem) return configuration
  const { databaseUrl, logLevel } = configuration.settings
  if (databaseUrl === undefined)
    return new SettingsProblem(['DATABASE_URL is missing: the embedded database is brought up to date by npm start'])
  const log = createLog(logLevel)
  const pool = openPool(databaseUrl, { log })
  try {
    await refuseOldServer(pool)
    const applied = await migrate(pool)
    // Its tables as well: whoever owns nothing cannot make them later.
    const jobs = await openQueue(jobTable, { pool, log, supervise: false })
    await jobs.stop()
    return applied
  } finally {
    await pool.end()
  }
}

/** From a start to an exit code. */
export const main = async (env: Environment): Promise<number> => {
  try {
    const applied = await migrateOnly(env)
    if (applied instanceof SettingsProblem) {
      process.stderr.write(`${applied.lines.join('\n')}\n`)
      return 1
    }
    for (const name of applied) process.stdout.write(`applied ${name}\n`)
    process.stdout.write('The tables are those of this version.\n')
    return 0
  } catch (error) {
    const words = error instanceof DatabaseProblem ? error.message : String(error)
    process.stderr.write(`${words}\n`)
    return 1
  }
}
