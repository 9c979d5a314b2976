import type { Tx } from '../../platform/db/public.ts'
import type { Hand } from '../act/public.ts'
import { recordAct } from '../act/public.ts'
import type { Services } from '../services.ts'
import type { StopRow } from './store.ts'
import { insertStop, insertStopEnd, listStops } from './store.ts'

const HOUR_MS = 3_600_000

/** Until when something is stopped; undefined when it is not. */
export const stoppedUntil = async (
  tx: Tx,
  { clock }: Pick<Services, 'clock'>,
  target: string,
): Promise<Date | undefined> => {
  const ends = (await listStops(tx, clock.now())).flatMap((one) =>
    one.target === target ? [one.untilAt.getTime()] : [],
  )
  return ends.length === 0 ? undefined : new Date(Math.max(...ends))
}

/** The ways to pay that are stopped now. */
export const listStoppedMethods = async (tx: Tx, { clock }: Pick<Services, 'clock'>): Promise<string[]> =>
  (await listStops(tx, clock.now())).flatMap(({ target }) =>
    target.startsWith('method:') ? [target.slice('method:'.length)] : [],
  )

/** One member stops something for some hours. */
export const stop = async (
  tx: Tx,
  services: Services,
  hand: Hand,
  { target, hours }: { readonly target: string; readonly hours: number },
): Promise<StopRow> => {
  const stoppedAt = services.clock.now()
  const untilAt = new Date(stoppedAt.getTime() + hours * HOUR_MS)
  const { memberId: stoppedBy, name: stopper, why } = hand
  const row = { stopId: services.random.uuid(), target, why, stoppedBy, stopper, stoppedAt, untilAt }
  await insertStop(tx, row)
  await recordAct(tx, services, hand, {
    act: 'stop',
    userId: null,
    details: { stop_id: row.stopId, target, until_at: untilAt.toISOString() },
  })
  return row
}

/** Ends every stop of something before its time. Says how many there were. */
export const start = async (tx: Tx, services: Services, target: string): Promise<number> => {
  const now = services.clock.now()
  const stops = (await listStops(tx, now)).filter((one) => one.target === target)
  for (const { stopId } of stops) await insertStopEnd(tx, stopId, now)
  // Payouts that waited are sent now, and not only when the stop would have ended.
  if (stops.length > 0 && target === 'payouts') await services.jobs.enqueue(tx, 'payout-sweep', {})
  return stops.length
}
