import { pesos } from '@hola/core/money.ts'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { buildServer } from '../../app.ts'
import { closeDays } from '../../lending/portfolio/close.ts'
import { payOutLoan, receive } from '../../lending/loan/test-books.ts'
import { insertLoan } from '../../lending/loan/test-borrower.ts'
import { openReviewServer } from '../../lending/review/test-review.ts'
import { caller } from '../../person/account/test-login.ts'
import { openPool } from '../../platform/db/pool.ts'
import type { Pool } from '../../platform/db/pool.ts'
import { testDatabase } from '../../platform/db/test-database.ts'
import { recordingPool } from '../../platform/db/test-recording-pool.ts'
import { BureauProblem } from '../../providers/bureau/port.ts'
import { CollectionProblem } from '../../providers/collection/port.ts'
import { SendProblem } from '../../providers/messages/port.ts'
import { watchProviders } from '../../providers/watched.ts'
import { openCallMeter } from '../../platform/call-meter.ts'
import { collectionRegistry } from '../../providers/collection/registry.ts'
import { bureauRegistry } from '../../providers/bureau/registry.ts'
import { mailRegistry, phoneRegistry } from '../../providers/messages/registry.ts'
import { payoutRegistry } from '../../providers/payout/registry.ts'
import { openTestDesk } from '../desk/test-desk-server.ts'
import { logInSomebody } from '../http/test-server.ts'
import type { Services } from '../services.ts'
import { readFigures } from './figures.ts'
import { metricTable } from './metric-table.ts'
import { openMetrics } from './metrics.ts'

const { pool } = await testDatabase()
const noon = new Date('2026-11-16T15:00:00Z')
let now = noon
const server = await openReviewServer(pool, { now: () => now })
const { services, app } = server
const desk = await openTestDesk(services)

/** What a line of the text format says; NaN is a figure too. */
const parse = (text: string) =>
  text
    .split('\n')
    .filter((line) => line.startsWith('hola_'))
    .map((line) => {
      const [, name = '', labels = '', value = ''] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? []
      const pairs = [...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, label = '', of = '']) => [label, of] as const)
      return { name, labels: Object.fromEntries(pairs), value: Number(value) }
    })

const scrape = async (given: Services = services, figuresKeptMs = 0) => {
  const metrics = openMetrics(given, { figuresKeptMs })
  const lines = parse(await metrics.print())
  metrics.close()
  return (name: string, labels: Record<string, string> = {}): number | undefined =>
    lines.find(
      (line) => line.name === name && Object.entries(labels).every(([label, value]) => line.labels[label] === value),
    )?.value
}

const newPayout = async (state: 'pending' | 'payout_failed'): Promise<{ userId: string; orderId: string }> => {
  const { userId } = await logInSomebody(services)
  const orderId = await insertLoan(services, userId, { state })
  await pool.query('UPDATE loan_order SET state_since = $2 WHERE order_id = $1', [orderId, now])
  return { userId, orderId }
}

