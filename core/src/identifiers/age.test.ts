import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, civilDay } from '../calendar.ts'
import { ageOn, checkAge } from './age.ts'

test.each([
  ['on the 18th birthday', '2008-11-15', '2026-11-15', 18],
  ['the day before it', '2008-11-16', '2026-11-15', 'too_young'],
  ['the last day of being 75', '1950-11-16', '2026-11-15', 75],
  ['on the 76th birthday', '1950-11-15', '2026-11-15', 'too_old'],
  ['born tomorrow', '2026-11-16', '2026-11-15', 'too_young'],
  ['born on a leap day, in a year without one: not yet', '2008-02-29', '2026-02-28', 'too_young'],
  ['born on a leap day, in a year without one: the day after', '2008-02-29', '2026-03-01', 18],
])('an age is counted: %s', (_, birthDay, today, expected) => {
  const age = checkAge(civilDay(birthDay), civilDay(today))
  expect(age.ok ? age.value : age.problem).toBe(expected)
})

test('nobody grows younger, and each year has one birthday', () => {
  const days = fc.integer({ min: 0, max: 40_000 }).map((count) => addDays(civilDay('1930-01-01'), count))
  fc.assert(
    fc.property(days, days, (birthDay, today) => {
      const grown = ageOn(birthDay, addDays(today, 1)) - ageOn(birthDay, today)
      expect([0, 1]).toContain(grown)
    }),
  )
})
