import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { addDays, civilDayOf } from '@hola/core/calendar.ts'
import { buildDeskServer, openServices } from '../server/src/app.ts'
import { systemClock, systemRandom } from '../server/src/platform/clock.ts'
import { startEmbeddedPostgres } from '../server/src/platform/db/embedded.ts'
import { migrate } from '../server/src/platform/db/migrate.ts'
import { openPool } from '../server/src/platform/db/pool.ts'
import { recordingPool } from '../server/src/platform/db/test-recording-pool.ts'
import { keptSecrets } from '../server/src/platform/kept-secrets.ts'
import { createLog } from '../server/src/platform/log.ts'
import { inTransaction } from '../server/src/platform/db/transaction.ts'
import { closeDay } from '../server/src/lending/portfolio/close.ts'
import { readSettings, SettingsProblem } from '../server/src/edge/settings.ts'
import { fillBook } from '../server/src/test-fill-book.ts'
import { deskPages, type SomeLoan } from '../server/src/test-growth-calls.ts'
import { findWholeReads } from '../server/src/test-whole-reads.ts'
import { countOf } from '../tools/count.ts'

// npm run bench:desk [loans]   the desk's lists, search and portfolio with 10.000 loans and as many open cases, and then with so
// many (1.000.000) and a tenth of them open cases: how much longer each call takes, and whether one reads a big table whole

const ratioMax = 1.5
/** Less than this more is what the machine does beside it. */
const noiseMs = 2
const smallCount = 10_000
const warmUps = 5
const callsTimed = 40

const { positionals } = parseArgs({ allowPositionals: true })
const largeCount = countOf(positionals[0] ?? '1000000', 'the number of loans', smallCount)

const now = systemClock.now()
const today = civilDayOf(now)
const yesterday = addDays(today, -1)

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

  /** The quickest of many: whatever else the machine does only ever adds to it. */
  const timeAll = async (loan: SomeLoan): Promise<number[]> => {
    const times: number[] = []
    for (const { path, body } of deskPages) {
      let best = Number.POSITIVE_INFINITY
      for (let count = 0; count < warmUps + callsTimed; count += 1) {
        const startedAt = performance.now()
        const answer = await post(plain, path, body(loan, today), cookie)
        if (answer.json().code !== '0') throw new Error(`${path}: ${answer.body.slice(0, 300)}`)
        if (count >= warmUps) best = Math.min(best, performance.now() - startedAt)
      }
      times.push(best)
    }
    return times
  }

  const grow = async (count: number, from: number, casesEvery: number): Promise<SomeLoan> => {
    const startedAt = performance.now()
    await fillBook(real, { accounts: count, ordersEach: 1, casesEvery, from, now })
    const filled = (performance.now() - startedAt) / 1000
    await real.query('DELETE FROM portfolio_close')
    const closedFrom = performance.now()
    await inTransaction(real, (tx) => closeDay(tx, services, yesterday))
    const { rows } = await real.query<SomeLoan>(
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
  for (const [index, { path, body, isFile }] of deskPages.entries()) {
    const [before = Number.NaN, after = Number.NaN] = [small[index], large[index]]
    const ratio = after / before
    const sent = await recording.record(() => post(recorded, path, body(loan, today), cookie))
    const whole = await findWholeReads(real, sent)
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
