import { describe, expect, test } from 'vitest'
import { decideReachBottom, reachStart, type ScrollMetrics } from './reach-bottom.ts'

const at = (scrollY: number, scrollHeight = 2000, innerHeight = 800): ScrollMetrics => ({
  scrollY,
  innerHeight,
  scrollHeight,
})

/** Each look is a time and what the page measures then; the answer is the times at which it fired. */
function firesAt(looks: readonly (readonly [number, ScrollMetrics])[]): number[] {
  let state = reachStart
  const fired: number[] = []
  for (const [nowMs, metrics] of looks) {
    const decision = decideReachBottom(state, metrics, nowMs)
    state = decision.state
    if (decision.fire) fired.push(nowMs)
  }
  return fired
}

describe('reach-bottom', () => {
  const rows: readonly [string, readonly (readonly [number, ScrollMetrics])[], readonly number[]][] = [
    ['51 px above the bottom: does not fire', [[1, at(1149)]], []],
    ['exactly 50 px above the bottom: fires', [[1, at(1150)]], [1]],
    ['at the very bottom: fires', [[1, at(1200)]], [1]],
    ['not scrolled: never fires', [[1, at(0, 820)]], []],
    ['a page shorter than the screen: never fires', [[1, at(10, 700)]], []],
    ['a page as high as the screen: never fires', [[1, at(10, 800)]], []],
    [
      'staying in the zone: fires once',
      [
        [1, at(1180)],
        [1000, at(1190)],
        [2000, at(1200)],
      ],
      [1],
    ],
    [
      'leaving and entering again: fires again',
      [
        [1, at(1180)],
        [1000, at(900)],
        [2000, at(1180)],
      ],
      [1, 2000],
    ],
    [
      'entering again within 350 ms: not looked at',
      [
        [0, at(1180)],
        [100, at(900)],
        [349, at(1180)],
        [350, at(1180)],
      ],
      [0],
    ],
    [
      'leaving and entering after 350 ms: fires',
      [
        [0, at(1180)],
        [350, at(900)],
        [351, at(1180)],
      ],
      [0, 351],
    ],
    [
      'the page grew by 50 px inside the zone: does not fire',
      [
        [0, at(1200)],
        [400, at(1250, 2050)],
      ],
      [0],
    ],
    [
      'the page grew by 51 px and the bottom is reached again: fires',
      [
        [0, at(1200)],
        [400, at(1251, 2051)],
      ],
      [0, 400],
    ],
    [
      'the page shrank by 51 px inside the zone: fires',
      [
        [0, at(1200)],
        [400, at(1149, 1949)],
      ],
      [0, 400],
    ],
  ]
  test.each(rows)('the bottom: %s', (_name, looks, fired) => {
    expect(firesAt(looks)).toEqual(fired)
  })
})
