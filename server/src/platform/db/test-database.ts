import { createHash, randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, inject } from 'vitest'
import type {} from './test-cluster.ts'
import { createLog } from '../log.ts'
import { migrate, readMigrations } from './migrate.ts'
import { openPool } from './pool.ts'
import type { Pool } from './pool.ts'

export type TestDatabase = { readonly pool: Pool; readonly connectionString: string }

const LOCK_KEY = 4_652_162

const urlOf = (database: string): string => {
  const url = new URL(inject('testClusterUrl'))
  url.pathname = `/${database}`
  return url.href
}

const onCluster = async <Result>(work: (client: pg.Client) => Promise<Result>): Promise<Result> => {
  const client = new pg.Client({ connectionString: inject('testClusterUrl') })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

const exists = async (client: pg.Client, database: string): Promise<boolean> => {
  const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [database])
  return rowCount === 1
}

const IN_USE = '55006'

/** PostgreSQL waits five seconds for whoever is leaving a database; on a busy machine that may take longer. */
const whenFree = async (client: pg.Client, sql: string): Promise<void> => {
  for (let triesLeft = 20; ; triesLeft -= 1) {
    try {
      await client.query(sql)
      return
    } catch (error) {
      if (!(error instanceof pg.DatabaseError) || error.code !== IN_USE || triesLeft === 0) throw error
    }
  }
}

/** Migrated once for a run, by whoever comes first; its name changes with the migrations. */
const ensureTemplate = async (client: pg.Client): Promise<string> => {
  const migrations = await readMigrations()
  const hash = createHash('sha256')
  for (const { name, sha256 } of migrations) hash.update(`${name} ${sha256}\n`)
  const template = `template_${hash.digest('hex').slice(0, 16)}`
  await client.query('SELECT pg_advisory_lock($1)', [LOCK_KEY])
  if (!(await exists(client, template))) {
    const partial = `${template}_partial`
    await client.query(`DROP DATABASE IF EXISTS ${partial}`)
    await client.query(`CREATE DATABASE ${partial}`)
    const pool = openPool(urlOf(partial), { log: createLog('silent') })
    try {
      await migrate(pool, migrations)
    } finally {
      await pool.end()
    }
    await whenFree(client, `ALTER DATABASE ${partial} RENAME TO ${template}`)
  }
  await client.query('SELECT pg_advisory_unlock($1)', [LOCK_KEY])
  return template
}

const createDatabase = async (template: string | undefined): Promise<TestDatabase> => {
  const database = `test_${randomBytes(8).toString('hex')}`
  await onCluster(async (client) => {
    const from = template ?? (await ensureTemplate(client))
    await whenFree(client, `CREATE DATABASE ${database} TEMPLATE ${from}`)
  })
  const connectionString = urlOf(database)
  const pool = openPool(connectionString, { log: createLog('silent') })
  afterAll(async () => {
    await pool.end()
    // Only tidiness: all of them go with the cluster after the run. It fails while autovacuum looks at the database, which
    // no ordinary role may send away.
    await onCluster((client) => client.query(`DROP DATABASE ${database} WITH (FORCE)`)).catch(() => undefined)
  })
  return { pool, connectionString }
}

/**
 * A migrated database for one test file, dropped after its last test. Call it at the top of the file:
 * `const { pool } = await testDatabase()`.
 */
export const testDatabase = (): Promise<TestDatabase> => createDatabase(undefined)

/** The same without any table, for the tests of the migrator itself. */
export const emptyTestDatabase = (): Promise<TestDatabase> => createDatabase('template1')