/** One of everything that a lender is woken for, each at noon. */
const fill = async (): Promise<void> => {
  const { call } = caller(app)
  for (const [kind, phone] of [
    ['complaint', '+5491160000001'],
    ['regret', '+5491160000002'],
  ] as const)
    await call('consumer/request', { channel: 'phone', kind, phone, note: 'por favor' })
  await server.run(await server.submitted({ verdict: { outcome: 'manual', reasons: ['face_reused'] } }))
  await server.run(await server.submitted({}))
  await newPayout('payout_failed')
  const { userId, orderId } = await newPayout('pending')
  await pool.query(
    `INSERT INTO payout_attempt (user_id, order_id, attempt_number, provider, idempotency_key, state, asked_at, is_wallet)
     VALUES ($1, $2, 1, 'sandbox', 'k-1', 'asked', $3, false)`,
    [userId, orderId, now],
  )
  const paid = await payOutLoan(services, (await logInSomebody(services)).userId)
  await pool.query(
    `INSERT INTO payout_attempt (user_id, order_id, attempt_number, provider, idempotency_key, state, asked_at, is_wallet,
                                 provider_payout_id, concluded_at)
     VALUES ($1, $2, 1, 'sandbox', 'k-2', 'settled', $3, false, 'theirs-2', $3)`,
    [paid.userId, paid.orderId, now],
  )
  await receive(services, paid, pesos(15_000))
  for (const [id, state] of [
    ['p-1', 'suspense'],
    ['p-2', 'suspense'],
  ])
    await pool.query(
      `INSERT INTO receipt (provider, provider_payment_id, amount_centavos, paid_day, reference, state, heard_at)
       VALUES ('sandbox', $1, $2, '2026-11-16', 'Lucía Ejemplo', $3, $4)`,
      [id, pesos(40_000), state, now],
    )
  await pool.query(
    `INSERT INTO pgboss.job (name, data, source_name, source_output, created_on)
     VALUES ('dead-letter', '{}', 'identity-read', '{"message": "no memory left"}', $1)`,
    [now],
  )
  await pool.query(
    `INSERT INTO reconciliation (provider, kind, day, outcome, matched_count, ours_centavos, theirs_centavos, differences,
                                 unexplained_count, found_at)
     VALUES ('sandbox', 'collection', '2026-11-15', 'compared', 3, 100, 4100, '[]', 2, $1)`,
    [now],
  )
  const somebody = await logInSomebody(services)
  const proposer = await desk.member('who proposes', 'support')
  await proposer.call('proposals/propose', { kind: 'block', details: { user_id: somebody.userId }, why: 'fraud' })
}

beforeAll(async () => {
  await fill()
  now = new Date(noon.getTime() + 3_600_000)
})

