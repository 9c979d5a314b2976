import { holidaysFrom } from '@hola/core/holidays.ts'
import { describe, expect, test } from 'vitest'
import { businessDayOf, dueAt, lastSince } from './deadlines.ts'

const holidays = holidaysFrom(new Map())
const at = (text: string): Date => new Date(`${text}:00.000-03:00`)
const due = (name: Parameters<typeof dueAt>[0], since: string): Date => dueAt(name, at(since), holidays)

describe('until when something has to be done', () => {
  test.each([
    ['case', '2026-11-16T10:00', '2026-11-16T14:00'],
    ['payout_silent', '2026-11-16T10:00', '2026-11-16T10:15'],
    ['payout_failed', '2026-11-16T10:00', '2026-11-19T10:00'],
    ['job', '2026-11-16T10:00', '2026-11-16T11:00'],
    ['regret', '2026-11-16T10:00', '2026-11-17T10:00'],
    ['unsubscribe', '2026-11-21T10:00', '2026-11-22T10:00'],
    ['suspense', '2026-11-16T10:00', '2026-11-17T10:00'],
    // A Friday before a weekend and a holiday on Monday, 23 November.
    ['suspense', '2026-11-20T10:00', '2026-11-24T10:00'],
    // Nobody works on a Saturday: it counts as come when Tuesday begins.
    ['suspense', '2026-11-21T10:00', '2026-11-25T00:00'],
    ['difference', '2026-11-16T06:00', '2026-11-17T06:00'],
  ] as const)('%s since %s: %s', (name, since, until) => {
    expect(due(name, since)).toEqual(at(until))
  })

  test('a complaint has ten business days, the last one whole', () => {
    expect(due('complaint', '2026-11-16T10:00').getTime()).toBe(at('2026-12-02T00:00').getTime() - 1)
  })

  test('what waits longer is never due later', () => {
    for (const name of ['case', 'suspense', 'complaint', 'difference'] as const) {
      let before = 0
      for (let hour = 0; hour < 24 * 60; hour += 1) {
        const since = new Date(at('2026-11-01T00:00').getTime() + hour * 3_600_000)
        const next = dueAt(name, since, holidays).getTime()
        expect(next).toBeGreaterThanOrEqual(before)
        before = next
      }
    }
  })
})

test('the days of a complaint are counted on business days', () => {
  const day = (now: string) => businessDayOf('complaint', at('2026-11-16T10:00'), { now: at(now), holidays })
  expect(day('2026-11-16T18:00')).toEqual({ number: 1, of: 10 })
  expect(day('2026-11-20T18:00')).toEqual({ number: 4, of: 10 })
  // After a weekend and a holiday.
  expect(day('2026-11-24T09:00')).toEqual({ number: 5, of: 10 })
  expect(day('2026-12-01T09:00')).toEqual({ number: 10, of: 10 })
  expect(businessDayOf('case', at('2026-11-16T10:00'), { now: at('2026-11-17T10:00'), holidays })).toBeNull()
})

test('since when something must wait to be late is found to the millisecond', () => {
  const now = at('2026-11-24T10:00')
  const late = lastSince(now, (since) => dueAt('suspense', since, holidays) <= now)
  expect(late).toEqual(at('2026-11-20T10:00'))
  expect(lastSince(now, () => false)).toBeUndefined()
})
