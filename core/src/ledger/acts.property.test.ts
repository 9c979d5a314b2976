import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, type CivilDay, civilDay } from '../calendar.ts'
import type { RulesVersion } from '../loan/rules.ts'
import { type Centavos, centavos } from '../money.ts'
import { runs, tellProof } from '../test-proof.ts'
import { balancesOn, brokenDayOf, type LoanFacts, loanOn, planStateOn } from './ledger.ts'
import { clerkBooks } from './test-clerk.ts'

const payoutDay = civilDay('2026-11-18')
const onDay = (days: number): CivilDay => addDays(payoutDay, days)
const LAST_DAY = 160

const sketches = fc.record({
  amount: fc.oneof(
    fc.integer({ min: 4, max: 100 }).map((steps) => steps * 500_000),
    fc.integer({ min: 1, max: 10 ** 9 }),
  ),
  termDays: fc.integer({ min: 5, max: 40 }),
  graceDays: fc.nat(5),
  tnaBasisPoints: fc.constantFrom(0, 9000, 30_000),
  lateOneTimeBasisPoints: fc.constantFrom(0, 500, 2000),
  lateOneTimeUnpaidMin: fc.constantFrom(0, 100_000),
  lateDailyBasisPoints: fc.constantFrom(0, 100, 400),
  lateMaxBasisPoints: fc.constantFrom(1000, 10_000),
  rulesVersion: fc.constantFrom<RulesVersion>(1, 2, 3, 3),
  payments: fc.array(fc.record({ days: fc.nat(LAST_DAY), share: fc.integer({ min: 1, max: 6_000 }) }), {
    maxLength: 5,
  }),
  waivers: fc.array(fc.record({ days: fc.nat(LAST_DAY), share: fc.integer({ min: 1, max: 3_000 }) }), { maxLength: 2 }),
  /** After the end of the term. */
  planAfterDays: fc.nat(40),
  partCount: fc.integer({ min: 1, max: 4 }),
  partEveryDays: fc.integer({ min: 1, max: 20 }),
  /** How many of the parts are paid, each by its day. */
  partsPaid: fc.nat(4),
  writtenOffDays: fc.option(fc.integer({ min: 30, max: 120 }), { freq: 2 }),
  days: fc.nat(LAST_DAY),
})

type Made = {
  /** With payments alone. */
  readonly plain: LoanFacts
  readonly waivers: LoanFacts['waivers']
  readonly plan: NonNullable<LoanFacts['plan']>
  readonly planPayments: LoanFacts['payments']
  readonly writtenOffDay: CivilDay | null
  readonly day: CivilDay
}

const partsOf = (payoff: number, count: number, dayOf: (index: number) => CivilDay) => {
  const each = Math.floor(payoff / count)
  return Array.from({ length: count }, (_, index) => ({
    dueDay: dayOf(index),
    amount: centavos(index === count - 1 ? payoff - each * (count - 1) : each),
  })).filter(({ amount }) => amount > 0)
}

const loans: fc.Arbitrary<Made> = sketches.map((sketch) => {
  const amount = centavos(sketch.amount)
  const share = (basisPoints: number): Centavos => centavos(1 + Math.floor((sketch.amount * basisPoints) / 10_000))
  const fee = centavos(Math.floor(amount / 10))
  const plain: LoanFacts = {
    terms: {
      amount,
      termDays: sketch.termDays,
      payoutDay,
      dueDay: onDay(sketch.termDays + sketch.graceDays),
      pricing: {
        feeBasisPoints: 1000,
        tnaBasisPoints: sketch.tnaBasisPoints,
        vatBasisPoints: 2100,
        lateOneTimeBasisPoints: sketch.lateOneTimeBasisPoints,
        lateOneTimeUnpaidMin: centavos(sketch.lateOneTimeUnpaidMin),
        lateDailyBasisPoints: sketch.lateDailyBasisPoints,
        lateMaxBasisPoints: sketch.lateMaxBasisPoints,
      },
      rulesVersion: sketch.rulesVersion,
    },
    fee,
    arrival: centavos(amount - fee),
    payments: sketch.payments.map(({ days, share: part }) => ({ day: onDay(days), amount: share(part) })),
    refunded: centavos(0),
    withdrawalUntilDay: null,
    waivers: [],
    plan: null,
    writtenOffDay: null,
  }
  const planDay = onDay(sketch.termDays + sketch.planAfterDays)
  const { payoff } = loanOn(plain, planDay)
  const parts = partsOf(payoff, sketch.partCount, (index) => addDays(planDay, (index + 1) * sketch.partEveryDays))
  return {
    plain,
    waivers: sketch.waivers.map(({ days, share: part }) => ({ day: onDay(days), amount: share(part) })),
    plan: { day: planDay, parts },
    planPayments: parts.slice(0, sketch.partsPaid).map(({ dueDay: day, amount: paid }) => ({ day, amount: paid })),
    writtenOffDay: sketch.writtenOffDays === null ? null : onDay(sketch.writtenOffDays),
    day: onDay(sketch.days),
  }
})

