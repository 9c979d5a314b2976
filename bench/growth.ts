import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { addDays, civilDayOf } from '@hola/core/calendar.ts'
import { buildDeskServer, buildServer, openServices } from '../server/src/app.ts'
import { readSettings, SettingsProblem } from '../server/src/edge/settings.ts'
import { closeDay } from '../server/src/lending/portfolio/close.ts'
import { systemClock, systemRandom } from '../server/src/platform/clock.ts'
import { startEmbeddedPostgres } from '../server/src/platform/db/embedded.ts'
import { migrate } from '../server/src/platform/db/migrate.ts'
import { openPool } from '../server/src/platform/db/pool.ts'
import { recordingPool } from '../server/src/platform/db/test-recording-pool.ts'
import { inTransaction } from '../server/src/platform/db/transaction.ts'
import { keptSecrets } from '../server/src/platform/kept-secrets.ts'
import { createLog } from '../server/src/platform/log.ts'
import { fillBook } from '../server/src/test-fill-book.ts'
import { borrowerPages, deskPages, type SomeLoan } from '../server/src/test-growth-calls.ts'
import { findWholeReads } from '../server/src/test-whole-reads.ts'
import { countOf } from '../tools/count.ts'
import { openBorrowers } from './borrowers.ts'
import { median } from './median.ts'
import { openBar } from './progress-bar.ts'

// npm run bench:growth [accounts]   every page with 10.000, 100.000 and so many (1.000.000) accounts of three loans each: how
// much longer it takes than with 10.000, whether a big table is read whole, and how large memory and database are

const ratioMax = 1.3
/** Less than this more is what the machine does beside it. */
const noiseMs = 1
const ordersEach = 3
const smallest = 10_000
const people = 40
const callsEach = 3
const deskCalls = 40
const warmUps = 5

const { positionals } = parseArgs({ allowPositionals: true })
const largest = countOf(positionals[0] ?? '1000000', 'the number of accounts', smallest)
const sizes = [smallest, 100_000, 1_000_000].filter((size) => size < largest).concat(largest)

const now = systemClock.now()
const today = civilDayOf(now)

