import type { ClientBase } from 'pg'
import { DatabaseProblem } from './database-problem.ts'
import type { Pool } from './pool.ts'

/** The oldest PostgreSQL that the tables and statements are tried on, and the oldest that its makers still mend. */
const LEAST_MAJOR = 15

export const readVersion = async (client: ClientBase | Pool): Promise<{ version: string; isTooOld: boolean }> => {
  const { rows } = await client.query<{ major: number; version: string }>(
    `SELECT current_setting('server_version_num')::int / 10000 AS major,
            split_part(current_setting('server_version'), ' ', 1) AS version`,
  )
  const { major = 0, version = '' } = rows[0] ?? {}
  return { version, isTooOld: major < LEAST_MAJOR }
}

export const tooOld = (version: string): string =>
  `The database is PostgreSQL ${version}, and ${LEAST_MAJOR} is the oldest that this version works with: move it to a newer one`

/** Before its tables are touched. */
export const refuseOldServer = async (client: ClientBase | Pool): Promise<void> => {
  const { version, isTooOld } = await readVersion(client)
  if (isTooOld) throw new DatabaseProblem(tooOld(version))
}
