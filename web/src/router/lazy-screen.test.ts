import { afterEach, expect, test, vi } from 'vitest'
import { loadScreen, ScreenLoadError } from './lazy-screen.ts'
import type { RouteRow } from './register.ts'

const rowWith = (screen: RouteRow['screen']): RouteRow => ({
  path: '/pages/a/a',
  kind: 'page',
  access: 'guest',
  navBar: true,
  title: () => 'A',
  screen,
})

afterEach(() => vi.useRealTimers())

test('a screen that comes in time', async () => {
  const Screen = () => null
  expect(await loadScreen(rowWith(async () => Screen))).toBe(Screen)
})

test('a screen that does not load is a failure that keeps its cause', async () => {
  const cause = new TypeError('Failed to fetch dynamically imported module')
  const error = await loadScreen(rowWith(() => Promise.reject(cause))).catch((problem: unknown) => problem)
  expect(error).toBeInstanceOf(ScreenLoadError)
  expect((error as ScreenLoadError).cause).toBe(cause)
})

test('a screen that has not come after 60 000 ms is a failure, and not a moment sooner', async () => {
  vi.useFakeTimers()
  const settled = vi.fn<(problem: unknown) => void>()
  void loadScreen(rowWith(() => new Promise(() => undefined))).catch(settled)
  await vi.advanceTimersByTimeAsync(59_999)
  expect(settled).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(settled.mock.calls[0]?.[0]).toBeInstanceOf(ScreenLoadError)
})
