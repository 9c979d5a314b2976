import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { isProof, tellFigure, tellProof } from '@hola/core/test-proof.ts'
import { expect, test } from 'vitest'
import { testDatabase } from '../../platform/db/test-database.ts'
import { freePort } from '../../platform/free-port.ts'
import { serverProcesses } from '../http/test-process.ts'
import { openTestServer } from '../http/test-server.ts'
import { commonEnv } from './test-fleet.ts'
import { openInspector } from './test-inspector.ts'
import { openTraffic, timesInWords } from './test-traffic.ts'
import { expectWholeBook, openJobs } from './test-whole-book.ts'

// One process that does everything, under steady load for a long time: what it holds must not grow. The first third of the
// time is for caches and compiled code; then the middle of the last third is held against the middle of the second.

const SECONDS_IN_PROOF = 30 * 60
const SECONDS = isProof ? SECONDS_IN_PROOF : 24
const BORROWERS_AT_ONCE = isProof ? 4 : 3
const LOOKS = isProof ? 180 : 24
/** In seconds rather than minutes a process is still warming up, and takes more from the machine than it holds. */
const GROWTH_MAX = isProof ? { heap: 1.1, resident: 1.1 } : { heap: 1.2, resident: 2 }
/** Of sockets, timers and files some come and go with each request. */
const HANDLES_MORE = 10

const { connectionString, pool } = await testDatabase()
const { secrets, start } = await serverProcesses(connectionString)
const witness = await openTestServer(pool, { settings: { secrets } })

const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[values.length >> 1] ?? Number.NaN

const MEBIBYTE = 2 ** 20

test('under steady load memory, handles and connections stay flat, and nothing fails', async () => {
  const inspectPort = await freePort()
  const server = await start({ ...commonEnv, NODE_OPTIONS: `--inspect=127.0.0.1:${inspectPort}` })
  const inspector = await openInspector(inspectPort)
  const look = async () => {
    const { heapBytes, resourceCount } = await inspector.look()
    const status = readFileSync(`/proc/${server.pid}/status`, 'utf8')
    const { rows } = await pool.query<{ n: number }>(
      `SELECT count(*) AS n FROM pg_stat_activity WHERE datname = current_database()`,
    )
    return {
      heap: heapBytes / MEBIBYTE,
      resident: Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024,
      resources: resourceCount,
      files: readdirSync(`/proc/${server.pid}/fd`).length,
      connections: rows[0]?.n ?? 0,
    }
  }
  type Look = Awaited<ReturnType<typeof look>>

  const traffic = openTraffic(witness, { url: server.url, isPatient: false, firstNumber: 0 })
  const startedAt = performance.now()
  const end = traffic.begin(BORROWERS_AT_ONCE)
  const looks: Look[] = []
  while (looks.length < LOOKS && traffic.failures.length === 0) {
    const next = startedAt + ((looks.length + 1) * SECONDS * 1000) / LOOKS
    await wait(Math.max(0, next - performance.now()))
    looks.push(await look())
  }
  // A process that is still looked at does not end.
  inspector.close()
  await end()
  const seconds = (performance.now() - startedAt) / 1000
  expect(traffic.failures).toEqual([])

  const third = LOOKS / 3
  const middles = (of: keyof Look) => ({
    second: median(looks.slice(third, 2 * third).map((one) => one[of])),
    last: median(looks.slice(2 * third).map((one) => one[of])),
  })
  tellProof('seconds of steady load', SECONDS, SECONDS_IN_PROOF)
  tellFigure(
    'soak',
    `${Math.round(seconds / 6) / 10} minutes of one process, ${BORROWERS_AT_ONCE} borrowers at once`,
    `${traffic.lives.length} loans, ${Math.round(traffic.callCount() / seconds)} calls a second, ${traffic.failures.length} failed`,
  )
  const rows = [
    ['heap', 'heap after a garbage collection', ' MB'],
    ['resident', 'resident memory', ' MB'],
    ['resources', 'open handles', ''],
    ['files', 'open files', ''],
    ['connections', 'connections to PostgreSQL', ''],
  ] as const
  for (const [of, what, unit] of rows) {
    const { second, last } = middles(of)
    const [from, to] = [Math.round(second), Math.round(last)]
    tellFigure(
      'soak',
      what,
      `${from}${unit} in the second third, ${to}${unit} in the last: ${(last / second).toFixed(2)}`,
    )
  }
  for (const [call, words] of timesInWords(traffic)) tellFigure('soak', call, words)
  for (const of of ['heap', 'resident'] as const) {
    const { second, last } = middles(of)
    expect([of, last / second <= GROWTH_MAX[of] ? 'flat' : last / second]).toEqual([of, 'flat'])
  }
  for (const of of ['resources', 'files', 'connections'] as const) {
    const { second, last } = middles(of)
    expect([of, last <= second + HANDLES_MORE ? 'flat' : last - second]).toEqual([of, 'flat'])
  }
  await expect.poll(() => openJobs(witness)).toEqual([])
  await expectWholeBook(witness, traffic.lives)
  expect(server.output()).not.toMatch(/"level":"(?:error|fatal)"/)
})
