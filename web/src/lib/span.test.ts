import { expect, test } from 'vitest'
import { spanOf } from './span.ts'

test.each([
  [0, { days: 0, hours: 0, minutes: 0, seconds: 0 }],
  [999, { days: 0, hours: 0, minutes: 0, seconds: 0 }],
  [61_000, { days: 0, hours: 0, minutes: 1, seconds: 1 }],
  [86_400_000, { days: 1, hours: 0, minutes: 0, seconds: 0 }],
  [604_799_000, { days: 6, hours: 23, minutes: 59, seconds: 59 }],
])('%i ms', (ms, expected) => {
  expect(spanOf(ms)).toEqual(expected)
})