const dataDir = await mkdtemp(join(tmpdir(), 'hola-bench-'))
// Broken off, it still takes its database along.
for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => process.exit(1))
const database = await startEmbeddedPostgres({ dataDir, say: () => {}, fast: true })
try {
  const log = createLog('silent')
  const real = openPool(database.socketString, { log })
  await migrate(real)
  const secret = (): string => randomBytes(32).toString('base64')
  const settings = readSettings(
    { DATA_DIR: dataDir, CODE_PEPPER: secret(), FIELD_KEY: secret(), RATE_LIMIT_PER_MINUTE: '1000000' },
    (folder) => keptSecrets(folder, systemRandom),
  )
  if (settings instanceof SettingsProblem) throw new Error(settings.lines.join('\n'))
  const recording = recordingPool(real)
  const opened = await openServices({ settings, pool: recording.pool, log })
  /** What is printed for people before they sign is not measured: all get the same file, as long as a real one. */
  const printer = { ...opened.printer, print: async () => ({ bytes: Buffer.alloc(60_000), pageCount: 6 }) }
  const services = { ...opened, printer }
  const [app, desk] = [buildServer(services), buildDeskServer(services)]
  const { call, signatureOf, newBorrower } = openBorrowers({ app, services, pool: real })

  let asked = 0
  /** Each from another machine: how often one may ask is no part of this. */
  const askDesk = async (path: string, body: object, cookie = '') => {
    asked += 1
    const remoteAddress = `10.${asked >> 16}.${(asked >> 8) & 255}.${asked & 255}`
    const headers = { origin: settings.desk.origin, cookie }
    const answer = await desk.inject({ method: 'POST', url: `/api/${path}`, headers, payload: body, remoteAddress })
    if (answer.json().code !== '0') throw new Error(`${path}: ${answer.body.slice(0, 300)}`)
    return answer
  }
  const { members } = (await askDesk('session/sandbox_members', {})).json().ret as {
    members: { member_id: string; name: string }[]
  }
  const vera = members.find(({ name }) => name === 'Vera')
  const signedIn = await askDesk('session/sandbox_sign_in', { member_id: vera?.member_id })
  const cookie = String(signedIn.headers['set-cookie']).split(';')[0] ?? ''

  const timed = async (work: () => Promise<unknown>): Promise<number> => {
    const startedAt = performance.now()
    await work()
    return performance.now() - startedAt
  }

  type Measured = {
    /** Whatever else the machine does only ever adds to it. */
    readonly quickest: number
    readonly name: string
    readonly p50: number
    readonly whole: readonly string[]
    readonly isFile: boolean
  }

  const measureBorrowers = async (): Promise<Measured[]> => {
    const all = []
    for (let count = 0; count < people; count += 1) all.push(await newBorrower())
    const measured: Measured[] = []
    for (const { path, body, isOnce } of borrowerPages) {
      const times: number[] = []
      let whole: readonly string[] = []
      for (let round = 0; round < (isOnce === true ? 1 : callsEach); round += 1)
        for (const [index, person] of all.entries()) {
          const made = await body({ orderId: person.orderId, signature: () => signatureOf(person) })
          const ask = () => call(path, made as never, person.token)
          // One of them is looked at instead: the planner is asked at this size.
          if (index === all.length - 1 && round === 0) whole = await findWholeReads(real, await recording.record(ask))
          else if (index < warmUps && round === 0) await ask()
          else times.push(await timed(ask))
        }
      measured.push({ name: path, p50: median(times), quickest: Math.min(...times), whole, isFile: false })
    }
    // What they signed is paid, or the desk would have more payouts that wait the more often this was done.
    await real.query(
      `UPDATE loan_order SET previous_state = 'pending', state = 'in_repayment', paid_out_at = signed_at,
              payout_day = agreed_payout_day, due_day = agreed_due_day WHERE state = 'pending'`,
    )
    return measured
  }

  const measureDesk = async (loan: SomeLoan): Promise<Measured[]> => {
    const measured: Measured[] = []
    for (const { path, body, isFile } of deskPages) {
      const ask = () => askDesk(path, body(loan, today), cookie)
      const times: number[] = []
      for (let count = 0; count < warmUps + deskCalls; count += 1) {
        const time = await timed(ask)
        if (count >= warmUps) times.push(time)
      }
      const whole = await findWholeReads(real, await recording.record(ask))
      const quickest = Math.min(...times)
      measured.push({ name: `desk ${path}`, p50: median(times), quickest, whole, isFile: isFile === true })
    }
    return measured
  }

  const bySize: { readonly size: number; readonly measured: readonly Measured[] }[] = []
  let filled = 0
  for (const size of sizes) {
    const bar = openBar(`${size.toLocaleString('en')} accounts`, size - filled)
    const fillS =
      (await timed(() =>
        fillBook(real, {
          accounts: size - filled,
          ordersEach,
          casesEvery: filled === 0 ? 1 : 10,
          from: filled + 1,
          now,
          onProgress: bar.show,
        }),
      )) / 1000
    bar.end()
    filled = size
    await real.query('DELETE FROM portfolio_close')
    const closeS = (await timed(() => inTransaction(real, (tx) => closeDay(tx, services, addDays(today, -1))))) / 1000
    const { rows } = await real.query<SomeLoan>(
      'SELECT user_id AS "userId", order_number AS "orderNumber" FROM loan_order ORDER BY signed_at DESC LIMIT 1',
    )
    const measure = async () => [
      ...(await measureBorrowers()),
      ...(await measureDesk(rows[0] ?? { userId: '', orderNumber: '' })),
    ]
    // A process that has just started is slower at everything: the smallest would look slow, and growth would be hidden.
    if (bySize.length === 0) await measure()
    bySize.push({ size, measured: await measure() })
    const { rows: sized } = await real.query<{ bytes: number }>('SELECT pg_database_size(current_database()) AS bytes')
    const mib = (bytes: number): string => `${Math.round(bytes / 2 ** 20).toLocaleString('en')} MiB`
    console.log(
      `${size.toLocaleString('en')} accounts, ${(size * ordersEach).toLocaleString('en')} loans: ${fillS.toFixed(0)} s to fill, ` +
        `${closeS.toFixed(1)} s to count the portfolio; database ${mib(sized[0]?.bytes ?? 0)}, ` +
        `memory of the process ${mib(process.memoryUsage.rss())}`,
    )
  }

  const [first] = bySize
  let isWithin = true
  const table = (first?.measured ?? []).map(({ name, p50: before, quickest: best, isFile }, index) => {
    const row: Record<string, string> = { page: name }
    for (const { size, measured } of bySize) {
      const { p50 = Number.NaN, quickest = Number.NaN, whole = [] } = measured[index] ?? {}
      const isQuick = p50 / before <= ratioMax || p50 - before < noiseMs
      const isGood = (isFile || isQuick) && whole.length === 0
      isWithin &&= isGood
      row[size.toLocaleString('en')] =
        `${p50.toFixed(1)} ms${size === first?.size ? '' : ` x ${(p50 / before).toFixed(2)} (quickest x ${(quickest / best).toFixed(2)})`}${isGood ? '' : ' BAD'}`
      for (const one of whole) console.log(`reads whole at ${size}: ${name}: ${one}`)
    }
    return row
  })
  console.table(table)
  console.log(
    `budget: a p50 of ${ratioMax} times that with ${smallest.toLocaleString('en')}, and no big table read whole`,
  )
  if (!isWithin) process.exitCode = 1
  await Promise.all([app.close(), desk.close()])
  await services.jobs.stop()
  await services.identity.close()
  await opened.printer.close()
  await real.end()
} finally {
  await database.stop()
  await rm(dataDir, { recursive: true, force: true })
}
