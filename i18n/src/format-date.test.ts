import { afterEach, describe, expect, test } from 'vitest'
import { setLocale } from './compiled/runtime.js'
import { formatDate, formatDay, formatLongDate, formatTime } from './format-date.ts'

afterEach(() => setLocale('en'))

describe('dates', () => {
  test('a day of the contract is written as people write it', () => {
    expect(formatDay('2027-03-05')).toBe('05/03/2027')
  })

  test.each([
    ['2027-03-05T12:00:00Z', '05/03/2027'],
    // Three hours behind UTC: this instant is still the day before in Argentina.
    ['2027-03-05T02:59:59Z', '04/03/2027'],
    ['2027-03-05T03:00:00Z', '05/03/2027'],
  ])('the instant %s falls on %s', (instant, expected) => {
    expect(formatDate(instant)).toBe(expected)
    expect(formatDate(new Date(instant))).toBe(expected)
  })

  test.each([
    ['2027-03-05T03:05:09Z', '00:05', '00:05:09'],
    ['2027-03-05T12:05:09Z', '09:05', '09:05:09'],
    ['2027-03-06T00:40:59Z', '21:40', '21:40:59'],
  ])('the time of %s is %s, by 24 hours', (instant, short, long) => {
    expect(formatTime(instant)).toBe(short)
    expect(formatTime(instant, { seconds: true })).toBe(long)
  })

  // The comma after the weekday comes and goes with the version of ICU.
  test.each([
    ['en', /^Friday,? 5 March 2027$/],
    ['es', /^viernes,? 5 de marzo de 2027$/],
  ] as const)('long dates speak the interface language: %s', (locale, expected) => {
    setLocale(locale)
    expect(formatLongDate('2027-03-05T12:00:00Z')).toMatch(expected)
  })
})
