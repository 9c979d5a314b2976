import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import {
  addBusinessDays,
  addDays,
  argentineTime,
  type CivilDay,
  civilDay,
  civilDayOf,
  daysBetween,
  dueDay,
  isBusinessDay,
  isCivilDay,
  nextBusinessDay,
  startOfDay,
} from './calendar.ts'

const day = civilDay
const holidaysOf = (...texts: string[]) => new Set(texts.map(day))
const noHolidays = holidaysOf()
/** The Argentine holidays around the loan in the pictures. */
const holidays = holidaysOf('2026-11-23', '2026-12-08', '2026-12-25', '2027-01-01', '2027-02-08', '2027-02-09')

const epoch = day('1970-01-01')
const days = fc.integer({ min: 0, max: 50_000 }).map((count) => addDays(epoch, count))
const holidaySets = fc.array(days, { maxLength: 40 }).map((list) => new Set(list))

describe('civilDay', () => {
  test.each(['2026-11-16', '2028-02-29', '1926-01-31'])('%s is a day', (text) => {
    expect(day(text)).toBe(text)
  })

  test.each([
    '2026-02-29',
    '2026-02-30',
    '2026-13-01',
    '2026-00-10',
    '2026-04-31',
    '2026-1-1',
    '16/11/2026',
    '',
    ' 2026-11-16',
    '2026-11-16 ',
    '+012026-01',
    '-000001-01',
  ])('"%s" is not', (text) => {
    expect(() => day(text)).toThrow(`not a calendar day: ${text}`)
  })
})

test.each([
  ['nothing', undefined],
  ['no text', null],
  ['a number', 20_261_116],
  ['an instant', new Date('2026-11-16T00:00:00.000Z')],
  ['a day in a list', ['2026-11-16']],
  ['something that has no text', Object.create(null)],
])('%s is not a day', (_, value) => {
  expect(isCivilDay(value)).toBe(false)
})

