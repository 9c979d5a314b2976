import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, type CivilDay, civilDay, daysBetween, isBusinessDay } from './calendar.ts'
import { contactHours, mayContactAt, nextContactAt, reminderOn, remindersOn, type ReminderKind } from './reminder.ts'

const holidays = new Set([
  civilDay('2026-12-08'), // Tuesday
  civilDay('2026-12-25'), // Friday
  civilDay('2027-02-08'), // Monday, carnival
  civilDay('2027-02-09'), // Tuesday, carnival
])

/** The days on which a payment is reminded of when every one of them goes out at the first occasion. */
const daysOf = (dueDay: CivilDay): Partial<Record<ReminderKind, string>> => {
  const days: Partial<Record<ReminderKind, string>> = {}
  for (let fromDueDays = -30; fromDueDays <= 60; fromDueDays += 1) {
    const day = addDays(dueDay, fromDueDays)
    const kind = reminderOn(day, dueDay, holidays)
    if (kind !== null) days[kind] ??= day
  }
  return days
}

describe('3 days before, on the day, 1 and 7 days after, or on the next business day', () => {
  test.each([
    // [the payment is due, 3 before, on the day, 1 after, 7 after]
    ['a Thursday: all on their days', '2026-11-19', '2026-11-16', '2026-11-19', '2026-11-20', '2026-11-26'],
    ['a Friday: Saturday waits for Monday', '2026-11-20', '2026-11-17', '2026-11-20', '2026-11-23', '2026-11-27'],
    ['a Monday: from the Friday before', '2026-11-23', '2026-11-20', '2026-11-23', '2026-11-24', '2026-11-30'],
    ['a Tuesday: Saturday waits for Monday', '2026-11-24', '2026-11-23', '2026-11-24', '2026-11-25', '2026-12-01'],
    ['a Wednesday: Sunday waits for Monday', '2026-11-25', '2026-11-23', '2026-11-25', '2026-11-26', '2026-12-02'],
    ['the day after is a holiday', '2026-12-07', '2026-12-04', '2026-12-07', '2026-12-09', '2026-12-14'],
    ['seven days after is a holiday', '2026-12-18', '2026-12-15', '2026-12-18', '2026-12-21', '2026-12-28'],
    ['after carnival: too late for "before"', '2027-02-10', undefined, '2027-02-10', '2027-02-11', '2027-02-17'],
    ['before carnival: four days wait', '2027-02-05', '2027-02-02', '2027-02-05', '2027-02-10', '2027-02-12'],
    ['a holiday by late decree', '2026-12-25', '2026-12-22', undefined, '2026-12-28', '2027-01-01'],
  ])('the days of reminders: %s', (_, due, before, onDay, after, sevenAfter) => {
    expect(daysOf(civilDay(due))).toEqual({
      ...(before === undefined ? {} : { three_days_before: before }),
      ...(onDay === undefined ? {} : { on_the_day: onDay }),
      one_day_after: after,
      seven_days_after: sevenAfter,
    })
  })

  test.each([
    // What could not go out on its day, because nothing ran, goes out later or not at all.
    ['four days before', -4, null],
    ['three days before', -3, 'three_days_before'],
    ['one day before', -1, 'three_days_before'],
    ['on the day', 0, 'on_the_day'],
    ['one day after', 1, 'one_day_after'],
    ['six days after', 6, 'one_day_after'],
    ['seven days after', 7, 'seven_days_after'],
    ['thirteen days after', 13, 'seven_days_after'],
    ['fourteen days after', 14, null],
    ['a year after', 365, null],
  ])('the reminder of a day: %s', (_, fromDueDays, kind) => {
    // Every day is a business day here: only the distance counts.
    const day = civilDay('2026-11-18')
    expect(reminderOn(day, addDays(day, -fromDueDays), new Set())).toBe(kind)
  })
})

const anyDay = fc.integer({ min: 0, max: 400 }).map((days) => addDays(civilDay('2026-10-01'), days))

test('the due days of a day are exactly those that have a reminder on it', () => {
  fc.assert(
    fc.property(anyDay, (day) => {
      const found = new Map(remindersOn(day, holidays).map(({ dueDay, kind }) => [dueDay, kind]))
      for (let distance = -20; distance <= 20; distance += 1) {
        const dueDay = addDays(day, distance)
        expect(found.get(dueDay) ?? null).toBe(reminderOn(day, dueDay, holidays))
      }
    }),
  )
})

test('never on a weekend or a holiday, and never more than three days before', () => {
  fc.assert(
    fc.property(anyDay, (day) => {
      for (const { dueDay } of remindersOn(day, holidays)) {
        expect(isBusinessDay(day, holidays)).toBe(true)
        expect(daysBetween(day, dueDay)).toBeLessThanOrEqual(3)
      }
    }),
  )
})

describe('from 9 to 20 h in Argentina on business days', () => {
  test.each([
    ['Monday, a moment before nine', '2026-11-16T11:59:59.999Z', false],
    ['Monday at nine', '2026-11-16T12:00:00.000Z', true],
    ['Monday, a moment before eight in the evening', '2026-11-16T22:59:59.999Z', true],
    ['Monday at eight in the evening', '2026-11-16T23:00:00.000Z', false],
    ['Monday evening in Argentina, Tuesday in Europe', '2026-11-17T01:00:00.000Z', false],
    ['Saturday at noon', '2026-11-21T15:00:00.000Z', false],
    ['a holiday at noon', '2026-12-08T15:00:00.000Z', false],
  ])('she may be contacted or not: %s', (_, instant, may) => {
    expect(mayContactAt(new Date(instant), holidays)).toBe(may)
  })

  test.each([
    ['within the hours: at once', '2026-11-16T15:30:00.000Z', '2026-11-16T15:30:00.000Z'],
    ['before them: when they begin', '2026-11-16T11:59:59.999Z', '2026-11-16T12:00:00.000Z'],
    ['when they end: the next morning', '2026-11-16T23:00:00.000Z', '2026-11-17T12:00:00.000Z'],
    ['after midnight: the same morning', '2026-11-17T04:00:00.000Z', '2026-11-17T12:00:00.000Z'],
    ['on a Friday evening: Monday', '2026-11-20T23:30:00.000Z', '2026-11-23T12:00:00.000Z'],
    ['before a holiday: after it', '2026-12-07T23:30:00.000Z', '2026-12-09T12:00:00.000Z'],
    ['on a holiday at noon: after it', '2026-12-08T15:00:00.000Z', '2026-12-09T12:00:00.000Z'],
  ])('the next moment, %s', (_, instant, next) => {
    expect(nextContactAt(new Date(instant), holidays)).toEqual(new Date(next))
  })

  test('the hours of a day', () => {
    expect(contactHours(civilDay('2026-11-16'))).toEqual({
      from: new Date('2026-11-16T12:00:00.000Z'),
      to: new Date('2026-11-16T23:00:00.000Z'),
    })
  })
})
