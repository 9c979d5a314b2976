import type { Clock } from '@hola/core/clock.ts'
import type { ClientBase } from 'pg'
import type { Finding } from '../../platform/finding.ts'
import { ok, problem } from '../../platform/finding.ts'

/** Codes, tokens and due times are written by one server and judged by another. */
const DIFFERENCE_MAX_MS = 5_000

const inSeconds = (ms: number): string => `${Math.round(ms / 100) / 10} s`

/**
 * The machine's clock beside the database's, in the one place where SQL is asked for the time. Nobody knows when within
 * the round trip the database looked: it counts as the middle, and half the trip may be error.
 */
export const checkClock = async (client: ClientBase, clock: Clock): Promise<Finding> => {
  const started = performance.now()
  const before = clock.now().getTime()
  const { rows } = await client.query<{ at: Date }>('SELECT clock_timestamp() AS at')
  const half = (performance.now() - started) / 2
  const aheadMs = before + half - (rows[0]?.at.getTime() ?? 0)
  if (Math.abs(aheadMs) - half <= DIFFERENCE_MAX_MS)
    return ok(`The clocks of this machine and of the database agree within ${inSeconds(DIFFERENCE_MAX_MS)}`)
  const how = `${inSeconds(Math.abs(aheadMs))} ${aheadMs > 0 ? 'ahead of' : 'behind'}`
  return problem(`The clock of this machine is ${how} the database's: set both by NTP, then start again`)
}
