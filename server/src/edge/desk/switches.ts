import { payMethods } from '@hola/core/desk-contract/switches.ts'
import { findHalt } from '../../lending/payout/public.ts'
import { inTransaction } from '../../platform/db/public.ts'
import type { StopRow } from '../../staff/switch/public.ts'
import { listStopHistory, stop as stopTarget } from '../../staff/switch/public.ts'
import type { DeskHandler } from './context.ts'
import { showHalt } from './payouts.ts'

const HISTORY = 20
/** Nothing is stopped for more than a week: what is in force is among so many, unless somebody plays with it. */
const LOOKED_BACK = 120

const show = ({ stopId, target, why, stoppedBy, stopper, stoppedAt, untilAt }: StopRow) => ({
  stop_id: stopId,
  target,
  why,
  stopped_by: stoppedBy,
  stopper,
  stopped_at: stoppedAt.toISOString(),
  until_at: untilAt.toISOString(),
})

export const listSwitches: DeskHandler<'switches/list'> = async ({ services }) => {
  const now = services.clock.now()
  const { all, halt } = await inTransaction(services.pool, async (tx) => ({
    all: await listStopHistory(tx, LOOKED_BACK),
    halt: await findHalt(tx),
  }))
  return {
    now: now.toISOString(),
    targets: ['applications', 'payouts', ...payMethods.map((method) => `method:${method}`)],
    stops: all
      .filter(({ untilAt, endedAt }) => untilAt > now && endedAt === null)
      .toReversed()
      .slice(0, 100)
      .map(show),
    payout_halt: showHalt(halt),
    history: all.slice(0, HISTORY).map((row) => ({ ...show(row), ended_at: row.endedAt?.toISOString() ?? null })),
  }
}

export const stop: DeskHandler<'switches/stop'> = async ({ services, member }, { target, hours_count: hours, why }) => {
  const { memberId, name } = member
  return show(
    await inTransaction(services.pool, (tx) => stopTarget(tx, services, { memberId, name, why }, { target, hours })),
  )
}
