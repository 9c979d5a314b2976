import { addDays, civilDayOf, startOfDay } from '@hola/core/calendar.ts'
import { accrue } from '../../lending/loan/public.ts'
import { sweepPayouts } from '../../lending/payout/public.ts'
import { closeDays } from '../../lending/portfolio/public.ts'
import { reconcile } from '../../lending/reconciliation/public.ts'
import { sweepPayments } from '../../lending/repayment/public.ts'
import type { Pool } from '../../platform/db/public.ts'
import { inTransaction } from '../../platform/db/public.ts'
import { sweepRequests } from '../../rights/consumer/public.ts'
import type { Fill, FillState, Services } from '../services.ts'
import { seededChance } from './chance.ts'
import { beginLives } from './fill-lives.ts'
import type { PastAct } from './fill-staff.ts'
import { writeActs } from './fill-staff.ts'
import type { OpenCase } from './fill-today.ts'
import { drawCases, fillToday, handOver } from './fill-today.ts'
import type { HandlersOf, World } from './fill-world.ts'
import { HOUR_MS, MINUTE_MS, openWorld } from './fill-world.ts'
import { inOneTransaction } from './one-transaction.ts'

// A made-up book for the desk of a sandbox: fill-world.ts has its time and its providers, fill-lives.ts its borrowers,
// fill-today.ts what waits today, fill-staff.ts what the staff did.

/** So many borrowers over so many days, and beside them a handful of people who wait today. */
const BORROWERS = 300
const DAYS = 182
/** Of the open cases so many have photos of their own; the others sent those of somebody else, which is what a person looks for. */
const CASES_WITH_OWN_PHOTOS = 4

/** Older than this the nights are made up for once a week, as they would be after a server that stood still. */
const EVERY_NIGHT_DAYS = 21

/** Any number will do, as long as everybody who fills the desk takes the same one. */
const FILL_LOCK = 4_652_171

/** Only for a sandbox that pays out and collects by the sandbox's own providers: nobody else's book can be made up. */
export const openFill = (base: Omit<Services, 'fill'>, handlersOf: HandlersOf): Fill => {
  const { pool, settings, log } = base
  if (settings.mode !== 'sandbox') throw new Error('only a sandbox has a made-up book')
  let doneOfThousand = 0
  let running: Promise<void> | undefined
  const isOwnWorld =
    base.payouts.provider === 'sandbox' && base.collectors.some(({ provider }) => provider === 'sandbox')

  const isFilled = async (): Promise<boolean> =>
    (await pool.query<{ filled_at: Date }>('SELECT filled_at FROM sandbox_fill')).rows.length > 0

  const state = async (): Promise<FillState> => {
    if (!isOwnWorld) return { state: 'not_here', doneOfThousand: 0 }
    if (running !== undefined) return { state: 'filling', doneOfThousand }
    return (await isFilled()) ? { state: 'filled', doneOfThousand: 1000 } : { state: 'empty', doneOfThousand: 0 }
  }

  const start = async (borrowers: number = BORROWERS): Promise<void> => {
    if ((await state()).state !== 'empty' || running !== undefined) return
    doneOfThousand = 0
    const size = { borrowers, ownPhotos: borrowers < BORROWERS ? 1 : CASES_WITH_OWN_PHOTOS }
    const told = (share: number): void => {
      doneOfThousand = share
    }
    running = fill({ ...base, fill: undefined }, handlersOf, told, size).then(
      () => (running = undefined),
      (error: unknown) => {
        log.error({ err: error }, 'filling the desk')
        running = undefined
      },
    )
  }

  return { state, start, ended: async () => await running }
}

/** A smaller book is enough for a test. */
type FillSize = {
  readonly borrowers?: number
  readonly days?: number
  readonly ownPhotos?: number
  readonly seed?: string
}

/**
 * Six months of a small lender, played in virtual time on the sandbox's own providers until now. It is one transaction:
 * a server that is killed in the middle has filled nothing, and of two that fill at once only one does.
 */
export const fill = async (
  base: Services,
  handlersOf: HandlersOf,
  told: (doneOfThousand: number) => void,
  { borrowers = BORROWERS, days = DAYS, ownPhotos = CASES_WITH_OWN_PHOTOS, seed = base.random.uuid() }: FillSize = {},
): Promise<Readonly<Record<string, number>>> => {
  const now = base.clock.now()
  const cases = await drawCases(base, seed, ownPhotos, told)
  const counts = await inOneTransaction(base.pool, async (pool) => {
    const taken = await inTransaction(pool, async (tx) => {
      const { rows } = await tx.query<{ taken: boolean }>('SELECT pg_try_advisory_xact_lock($1) AS taken', [FILL_LOCK])
      if (rows[0]?.taken !== true) return false
      const { rowCount } = await tx.query(
        'INSERT INTO sandbox_fill (filled_at, borrowers_count) VALUES ($1, $2) ON CONFLICT DO NOTHING',
        [now, borrowers],
      )
      return rowCount === 1
    })
    return taken ? play({ base, pool, handlersOf, told, borrowers, days, now, seed, cases }) : {}
  })
  base.jobs.wakeWorkers()
  told(1000)
  return counts
}

type Play = {
  readonly base: Services
  readonly pool: Pool
  readonly handlersOf: HandlersOf
  readonly told: (doneOfThousand: number) => void
  readonly borrowers: number
  readonly days: number
  readonly now: Date
  readonly seed: string
  readonly cases: readonly OpenCase[]
}

/** What the server does by itself after midnight. */
const passNight = async ({ servicesAt, nobody }: World, at: Date): Promise<void> => {
  const services = servicesAt(at, nobody)
  await accrue(services, {})
  await sweepPayouts(services)
  await sweepPayments(services)
  await sweepRequests(services)
}

const play = async ({ base, pool, handlersOf, told, borrowers, days, now, seed, cases }: Play) => {
  const firstDay = addDays(civilDayOf(now), -days)
  const counts: Record<string, number> = {}
  const acts: PastAct[] = []
  const nobody = { userId: '', chance: seededChance(`${seed} world`), happenings: [] }
  const world = openWorld({ base, pool, handlersOf, now, nobody })
  const { people, liveUntil, servicesAt } = world
  const hasAccountByHand = base.collectors.some(({ isEnteredByStaff }) => isEnteredByStaff)
  beginLives(borrowers, { world, seed, firstDay, days, hasAccountByHand, counts, acts })

  for (let count = 0; count <= days; count += 1) {
    const day = addDays(firstDay, count)
    const before = new Date(Math.min(startOfDay(addDays(day, 1)).getTime(), now.getTime()))
    for (const person of [...people.values(), nobody]) await liveUntil(person, before)
    if (count < days) {
      const night = new Date(startOfDay(addDays(day, 1)).getTime() + 20 * MINUTE_MS)
      if (night < now && (count % 7 === 0 || days - count < EVERY_NIGHT_DAYS)) await passNight(world, night)
      await reconcile(servicesAt(new Date(Math.min(before.getTime() + 5 * HOUR_MS, now.getTime())), nobody), day)
    }
    told(120 + Math.floor((count / days) * 800))
  }

  const waiting = await fillToday({ world, seed, cases })
  await closeDays(servicesAt(now, nobody), days + 1)
  await handOver(base, pool, world, waiting)
  await writeActs({ base, pool, acts, now, userIds: people.keys() })
  return counts
}
