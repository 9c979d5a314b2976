import { afterEach, describe, expect, test } from 'vitest'
import { setLocale } from './compiled/runtime.js'
import {
  formatChoices,
  formatDate,
  formatDay,
  formatLongDate,
  formatNumber,
  formatRate,
  formatShortRate,
  formatTime,
} from './format.ts'

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

describe('numbers', () => {
  test.each([
    [29990, '299,90\u00A0%'],
    [9000, '90,00\u00A0%'],
    [12524, '125,24\u00A0%'],
    [5, '0,05\u00A0%'],
    [123456, '1.234,56\u00A0%'],
  ])('%i basis points are %s', (basisPoints, expected) => {
    expect(formatRate(basisPoints)).toBe(expected)
  })

  test.each([
    [1000, '10\u00A0%'],
    [1250, '12,50\u00A0%'],
    [100_000, '1.000\u00A0%'],
  ])('%i basis points in a sentence are %s', (basisPoints, expected) => {
    expect(formatShortRate(basisPoints)).toBe(expected)
  })

  test.each([
    [0, '0'],
    [999, '999'],
    [1000, '1.000'],
    [1234567, '1.234.567'],
  ])('%i is written %s', (number, expected) => {
    expect(formatNumber(number)).toBe(expected)
  })

  test('choices are listed with an or', () => {
    expect(formatChoices([62, 91, 120])).toBe('62, 91 or 120')
    expect(formatChoices([62])).toBe('62')
    setLocale('es')
    expect(formatChoices([62, 91, 120])).toBe('62, 91 o 120')
  })
})
