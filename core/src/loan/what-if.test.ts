import { describe, expect, test } from 'vitest'
import { addDays, civilDay } from '../calendar.ts'
import { formatPesos, pesos } from '../money.ts'
import type { LoanTerms } from './account.ts'
import { CURRENT_RULES_VERSION } from './rules.ts'
import { whatIf, whatIfDays } from './what-if.ts'

const terms: LoanTerms = {
  amount: pesos(120_000),
  termDays: 91,
  payoutDay: civilDay('2026-11-16'),
  dueDay: civilDay('2027-02-15'),
  pricing: {
    feeBasisPoints: 1000,
    tnaBasisPoints: 9000,
    vatBasisPoints: 2100,
    lateOneTimeBasisPoints: 500,
    lateOneTimeUnpaidMin: pesos(1000),
    lateDailyBasisPoints: 400,
    lateMaxBasisPoints: 10_000,
  },
  rulesVersion: CURRENT_RULES_VERSION,
}

test('what paying early and late would take: $ 120.000 for 91 days', () => {
  const shown = whatIf(terms, whatIfDays(terms)).map(({ day, fromDueDays, payoff, lateOneTime, lateDaily }) => [
    day,
    fromDueDays,
    ...[payoff, lateOneTime, lateDaily].map((amount) => formatPesos(amount).replace('$\u00A0', '')),
  ])
  expect(shown).toEqual([
    ['2027-01-16', -30, '141.839,68', '0,00', '0,00'],
    ['2027-01-31', -15, '147.210,08', '0,00', '0,00'],
    ['2027-02-15', 0, '152.580,50', '0,00', '0,00'],
    ['2027-02-16', 1, '163.380,50', '6.000,00', '4.800,00'],
    ['2027-02-22', 7, '192.180,50', '6.000,00', '33.600,00'],
    ['2027-03-17', 30, '272.580,50', '6.000,00', '114.000,00'],
  ])
})

test('a loan smaller than the threshold is shown without the one-time charge', () => {
  const small = { ...terms, amount: pesos(700) }
  const [late] = whatIf(small, [addDays(terms.dueDay, 1)])
  expect(late).toMatchObject({ lateOneTime: 0, lateDaily: 2_800 })
})

describe('the days worth showing', () => {
  test.each([
    [91, [-30, -15, 0, 1, 7, 30]],
    [31, [-30, -15, 0, 1, 7, 30]],
    [30, [-15, 0, 1, 7, 30]],
    [15, [0, 1, 7, 30]],
    [1, [0, 1, 7, 30]],
  ])('of a loan of %d days: %o from the due day', (termDays, fromDueDays) => {
    const short = { ...terms, termDays, dueDay: addDays(terms.payoutDay, termDays) }
    expect(whatIfDays(short)).toEqual(fromDueDays.map((count) => addDays(short.dueDay, count)))
  })
})
