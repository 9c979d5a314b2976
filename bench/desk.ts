import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { addDays, civilDayOf } from '@hola/core/calendar.ts'
import { deskContract } from '@hola/core/desk-contract/contract.ts'
import { ledgerAccounts } from '@hola/core/ledger/ledger.ts'
import { CURRENT_RULES_VERSION } from '@hola/core/loan/rules.ts'
import { buildDeskServer, openServices } from '../server/src/app.ts'
import { systemClock, systemRandom } from '../server/src/platform/clock.ts'
import { startEmbeddedPostgres } from '../server/src/platform/db/embedded.ts'
import { migrate } from '../server/src/platform/db/migrate.ts'
import { openPool, type Pool } from '../server/src/platform/db/pool.ts'
import { recordingPool } from '../server/src/platform/db/test-recording-pool.ts'
import { keptSecrets } from '../server/src/platform/kept-secrets.ts'
import { createLog } from '../server/src/platform/log.ts'
import { inTransaction } from '../server/src/platform/db/transaction.ts'
import { closeDay } from '../server/src/lending/portfolio/close.ts'
import { readSettings, SettingsProblem } from '../server/src/edge/settings.ts'
import { countOf } from '../tools/count.ts'

// npm run bench:desk [loans]   the desk's lists, search and portfolio with 10.000 loans and as many open cases, and then with so
// many (1.000.000) and a tenth of them open cases: how much longer each call takes, and whether one reads a big table whole

const ratioMax = 1.5
/** Less than this more is what the machine does beside it. */
const noiseMs = 2
const smallCount = 10_000
const perInsert = 20_000
const warmUps = 5
const callsTimed = 40

const { positionals } = parseArgs({ allowPositionals: true })
const largeCount = countOf(positionals[0] ?? '1000000', 'the number of loans', smallCount)

const now = systemClock.now()
const today = civilDayOf(now)
const yesterday = addDays(today, -1)

/** What a page asks for. A call that this version does not have is left out, so that each slice adds a line and no more. */
const calls: readonly {
  readonly path: string
  readonly body: (loan: Loan) => object
  /** A part of a file, which nobody waits for as for a page: its time is shown and not judged. */
  readonly isFile?: true
}[] = [
  { path: 'portfolio/show', body: () => ({ days_count: 90 }) },
  { path: 'portfolio/balances', body: () => ({ day: yesterday }), isFile: true },
  { path: 'acts/list', body: () => ({}) },
  { path: 'acts/list', body: ({ userId }) => ({ user_id: userId }) },
  { path: 'proposals/list', body: () => ({}) },
  { path: 'queue/list', body: () => ({ show: 'all' }) },
  { path: 'queue/counts', body: () => ({}) },
  { path: 'cases/list', body: () => ({ show: 'waiting' }) },
  { path: 'loans/list', body: () => ({ show: 'all' }) },
  { path: 'loans/list', body: () => ({ show: 'late' }) },
  { path: 'search/find', body: ({ orderNumber }) => ({ text: orderNumber }) },
  { path: 'arrears/list', body: () => ({ bucket: '1-5' }) },
  { path: 'payouts/list', body: () => ({}) },
  { path: 'receipts/list', body: () => ({ state: 'suspense' }) },
  { path: 'requests/list', body: () => ({ list: 'staff' }) },
]

type Loan = { readonly userId: string; readonly orderNumber: string }

const bigTables = [
  'account',
  'application',
  'review_decision',
  'loan_order',
  'ledger_entry',
  'agreement',
  'receipt',
  'desk_act',
] as const

/** One entry of the payout: the principal, what left, the fee with its VAT. */
const amounts = ledgerAccounts.map(
  (account) =>
    ({ principal: 10_000_000, paid_out: -9_000_000, fee_earned: -826_446, vat_to_pay: -173_554 })[account as string] ??
    0,
)

/**
 * Loans paid out over the last months, each of somebody else: a third is paid off, half of the others are late. Every so
 * many people have an open case beside it, and every tenth was looked at by the staff. Written straight into the tables.
 */
