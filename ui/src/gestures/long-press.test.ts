import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createLongPress, type PressEvent } from './long-press.ts'

const down = (primary = true, id = 1): PressEvent => ({ type: 'down', id, x: 100, y: 100, primary })
const move = (dx: number, dy: number, id = 1): PressEvent => ({ type: 'move', id, x: 100 + dx, y: 100 + dy })

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Each number is a wait in ms, each event is sent. */
function pressesAfter(steps: readonly (PressEvent | number)[]): number {
  const handler = vi.fn<() => void>()
  const press = createLongPress()
  press.setHandler(handler)
  for (const step of steps) {
    if (typeof step === 'number') vi.advanceTimersByTime(step)
    else press.send(step)
  }
  return handler.mock.calls.length
}

describe('long press', () => {
  const rows: readonly [string, readonly (PressEvent | number)[], number][] = [
    ['one finger for 350 ms: pressed', [down(), 350], 1],
    ['349 ms: not yet', [down(), 349], 0],
    ['much longer: pressed once', [down(), 5000], 1],
    ['moved by exactly 10 px across: still pressed', [down(), 100, move(10, 0), 250], 1],
    ['moved by exactly 10 px down and across: still pressed', [down(), move(-10, 10), 350], 1],
    ['moved by 11 px across: cancelled', [down(), 100, move(11, 0), 350], 0],
    ['moved by 11 px up: cancelled', [down(), 100, move(0, -11), 350], 0],
    ['moved away and back: stays cancelled', [down(), move(11, 0), move(0, 0), 350], 0],
    ['second finger: cancelled', [down(), 100, down(false, 2), 350], 0],
    ['a move of another finger does not count', [down(), move(50, 50, 2), 350], 1],
    ['lifted: cancelled', [down(), 349, { type: 'up' }, 350], 0],
    ['taken over by scrolling: cancelled', [down(), 100, { type: 'cancel' }, 350], 0],
    ['a move within the tolerance does not restart the time', [down(), 200, move(5, 5), 150], 1],
    ['pressed again after a cancel: pressed', [down(), { type: 'up' }, down(), 350], 1],
  ]
  test.each(rows)('a press: %s', (_name, steps, presses) => {
    expect(pressesAfter(steps)).toBe(presses)
  })
})
