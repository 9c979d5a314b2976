import type { CallPath } from '@hola/core/contract/contract.ts'
import type { Handler, Services } from './edge/services.ts'
import type { Pool } from './platform/db/public.ts'
import { inTransaction } from './platform/db/public.ts'
import type { JobData, jobTable } from './platform/jobs/public.ts'
import { listStoppedMethods, stoppedUntil } from './staff/switch/public.ts'

// Where what the staff has stopped meets what it stops: the rooms of lending know nothing of switches.

/** So long a process goes by what it last read of the ways to pay: a payment need not ask the database once more for it. */
const METHODS_KNOWN_MS = 10_000

type Known = { readonly atMs: number; readonly methods: readonly string[] }
const known = new WeakMap<Pool, Known>()

const stoppedMethods = async ({ pool, clock }: Services): Promise<readonly string[]> => {
  const atMs = clock.now().getTime()
  const last = known.get(pool)
  // A sandbox whose clock was set back reads anew as well.
  if (last !== undefined && Math.abs(atMs - last.atMs) < METHODS_KNOWN_MS) return last.methods
  const methods = await inTransaction(pool, (tx) => listStoppedMethods(tx, { clock }))
  known.set(pool, { atMs, methods })
  return methods
}

/** The same call, with the ways to pay that are not stopped. */
export const withOpenMethods =
  <Path extends CallPath>(handler: Handler<Path>): Handler<Path> =>
  async (context, body) => {
    const { services } = context
    const stopped = await stoppedMethods(services)
    if (stopped.length === 0) return handler(context, body)
    const collectors = services.collectors.map((collector) => ({
      ...collector,
      methods: collector.methods.filter(({ methodId }) => !stopped.includes(methodId)),
    }))
    return handler({ ...context, services: { ...services, collectors } }, body)
  }

type Payout = JobData<typeof jobTable, 'payout'>

/** The same job, put off while payouts are stopped. When they start sooner, the sweep sends what waits. */
export const unlessPayoutsAreStopped =
  (services: Services, run: (data: Payout) => Promise<void>) =>
  async (data: Payout): Promise<void> => {
    const isPutOff = await inTransaction(services.pool, async (tx) => {
      const startAfter = await stoppedUntil(tx, services, 'payouts')
      if (startAfter !== undefined) await services.jobs.enqueue(tx, 'payout', data, { startAfter })
      return startAfter !== undefined
    })
    if (!isPutOff) await run(data)
  }