describe('what a lender is woken for', () => {
  test('every kind of work has its number, its age and the time that is left', async () => {
    const read = await scrape()
    for (const [work, hoursLeft] of [
      ['case', 3],
      ['regret', 23],
      ['payout_failed', 71],
      ['suspense', 23],
      ['difference', 23],
      ['proposal', 23],
    ] as const) {
      expect([work, read('hola_work_open', { work })]).toEqual([work, work === 'suspense' ? 2 : 1])
      expect(read('hola_work_oldest_seconds', { work })).toBe(3_600)
      expect([work, read('hola_work_seconds_left', { work })]).toEqual([work, hoursLeft * 3_600])
      expect(read('hola_work_overdue', { work })).toBe(0)
    }
    expect(read('hola_work_seconds_left', { work: 'complaint' })).toBeGreaterThan(9 * 86_400)
    // Fifteen minutes after its payout was asked for, nobody knows what became of it.
    expect(read('hola_work_overdue', { work: 'payout_silent' })).toBe(1)
    expect(read('hola_work_seconds_left', { work: 'payout_silent' })).toBe(-45 * 60)
    expect(read('hola_work_open', { work: 'data_access' })).toBe(0)
    expect(read('hola_work_oldest_seconds', { work: 'data_access' })).toBe(0)
    expect(read('hola_work_seconds_left', { work: 'data_access' })).toBeUndefined()
  })

  test('what is past its time is counted: the law’s and the house’s', async () => {
    const before = now
    now = new Date(noon.getTime() + 25 * 3_600_000)
    const read = await scrape()
    for (const work of ['case', 'regret', 'suspense', 'difference', 'payout_silent'])
      expect([work, read('hola_work_overdue', { work })]).toEqual([work, work === 'suspense' ? 2 : 1])
    expect(read('hola_work_overdue', { work: 'complaint' })).toBe(0)
    // Nobody can sign a proposal any more whose day is over.
    expect(read('hola_work_open', { work: 'proposal' })).toBe(0)
    now = before
  })

  test('money: in suspense, under way with an end that nobody knows, and what differs', async () => {
    const read = await scrape()
    expect(read('hola_suspense_centavos')).toBe(pesos(80_000))
    expect(read('hola_transfers_open', { kind: 'payout' })).toBe(1)
    expect(read('hola_transfers_open_oldest_seconds', { kind: 'payout' })).toBe(3_600)
    expect(read('hola_transfers_open', { kind: 'refund' })).toBe(0)
    expect(read('hola_reconciliation_differences')).toBe(2)
    expect(read('hola_reconciliation_last_day_timestamp_seconds')).toBe(Date.parse('2026-11-16T03:00:00Z') / 1000)
  })

  test('jobs: what is due and waits, what is given up, and when each daily job was done last', async () => {
    const before = await scrape()
    expect(before('hola_jobs', { queue: 'dead-letter', state: 'created' })).toBe(1)
    expect(before('hola_job_delay_seconds', { queue: 'accrual' })).toBe(0)
    const setUp = before('hola_daily_job_last_success_timestamp_seconds', { queue: 'accrual' }) ?? 0
    expect(setUp).toBeGreaterThan(Date.now() / 1000 - 600)
    await pool.query(
      `INSERT INTO pgboss.job (name, data, state, completed_on)
       VALUES ('accrual', '{}', 'completed', '2026-11-14T03:20:00Z'), ('accrual', '{}', 'completed', '2026-11-15T03:20:00Z'),
              ('accrual', '{}', 'failed', '2026-11-16T03:20:00Z')`,
    )
    const after = await scrape()
    expect(after('hola_daily_job_last_success_timestamp_seconds', { queue: 'accrual' })).toBe(
      Date.parse('2026-11-15T03:20:00Z') / 1000,
    )
    expect(after('hola_daily_job_last_success_timestamp_seconds', { queue: 'payout' })).toBeUndefined()
  })

  test('the business of the day, and the loans by how late they were last night', async () => {
    const read = await scrape()
    expect(read('hola_today', { event: 'application' })).toBe(2)
    expect(read('hola_today', { event: 'approval' })).toBe(1)
    expect(read('hola_today', { event: 'payout' })).toBe(1)
    expect(read('hola_today_centavos', { event: 'payout' })).toBe(pesos(90_000))
    expect(read('hola_today', { event: 'payment' })).toBe(1)
    expect(read('hola_today_centavos', { event: 'payment' })).toBe(pesos(15_000))
    expect(read('hola_loans', { bucket: 'current' })).toBeUndefined()
    const before = now
    now = new Date(noon.getTime() + 24 * 3_600_000)
    await closeDays(services)
    const closed = await scrape()
    expect(closed('hola_loans', { bucket: 'current' })).toBe(1)
    expect(closed('hola_loans_principal_centavos', { bucket: 'current' })).toBeGreaterThan(pesos(80_000))
    expect(closed('hola_loans', { bucket: 'd1_30' })).toBe(0)
    expect(closed('hola_today', { event: 'application' })).toBe(0)
    now = before
  })

  test('the disks that we fill', async () => {
    const read = await scrape({ ...services, settings: { ...services.settings, dataDir: import.meta.dirname } })
    for (const place of ['files', 'database']) {
      expect(read('hola_disk_free_bytes', { place })).toBeGreaterThan(0)
      expect(read('hola_disk_size_bytes', { place })).toBeGreaterThan(read('hola_disk_free_bytes', { place }) ?? 0)
    }
    const elsewhere = { ...services.settings, databaseUrl: 'postgresql://db/hola', dataDir: import.meta.dirname }
    expect((await scrape({ ...services, settings: elsewhere }))('hola_disk_free_bytes', { place: 'database' })).toBe(
      undefined,
    )
  })
})

