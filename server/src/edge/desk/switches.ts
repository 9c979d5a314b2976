import { inTransaction } from '../../platform/db/public.ts'
import type { StopRow } from '../../staff/switch/public.ts'
import { listStops, stop as stopTarget } from '../../staff/switch/public.ts'
import type { DeskHandler } from './context.ts'

const show = ({ stopId, target, why, stoppedBy, stoppedAt, untilAt }: StopRow) => ({
  stop_id: stopId,
  target,
  why,
  stopped_by: stoppedBy,
  stopped_at: stoppedAt.toISOString(),
  until_at: untilAt.toISOString(),
})

export const listSwitches: DeskHandler<'switches/list'> = async ({ services }) => {
  const stops = await inTransaction(services.pool, (tx) => listStops(tx, services.clock.now()))
  return { stops: stops.map(show) }
}

export const stop: DeskHandler<'switches/stop'> = async ({ services, member }, { target, hours_count: hours, why }) => {
  const { memberId, name } = member
  return show(
    await inTransaction(services.pool, (tx) => stopTarget(tx, services, { memberId, name, why }, { target, hours })),
  )
}
