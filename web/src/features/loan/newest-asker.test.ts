import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createNewestAsker } from './newest-asker.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const EVERY_MS = 200

/** An asker whose answers come when the test says so, and what has come of it. */
const asking = () => {
  const asked: { wish: string; signal: AbortSignal; answer: (text: string | undefined) => void }[] = []
  const heard: [string, string][] = []
  const asker = createNewestAsker<string, string>({
    everyMs: EVERY_MS,
    ask: (wish, signal) => new Promise((answer) => void asked.push({ wish, signal, answer })),
    onAnswer: (wish, answer) => void heard.push([wish, answer]),
  })
  const wishes = () => asked.map(({ wish }) => wish)
  return { asker, asked, heard, wishes }
}

test('the first wish is asked for at once', async () => {
  const { asker, wishes } = asking()
  asker.wish('a')
  await vi.advanceTimersByTimeAsync(0)
  expect(wishes()).toEqual(['a'])
})

test('of many wishes only the newest is asked for, at most once in a while', async () => {
  const { asker, wishes } = asking()
  for (let count = 0; count < 60; count += 1) {
    asker.wish(String(count))
    await vi.advanceTimersByTimeAsync(16)
  }
  await vi.advanceTimersByTimeAsync(EVERY_MS)
  // 60 wishes in 960 ms: the first, one for each 200 ms, and the last.
  expect(wishes()).toHaveLength(6)
  expect(wishes().at(0)).toBe('0')
  expect(wishes().at(-1)).toBe('59')
})

test('an answer that comes while the finger moves is shown', async () => {
  const { asker, asked, heard } = asking()
  asker.wish('a')
  await vi.advanceTimersByTimeAsync(0)
  asker.wish('b')
  asked[0]?.answer('A')
  await vi.advanceTimersByTimeAsync(0)
  expect(heard).toEqual([['a', 'A']])
})

test('an older answer never comes after a newer question', async () => {
  const { asker, asked, heard } = asking()
  asker.wish('a')
  await vi.advanceTimersByTimeAsync(EVERY_MS)
  asker.wish('b')
  await vi.advanceTimersByTimeAsync(EVERY_MS)
  expect(asked.map(({ signal }) => signal.aborted)).toEqual([true, false])
  asked[1]?.answer('B')
  await vi.advanceTimersByTimeAsync(0)
  asked[0]?.answer('A')
  await vi.advanceTimersByTimeAsync(0)
  expect(heard).toEqual([['b', 'B']])
})

test('after stopping nothing is asked and nothing is heard', async () => {
  const { asker, asked, heard } = asking()
  asker.wish('a')
  await vi.advanceTimersByTimeAsync(0)
  asker.wish('b')
  asker.stop()
  asked[0]?.answer('A')
  await vi.advanceTimersByTimeAsync(10 * EVERY_MS)
  expect(asked).toHaveLength(1)
  expect(heard).toEqual([])
})

test('a clock that is set back does not silence it', async () => {
  const { asker, wishes } = asking()
  asker.wish('a')
  await vi.advanceTimersByTimeAsync(0)
  vi.setSystemTime(Date.now() - 3_600_000)
  asker.wish('b')
  await vi.advanceTimersByTimeAsync(EVERY_MS)
  expect(wishes()).toEqual(['a', 'b'])
})
