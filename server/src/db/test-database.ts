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
    await client.query(`ALTER DATABASE ${partial} RENAME TO ${template}`)
  }
  await client.query('SELECT pg_advisory_unlock($1)', [LOCK_KEY])
  return template
}

const createDatabase = async (template: string | undefined): Promise<TestDatabase> => {
  const database = `test_${randomBytes(8).toString('hex')}`
  await onCluster(async (client) => {
    const from = template ?? (await ensureTemplate(client))
    await client.query(`CREATE DATABASE ${database} TEMPLATE ${from}`)
  })
  const connectionString = urlOf(database)
  const pool = openPool(connectionString, { log: createLog('silent') })
  afterAll(async () => {
    await pool.end()
    await onCluster(async (client) => {
      // Servers that a test has killed may not have left yet. Not by FORCE: it may not send away an autovacuum, and then
      // fails, while a plain drop waits for one.
      await client.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1 AND backend_type = 'client backend'`,
        [database],
      )
      await client.query(`DROP DATABASE ${database}`)
    })
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
