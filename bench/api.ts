import { randomUUID } from 'node:crypto'
import { parseArgs } from 'node:util'
import type { BodyOf, CallPath, RetOf } from '@hola/core/contract/contract.ts'
import { pesos } from '@hola/core/money.ts'
import { buildServer, openServices } from '../server/src/app.ts'
import { openPool } from '../server/src/platform/db/pool.ts'
import { recordingPool, type SentStatement } from '../server/src/platform/db/test-recording-pool.ts'
import { createLog } from '../server/src/platform/log.ts'
import { countOf } from '../tools/count.ts'
import { openBorrowers, type Person } from './borrowers.ts'
import { openHttpClient } from './http-client.ts'
import { median } from './median.ts'
import { findPgbench, noPgbench, runPgbench, type Recorded } from './pgbench.ts'
import { startServer } from './server.ts'

// npm run bench:api            what people ask most often, 16 at once over HTTP, against pgbench sending the same statements
//   -- --rounds 9              more turns of each, for a busy machine
//   -- --only app/home         one of the calls
//   -- --profile               where the time of the server goes, as a file for the developer tools of Chrome

const clientCount = 16
/** So many of each client for the server and as many for pgbench: what is written meets little that was written before. */
const peopleOfClient = 10
const warmUpTimes = 20

/** The slowest of a hundred answers takes at most so many times what the usual one takes. */
const tailMax = 4

type Measured = {
  readonly path: CallPath
  /** As many answers a second as so many times those of pgbench, or more. */
  readonly ratioMin: number
  /** How often each client asks in a turn. */
  readonly timesEach: number
  readonly bodyFor: (person: Person) => Promise<object> | object
  /** What of what was sent is another each time; found in what was asked and answered. */
  readonly madeUp?: (body: never, ret: never) => string[]
  readonly rewrite?: (person: Person) => (sql: string) => string
}

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '5' }, only: { type: 'string' }, profile: { type: 'boolean' } },
})
const rounds = countOf(values.rounds, '--rounds')
const { only } = values

const pgbench = await findPgbench()
if (pgbench === undefined) {
  console.error(noPgbench)
  process.exit(1)
}

const server = await startServer('without_workers', {
  nodeOptions: values.profile === true ? ['--cpu-prof'] : [],
})
const log = createLog('silent')
const pool = openPool(server.connectionString, { log })
const recording = recordingPool(pool)
const opened = await openServices({ settings: server.settings, pool: recording.pool, log })
/** What is printed for people before they sign is not measured: all get the same file, as long as a real one. */
const printer = { ...opened.printer, print: async () => ({ bytes: Buffer.alloc(60_000), pageCount: 6 }) }
const services = { ...opened, printer }
/** The same application on the same database, in this process: what it sends is written down. */
const recorded = buildServer(services)

const { call, signatureOf, newBorrower } = openBorrowers({ app: recorded, services, pool })

const newPeople = (): Promise<Person[][]> =>
  Promise.all(
    Array.from({ length: clientCount }, async () => {
      const own: Person[] = []
      for (let count = 0; count < peopleOfClient; count += 1) own.push(await newBorrower())
      return own
    }),
  )

