import type { Sent } from './port.ts'

export type SendLimits = {
  readonly attempts: number
  /** The first pause; each further one is twice as long. */
  readonly pauseMs: number
  readonly attemptLimitMs: number
  readonly totalLimitMs: number
}

/** A person waits in front of the screen: long enough for a hiccup of the provider, far below the 60 s of a request. */
export const sendLimits: SendLimits = { attempts: 3, pauseMs: 500, attemptLimitMs: 6_000, totalLimitMs: 15_000 }

/**
 * Tries again what is a matter of time, a few times and within a limit; every other answer is final. An attempt must end
 * when its signal says so.
 */
export const sendWithin = async (
  { attempts, pauseMs, attemptLimitMs, totalLimitMs }: SendLimits,
  attempt: (signal: AbortSignal) => Promise<Sent>,
): Promise<Sent> => {
  const endsAtMs = performance.now() + totalLimitMs
  for (let number = 1; ; number += 1) {
    const leftMs = Math.max(1, endsAtMs - performance.now())
    const result = await attempt(AbortSignal.timeout(Math.ceil(Math.min(attemptLimitMs, leftMs))))
    if (result === 'sent' || result.kind !== 'unavailable' || number === attempts) return result
    const nextPauseMs = Math.max(pauseMs * 2 ** (number - 1), result.retryAfterMs)
    if (performance.now() + nextPauseMs >= endsAtMs) return result
    await new Promise((resolve) => setTimeout(resolve, nextPauseMs))
  }
}
