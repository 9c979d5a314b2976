import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  discOffsetPx,
  discTurnDegrees,
  idlePull,
  stepPull,
  type PullEffect,
  type PullEvent,
  type PullState,
} from './pull-to-refresh-machine.ts'

const start = (y = 100, id = 1): PullEvent => ({ type: 'touchstart', id, y })
const move = (y: number, scrollTop = 0, id = 1): PullEvent => ({ type: 'touchmove', id, y, scrollTop })
const end = (id = 1): PullEvent => ({ type: 'touchend', id })
const cancel = (id = 1): PullEvent => ({ type: 'touchcancel', id })
const code = (type: 'start' | 'stop' | 'settled'): PullEvent => ({ type })

function run(...events: PullEvent[]): { state: PullState; effects: PullEffect[] } {
  let state = idlePull
  const effects: PullEffect[] = []
  for (const event of events) {
    const step = stepPull(state, event)
    state = step.state
    if (step.effect) effects.push(step.effect)
  }
  return { state, effects }
}

const touch = [start(100), move(100)]
const pulled = [...touch, move(150)]
const reached = [...touch, move(250)]
const aborting = [...pulled, end()]
const refreshing = [...reached, end()]
const restoring = [...refreshing, code('stop')]

describe('each row of the table', () => {
  const rows: readonly [string, readonly PullEvent[], PullState['phase'], readonly PullEffect[]][] = [
    ['idle, touchstart: idle', [start()], 'idle', []],
    ['idle, touchmove at the top, dy > 0: pulling', [start(100), move(101)], 'pulling', ['hold']],
    ['idle, touchmove at the top, dy = 0: pulling', [start(100), move(100)], 'pulling', ['hold']],
    ['idle, touchmove, dy < 0: idle', [start(100), move(99)], 'idle', []],
    ['idle, touchmove, dy < 0 then down again: pulling', [start(100), move(99), move(101)], 'pulling', ['hold']],
    ['idle, touchmove while scrolled: idle', [start(), move(120, 5)], 'idle', []],
    ['idle, scrolled: the rest of this gesture is dead', [start(), move(120, 5), move(300, 0)], 'idle', []],
    [
      'idle, scrolled: the next gesture is alive',
      [start(), move(120, 5), end(), start(), move(120)],
      'pulling',
      ['hold'],
    ],
    ['pulling, pull = 149: pulling', [...touch, move(249)], 'pulling', ['hold', 'hold']],
    ['pulling, pull = 150: reached', reached, 'reached', ['hold', 'hold']],
    ['reached, pull < 150: pulling again', [...reached, move(249)], 'pulling', ['hold', 'hold', 'hold']],
    ['pulling, touchend: aborting', aborting, 'aborting', ['hold', 'hold']],
    ['pulling, touchcancel: aborting', [...pulled, cancel()], 'aborting', ['hold', 'hold']],
    ['aborting, movement over: idle', [...aborting, code('settled')], 'idle', ['hold', 'hold']],
    [
      'reached, touchend: refreshing, the hook is called once, at once',
      refreshing,
      'refreshing',
      ['hold', 'hold', 'refresh'],
    ],
    ['reached, touchcancel: refreshing', [...reached, cancel()], 'refreshing', ['hold', 'hold', 'refresh']],
    ['refreshing, stop: restoring', restoring, 'restoring', ['hold', 'hold', 'refresh']],
    ['restoring, movement over: idle', [...restoring, code('settled')], 'idle', ['hold', 'hold', 'refresh']],
    [
      'refreshing, anything else: refreshing, the hook is not called again',
      [...refreshing, start(), move(100), move(400), end(), code('start'), code('settled')],
      'refreshing',
      ['hold', 'hold', 'refresh'],
    ],
    ['aborting, a new gesture: ignored', [...aborting, start(), move(400), end()], 'aborting', ['hold', 'hold']],
    [
      'restoring, a new gesture: ignored',
      [...restoring, start(), move(400), end()],
      'restoring',
      ['hold', 'hold', 'refresh'],
    ],
    ['idle, start by code: refreshing, the hook is called soon', [code('start')], 'refreshing', ['refresh-soon']],
    ['pulling, start by code: ignored', [...pulled, code('start')], 'pulling', ['hold', 'hold']],
    ['reached, start by code: ignored', [...reached, code('start')], 'reached', ['hold', 'hold']],
    ['aborting, start by code: ignored', [...aborting, code('start')], 'aborting', ['hold', 'hold']],
    ['restoring, start by code: ignored', [...restoring, code('start')], 'restoring', ['hold', 'hold', 'refresh']],
    ['idle, stop: ignored', [code('stop')], 'idle', []],
    ['pulling, stop: ignored', [...pulled, code('stop')], 'pulling', ['hold', 'hold']],
    ['a second finger does not pull', [start(100, 1), start(100, 2), move(300, 0, 2)], 'idle', []],
    ['lifting a second finger does not end the pull', [...pulled, end(2)], 'pulling', ['hold', 'hold']],
  ]
  test.each(rows)('a pull: %s', (_name, events, phase, effects) => {
    const result = run(...events)
    expect(result.state.phase).toBe(phase)
    expect(result.effects).toEqual(effects)
  })
})

describe('what is drawn', () => {
  const pull = (px: number): PullState => run(...touch, move(100 + px)).state

  test('the place of the first move is the zero point', () => {
    expect(run(start(100), move(130)).state).toMatchObject({ pullPx: 0 })
    expect(run(start(100), move(130), move(180)).state).toMatchObject({ pullPx: 50 })
  })

  test('a negative pull counts zero', () => {
    expect(run(...pulled, move(20)).state).toMatchObject({ phase: 'pulling', pullPx: 0 })
  })

  test.each([
    [0, 0, 0],
    [75, 35, 45],
    [100, 47, 106.67],
    [150, 70, 360],
    [300, 140, 360],
  ])('pulled %i px: disc at %i px, turned by %d degrees', (px, offset, turn) => {
    expect(discOffsetPx(pull(px))).toBe(offset)
    expect(discTurnDegrees(pull(px))).toBeCloseTo(turn, 1)
  })

  test('it rests at 70 px while refreshing and goes to 0 when aborting', () => {
    expect(discOffsetPx(run(...refreshing).state)).toBe(70)
    expect(discOffsetPx(run(...aborting).state)).toBe(0)
  })
})

test('whatever happens, the hook runs only on entering refreshing, and stop always leads out', () => {
  const event = fc.oneof(
    fc.record({ type: fc.constant('touchstart' as const), id: fc.integer({ min: 1, max: 2 }), y: fc.nat(400) }),
    fc.record({
      type: fc.constant('touchmove' as const),
      id: fc.integer({ min: 1, max: 2 }),
      y: fc.nat(400),
      scrollTop: fc.constantFrom(0, 0, 0, 10),
    }),
    fc.record({
      type: fc.constantFrom('touchend' as const, 'touchcancel' as const),
      id: fc.integer({ min: 1, max: 2 }),
    }),
    fc.record({ type: fc.constantFrom('start' as const, 'stop' as const, 'settled' as const) }),
  )
  fc.assert(
    fc.property(fc.array(event, { maxLength: 60 }), (events) => {
      let state = idlePull
      for (const each of events) {
        const step = stepPull(state, each)
        const entered = state.phase !== 'refreshing' && step.state.phase === 'refreshing'
        expect(step.effect === 'refresh' || step.effect === 'refresh-soon').toBe(entered)
        state = step.state
      }
      expect(stepPull(state, { type: 'stop' }).state.phase).not.toBe('refreshing')
    }),
  )
})
