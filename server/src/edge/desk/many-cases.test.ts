import type { Pool } from '../../platform/db/pool.ts'
import { recordingPool } from '../../platform/db/test-recording-pool.ts'
import { testDatabase } from '../../platform/db/test-database.ts'
import { beforeAll, expect, test } from 'vitest'
import { insertLoan } from '../../lending/loan/test-borrower.ts'
import { logInSomebody, openTestServer } from '../http/test-server.ts'
import { openTestDesk } from './test-desk-server.ts'

// A hundred thousand open cases and as much of everything else that waits: what is shown is found by an index.

const CASES = 100_000

const { pool } = await testDatabase()
const recording = recordingPool(pool)
const now = new Date('2026-11-16T15:00:00Z')
const { services } = await openTestServer(recording.pool, { clock: { now: () => now } })
const desk = await openTestDesk(services)

const big = [
  'application',
  'review_decision',
  'loan_order',
  'receipt',
  'consumer_request',
  'reconciliation',
  'identity_trace',
  'photo',
]

const fill = async (of: Pool): Promise<void> => {
  const rules = await of.query<{ version: number }>('SELECT max(version_number) AS version FROM review_rules')
  // Made up, so nothing of it is checked against each other: that would take most of the time.
  await of.query(`
    ALTER TABLE application DROP CONSTRAINT application_user_id_fkey;
    ALTER TABLE review_decision DROP CONSTRAINT review_decision_user_id_fkey, DROP CONSTRAINT review_decision_rules_version_fkey;
    INSERT INTO account (user_id, created_at)
      SELECT (lpad(to_hex(n), 8, '0') || '-0000-4000-8000-000000000000')::uuid, '2026-11-01' FROM generate_series(1, ${CASES}) AS n;
    INSERT INTO application (user_id, state, started_at, application_id, submitted_at, review_expected_at, review_stage, waits_since)
      SELECT (lpad(to_hex(n), 8, '0') || '-0000-4000-8000-000000000000')::uuid, 'in_review', '2026-11-01',
             (lpad(to_hex(n), 8, '0') || '-0000-4000-9000-000000000000')::uuid, '2026-11-01'::timestamptz, '2026-11-02'::timestamptz,
             'with_a_person', '2026-11-02'::timestamptz + n * interval '10 seconds'
        FROM generate_series(1, ${CASES}) AS n;
    INSERT INTO review_decision (user_id, decision_id, application_id, outcome, score, limit_centavos, reasons, rules_version,
                                 sealed_inputs, decided_by, decided_at)
      SELECT (lpad(to_hex(n), 8, '0') || '-0000-4000-8000-000000000000')::uuid,
             (lpad(to_hex(n), 8, '0') || '-0000-4000-a000-000000000000')::uuid,
             (lpad(to_hex(n), 8, '0') || '-0000-4000-9000-000000000000')::uuid,
             'manual', 500, NULL, '{identity_needs_a_person}', ${rules.rows[0]?.version ?? 1}, '', NULL,
             '2026-11-02'::timestamptz + n * interval '10 seconds'
        FROM generate_series(1, ${CASES}) AS n;
    INSERT INTO review_decision (user_id, decision_id, application_id, outcome, score, limit_centavos, reasons, rules_version,
                                 sealed_inputs, decided_by, decided_at)
      SELECT (lpad(to_hex(n), 8, '0') || '-0000-4000-8000-000000000000')::uuid,
             (lpad(to_hex(n), 8, '0') || '-0000-4000-b000-000000000000')::uuid,
             (lpad(to_hex(n), 8, '0') || '-0000-4000-8000-00000000000c')::uuid,
             CASE WHEN n % 3 = 0 THEN 'refused' ELSE 'approved' END, 500,
             CASE WHEN n % 3 = 0 THEN NULL ELSE 10000000 END, '{score_low}', ${rules.rows[0]?.version ?? 1}, '',
             CASE WHEN n % 50 = 0 THEN 'Ana' END, '2026-10-01'::timestamptz + n * interval '10 seconds'
        FROM generate_series(1, ${CASES / 2}) AS n;
    INSERT INTO receipt (provider, provider_payment_id, amount_centavos, paid_day, state, heard_at)
      SELECT 'sandbox', n::text, 100, '2026-11-16', 'suspense', '2026-11-02'::timestamptz + n * interval '10 seconds'
        FROM generate_series(1, 20000) AS n;
    INSERT INTO consumer_request (tracking_number, kind, state, language, channel, address_index, sealed_address, sealed_words,
                                  is_proven, received_at)
      SELECT 'T-' || n, (ARRAY['regret', 'unsubscribe', 'complaint'])[1 + n % 3], 'received', 'es', 'phone',
             decode(lpad(to_hex(n), 64, '0'), 'hex'), '', '', false, '2026-11-02'::timestamptz + n * interval '10 seconds'
        FROM generate_series(1, 20000) AS n;
    INSERT INTO reconciliation (provider, kind, day, outcome, matched_count, ours_centavos, theirs_centavos, differences,
                                unexplained_count, found_at)
      SELECT 'p' || n % 5, 'payout', '2000-01-01'::date + n, 'compared', 1, 0, 0, '[]', (n % 40 = 0)::integer,
             '2026-11-02'::timestamptz + n * interval '10 seconds'
        FROM generate_series(1, 20000) AS n;`)
  for (const [state, copies] of [
    ['pending', 1_000],
    ['in_repayment', 10_000],
  ] as const) {
    const { userId } = await logInSomebody(services)
    await insertLoan(services, userId, { state })
    await of.query(
      `INSERT INTO loan_order SELECT (jsonb_populate_record(base, jsonb_build_object(
         'order_id', gen_random_uuid(), 'order_number', 'COPY-' || n,
         'state_since', '2026-11-02'::timestamptz + n * interval '10 seconds'))).*
         FROM loan_order AS base, generate_series(1, ${copies}) AS n WHERE user_id = '${userId}'`,
    )
  }
  await of.query('ANALYZE')
}

