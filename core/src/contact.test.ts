import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, type CivilDay, civilDay, civilDayOf, isBusinessDay, startOfDay } from './calendar.ts'
import { type ContactFacts, contactBudget, mayContact } from './contact.ts'

const holidays = new Set([civilDay('2026-11-23'), civilDay('2026-12-08'), civilDay('2026-12-25')])
const HOUR_MS = 3_600_000

const nothing: ContactFacts = { contactDays: [], isOptedOut: false, promisedUntil: null }
const at = (day: string, hour: number): Date => new Date(startOfDay(civilDay(day)).getTime() + hour * HOUR_MS)
const days = (...list: string[]): CivilDay[] => list.map(civilDay)

// 2026-11-16 is a Monday.
describe('the law', () => {
  test.each([
    ['on a Monday at 9:00', '2026-11-16', 9, null],
    ['at 19:59', '2026-11-16', 20 - 1 / 60, null],
    ['at 8:59', '2026-11-16', 9 - 1 / 60, 'outside_hours'],
    ['at 20:00', '2026-11-16', 20, 'outside_hours'],
    ['at 20:01', '2026-11-16', 20 + 1 / 60, 'outside_hours'],
    ['on a Saturday', '2026-11-21', 12, 'not_a_business_day'],
    ['on a Sunday', '2026-11-22', 12, 'not_a_business_day'],
    ['on a holiday', '2026-11-23', 12, 'not_a_business_day'],
  ] as const)('nobody is contacted on a Sunday or at 20:01: %s', (_, day, hour, obstacle) => {
    expect(mayContact(nothing, at(day, hour), holidays)).toBe(obstacle)
  })

  test('the second contact of a day is refused', () => {
    const facts = { ...nothing, contactDays: days('2026-11-16') }
    expect(mayContact(facts, at('2026-11-16', 15), holidays)).toBe('one_a_day')
    expect(mayContact(facts, at('2026-11-17', 9), holidays)).toBeNull()
  })

  test('a clock that was set back allows nothing before what was said already', () => {
    const facts = { ...nothing, contactDays: days('2026-12-14') }
    expect(contactBudget(facts, at('2026-11-16', 12), holidays)).toMatchObject({
      obstacle: 'one_a_day',
      nextAt: at('2026-12-15', 9),
    })
  })

  test('the third contact of the week is refused, in whatever week: any seven days in a row', () => {
    const facts = { ...nothing, contactDays: days('2026-11-19', '2026-11-20') }
    // The calendar week is another one already.
    expect(mayContact(facts, at('2026-11-24', 12), holidays)).toBe('two_in_seven_days')
    expect(mayContact(facts, at('2026-11-26', 12), holidays)).toBeNull()
  })

  test('"do not contact me" counts at once, and there is no next time', () => {
    const facts = { ...nothing, isOptedOut: true }
    expect(contactBudget(facts, at('2026-11-16', 12), holidays)).toMatchObject({ obstacle: 'opted_out', nextAt: null })
  })

  test('a promise is waited for until the end of its day', () => {
    const facts = { ...nothing, promisedUntil: civilDay('2026-11-18') }
    expect(mayContact(facts, at('2026-11-18', 19), holidays)).toBe('promised')
    expect(mayContact(facts, at('2026-11-19', 9), holidays)).toBeNull()
  })
})

describe('what is left', () => {
  test('of today and of seven days, and when next', () => {
    const facts = { ...nothing, contactDays: days('2026-11-09', '2026-11-13', '2026-11-18') }
    expect(contactBudget(facts, at('2026-11-18', 12), holidays)).toEqual({
      obstacle: 'two_in_seven_days',
      todayCount: 1,
      sevenDaysCount: 2,
      // The 13th is out of the seven days on the 20th.
      nextAt: at('2026-11-20', 9),
    })
  })

  test('before the hours begin it is today, after them the next business day', () => {
    expect(contactBudget(nothing, at('2026-11-16', 7), holidays).nextAt).toEqual(at('2026-11-16', 9))
    expect(contactBudget(nothing, at('2026-11-20', 21), holidays).nextAt).toEqual(at('2026-11-24', 9))
  })
})

test('whoever always writes at the first moment that is named never breaks a limit', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ waitHours: fc.integer({ min: 0, max: 100 }), promiseDays: fc.option(fc.nat(30)) }), {
        maxLength: 40,
      }),
      (steps) => {
        let now = at('2026-11-16', 0)
        let facts = nothing
        const contacts: Date[] = []
        for (const { waitHours, promiseDays } of steps) {
          now = new Date(now.getTime() + waitHours * HOUR_MS)
          const before = facts
          if (promiseDays !== null) facts = { ...facts, promisedUntil: addDays(civilDayOf(now), promiseDays) }
          const { obstacle, nextAt } = contactBudget(facts, now, holidays)
          // A moment that is named is one that is allowed, and none before it is.
          if (nextAt === null || mayContact(facts, nextAt, holidays) !== null) return false
          if ((obstacle === null) !== (nextAt.getTime() === now.getTime())) return false
          const hourBefore = new Date(nextAt.getTime() - HOUR_MS)
          if (obstacle !== null && hourBefore >= now && mayContact(facts, hourBefore, holidays) === null) return false
          now = nextAt
          const day = civilDayOf(now)
          if (facts.promisedUntil !== null && day <= facts.promisedUntil) return false
          contacts.push(now)
          facts = { ...before, promisedUntil: facts.promisedUntil, contactDays: [...facts.contactDays, day] }
        }
        const contactDays = contacts.map(civilDayOf)
        const inHours = contacts.every((one) => {
          const hour = (one.getTime() - startOfDay(civilDayOf(one)).getTime()) / HOUR_MS
          return isBusinessDay(civilDayOf(one), holidays) && hour >= 9 && hour < 20
        })
        const aDay = new Set(contactDays).size === contactDays.length
        const inSeven = contactDays.every((first) => {
          const last = addDays(first, 6)
          return contactDays.filter((day) => day >= first && day <= last).length <= 2
        })
        return inHours && aDay && inSeven
      },
    ),
  )
})
