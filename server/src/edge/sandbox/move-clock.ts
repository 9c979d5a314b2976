import { refuse } from '@hola/core/errors.ts'
import type { Refusal } from '@hola/core/errors.ts'
import type { WireLanguage } from '@hola/core/language.ts'
import { say } from '@hola/i18n/words.ts'
import type { Pool } from '../../platform/db/public.ts'
import { inTransaction } from '../../platform/db/public.ts'
import type { Jobs } from '../../platform/jobs/public.ts'
import { lockClockOffset, saveClockOffset } from '../../platform/sandbox-clock.ts'
import type { SandboxClock } from '../../platform/sandbox-clock.ts'
import { CLOCK_OFFSET_MAX_MS } from './shapes.ts'
import type { ClockMove, ClockRet } from './shapes.ts'

export type ClockMover = { readonly pool: Pool; readonly jobs: Jobs; readonly clock: SandboxClock }

export const readClock = (clock: SandboxClock): ClockRet => {
  const realNow = clock.realNow()
  return {
    now: new Date(realNow.getTime() + clock.offsetMs()).toISOString(),
    real_now: realNow.toISOString(),
    offset_ms: clock.offsetMs(),
  }
}

/**
 * Moves the product's clock forward and takes the waiting jobs along, in one transaction: what was due in between is
 * due now. Only forward, because a product that has seen tomorrow holds facts that today cannot explain.
 */
export const moveClock = async (
  { pool, jobs, clock }: ClockMover,
  move: ClockMove,
  language: WireLanguage,
): Promise<ClockRet | Refusal> => {
  const refusal = await inTransaction(pool, async (tx) => {
    const offsetMs = await lockClockOffset(tx)
    const realMs = clock.realNow().getTime()
    const target = 'to' in move ? new Date(move.to).getTime() : realMs + offsetMs + move.advance_ms
    const nextOffsetMs = target - realMs
    if (nextOffsetMs < offsetMs || nextOffsetMs > CLOCK_OFFSET_MAX_MS)
      return refuse('invalid_body', {
        field: 'to' in move ? 'to' : 'advance_ms',
        problem: say('sandbox_problem_clock_range', language),
      })
    await saveClockOffset(tx, nextOffsetMs)
    await jobs.followClock(tx, new Date(realMs + offsetMs), new Date(target))
    return undefined
  })
  return refusal ?? settle(jobs, clock)
}

/** Back to real time, for a fresh start. Facts dated in the future stay as they are. */
export const resetClock = async ({ pool, jobs, clock }: ClockMover): Promise<ClockRet> => {
  await inTransaction(pool, async (tx) => {
    const offsetMs = await lockClockOffset(tx)
    const realMs = clock.realNow().getTime()
    await saveClockOffset(tx, 0)
    await jobs.followClock(tx, new Date(realMs + offsetMs), new Date(realMs))
  })
  return settle(jobs, clock)
}

const settle = async (jobs: Jobs, clock: SandboxClock): Promise<ClockRet> => {
  await clock.refresh()
  jobs.wakeWorkers()
  return readClock(clock)
}