const WHOLE = 2_000
const holds = (property: (made: Made) => void): void =>
  fc.assert(fc.property(loans, property), { numRuns: runs(WHOLE) })

const total = (amounts: readonly number[]): number => amounts.reduce((sum, amount) => sum + amount, 0)
const withAll = ({ plain, waivers, plan, planPayments, writtenOffDay }: Made): LoanFacts => ({
  ...plain,
  payments: [...plain.payments, ...planPayments],
  waivers,
  plan,
  writtenOffDay,
})
const nonZero = (facts: LoanFacts, day: CivilDay) =>
  Object.fromEntries(Object.entries(balancesOn(facts, day)).filter(([, amount]) => amount !== 0))

tellProof('loans of which each rule of waivers, plans and write-offs holds', runs(WHOLE), WHOLE)

describe('for any loan with waivers, a plan and a write-off', () => {
  test('the books sum to zero on every day', () => {
    holds((made) => {
      expect(total(Object.values(balancesOn(withAll(made), made.day)))).toBe(0)
    })
  })

  test('they are those of a clerk who counts day by day', () => {
    holds((made) => {
      const facts = withAll(made)
      const clerk = clerkBooks(facts, made.day)
      expect(nonZero(facts, made.day)).toEqual(clerk.accounts)
      expect(loanOn(facts, made.day).payoff).toBe(clerk.payoff)
    })
  })

  test('in whatever order we hear of payments and waivers, the books are the same', () => {
    holds((made) => {
      const facts = withAll(made)
      const { payments, waivers } = facts
      const heard = { ...facts, payments: payments.toReversed(), waivers: waivers.toReversed() }
      expect(balancesOn(heard, made.day)).toEqual(balancesOn(facts, made.day))
    })
  })

  test('a payment always takes off what was paid, whatever was waived', () => {
    holds((made) => {
      const { day } = made
      const facts = withAll(made)
      const before = loanOn(facts, day)
      const after = loanOn({ ...facts, payments: [...facts.payments, { day, amount: centavos(12_345) }] }, day)
      expect(after.payoff - after.credit).toBe(before.payoff - before.credit - 12_345)
    })
  })

  test('paying what she owes leaves exactly zero', () => {
    holds((made) => {
      const { day } = made
      const facts = withAll(made)
      const { payoff } = loanOn(facts, day)
      fc.pre(payoff > 0)
      const paid = { ...facts, payments: [...facts.payments, { day, amount: payoff }] }
      expect(loanOn(paid, day)).toMatchObject({ payoff: 0, credit: 0 })
      expect(loanOn(paid, day).clearedDay).toBe(day)
    })
  })
})

describe('a waiver', () => {
  test('never takes off more than the late charges up to its day, and nothing else', () => {
    holds(({ plain, waivers, day }) => {
      const without = loanOn(plain, day)
      const waived = loanOn({ ...plain, waivers }, day)
      expect(waived.waived.lateOneTime).toBeLessThanOrEqual(waived.accrued.lateOneTime)
      expect(waived.waived.lateDaily).toBeLessThanOrEqual(waived.accrued.lateDaily)
      expect(waived.payoff - waived.credit).toBeLessThanOrEqual(without.payoff - without.credit)
    })
  })

  test('of all late charges leaves the rest as it is, and tomorrow costs what it cost', () => {
    holds(({ plain, day }) => {
      const before = loanOn(plain, day)
      const amount = centavos(before.lateOneTime + before.lateDaily)
      fc.pre(amount > 0)
      const facts = { ...plain, waivers: [{ day, amount }] }
      const after = loanOn(facts, day)
      const { principal, interest, vat } = before
      expect(after).toMatchObject({ principal, interest, vat, lateOneTime: 0, lateDaily: 0, credit: before.credit })
      const tomorrow = addDays(day, 1)
      fc.pre(!plain.payments.some((payment) => payment.day === tomorrow))
      expect(loanOn(facts, tomorrow).payoff).toBe(loanOn(plain, tomorrow).payoff - amount)
    })
  })
})

