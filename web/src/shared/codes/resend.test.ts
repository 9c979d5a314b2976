import { describe, expect, test } from 'vitest'
import { secondsToResend, writeSeconds } from './resend.ts'

describe('asking for another code', () => {
  test.each([
    ['at once after the first', 60_000, 0, 60],
    ['almost a second later', 60_000, 999, 60],
    ['in the middle', 60_000, 13_000, 47],
    ['in the last second', 60_000, 59_001, 1],
    ['when the time is over', 60_000, 60_000, 0],
    ['long after', 60_000, 1_000_000, 0],
    ['when the clock was set back a day', 86_400_000, 0, 60],
  ])('the wait: %s', (_, resendAt, now, seconds) => {
    expect(secondsToResend({ resendAt }, now)).toBe(seconds)
  })

  test.each([
    ['in the middle of a long wait', 1_800_000, 600_000, 1_200],
    ['when the clock was set back a day: no longer than the wait was', 86_400_000 + 1_800_000, 0, 1_800],
  ])('a long wait: %s', (_, resendAt, now, seconds) => {
    expect(secondsToResend({ resendAt, waitMs: 1_800_000 }, now)).toBe(seconds)
  })

  test.each([
    [60, '1:00'],
    [1_803, '30:03'],
    [47, '0:47'],
    [9, '0:09'],
  ])('%i seconds are written %s', (seconds, text) => {
    expect(writeSeconds(seconds)).toBe(text)
  })
})
