import { expect, test } from 'vitest'
import { addDays, civilDay, type Holidays } from '../calendar.ts'
import { withdrawalUntilDay } from './withdrawal.ts'

const holidays: Holidays = new Set([civilDay('2026-11-23')])

test.each([
  { from: '2026-11-16', until: '2026-12-01', why: 'ten business days, a holiday among them' },
  { from: '2026-11-14', until: '2026-11-30', why: 'from a Saturday, the holiday among them' },
  { from: '2026-12-01', until: '2026-12-15', why: 'two weeks without a holiday' },
])('signed on $from: until $until ($why)', ({ from, until }) => {
  expect(withdrawalUntilDay(civilDay(from), holidays)).toBe(until)
})

test('the ten calendar days of Ley 24.240 are over before, whatever the weekday, also without a holiday', () => {
  for (let count = 0; count < 7; count += 1) {
    const from = addDays(civilDay('2026-12-01'), count)
    expect(withdrawalUntilDay(from, new Set()) >= addDays(from, 10)).toBe(true)
  }
})
