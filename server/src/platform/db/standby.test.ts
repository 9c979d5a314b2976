import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { tellFigure } from '@hola/core/test-proof.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { serverProcesses } from '../../edge/http/test-process.ts'
import { openTestServer } from '../../edge/http/test-server.ts'
import { walkLoan } from '../../edge/simulation/test-loan-walk.ts'
import { newDebtor, requestOf } from '../../lending/repayment/test-repayment.ts'
import { freePort } from '../free-port.ts'
import { createLog } from '../log.ts'
import { migrate } from './migrate.ts'
import { openPool } from './pool.ts'
import { findProgram, removeAll, restartPostgres, startPostgres, startProgram, testFolder } from './test-postgres.ts'
import type { TestPostgres } from './test-postgres.ts'

// A primary and a standby that has everything before a write is acknowledged, HAProxy before both as in our example. The
// primary is killed under load and the standby promoted.

const haproxy = findProgram('haproxy', 'HAPROXY_BIN')
if (haproxy === undefined) console.log('skipped: no haproxy on the PATH nor in the folder of HAPROXY_BIN')

const CLIENTS = 8
/** So many writes are acknowledged before the primary dies, and again afterwards. */
const ENOUGH = 200
/** HAProxy looks every second and gives up the primary at the second failure; PostgreSQL takes a moment to be promoted. */
const AWAY_LIMIT_MS = 20_000

const example = join(import.meta.dirname, '..', '..', '..', '..', 'deploy', 'proxy', 'haproxy.cfg')

/** The part of our example that stands before PostgreSQL, with these addresses. */
const configuration = (port: number, primary: TestPostgres, standby: TestPostgres): string => {
  const text = readFileSync(example, 'utf8')
  const part = text.slice(text.indexOf('listen postgresql'))
  const here = part
    .replace('127.0.0.1:5433', `127.0.0.1:${port}`)
    .replace('10.0.0.21:5432', `127.0.0.1:${primary.port}`)
    .replace('10.0.0.22:5432', `127.0.0.1:${standby.port}`)
  return `defaults\n  timeout connect 5s\n\n${here}`
}

type Answered = { readonly at: number; readonly status: number; readonly requestId: string }

describe.skipIf(haproxy === undefined)('a primary with a synchronous standby behind HAProxy', async () => {
  if (haproxy === undefined) return
  const first = await startPostgres()
  await first.ask('CREATE ROLE hola_probe LOGIN')
  await first.stop()
  const standby = await startPostgres({
    follows: first,
    settings: {
      primary_conninfo: `host=127.0.0.1 port=${first.port} user=postgres application_name=standby`,
      // What the primary asks for must not be asked for by the standby itself once it is promoted.
      synchronous_standby_names: '',
    },
  })
  const primary = await restartPostgres(first, { settings: { synchronous_standby_names: 'ANY 1 (standby)' } })
  afterAll(() => removeAll([primary, standby]))
  const { folder, account } = await testFolder()
  const port = await freePort()
  const file = join(folder, 'haproxy.cfg')
  writeFileSync(file, configuration(port, primary, standby))
  const proxy = await startProgram(haproxy, ['-db', '-f', file], { port, account, cwd: folder })
  afterAll(proxy.kill)

  const url = `postgresql://hola@127.0.0.1:${port}/hola`
  const pool = openPool(url, { log: createLog('silent') })
  afterAll(() => pool.end())
  await migrate(pool)
  const { secrets, start } = await serverProcesses(url)
  const witness = await openTestServer(pool, { settings: { secrets } })

  test('killed under load: 503 until the standby serves, no acknowledged write is lost', async () => {
    const followers = () => primary.ask('SELECT sync_state FROM pg_stat_replication')
    await expect.poll(followers).toEqual([{ sync_state: 'quorum' }])
    const server = await start()
    const debtors = []
    for (let count = 0; count < CLIENTS; count += 1) debtors.push(await newDebtor(witness))
    const answers: Answered[] = []
    let isOver = false
    const load = debtors.map(async (debtor) => {
      while (!isOver) {
        const body = requestOf(witness.services, debtor, { kind: 'part', amount_centavos: 1_000_000 })
        const { status } = await server.call('deal/repay_request', body, debtor.token).catch(() => ({ status: 0 }))
        answers.push({ at: performance.now(), status, requestId: body.request_id })
        // Whoever was refused tries again a moment later, as the app does.
        if (status !== 200) await wait(100)
      }
    })
    const countSuccesses = () => answers.filter(({ status }) => status === 200).length
    await expect.poll(countSuccesses).toBeGreaterThan(ENOUGH)
    await primary.kill()
    // The worst order of things: connections lead to the standby already, and it can only be read.
    const isRecovering = () =>
      pool.query<{ yes: boolean }>('SELECT pg_is_in_recovery() AS yes').then(
        ({ rows }) => rows[0]?.yes,
        () => undefined,
      )
    await expect.poll(isRecovering).toBe(true)
    await standby.ask('SELECT pg_promote(true, 30)')
    const before = countSuccesses()
    await expect.poll(countSuccesses).toBeGreaterThan(before + ENOUGH)
    isOver = true
    await Promise.all(load)

    const successes = answers.filter(({ status }) => status === 200)
    const failed = answers.filter(({ status }) => status !== 200)
    const gaps = successes.slice(1).map(({ at }, index) => at - (successes[index]?.at ?? at))
    const { rows } = await pool.query<{ request_id: string }>(
      'SELECT request_id FROM repay_request WHERE sealed_answer IS NOT NULL',
    )
    const kept = new Set(rows.map(({ request_id: id }) => id))
    const lost = successes.filter(({ requestId }) => !kept.has(requestId))
    const away = (Math.max(...gaps) / 1000).toFixed(1)
    const refused = failed.filter(({ status }) => status === 503).length
    tellFigure(
      'faults',
      'the primary killed under load, its standby promoted',
      `${away} s without a success, ${refused} of ${failed.length} failed calls were 503, ` +
        `${lost.length} of ${successes.length} acknowledged writes lost`,
    )
    expect(new Set(failed.map(({ status }) => status))).toEqual(new Set([503]))
    expect(lost).toEqual([])
    expect(Math.max(...gaps)).toBeLessThan(AWAY_LIMIT_MS)
    // Jobs are taken up again as well.
    await walkLoan(witness, server)
  })
})
