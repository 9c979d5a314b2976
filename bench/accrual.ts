import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { addDays, civilDay, startOfDay } from '@hola/core/calendar.ts'
import { CURRENT_RULES_VERSION } from '@hola/core/loan/rules.ts'
import { openServices } from '../server/src/app.ts'
import { systemRandom } from '../server/src/platform/clock.ts'
import { startEmbeddedPostgres } from '../server/src/platform/db/embedded.ts'
import { migrate } from '../server/src/platform/db/migrate.ts'
import { openPool, type Pool } from '../server/src/platform/db/pool.ts'
import { keptSecrets } from '../server/src/platform/kept-secrets.ts'
import { accrueBatch } from '../server/src/lending/loan/accrual.ts'
import type { OrderKey } from '../server/src/lending/order/store.ts'
import { createLog } from '../server/src/platform/log.ts'
import { readSettings, SettingsProblem } from '../server/src/edge/settings.ts'
import { countOf } from '../tools/count.ts'

// npm run bench:accrual [loans]   a night that books every open loan, of so many (1.000.000) and of half as many: its time,
// its memory, and whether twice the loans take more than twice the time

const ratioMax = 2
const loansPerInsert = 20_000
const batchesBetweenLooks = 20
const nightsCompared = 3

const { positionals } = parseArgs({ allowPositionals: true })
const loanCount = countOf(positionals[0] ?? '1000000', 'the number of loans', 2)

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
  const client = await pool.connect()
  // Nobody waits for these statements as for those of the product.
  await client.query('SET statement_timeout = 0')
  for (let made = 0; made < count; made += loansPerInsert) {
    await client.query(
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
                partial_payment_min_centavos, rules_version, agreed_payout_day, agreed_due_day, withdrawal_until_day, sealed_account,
                agreement_sha256, signed_at, paid_out_at, payout_day, due_day)
         SELECT user_id, order_id, left(order_id::text, 18), 'pending', 'in_repayment', $3, product_id, version_number,
                10000000, 1000000, 1000000, 9000000, 2243836, 471206, 12715042, 91, 1000, 9000, 2100, 12524, 29990,
                500, 400, 10000, 100000, ${CURRENT_RULES_VERSION}, payout_day, payout_day + 91, payout_day + 14,
                decode(repeat('ab', 200), 'hex'), sha256(user_id::text::bytea), $3, $3, payout_day, payout_day + 91
           FROM person, (SELECT product_id, version_number FROM product_version LIMIT 1) AS product
       )
       INSERT INTO receipt (provider, provider_payment_id, amount_centavos, paid_day, state, user_id, order_id, heard_at)
       SELECT 'bench', order_id::text, 2000000, payout_day + 1, 'credited', user_id, order_id, $3
         FROM person WHERE number % 4 = 0 AND payout_day < $2::date`,
      [Math.min(loansPerInsert, count - made), firstNight, now],
    )
  }
  await client.query('VACUUM ANALYZE')
  client.release(true)
}

/** What the processes of a database hold, as Linux tells; nothing elsewhere. */
const readMebibytes = async (postmasterPid: number): Promise<number> => {
  const read = (file: string): Promise<string> => readFile(`/proc/${file}`, 'utf8').catch(() => '')
  const children = await read(`${postmasterPid}/task/${postmasterPid}/children`)
  const texts = await Promise.all(
    // Pss: a page that several share is divided among them, so that the sum is what there is.
    [String(postmasterPid), ...children.trim().split(' ')].map((pid) => read(`${pid}/smaps_rollup`)),
  )
  return texts.reduce((sum, text) => sum + Number(/^Pss:\s+(\d+)/m.exec(text)?.[1] ?? 0) / 1024, 0)
}

/** A server's own database with so many open loans. */
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
  const postmaster = await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')
  return {
    count,
    services,
    postmasterPid: Number(postmaster.split('\n')[0]),
    close: async () => {
      await services.jobs.stop()
      await services.identity.close()
      await services.printer.close()
      await pool.end()
      await database.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

type Book = Awaited<ReturnType<typeof openBook>>

/** One night of a book, batch by batch as the job does it. */
const beginNight = ({ services, postmasterPid, count }: Book) => {
  const took = { seconds: 0, cpuSeconds: 0, entryCount: 0, hereMebibytes: 0, databaseMebibytes: 0 }
  let batchCount = 0
  let place: OrderKey | undefined
  /** False after the last. */
  const runBatch = async (): Promise<boolean> => {
    const [startedAt, cpuBefore] = [performance.now(), process.cpuUsage()]
    const { bookedCount, last } = await accrueBatch(services, place)
    const { user, system } = process.cpuUsage(cpuBefore)
    took.seconds += (performance.now() - startedAt) / 1000
    took.cpuSeconds += (user + system) / 1e6
    took.entryCount += bookedCount
    took.hereMebibytes = Math.max(took.hereMebibytes, process.memoryUsage().rss / 2 ** 20)
    if (batchCount % batchesBetweenLooks === 0)
      took.databaseMebibytes = Math.max(took.databaseMebibytes, await readMebibytes(postmasterPid))
    batchCount += 1
    place = last
    return last !== undefined
  }
  return { count, took, runBatch }
}

/**
 * The nights of both at the same time, a batch of the one or of the other by chance, the larger one twice as often:
 * whatever else the machine does meets both, and neither always pays for what the other leaves to be cleaned up.
 */
const runNight = async (books: readonly Book[], night: number): Promise<number[]> => {
  const nights = books.map(beginNight)
  let going = nights
  while (going.length > 0) {
    const next = going.at(Math.random() < 1 / 3 ? 0 : -1)
    if (next && !(await next.runBatch())) going = going.filter((one) => one !== next)
  }
  for (const { count, took } of nights)
    console.log(
      `night ${night} of ${count.toLocaleString('en')} loans: ${took.seconds.toFixed(1)} s ` +
        `(${Math.round(count / took.seconds).toLocaleString('en')} a second; ${took.cpuSeconds.toFixed(1)} s of them ` +
        `computed here), ${took.entryCount.toLocaleString('en')} entries; at most ${took.hereMebibytes.toFixed(0)} MiB ` +
        `here and ${took.databaseMebibytes.toFixed(0)} MiB in the database`,
    )
  return nights.map(({ took }) => took.seconds)
}

// Broken off, it still takes its databases along.
for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => process.exit(1))

const books: Book[] = []
try {
  for (const count of [Math.floor(loanCount / 2), loanCount]) books.push(await openBook(count))
  // The first night begins every book, and takes longer than all that follow.
  await runNight(books, 1)
  const totals = [0, 0]
  for (let night = 2; night <= 1 + nightsCompared; night += 1) {
    nightAfter(night - 1)
    for (const [index, seconds] of (await runNight(books, night)).entries())
      totals[index] = (totals[index] ?? 0) + seconds
  }
  const [half = Number.NaN, whole = Number.NaN] = totals
  const ratio = whole / half
  console.log(`twice the loans take ${ratio.toFixed(2)} times as long, budget ${ratioMax.toFixed(1)}`)
  // To one digit: two runs of one and the same book differ in the second.
  if (!(Number(ratio.toFixed(1)) <= ratioMax)) process.exitCode = 1
} finally {
  for (const { close } of books) await close()
}