beforeAll(() => fill(pool), 120_000)

test('a hundred thousand open cases slow nothing down: no page and no count reads a whole table', async () => {
  const vera = await desk.member('many vera', 'supervisor')
  const ana = await desk.member('many ana', 'analyst')
  const first = (await vera.call('queue/list', { show: 'all' })).ret as { items: unknown[]; next: string }
  expect(first.items).toHaveLength(100)
  const calls: [string, () => Promise<{ code: string }>][] = [
    ['queue/list', () => vera.call('queue/list', { show: 'all' })],
    ['queue/list, the next page', () => vera.call('queue/list', { show: 'all', after: first.next })],
    ['queue/list, nobody’s', () => vera.call('queue/list', { show: 'nobody' })],
    ['queue/list, mine', () => ana.call('queue/list', { show: 'mine' })],
    ['queue/counts', () => vera.call('queue/counts', {})],
    ...(['waiting', 'mine', 'by_person', 'approved', 'refused'] as const).map(
      (show): [string, () => Promise<{ code: string }>] => [
        `cases/list, ${show}`,
        () => ana.call('cases/list', { show }),
      ],
    ),
    [
      'cases/list, approved, the next page',
      () =>
        ana.call('cases/list', {
          show: 'approved',
          after: { at: '2026-10-05T00:00:00.000Z', id: '00000001-0000-4000-b000-000000000000' },
        }),
    ],
  ]
  const found: string[] = []
  for (const [name, call] of calls) {
    let code = ''
    const statements = await recording.record(async () => {
      code = (await call()).code
    })
    expect([name, code]).toEqual([name, '0'])
    expect(statements.length).toBeGreaterThan(3)
    for (const { text, values } of statements.filter((one) => /^\s*SELECT/i.test(one.text))) {
      const { rows } = await pool.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${text}`, [...values])
      const scans = rows.map((row) => row['QUERY PLAN']).filter((line) => line.includes('Seq Scan on'))
      found.push(
        ...scans
          .filter((line) => big.some((table) => line.includes(`Seq Scan on ${table}`)))
          .map((line) => `${name}: ${line.trim()}`),
      )
    }
  }
  expect(found).toEqual([])
})
