import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { tellFigure } from '@hola/core/test-proof.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { serverProcesses } from '../../edge/http/test-process.ts'
import { openTestServer } from '../../edge/http/test-server.ts'
import { walkLoan } from '../../edge/simulation/test-loan-walk.ts'
import { freePort } from '../free-port.ts'
import { createLog } from '../log.ts'
import { openPool } from './pool.ts'
import { findProgram, removeAll, startPostgres, startProgram, testFolder } from './test-postgres.ts'

// Behind PgBouncer a connection goes to somebody else after each transaction, so nothing may stay on it: no lock of a
// session, no setting, no prepared statement that the next one does not know.

const OLDEST_MINOR = 21

/** Older ones know no `max_prepared_statements`, and do not start with what docs/DEPLOY.md says. */
const isNewEnough = (program: string): boolean =>
  Number(/PgBouncer 1\.(\d+)/.exec(spawnSync(program, ['--version'], { encoding: 'utf8' }).stdout)?.[1]) >= OLDEST_MINOR

const found = findProgram('pgbouncer', 'PGBOUNCER_BIN')
const pgbouncer = found !== undefined && isNewEnough(found) ? found : undefined
if (pgbouncer === undefined)
  console.log(
    `skipped: no pgbouncer 1.${OLDEST_MINOR} or newer on the PATH nor in the folder of PGBOUNCER_BIN (Debian 13 has one)`,
  )

/** Far fewer than the sixteen that each server asks for: they have to share. */
const POOLED_CONNECTIONS = 6

/** As docs/DEPLOY.md says. */
const settings = `
pool_mode = transaction
max_prepared_statements = 200
ignore_startup_parameters = statement_timeout,idle_in_transaction_session_timeout
`

describe.skipIf(pgbouncer === undefined)('behind PgBouncer in transaction mode', async () => {
  if (pgbouncer === undefined) return
  const postgres = await startPostgres()
  afterAll(() => removeAll([postgres]))
  await postgres.ask(
    `ALTER ROLE hola SET statement_timeout = '30s'; ALTER ROLE hola SET idle_in_transaction_session_timeout = '30s'`,
  )

  const { folder, account } = await testFolder()
  const port = await freePort()
  const [users, ini] = [join(folder, 'users.txt'), join(folder, 'pgbouncer.ini')]
  writeFileSync(users, '"hola" ""\n')
  writeFileSync(
    ini,
    `[databases]\nhola = host=127.0.0.1 port=${postgres.port} dbname=hola\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = ${port}\nunix_socket_dir =\nauth_type = trust\nauth_file = ${users}\nadmin_users = hola\nmax_client_conn = 200\ndefault_pool_size = ${POOLED_CONNECTIONS}\n${settings}`,
  )
  const pooler = await startProgram(pgbouncer, [ini], { port, account, cwd: folder })
  afterAll(pooler.kill)
  const url = `postgresql://hola@127.0.0.1:${port}/hola`
  const { secrets, start } = await serverProcesses(url)

  test('two servers start one after the other, and a loan is walked from signing to cleared', async () => {
    await start()
    const second = await start()
    const pool = openPool(url, { log: createLog('silent') })
    afterAll(() => pool.end())
    const witness = await openTestServer(pool, { settings: { secrets } })
    const loans = 4
    await Promise.all(Array.from({ length: loans }, () => walkLoan(witness, second)))
    expect(second.output()).not.toMatch(/"level":"(?:error|fatal)"|prepared statement/)

    const connected = await postgres.ask<{ count: string }>(
      `SELECT count(*) FROM pg_stat_activity WHERE datname = 'hola'`,
    )
    expect(Number(connected[0]?.count)).toBeLessThanOrEqual(POOLED_CONNECTIONS)
    tellFigure(
      'database',
      'two servers behind PgBouncer in transaction mode',
      `${connected[0]?.count} connections (at most ${POOLED_CONNECTIONS}), ${loans} loans from signing to cleared at once`,
    )
    const locks = await postgres.ask(
      `SELECT FROM pg_locks JOIN pg_stat_activity USING (pid) WHERE locktype = 'advisory' AND state = 'idle'`,
    )
    expect(locks).toEqual([])
  })

  test('what holds a connection too long is still ended, by the limits of the role', async () => {
    const pool = openPool(url, { log: createLog('silent') })
    afterAll(() => pool.end())
    const { rows } = await pool.query(`SELECT current_setting('statement_timeout') AS statement,
                                              current_setting('idle_in_transaction_session_timeout') AS idle`)
    expect(rows).toEqual([{ statement: '30s', idle: '30s' }])
  })
})
