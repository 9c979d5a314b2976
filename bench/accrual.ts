import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addDays, civilDay, startOfDay } from '@hola/core/calendar.ts'
import { openServices } from '../server/src/app.ts'
import { systemRandom } from '../server/src/clock.ts'
import { startEmbeddedPostgres } from '../server/src/db/embedded.ts'
import { migrate } from '../server/src/db/migrate.ts'
import { openPool, type Pool } from '../server/src/db/pool.ts'
import { keptSecrets } from '../server/src/kept-secrets.ts'
import { accrueBatch } from '../server/src/loan/accrual.ts'
import type { OrderKey } from '../server/src/loan/store.ts'
import { createLog } from '../server/src/log.ts'
import type { Services } from '../server/src/services.ts'
import { readSettings, SettingsProblem } from '../server/src/settings.ts'

// npm run bench:accrual [loans]   what a night costs that books every open loan, for so many (100.000) and twice as many

/** The budget: twice the loans take at most twice the time, and what a busy machine adds to one of the two. */
const ratioMax = 2 * 1.15
const nightsMeasured = 3
const loansPerInsert = 20_000

const loanCount = Number(process.argv[2] ?? 100_000)
if (!Number.isSafeInteger(loanCount) || loanCount < 1) throw new Error('how many loans? a whole number above zero')

const firstNight = civilDay('2027-03-01')
let now = startOfDay(firstNight)
const nightAfter = (nights: number): void => {
  now = new Date(startOfDay(addDays(firstNight, nights)).getTime() + 20 * 60_000)
}

/**
 * Loans paid out over the last hundred days, each of somebody else: every tenth is late, on every fourth something was
 * paid. Written straight into the tables, as signing each would take days.
 */
const insertLoans = async (pool: Pool, count: number): Promise<void> => {
  for (let made = 0; made < count; made += loansPerInsert) {
    await pool.query(
      `WITH person AS MATERIALIZED (
         SELECT number, gen_random_uuid() AS user_id, gen_random_uuid() AS order_id,
                $2::date - (number % 91 + CASE WHEN number % 10 = 0 THEN 91 ELSE 0 END) AS payout_day
           FROM generate_series(1, $1::integer) AS number
       ), made_account AS (
         INSERT INTO account (user_id, created_at) SELECT user_id, $3::timestamptz FROM person
       ), made_agreement AS (
         INSERT INTO agreement (user_id, sha256, text_version, page_count, facts_index, sealed_facts, sealed_pdf, made_at)
         SELECT user_id, sha256(user_id::text::bytea), 'bench', 1, sha256(order_id::text::bytea), '', '', $3 FROM person
       ), made_order AS (
         INSERT INTO loan_order (
                user_id, order_id, order_number, previous_state, state, state_since, product_id, product_version,
                amount_centavos, fee_before_centavos, fee_centavos, arrival_centavos, interest_centavos, vat_centavos,
                repayment_centavos, term_days, fee_basis_points, tna_basis_points, vat_basis_points, tea_basis_points,
                cftea_basis_points, late_one_time_basis_points, late_daily_basis_points, late_max_basis_points,
                partial_payment_min_centavos, agreed_payout_day, agreed_due_day, withdrawal_until_day, sealed_account,
                agreement_sha256, signed_at, paid_out_at, payout_day, due_day)
         SELECT user_id, order_id, left(order_id::text, 18), 'pending', 'in_repayment', $3, product_id, version_number,
                10000000, 1000000, 1000000, 9000000, 2243836, 471206, 12715042, 91, 1000, 9000, 2100, 12524, 29990,
                500, 400, 10000, 100000, payout_day, payout_day + 91, payout_day + 14,
                decode(repeat('ab', 200), 'hex'), sha256(user_id::text::bytea), $3, $3, payout_day, payout_day + 91
           FROM person, (SELECT product_id, version_number FROM product_version LIMIT 1) AS product
       )
       INSERT INTO receipt (provider, provider_payment_id, amount_centavos, paid_day, state, user_id, order_id, heard_at)
       SELECT 'bench', order_id::text, 2000000, payout_day + 1, 'credited', user_id, order_id, $3
         FROM person WHERE number % 4 = 0 AND payout_day < $2::date`,
      [Math.min(loansPerInsert, count - made), firstNight, now],
    )
  }
  await pool.query('VACUUM ANALYZE')
}

type Night = { readonly seconds: number; readonly bookedCount: number; readonly peakMebibytes: number }

/** One run of the job over all loans, as the nights do it. */
const runNight = async (services: Services): Promise<Night> => {
  const startedAt = performance.now()
  let bookedCount = 0
  let peakBytes = 0
  let place: OrderKey | undefined
  do {
    const batch: Awaited<ReturnType<typeof accrueBatch>> = await accrueBatch(services, place)
    bookedCount += batch.bookedCount
    peakBytes = Math.max(peakBytes, process.memoryUsage().rss)
    place = batch.last
  } while (place !== undefined)
  return { seconds: (performance.now() - startedAt) / 1000, bookedCount, peakMebibytes: peakBytes / 2 ** 20 }
}

/** A server's own database with so many open loans, their books made. */
const openBook = async (count: number) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'hola-bench-'))
  const database = await startEmbeddedPostgres({ dataDir, say: () => {} })
  const log = createLog('silent')
  const pool = openPool(database.connectionString, { log })
  await migrate(pool)
  const secret = (): string => randomBytes(32).toString('base64')
  const settings = readSettings({ DATA_DIR: dataDir, CODE_PEPPER: secret(), FIELD_KEY: secret() }, (folder) =>
    keptSecrets(folder, systemRandom),
  )
  if (settings instanceof SettingsProblem) throw new Error('the settings of the benchmark are not right')
  const services = await openServices({ settings, pool, log, clock: { now: () => now } })
  await insertLoans(pool, count)
  await runNight(services)
  return {
    count,
    services,
    seconds: [] as number[],
    close: async () => {
      await services.jobs.stop()
      await services.identity.reader.close()
      await pool.end()
      await database.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

// Broken off, it still takes its databases along.
for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => process.exit(1))

const books: Awaited<ReturnType<typeof openBook>>[] = []
try {
  for (const count of [loanCount, 2 * loanCount]) books.push(await openBook(count))
  // In turns, and the quickest night of each counts: whatever else the machine does meets both.
  for (let night = 1; night <= nightsMeasured; night += 1) {
    nightAfter(night)
    for (const { count, services, seconds } of books) {
      const took = await runNight(services)
      seconds.push(took.seconds)
      console.log(
        `${count.toLocaleString('en')} loans, night ${night}: ${took.seconds.toFixed(1)} s ` +
          `(${Math.round(count / took.seconds).toLocaleString('en')} a second), ` +
          `${took.bookedCount.toLocaleString('en')} entries, ${took.peakMebibytes.toFixed(0)} MiB`,
      )
    }
  }
  const [once = Number.NaN, twice = Number.NaN] = books.map(({ seconds }) => Math.min(...seconds))
  const ratio = twice / once
  console.log(`twice the loans take ${ratio.toFixed(2)} times as long, budget ${ratioMax.toFixed(2)}`)
  if (!(ratio <= ratioMax)) process.exitCode = 1
} finally {
  for (const { close } of books) await close()
}