const measured: readonly Measured[] = [
  { path: 'app/home', ratioMin: 0.5, timesEach: 150, bodyFor: () => ({}) },
  { path: 'user/get_processing_order', ratioMin: 0.5, timesEach: 300, bodyFor: () => ({}) },
  { path: 'user/get_complete_order', ratioMin: 0.5, timesEach: 300, bodyFor: () => ({}) },
  {
    path: 'loan/preview',
    ratioMin: 0,
    timesEach: 150,
    // Another amount and term each time, as a finger on the slider asks for them.
    bodyFor: ({ userId }) => {
      const at = Number.parseInt(userId.slice(0, 4), 16)
      return { amount_centavos: pesos(20_000 + 5_000 * (at % 90)), term_days: [62, 91, 120][at % 3] }
    },
  },
  {
    path: 'loan/apply',
    ratioMin: 0.5,
    timesEach: peopleOfClient,
    bodyFor: signatureOf,
    madeUp: (body: BodyOf<'loan/apply'>, { order }: RetOf<'loan/apply'>) => [
      body.apply_id,
      order.order_id,
      order.order_number,
    ],
    // Its place in the chain of her signatures is the next one.
    rewrite:
      ({ userId }) =>
      (sql) =>
        sql.startsWith('INSERT INTO signature_evidence')
          ? sql.replace(
              /VALUES \((E'[^']*'), E'\d+'/,
              (_, user: string) =>
                `VALUES (${user}, (SELECT coalesce(max(entry_number), 0) + 1 FROM signature_evidence WHERE user_id = '${userId}')`,
            )
          : sql,
  },
  {
    path: 'deal/repay_request',
    ratioMin: 0,
    timesEach: peopleOfClient,
    bodyFor: ({ orderId }) => ({
      request_id: randomUUID(),
      order_id: orderId,
      kind: 'part',
      amount_centavos: pesos(2_000),
      method_id: 'transfer',
    }),
    madeUp: (body: BodyOf<'deal/repay_request'>, { payment }: RetOf<'deal/repay_request'>) => [
      body.request_id,
      payment?.payment_id ?? '',
      payment?.reference ?? '',
    ],
  },
]

/** Records the call of a person as pgbench is to send it. */
const record = async ({ path, bodyFor, madeUp, rewrite }: Measured, person: Person): Promise<Recorded> => {
  const body = await bodyFor(person)
  let ret: unknown
  const statements = await recording.record(async () => {
    ret = await call(path, body as never, person.token)
  })
  return {
    statements,
    madeUp: madeUp?.(body as never, ret as never) ?? [],
    rewrite: rewrite?.(person) ?? ((sql) => sql),
  }
}

const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN

/** All clients at it at once, each waiting for its answer before it asks again. What they ask was made before. */
const ask = async (
  { path, bodyFor }: Measured,
  people: readonly (readonly Person[])[],
  timesEach: number,
): Promise<{ perSecond: number; p50: number; p99: number }> => {
  const bodies: string[][] = []
  for (const own of people) {
    const ofClient: string[] = []
    for (let at = 0; at < timesEach; at += 1) {
      const person = own[at % own.length]
      if (person !== undefined) ofClient.push(JSON.stringify(await bodyFor(person)))
    }
    bodies.push(ofClient)
  }
  const clients = await Promise.all(people.map(() => openHttpClient(server.url)))
  const times: number[] = []
  const startedAt = performance.now()
  await Promise.all(
    clients.map(async (client, number) => {
      for (const [at, body] of (bodies[number] ?? []).entries()) {
        const token = people[number]?.[at % peopleOfClient]?.token ?? ''
        const sentAt = performance.now()
        const answer = await client.post(path, token, body)
        times.push(performance.now() - sentAt)
        if (!answer.startsWith('{"code":"0"')) throw new Error(`${path}: ${answer.slice(0, 200)}`)
      }
    }),
  )
  const seconds = (performance.now() - startedAt) / 1000
  for (const client of clients) client.close()
  const sorted = times.toSorted((one, other) => one - other)
  return { perSecond: times.length / seconds, p50: percentile(sorted, 0.5), p99: percentile(sorted, 0.99) }
}

const tripsOf = (statements: readonly SentStatement[]): number => statements.at(-1)?.trip ?? 0

const broken: string[] = []
try {
  console.log(`${2 * clientCount * peopleOfClient} people apply, are approved, sign and are paid …`)
  const startedAt = performance.now()
  const people = await newPeople()
  const peopleOfPgbench = await newPeople()
  await pool.query('VACUUM ANALYZE')

  console.log(`… in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`)

  const rows: Record<string, Record<string, string | number>> = {}
  for (const one of measured.filter(({ path }) => only === undefined || path === only)) {
    const runs: Recorded[][] = []
    for (const own of peopleOfPgbench) {
      const ofClient: Recorded[] = []
      for (const person of own) ofClient.push(await record(one, person))
      runs.push(ofClient)
    }
    const asC = () => runPgbench(pgbench, server.connectionString, runs, { timesEach: one.timesEach })
    await ask(one, people, Math.min(warmUpTimes, one.timesEach))
    await asC()
    const turns: { ratio: number; tail: number; http: number; pgbench: number; p50: number; p99: number }[] = []
    for (let round = 0; round < rounds; round += 1) {
      const before = await asC()
      const { perSecond, p50, p99 } = await ask(one, people, one.timesEach)
      const after = await asC()
      const bench = (before.perSecond + after.perSecond) / 2
      turns.push({ ratio: perSecond / bench, tail: p99 / p50, http: perSecond, pgbench: bench, p50, p99 })
    }
    const middle = (of: (turn: (typeof turns)[number]) => number): number => median(turns.map(of))
    // Before its first job the queue asks for its own settings: not the first run.
    const statements = runs.at(-1)?.at(-1)?.statements ?? []
    const [ratio, tail] = [middle((turn) => turn.ratio), middle((turn) => turn.tail)]
    rows[one.path] = {
      statements: statements.length,
      'round trips': tripsOf(statements),
      'HTTP / s': Math.round(middle((turn) => turn.http)),
      'pgbench / s': Math.round(middle((turn) => turn.pgbench)),
      ratio: ratio.toFixed(2),
      'at least': one.ratioMin === 0 ? '' : one.ratioMin,
      'p50 ms': middle((turn) => turn.p50).toFixed(1),
      'p99 ms': middle((turn) => turn.p99).toFixed(1),
      'p99 / p50': tail.toFixed(2),
    }
    // A measurement that gave no number holds nothing.
    if (!(ratio >= one.ratioMin)) broken.push(`${one.path}: ${ratio.toFixed(2)} of pgbench, less than ${one.ratioMin}`)
    if (!(tail <= tailMax)) broken.push(`${one.path}: p99 / p50 is ${tail.toFixed(2)}, more than ${tailMax}`)
    console.log(`${one.path}: ${turns.map((turn) => turn.ratio.toFixed(2)).join(' ')}`)
  }
  console.log(`\n${clientCount} clients, the middle of ${rounds} turns, each between two of pgbench`)
  console.table(rows)
} finally {
  await recorded.close()
  await services.jobs.stop()
  await services.identity.close()
  await services.printer.close()
  await pool.end()
  await server.stop()
}
for (const line of broken) console.log(line)
console.log(broken.length === 0 ? 'every budget is met' : `${broken.length} budgets are not met`)
process.exitCode = broken.length === 0 ? 0 : 1