const insertLoans = async (
  pool: Pool,
  count: number,
  { casesEvery, from }: { readonly casesEvery: number; readonly from: number },
): Promise<void> => {
  const client = await pool.connect()
  await client.query('SET statement_timeout = 0; SET synchronous_commit = off')
  for (let made = 0; made < count; made += perInsert)
    await client.query(
      `WITH person AS MATERIALIZED (
         SELECT number, gen_random_uuid() AS user_id, gen_random_uuid() AS order_id, gen_random_uuid() AS application_id,
                -- Booked in the order of their days, as the books of a lender are.
                $2::date - 1 - (($7::bigint - (number - $8)) * 210 / $7)::integer AS payout_day,
                number % 3 = 0 AS is_cleared
           FROM generate_series($5::integer, $5::integer + $1::integer - 1) AS number
       ), made_account AS (
         INSERT INTO account (user_id, created_at) SELECT user_id, $3::timestamptz FROM person
       ), made_agreement AS (
         INSERT INTO agreement (user_id, sha256, text_version, page_count, facts_index, sealed_facts, sealed_pdf, made_at)
         SELECT user_id, sha256(user_id::text::bytea), 'bench', 1, sha256(order_id::text::bytea), '', '', $3 FROM person
       ), made_application AS (
         INSERT INTO application (user_id, state, started_at, application_id, submitted_at, review_expected_at, review_stage,
                                  waits_since)
         SELECT user_id, 'in_review', $3, application_id, $3::timestamptz - (number % 10000) * interval '1 second',
                $3::timestamptz + interval '1 minute', 'with_a_person', $3::timestamptz - (number % 10000) * interval '1 second'
           FROM person WHERE number % $4::integer = 0
       ), made_decision AS (
         INSERT INTO review_decision (user_id, decision_id, application_id, outcome, reasons, rules_version, sealed_inputs,
                                      decided_at)
         SELECT user_id, gen_random_uuid(), application_id, 'manual', '{bureau_in_review}', 1, '',
                $3::timestamptz - (number % 10000) * interval '1 second'
           FROM person WHERE number % $4::integer = 0
       ), made_order AS (
         INSERT INTO loan_order (
                user_id, order_id, order_number, previous_state, state, state_since, product_id, product_version,
                amount_centavos, fee_before_centavos, fee_centavos, arrival_centavos, interest_centavos, vat_centavos,
                repayment_centavos, term_days, fee_basis_points, tna_basis_points, vat_basis_points, tea_basis_points,
                cftea_basis_points, late_one_time_basis_points, late_daily_basis_points, late_max_basis_points,
                partial_payment_min_centavos, rules_version, agreed_payout_day, agreed_due_day, withdrawal_until_day,
                sealed_account, agreement_sha256, signed_at, paid_out_at, payout_day, due_day, cleared_at)
         SELECT user_id, order_id, left(order_id::text, 18),
                CASE WHEN is_cleared THEN 'in_repayment' ELSE 'pending' END,
                CASE WHEN is_cleared THEN 'cleared' ELSE 'in_repayment' END, payout_day::timestamptz, product_id,
                version_number, 10000000, 1000000, 1000000, 9000000, 2243836, 471206, 12715042, 91, 1000, 9000, 2100,
                12524, 29990, 500, 400, 10000, 100000, ${CURRENT_RULES_VERSION}, payout_day, payout_day + 91,
                payout_day + 14, decode(repeat('ab', 200), 'hex'), sha256(user_id::text::bytea), payout_day::timestamptz,
                payout_day::timestamptz, payout_day, payout_day + 91, CASE WHEN is_cleared THEN payout_day::timestamptz END
           FROM person, (SELECT product_id, version_number FROM product_version LIMIT 1) AS product
       ), made_entry AS (
         INSERT INTO ledger_entry (user_id, order_id, entry_number, cause, rule, rule_version, effective_day, booked_at,
                                   changes, balances, entry_sha256)
         SELECT user_id, order_id, 1, 'payout', 'bench', '1', payout_day, payout_day::timestamptz,
                $6::bigint[], $6::bigint[], sha256(order_id::text::bytea)
           FROM person WHERE NOT is_cleared
       )
       INSERT INTO receipt (provider, provider_payment_id, amount_centavos, paid_day, state, user_id, order_id, heard_at)
       SELECT 'bench', order_id::text, 2000000, payout_day, CASE WHEN number % 1000 = 0 THEN 'suspense' ELSE 'credited' END,
              CASE WHEN number % 1000 <> 0 THEN user_id END, CASE WHEN number % 1000 <> 0 THEN order_id END,
              $3::timestamptz
         FROM person WHERE number % 4 = 0`,
      [Math.min(perInsert, count - made), today, now, casesEvery, from + made, `{${amounts.join(',')}}`, count, from],
    )
  await client.query(
    `INSERT INTO desk_act (act_id, acted_at, actor, member_id, act, user_id, details, why, entry_number, previous_sha256,
                           entry_sha256)
     SELECT gen_random_uuid(), $1, member.name, member.member_id, 'see_books', user_id, '{}', 'bench',
            (SELECT max(entry_number) FROM desk_act) + row_number() OVER (), sha256(user_id::text::bytea),
            sha256(order_id::text::bytea)
       FROM (SELECT user_id, order_id FROM loan_order ORDER BY paid_out_at DESC LIMIT $2) AS loan,
            (SELECT member_id, name FROM staff_member LIMIT 1) AS member`,
    [now, Math.ceil(count / 10)],
  )
  await client.query('VACUUM ANALYZE')
  client.release(true)
}