describe('calls to providers', () => {
  const meter = openCallMeter()
  const watch = watchProviders(meter)
  const away = async () => {
    throw new Error('a bug of ours')
  }

  test('are counted by provider, operation and outcome, and answer what they answered', async () => {
    const { payouts: sandbox, collectors } = services
    const payouts = watch.payouts({ ...sandbox, find: async () => ({ kind: 'unknown', why: 'timed out' }), send: away })
    expect(await payouts.find({ key: 'k', amount: pesos(1) }, null)).toEqual({ kind: 'unknown', why: 'timed out' })
    await expect(payouts.send({} as never)).rejects.toThrow('a bug of ours')
    expect(payouts.webhook).toBe(sandbox.webhook)
    const bureau = watch.bureau({ ask: async () => new BureauProblem('unavailable', 'ECONNREFUSED') }, 'bcra')
    expect(await bureau.ask('27301112225')).toBeInstanceOf(BureauProblem)
    const [first] = collectors
    if (first === undefined) throw new Error('nobody takes payments')
    const collector = watch.collector({ ...first, find: async () => new CollectionProblem('unknown', 'none') })
    await collector.find('p-1')
    const messages = watch.messages(
      { send: async ({ channel }) => (channel === 'mail' ? 'sent' : new SendProblem('unreachable', '21211')) },
      { phone: 'twilio', mail: 'smtp' },
    )
    for (const channel of ['phone', 'mail'] as const) await messages.send({ channel } as never)

    const read = await scrape({ ...services, callMeter: meter })
    const count = (labels: Record<string, string>) => read('hola_provider_call_duration_seconds_count', labels)
    expect(count({ kind: 'payout', provider: 'sandbox', operation: 'find', outcome: 'unavailable' })).toBe(1)
    expect(count({ kind: 'payout', operation: 'send', outcome: 'failed' })).toBe(1)
    expect(count({ kind: 'bureau', provider: 'bcra', outcome: 'unavailable' })).toBe(1)
    expect(count({ kind: 'collection', operation: 'find', outcome: 'ok' })).toBe(1)
    expect(count({ kind: 'messages', provider: 'twilio', outcome: 'refused' })).toBe(1)
    expect(count({ kind: 'messages', provider: 'smtp', outcome: 'ok' })).toBe(1)
    expect(read('hola_messages_not_sent_total', { channel: 'phone', reason: 'unreachable' })).toBe(1)
    expect(read('hola_messages_not_sent_total', { channel: 'mail' })).toBeUndefined()
  })

  test('of the product itself are measured', async () => {
    await caller(app).getCode('+5491155550123')
    const read = await scrape()
    expect(read('hola_provider_call_duration_seconds_count', { kind: 'messages', outcome: 'ok' })).toBeGreaterThan(0)
  })
})

test('labels have the values of the table and no others, and nothing says who somebody is', async () => {
  await app.inject({ method: 'POST', url: '/api/app/home', payload: {} })
  const { body } = await app.inject({ url: '/metrics' })
  const providers = [phoneRegistry, mailRegistry, bureauRegistry, payoutRegistry, collectionRegistry].flatMap(
    ({ adapters }) => adapters,
  )
  const may: Readonly<Record<string, (value: string) => boolean>> = {
    providers: (value) => [...providers, 'disk', 's3'].includes(value),
    codes: (value) => /^\d{1,5}$/.test(value),
    routes: (value) => /^[a-z_/.-]{1,60}$/.test(value),
    build: (value) => /^[\w.-]{1,40}$/.test(value),
  }
  const lines = parse(body)
  const shown = new Set<string>()
  const wrong: string[] = []
  for (const { name, labels } of lines) {
    const base = name.replace(/_(bucket|sum|count)$/, '')
    const row = Object.entries(metricTable).find(([known]) => known === name || known === base)?.[1]
    if (row === undefined) throw new Error(`${name} is in no table`)
    shown.add(name in metricTable ? name : base)
    const sets: Readonly<Record<string, readonly string[] | string>> = row.labels
    for (const [label, value] of Object.entries(labels).filter(([one]) => one !== 'le')) {
      const allowed = sets[label] ?? []
      const isAllowed = typeof allowed === 'string' ? may[allowed]?.(value) : allowed.includes(value)
      if (isAllowed !== true) wrong.push(`${name} ${label}=${value}`)
    }
  }
  expect(wrong).toEqual([])
  for (const name of ['hola_work_open', 'hola_today', 'hola_provider_call_duration_seconds'])
    expect(shown).toContain(name)
  expect(body).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-|\+549|Ejemplo|por favor/i)
  // However many people there are: a bound that only the table can move.
  expect(lines.length).toBeLessThan(3_000)
})

