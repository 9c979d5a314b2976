import { expect, test } from 'vitest'
import shipped from '../../../data/review-rules.json' with { type: 'json' }
import { RulesProblem, parseReviewRules } from '@hola/core/review/rules.ts'

type Table = typeof shipped

const problemOf = (change: (table: Table) => unknown): string | undefined => {
  const read = parseReviewRules(change(structuredClone(shipped)))
  return read instanceof RulesProblem ? read.reason : undefined
}

const stop =
  (...when: object[]) =>
  (table: Table) => ({
    ...table,
    stops: [{ id: 'new-row', when, outcome: 'refused', reason: 'score_low' }, ...table.stops],
  })
const scored =
  (fact: string, ...bands: object[]) =>
  (table: Table) => ({
    ...table,
    scorecard: [...table.scorecard.filter((row) => row.fact !== fact), { fact, bands }],
  })

test('the shipped table can be decided by', () => {
  expect(problemOf((table) => table)).toBeUndefined()
})

test.each<[string, (table: Table) => unknown, string]>([
  ['a fact that there is not', stop({ fact: 'sms_count', at_least: 3 }), 'row new-row: unknown fact "sms_count"'],
  ['a fact that every object has', stop({ fact: 'constructor', is: true }), 'row new-row: unknown fact "constructor"'],
  ['a gender', stop({ fact: 'gender', is: ['f'] }), 'row new-row: unknown fact "gender"'],
  ['an unknown fact that is scored', scored('device', { points: 1 }), 'scorecard: unknown fact "device"'],
  ['a row that asks nothing', stop({ fact: 'age_years' }), 'row new-row: "age_years" is asked nothing'],
  [
    'a number among choices',
    stop({ fact: 'declared_employment', at_least: 3 }),
    'row new-row: "declared_employment" does not understand at_least',
  ],
  [
    'a choice that there is not',
    stop({ fact: 'declared_employment', is: ['astronaut'] }),
    'row new-row: "declared_employment": "astronaut" is none of employee, employee_informal, monotributo, self_employed, retired, social_benefit, student, unemployed',
  ],
  [
    'a list for yes or no',
    stop({ fact: 'own_overdue_now', is: ['yes'] }),
    'row new-row: "own_overdue_now": is must be true or false',
  ],
  [
    'an id twice',
    (table) => ({ ...table, stops: [...table.stops, table.stops[0]] }),
    'row identity-card-expired: the id is used twice',
  ],
  [
    'bands that fall',
    scored('age_years', { below: 30, points: 1 }, { below: 20, points: 2 }, { points: 3 }),
    'scorecard, age_years: the bands must rise',
  ],
  [
    'bands without an end',
    scored('age_years', { below: 30, points: 1 }),
    'scorecard, age_years: the last band, and only it, takes all that is left',
  ],
  [
    'a band behind the end',
    scored('age_years', { points: 1 }, { below: 30, points: 1 }),
    'scorecard, age_years: the last band, and only it, takes all that is left',
  ],
  [
    'no band for what is missing',
    scored('bureau_situation_now', { points: 1 }),
    'scorecard, bureau_situation_now: it can be missing, and no band says so',
  ],
  [
    'a band for what is never missing',
    scored('age_years', { missing: true, points: 1 }, { points: 2 }),
    'scorecard, age_years: it is never missing',
  ],
  [
    'limits that fall',
    (table) => ({
      ...table,
      limits: [{ score_below: 2, limit_pesos: 1 }, { score_below: 1, limit_pesos: 2 }, { limit_pesos: 3 }],
    }),
    'limits: the scores must rise',
  ],
  [
    'limits without an end',
    (table) => ({ ...table, limits: [{ score_below: 2, limit_pesos: 1 }] }),
    'limits: the last row, and only it, takes every score',
  ],
  [
    'a cut that gives',
    (table) => ({ ...table, limit_cuts: table.limit_cuts.map((row) => ({ ...row, keep_basis_points: 10_001 })) }),
    'row cut-situation-2-now: a cut cannot keep more than there is',
  ],
])('%s is refused with the reason', (_, change, reason) => {
  expect(problemOf(change)).toBe(reason)
})

test.each<[string, (table: Table) => unknown]>([
  [
    'a reason that has no words',
    (table) => ({ ...table, stops: table.stops.map((row) => ({ ...row, reason: 'because' })) }),
  ],
  [
    'an approval among the stops',
    (table) => ({ ...table, stops: table.stops.map((row) => ({ ...row, outcome: 'approved' })) }),
  ],
  ['no affordability', (table) => ({ ...table, affordability: undefined })],
  ['half a point', scored('age_years', { points: 0.5 })],
  ['a field that nobody reads', (table) => ({ ...table, bonus: 5 })],
  ['nothing', () => null],
])('%s is no table', (_, change) => {
  expect(problemOf(change)).toMatch(/.: ./)
})