const dataDir = await mkdtemp(join(tmpdir(), 'hola-bench-'))
// Broken off, it still takes its database along.
for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => process.exit(1))
const database = await startEmbeddedPostgres({ dataDir, say: () => {}, fast: true })
try {
  const log = createLog('silent')
  const real = openPool(database.socketString, { log })
  await migrate(real)
  const secret = (): string => randomBytes(32).toString('base64')
  const settings = readSettings({ DATA_DIR: dataDir, CODE_PEPPER: secret(), FIELD_KEY: secret() }, (folder) =>
    keptSecrets(folder, systemRandom),
  )
  if (settings instanceof SettingsProblem) throw new Error('the settings of the benchmark are not right')
  const services = await openServices({ settings, pool: real, log })
  const recording = recordingPool(real)
  const [plain, recorded] = [buildDeskServer(services), buildDeskServer({ ...services, pool: recording.pool })]
  const { origin } = settings.desk
  let asked = 0
  /** Each from another machine: how often one may ask is no part of this. */
  const post = (app: typeof plain, path: string, body: object, cookie = '') => {
    asked += 1
    const remoteAddress = `10.${asked >> 16}.${(asked >> 8) & 255}.${asked & 255}`
    const headers = { origin, cookie }
    return app.inject({ method: 'POST', url: `/api/${path}`, headers, payload: body, remoteAddress })
  }
  const { members } = (await post(plain, 'session/sandbox_members', {})).json().ret as {
    members: { member_id: string; name: string }[]
  }
  const vera = members.find(({ name }) => name === 'Vera')
  const signedIn = await post(plain, 'session/sandbox_sign_in', { member_id: vera?.member_id })
  const cookie = String(signedIn.headers['set-cookie']).split(';')[0] ?? ''

  const wanted = calls.filter(({ path }) => path in deskContract)

  /** The quickest of many: whatever else the machine does only ever adds to it. */
  const timeAll = async (loan: Loan): Promise<number[]> => {
    const times: number[] = []
    for (const { path, body } of wanted) {
      let best = Number.POSITIVE_INFINITY
      for (let count = 0; count < warmUps + callsTimed; count += 1) {
        const startedAt = performance.now()
        const answer = await post(plain, path, body(loan), cookie)
        if (answer.json().code !== '0') throw new Error(`${path}: ${answer.body.slice(0, 300)}`)
        if (count >= warmUps) best = Math.min(best, performance.now() - startedAt)
      }
      times.push(best)
    }
    return times
  }

  /** The big tables that a call reads whole, by the plans of its statements. */
  const findWholeReads = async (path: string, body: object): Promise<string[]> => {
    const sent = await recording.record(() => post(recorded, path, body, cookie))
    const found = new Set<string>()
    for (const { text, values } of sent.filter((one) => /^\s*(SELECT|WITH)\b/i.test(one.text))) {
      const { rows } = await real.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${text}`, [...values])
      for (const { 'QUERY PLAN': line } of rows) {
        const [, table = ''] = /Seq Scan on (\w+)/.exec(line) ?? []
        if (bigTables.some((big) => big === table)) found.add(table)
      }
    }
    return [...found]
  }

  const grow = async (count: number, from: number, casesEvery: number): Promise<Loan> => {
    const startedAt = performance.now()
    await insertLoans(real, count, { casesEvery, from })
    const filled = (performance.now() - startedAt) / 1000
    await real.query('DELETE FROM portfolio_close')
    const closedFrom = performance.now()
    await inTransaction(real, (tx) => closeDay(tx, services, yesterday))
    const { rows } = await real.query<Loan>(
      'SELECT user_id AS "userId", order_number AS "orderNumber" FROM loan_order ORDER BY order_id LIMIT 1',
    )
    const closed = (performance.now() - closedFrom) / 1000
    console.log(
      `${(from + count - 1).toLocaleString('en')} loans: ${filled.toFixed(0)} s to fill, ${closed.toFixed(1)} s to count the portfolio`,
    )
    const [loan] = rows
    if (loan === undefined) throw new Error('no loan')
    return loan
  }

  const small = await timeAll(await grow(smallCount, 1, 1))
  const loan = await grow(largeCount - smallCount, smallCount + 1, 10)
  const large = await timeAll(loan)
  let isWithin = true
  for (const [index, { path, body, isFile }] of wanted.entries()) {
    const [before = Number.NaN, after = Number.NaN] = [small[index], large[index]]
    const ratio = after / before
    const whole = await findWholeReads(path, body(loan))
    const isQuick = Number(ratio.toFixed(1)) <= ratioMax || after - before < noiseMs
    const isGood = (isFile === true || isQuick) && whole.length === 0
    isWithin &&= isGood
    console.log(
      `${isGood ? 'ok ' : 'BAD'} ${path.padEnd(20)} ${before.toFixed(1).padStart(7)} ms  ${after.toFixed(1).padStart(7)} ms  ` +
        `x ${ratio.toFixed(2)}${whole.length === 0 ? '' : `  reads whole: ${whole.join(', ')}`}`,
    )
  }
  console.log(`budget: ${ratioMax} times as long, and no big table read whole`)
  if (!isWithin) process.exitCode = 1
  await Promise.all([plain.close(), recorded.close()])
  await services.jobs.stop()
  await services.identity.close()
  await services.printer.close()
  await real.end()
} finally {
  await database.stop()
  await rm(dataDir, { recursive: true, force: true })
}
