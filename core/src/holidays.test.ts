import { describe, expect, test } from 'vitest'
import { addDays, civilDay, dueDay, weekdayOf } from './calendar.ts'
import { holidaysByLaw, holidaysFrom } from './holidays.ts'

describe('Good Friday and carnival, by Easter', () => {
  // Easter Sundays as the Church has published them, the earliest and the latest possible among them.
  test.each([
    '1818-03-22',
    '1943-04-25',
    '1954-04-18',
    '1981-04-19',
    '2000-04-23',
    '2008-03-23',
    '2011-04-24',
    '2019-04-21',
    '2024-03-31',
    '2025-04-20',
    '2026-04-05',
    '2027-03-28',
    '2028-04-16',
    '2029-04-01',
    '2030-04-21',
    '2035-03-25',
    '2038-04-25',
    '2049-04-18',
    '2076-04-19',
    '2100-03-28',
  ])('Easter %s', (text) => {
    const easter = civilDay(text)
    const days = holidaysByLaw(Number(text.slice(0, 4)))
    expect(weekdayOf(easter)).toBe(0)
    for (const count of [-48, -47, -2]) expect(days.has(addDays(easter, count))).toBe(true)
    for (const count of [-49, -46]) expect(days.has(addDays(easter, count))).toBe(false)
  })
})

describe('days that move to a Monday', () => {
  // What was really kept, by the law and without a decree of its own.
  test.each([
    ['a Tuesday to the Monday before', '2025-06-17', '2025-06-16'],
    ['a Wednesday to the Monday before', '2024-11-20', '2024-11-18'],
    ['a Thursday to the Monday after', '2023-08-17', '2023-08-21'],
    ['a Friday to the Monday after', '2026-11-20', '2026-11-23'],
    ['a Saturday stays', '2023-06-17', '2023-06-17'],
    ['a Sunday stays', '2025-10-12', '2025-10-12'],
    ['a Monday stays', '2026-10-12', '2026-10-12'],
  ])('the day of a holiday: %s', (_, from, to) => {
    const days = holidaysByLaw(Number(from.slice(0, 4)))
    expect([days.has(civilDay(to)), days.has(civilDay(from))]).toEqual([true, from === to])
  })

  test('days that do not move stay on any day of the week', () => {
    for (let year = 2029; year < 2060; year += 1)
      for (const day of ['01-01', '03-24', '04-02', '05-01', '05-25', '06-20', '07-09', '12-08', '12-25'])
        expect(holidaysByLaw(year).has(civilDay(`${year}-${day}`))).toBe(true)
  })

  test('a whole year: 2030', () => {
    expect([...holidaysByLaw(2030)].toSorted()).toEqual([
      '2030-01-01',
      '2030-03-04',
      '2030-03-05',
      '2030-03-24',
      '2030-04-02',
      '2030-04-19',
      '2030-05-01',
      '2030-05-25',
      '2030-06-17',
      '2030-06-20',
      '2030-07-09',
      '2030-08-17',
      '2030-10-12',
      '2030-11-18',
      '2030-12-08',
      '2030-12-25',
    ])
  })
})

describe('the table, and the law for the years it lacks', () => {
  const bridge = civilDay('2028-07-10')
  const holidays = holidaysFrom(new Map([[2028, new Set([bridge])]]))

  test('a year of the table is the table alone', () => {
    expect([holidays.has(bridge), holidays.has(civilDay('2028-12-25'))]).toEqual([true, false])
  })

  test('any other year is the law’s, however often it is asked', () => {
    for (const _ of [1, 2])
      expect([holidays.has(civilDay('2029-03-30')), holidays.has(civilDay('2029-03-29'))]).toEqual([true, false])
  })

  test('a due day beyond the table moves by the law', () => {
    // 1 January 2029 is a Monday, 30 March 2029 Good Friday.
    expect(dueDay(civilDay('2028-10-02'), 91, holidays)).toBe('2029-01-02')
    expect(dueDay(civilDay('2028-12-29'), 91, holidays)).toBe('2029-04-03')
  })
})