describe('what it costs', () => {
  test('a crowd of scrapers has the figures read once, and again when they are old', async () => {
    const reads = vi.spyOn(services.jobs, 'counts')
    const metrics = openMetrics(services, { figuresKeptMs: 60_000 })
    const [first, ...others] = await Promise.all(Array.from({ length: 50 }, () => metrics.print()))
    for (let count = 0; count < 20; count += 1) others.push(await metrics.print())
    expect(reads).toHaveBeenCalledTimes(1)
    const stamp = (text = '') => /hola_figures_read_timestamp_seconds (\S+)/.exec(text)?.[1]
    expect(new Set([first, ...others].map(stamp)).size).toBe(1)
    metrics.close()
    await scrape()
    expect(reads).toHaveBeenCalledTimes(2)
    vi.restoreAllMocks()
  })

  test('a process that only answers requests reads none, and still shows its own', async () => {
    const reads = vi.spyOn(services.jobs, 'counts')
    const read = await scrape({ ...services, settings: { ...services.settings, role: 'web' } })
    expect(read('hola_work_open', { work: 'case' })).toBeUndefined()
    expect(read('hola_suspense_centavos')).toBeUndefined()
    expect(read('hola_pool_connections', { state: 'open' })).toBeGreaterThan(0)
    expect(reads).not.toHaveBeenCalled()
    vi.restoreAllMocks()
  })

  test('a database that is away costs the figures, not the rest', async () => {
    const broken = openPool('postgresql://nobody@127.0.0.1:1/none', { log: services.log })
    const read = await scrape({ ...services, pool: broken, jobs: services.jobs })
    expect(read('hola_suspense_centavos')).toBeUndefined()
    expect(read('hola_figures_read_timestamp_seconds')).toBeUndefined()
    expect(read('hola_holiday_table_days_left')).toBeGreaterThan(0)
    await broken.end()
  })

  /** They have a row for each day or each queue, or what is there is deleted after an hour or a day. */
  const small = ['queue', 'message_minute', 'portfolio_close', 'portfolio_ageing', 'reconciliation']

  type Plan = { readonly [field: string]: unknown; readonly Plans?: readonly Plan[] }
  const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

  test('no statement reads a table that grows from one end to the other', async () => {
    const { pool: recording, record } = recordingPool(pool)
    const queue = vi.spyOn(pool, 'query')
    const sent = await record(() => readFigures({ ...services, pool: recording }))
    const ofQueue = queue.mock.calls
      .map((call) => call as unknown[])
      .filter(([text]) => typeof text === 'string' && /queue|pgboss/.test(text))
      .map(([text, values]) => ({ text: String(text), values: values as unknown[] }))
    vi.restoreAllMocks()
    const statements = [...sent, ...ofQueue].filter(({ text }) => /^\s*(SELECT|WITH)/.test(text))
    expect(statements.length).toBeGreaterThan(25)
    const { rows } = await pool.query<{ name: string }>(
      `SELECT relname AS name FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid WHERE indpred IS NOT NULL`,
    )
    const partial = new Set(rows.map(({ name }) => name))
    const bad: string[] = []
    const client = await pool.connect()
    await client.query('SET enable_seqscan = off')
    for (const { text, values } of statements) {
      const { rows: plans } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(`EXPLAIN (FORMAT JSON) ${text}`, [
        ...values,
      ])
      for (const node of plans.flatMap((row) => nodesOf(row['QUERY PLAN'][0].Plan))) {
        const table = String(node['Relation Name'] ?? '')
        const isBounded = node['Index Cond'] !== undefined || partial.has(String(node['Index Name'] ?? ''))
        const isScan = node['Node Type'] === 'Seq Scan' || /^Index (Only )?Scan$/.test(String(node['Node Type']))
        if (isScan && !small.includes(table) && !isBounded)
          bad.push(`${String(node['Node Type'])} of ${table}: ${text}`)
      }
    }
    await client.query('RESET enable_seqscan')
    client.release()
    expect(bad).toEqual([])
  })
})

test('the server shows all of it', async () => {
  const another = buildServer(services as Services & { pool: Pool }, { figuresKeptMs: 0 })
  const { body } = await another.inject({ url: '/metrics' })
  await another.close()
  expect(body).toContain('hola_work_open{work="suspense"} 2')
})
