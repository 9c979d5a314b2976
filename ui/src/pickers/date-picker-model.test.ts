import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  columnOrder,
  dateRange,
  daysInMonth,
  inRange,
  openingDate,
  readDate,
  readTyped,
  snapDate,
  typedText,
  writeDate,
  writtenDate,
} from './date-picker-model.ts'

const TODAY = '2026-11-16'
const range = dateRange(2026)

describe('range', () => {
  test('150 years either side of today by default', () => {
    expect(writeDate(range.start)).toBe('1876-01-01')
    expect(writeDate(range.end)).toBe('2176-12-31')
    expect([range.years[0], range.years.at(-1), range.years.length]).toEqual([1876, 2176, 301])
  })

  test.each([
    ['start and end inside: the years are not narrowed', '1926-01-01', '2008-11-16', 1876, 2176],
    ['an earlier start widens the years', '1800-05-01', undefined, 1800, 2176],
    ['a later end widens the years', undefined, '2300-01-01', 1876, 2300],
    ['an invalid start counts as none', 'soon', undefined, 1876, 2176],
  ])('the years: %s', (_name, start, end, first, last) => {
    const { years } = dateRange(2026, start, end)
    expect([years[0], years.at(-1)]).toEqual([first, last])
  })
})

describe('opening', () => {
  const adults = dateRange(2026, '1926-11-16', '2008-11-16')
  test.each([
    ['a value inside: itself', '1983-08-14', '1983-08-14'],
    ['before the start: the start', '1900-01-01', '1926-11-16'],
    ['after the end: the end', '2020-01-01', '2008-11-16'],
    ['an impossible day: the end of its month', '1983-02-31', '1983-02-28'],
    ['an impossible day of a leap year: the 29th', '1984-02-31', '1984-02-29'],
    ['empty: today, here bounded by the end', '', '2008-11-16'],
    ['nonsense: today, here bounded by the end', '14/08/1983', '2008-11-16'],
    ['an impossible month: today, here bounded by the end', '1983-13-01', '2008-11-16'],
  ])('the picker opens at %s', (_name, value, opens) => {
    expect(writeDate(openingDate(value, TODAY, adults))).toBe(opens)
  })

  test('no value: today', () => {
    expect(writeDate(openingDate(undefined, TODAY, range))).toBe(TODAY)
  })
})

describe('turning a wheel', () => {
  test.each([
    ['31 January to February: the 28th', { year: 2027, month: 2, day: 31 }, '2027-02-28'],
    ['29 February to a year that has none: the 28th', { year: 2027, month: 2, day: 29 }, '2027-02-28'],
    ['31 to a month of 30: the 30th', { year: 2027, month: 4, day: 31 }, '2027-04-30'],
    ['a day that exists stays', { year: 2027, month: 3, day: 31 }, '2027-03-31'],
  ])('the wheel: %s', (_name, parts, snapped) => {
    expect(writeDate(snapDate(parts, range))).toBe(snapped)
  })
})

test.each([
  ['day', '1983-08-14'],
  ['month', '1983-08'],
  ['year', '1983'],
] as const)('fields %s give %s', (fields, text) => {
  expect(writeDate({ year: 1983, month: 8, day: 14 }, fields)).toBe(text)
  expect(writeDate(readDate(text) ?? range.start, fields)).toBe(text)
})

test.each([
  ['es', 'day', ['day', 'month', 'year']],
  ['vi', 'day', ['day', 'month', 'year']],
  ['en', 'day', ['month', 'day', 'year']],
  ['en', 'month', ['month', 'year']],
  ['es', 'year', ['year']],
] as const)('columns in %s for %s', (locale, fields, columns) => {
  expect(columnOrder(locale, fields)).toEqual(columns)
})

describe('typing', () => {
  test.each([
    ['14/08/1983', '1983-08-14'],
    ['14/8/1983', '1983-08-14'],
    ['1-3-2027', '2027-03-01'],
    ['14.08.1983', '1983-08-14'],
    ['14 08 1983', '1983-08-14'],
    ['14081983', '1983-08-14'],
    ['29/02/1984', '1984-02-29'],
    ['29/02/1983', null],
    ['08/14/1983', null],
    ['00/01/1983', null],
    ['14/08/83', null],
    ['', null],
  ])('%j is %s', (typed, date) => {
    const parts = readTyped(typed)
    expect(parts && writeDate(parts)).toBe(date)
  })

  test('digits alone put the slashes in, as on a number pad', () => {
    let text = ''
    for (const digit of '14081983') text = typedText(text + digit, text)
    expect(text).toBe('14/08/1983')
  })

  test('typed slashes are kept', () => {
    let text = ''
    for (const key of '4/8/1983') text = typedText(text + key, text)
    expect(text).toBe('4/8/1983')
  })

  test('while deleting nothing is put in', () => {
    expect(typedText('14/0', '14/08')).toBe('14/0')
    expect(typedText('14/', '14/0')).toBe('14/')
  })
})

test('a date survives writing and reading, and a snapped one is in range', () => {
  const parts = fc.record({
    year: fc.integer({ min: 1800, max: 2300 }),
    month: fc.integer({ min: 1, max: 12 }),
    day: fc.integer({ min: 1, max: 31 }),
  })
  fc.assert(
    fc.property(parts, (date) => {
      const snapped = snapDate(date, range)
      expect(inRange(snapped, range)).toBe(true)
      expect(snapped.day).toBeLessThanOrEqual(daysInMonth(snapped.year, snapped.month))
      expect(readDate(writeDate(snapped))).toEqual(snapped)
      expect(readTyped(writtenDate(snapped))).toEqual(snapped)
    }),
  )
})

test('months are as long as the calendar says', () => {
  for (const year of [1900, 1983, 1984, 2000]) {
    for (let month = 1; month <= 12; month += 1) {
      expect(daysInMonth(year, month)).toBe(new Date(Date.UTC(year, month, 0)).getUTCDate())
    }
  }
})