describe('a plan', () => {
  const planned = ({ plain, plan, planPayments }: Made): LoanFacts => ({
    ...plain,
    payments: [...plain.payments, ...planPayments],
    plan,
  })

  test('never costs more than no plan', () => {
    holds((made) => {
      const facts = planned(made)
      const [kept, none] = [loanOn(facts, made.day), loanOn({ ...facts, plan: null }, made.day)]
      expect(kept.payoff - kept.credit).toBeLessThanOrEqual(none.payoff - none.credit)
    })
  })

  test('that is broken is as if there had been none', () => {
    let count = 0
    holds((made) => {
      const facts = planned(made)
      fc.pre(planStateOn(facts, made.day) === 'broken')
      count += 1
      const none = { ...facts, plan: null }
      expect(loanOn(facts, made.day)).toEqual(loanOn(none, made.day))
      expect(balancesOn(facts, made.day)).toEqual(balancesOn(none, made.day))
    })
    expect(count).toBeGreaterThan(0)
  })

  test('stays broken from the day after the part that was not paid, and is kept until then', () => {
    holds((made) => {
      const facts = planned(made)
      const brokenDay = brokenDayOf(facts, made.day)
      fc.pre(brokenDay !== null)
      expect(brokenDayOf(facts, addDays(made.day, 30))).toBe(brokenDay)
      expect(planStateOn(facts, addDays(brokenDay, -1))).not.toBe('broken')
      expect(made.plan.parts.map(({ dueDay }) => addDays(dueDay, 1))).toContain(brokenDay)
    })
  })

  test('costs nothing while it is kept, nobody on it is late, and all its parts clear the loan', () => {
    holds(({ plain, plan }) => {
      // Whoever pays beside the plan is ahead of it; here nobody does.
      const payments = plain.payments.filter((payment) => payment.day <= plan.day)
      const facts = { ...plain, payments, plan }
      const owed = loanOn(facts, plan.day).payoff
      const parts = partsOf(owed, 3, (index) => addDays(plan.day, 10 * (index + 1)))
      fc.pre(parts.length === 3)
      const kept = { ...facts, plan: { day: plan.day, parts } }
      const paying = (count: number): LoanFacts => ({
        ...kept,
        payments: [...payments, ...parts.slice(0, count).map(({ dueDay, amount }) => ({ day: dueDay, amount }))],
      })
      expect(loanOn(kept, addDays(plan.day, 9))).toMatchObject({ payoff: owed, overdueDays: 0 })
      expect(loanOn(paying(2), addDays(plan.day, 30)).payoff).toBe(parts[2]?.amount)
      expect(loanOn(paying(3), addDays(plan.day, 400))).toMatchObject({
        payoff: 0,
        credit: 0,
        clearedDay: addDays(plan.day, 30),
      })
      expect(planStateOn(paying(3), addDays(plan.day, 31))).toBe('complete')
      expect(planStateOn(paying(2), addDays(plan.day, 31))).toBe('broken')
    })
  })
})

describe('a write-off', () => {
  test('leaves her owing what she owed, at no further cost, and nothing in the receivables', () => {
    holds((made) => {
      const { plain, day } = made
      const facts = { ...plain, writtenOffDay: day }
      const { payoff } = loanOn(plain, day)
      expect(loanOn(facts, day).payoff).toBe(payoff)
      const balances = balancesOn(facts, day)
      const { principal, interest, interest_vat, late_one_time, late_daily, written_off, recovered } = balances
      expect([principal, interest, interest_vat, late_one_time, late_daily, recovered]).toEqual([0, 0, 0, 0, 0, 0])
      expect(written_off).toBe(payoff)
      const later = addDays(day, 1)
      fc.pre(!plain.payments.some((payment) => payment.day > day))
      expect(loanOn(facts, later).payoff).toBe(payoff)
    })
  })

  test('books what comes after it as recovery, up to what was lost, and the rest as her credit', () => {
    holds(({ plain, day }) => {
      const earlier = plain.payments.filter((payment) => payment.day <= day)
      const facts = { ...plain, payments: earlier, writtenOffDay: day }
      const lost = loanOn(facts, day).payoff
      fc.pre(lost > 0)
      const later = addDays(day, 5)
      const amount = centavos(1 + Math.floor(lost * 0.7))
      const once = { ...facts, payments: [...earlier, { day: later, amount }] }
      expect(balancesOn(once, later)).toMatchObject({ written_off: lost, recovered: -Math.min(lost, amount) })
      const twice = { ...facts, payments: [...once.payments, { day: later, amount: centavos(lost) }] }
      expect(balancesOn(twice, later)).toMatchObject({ recovered: -lost, borrower_credit: -amount })
      expect(loanOn(twice, later).clearedDay).toBe(later)
    })
  })
})
