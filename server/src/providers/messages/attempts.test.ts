import { describe, expect, test, vi } from 'vitest'
import { sendLimits, sendWithin } from './attempts.ts'
import { SendProblem } from './port.ts'
import type { Sent } from './port.ts'

const down = new SendProblem('unavailable', 'down')

/** Runs with the real limits in fake time, and says what happened when. */
const run = async (results: readonly Sent[]) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  try {
    const startedAtMs: number[] = []
    const sending = sendWithin(sendLimits, async () => {
      startedAtMs.push(performance.now())
      return results[startedAtMs.length - 1] ?? down
    })
    await vi.runAllTimersAsync()
    const [first = 0] = startedAtMs
    return { result: await sending, startedAtMs: startedAtMs.map((at) => Math.round(at - first)) }
  } finally {
    vi.useRealTimers()
  }
}

describe('sending', () => {
  test.each<[string, Sent[], Sent, number]>([
    ['goes out at once', ['sent'], 'sent', 1],
    ['goes out at the third attempt', [down, down, 'sent'], 'sent', 3],
    ['is given up after the third', [down, down, down, 'sent'], down, 3],
    ...(['unreachable', 'misconfigured', 'unknown'] as const).map((kind): [string, Sent[], Sent, number] => {
      const problem = new SendProblem(kind, 'no')
      return [`is not tried again when ${kind}`, [problem, 'sent'], problem, 1]
    }),
  ])('sending %s', async (_, results, expected, attempts) => {
    const { result, startedAtMs } = await run(results)
    expect(result).toBe(expected)
    expect(startedAtMs).toHaveLength(attempts)
  })

  test('pauses twice as long before each further attempt', async () => {
    expect((await run([down, down, down])).startedAtMs).toEqual([0, 500, 1500])
  })

  test('waits as long as the provider asks, when that is within the limit', async () => {
    const busy = new SendProblem('unavailable', 'busy', 4_000)
    expect((await run([busy, 'sent'])).startedAtMs).toEqual([0, 4_000])
  })

  test('does not wait for what lies beyond the limit', async () => {
    const busy = new SendProblem('unavailable', 'busy', 60_000)
    expect(await run([busy, 'sent'])).toEqual({ result: busy, startedAtMs: [0] })
  })

  test.each([
    ['an attempt that gets no answer is ended, and the next one begins', 40, 60_000, 3],
    ['all attempts together are ended, even in the middle of one', 60_000, 40, 1],
  ])('sending has limits: %s', async (_, attemptLimitMs, totalLimitMs, expected) => {
    let attempts = 0
    const result = await sendWithin({ attempts: 3, pauseMs: 1, attemptLimitMs, totalLimitMs }, (signal) => {
      attempts += 1
      return new Promise((resolve) => signal.addEventListener('abort', () => resolve(down)))
    })
    expect(result).toBe(down)
    expect(attempts).toBe(expected)
  })

  test('the real limits leave a request time to answer', () => {
    expect(sendLimits.totalLimitMs).toBeLessThan(30_000)
    expect(sendLimits.attemptLimitMs).toBeLessThan(sendLimits.totalLimitMs)
  })
})