describe('the day in Argentina', () => {
  afterEach(() => {
    vi.unstubAllEnvs()
  })

  const instants = [
    ['the last moment of a day', '2026-11-17T02:59:59.999Z', '2026-11-16'],
    ['the first moment of the next', '2026-11-17T03:00:00.000Z', '2026-11-17'],
    ['the turn of a year', '2027-01-01T02:59:59.999Z', '2026-12-31'],
    ['a leap day', '2028-02-29T12:00:00.000Z', '2028-02-29'],
    ['in the summer time of 2009', '2009-01-10T02:30:00.000Z', '2009-01-10'],
  ] as const

  const zones = ['UTC', 'Asia/Tokyo', 'America/Los_Angeles', 'Pacific/Kiritimati']

  test.each(zones.flatMap((zone) => instants.map((row) => [zone, ...row] as const)))(
    'on a machine in %s: %s, %s is in %s',
    (zone, _, instant, expected) => {
      vi.stubEnv('TZ', zone)
      expect(new Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(zone)
      expect(civilDayOf(new Date(instant))).toBe(expected)
      expect(startOfDay(day('2026-11-16')).toISOString()).toBe('2026-11-16T03:00:00.000Z')
    },
  )

  test.each([
    ['an ordinary day', '2026-11-16', '2026-11-16T03:00:00.000Z'],
    ['the day summer time began at midnight', '2008-10-19', '2008-10-19T03:00:00.000Z'],
    ['a day of summer time', '2009-01-10', '2009-01-10T02:00:00.000Z'],
    ['the day after summer time ended', '2009-03-15', '2009-03-15T03:00:00.000Z'],
  ])('%s begins when the zone database says', (_, text, instant) => {
    expect(startOfDay(day(text)).toISOString()).toBe(instant)
  })

  test.each([
    ['2026-11-16T13:05:33.999Z', '2026-11-16T10:05:33-03:00'],
    ['2026-11-17T02:59:59.000Z', '2026-11-16T23:59:59-03:00'],
    ['2008-01-15T12:00:00.500Z', '2008-01-15T10:00:00-02:00'],
  ])('at %s the clocks show %s', (instant, expected) => {
    expect(argentineTime(new Date(instant))).toBe(expected)
  })

  test('the clocks change on a full hour only, since 1921: one offset serves an hour', () => {
    const zone = new Intl.DateTimeFormat('en', {
      timeZone: 'America/Argentina/Buenos_Aires',
      timeZoneName: 'longOffset',
    })
    const offsetAt = (ms: number) => zone.formatToParts(ms).find(({ type }) => type === 'timeZoneName')?.value
    const hour = 3_600_000
    let changes = 0
    for (let ms = Date.UTC(1921, 0, 1); ms < Date.UTC(2040, 0, 1); ms += 24 * hour) {
      if (offsetAt(ms) === offsetAt(ms + 24 * hour)) continue
      changes += 1
      for (let at = ms; at < ms + 24 * hour; at += hour) expect(offsetAt(at)).toBe(offsetAt(at + hour - 1))
    }
    expect(changes).toBeGreaterThan(20)
  })

  test('a day is from its first moment to the last before the next', () => {
    fc.assert(
      fc.property(days, (some) => {
        const start = startOfDay(some).getTime()
        expect(civilDayOf(new Date(start))).toBe(some)
        expect(civilDayOf(new Date(start - 1))).toBe(addDays(some, -1))
      }),
    )
  })
})

describe('counting days', () => {
  test.each([
    ['2026-11-16', 91, '2027-02-15'],
    ['2028-02-28', 1, '2028-02-29'],
    ['2026-12-31', 1, '2027-01-01'],
    ['2026-03-01', -1, '2026-02-28'],
    ['2026-11-16', 0, '2026-11-16'],
  ])('%s and %i days is %s', (from, count, to) => {
    expect(addDays(day(from), count)).toBe(to)
    expect(daysBetween(day(from), day(to))).toBe(count)
  })

  test('half a day is a bug', () => {
    expect(() => addDays(epoch, 0.5)).toThrow('not a whole number of days: 0.5')
  })

  test('days added are the days between, and days compare as text', () => {
    fc.assert(
      fc.property(days, fc.integer({ min: -20_000, max: 20_000 }), (from, count) => {
        const to = addDays(from, count)
        expect(daysBetween(from, to)).toBe(count)
        expect(to > from).toBe(count > 0)
      }),
    )
  })
})

describe('business days', () => {
  test.each([
    ['a Friday', '2026-11-20', true],
    ['a Saturday', '2026-11-21', false],
    ['a Sunday', '2026-11-22', false],
    ['a Monday that is a holiday', '2026-11-23', false],
    ['the Tuesday after it', '2026-11-24', true],
  ])('%s, %s: %s', (_, text, expected) => {
    expect(isBusinessDay(day(text), holidays)).toBe(expected)
  })

  test('from a Saturday the next business day skips the holiday after the weekend', () => {
    expect(nextBusinessDay(day('2026-11-21'), holidays)).toBe('2026-11-24')
    expect(nextBusinessDay(day('2026-11-20'), holidays)).toBe('2026-11-20')
  })

  test('as in the pictures: ten business days from 16/11/2026 end on 01/12/2026', () => {
    expect(addBusinessDays(day('2026-11-16'), 10, holidays)).toBe('2026-12-01')
  })

  test('no business days later is the day itself', () => {
    expect(addBusinessDays(day('2026-11-21'), 0, holidays)).toBe('2026-11-21')
  })

  test.each([-1, 1.5])('%d business days is a bug', (count) => {
    expect(() => addBusinessDays(epoch, count, noHolidays)).toThrow(`not a number of business days: ${count}`)
  })

  test('so many business days later there are exactly so many in between', () => {
    fc.assert(
      fc.property(days, fc.integer({ min: 1, max: 30 }), holidaySets, (from, count, closed) => {
        const to = addBusinessDays(from, count, closed)
        const between = Array.from({ length: daysBetween(from, to) }, (_, index) => addDays(from, index + 1))
        expect(between.filter((some) => isBusinessDay(some, closed))).toHaveLength(count)
        expect(isBusinessDay(to, closed)).toBe(true)
      }),
    )
  })
})

describe('the due day', () => {
  test.each([
    ['as in the pictures: 62 days end on a Sunday, so the Monday', '2026-11-16', 62, '2027-01-18'],
    ['as in the pictures: 91 days', '2026-11-16', 91, '2027-02-15'],
    ['as in the pictures: 120 days', '2026-11-16', 120, '2027-03-16'],
    ['a term that ends in the carnival', '2026-11-08', 91, '2027-02-10'],
  ])('the due day: %s', (_, payout, termDays, expected) => {
    expect(dueDay(day(payout), termDays, holidays)).toBe(expected)
  })

  test('is the first business day that is not before payout plus term', () => {
    fc.assert(
      fc.property(days, fc.integer({ min: 1, max: 400 }), holidaySets, (payout, termDays, closed) => {
        const agreed = addDays(payout, termDays)
        const due = dueDay(payout, termDays, closed)
        expect(isBusinessDay(due, closed)).toBe(true)
        const skipped: CivilDay[] = Array.from({ length: daysBetween(agreed, due) }, (_, index) =>
          addDays(agreed, index),
        )
        expect(skipped.filter((some) => isBusinessDay(some, closed))).toEqual([])
        expect(due >= agreed).toBe(true)
      }),
    )
  })
})
