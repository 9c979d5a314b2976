import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, type CivilDay, civilDay } from '../calendar.ts'
import { accountOn, type LoanTerms } from '../loan/account.ts'
import { CURRENT_RULES_VERSION, type RulesVersion } from '../loan/rules.ts'
import { isWithdrawnOn, withdrawalStateOn } from '../loan/withdrawal.ts'
import { type Centavos, centavos, pesos } from '../money.ts'
import { runs, tellProof } from '../test-proof.ts'
import {
  amountsOf,
  type Balances,
  balancesOn,
  changesBetween,
  type LedgerAccount,
  ledgerAccounts,
  LEDGER_RULE,
  type LoanFacts,
  loanOn,
} from './ledger.ts'

const payoutDay = civilDay('2026-11-18')
const onDay = (days: number): CivilDay => addDays(payoutDay, days)

const pricing = {
  feeBasisPoints: 1000,
  tnaBasisPoints: 9000,
  vatBasisPoints: 2100,
  lateOneTimeBasisPoints: 500,
  lateOneTimeUnpaidMin: pesos(1000),
  lateDailyBasisPoints: 400,
  lateMaxBasisPoints: 10_000,
}
const terms: LoanTerms = {
  amount: pesos(100_000),
  termDays: 91,
  payoutDay,
  dueDay: onDay(91),
  pricing,
  rulesVersion: CURRENT_RULES_VERSION,
}
const loan: LoanFacts = {
  terms,
  fee: pesos(10_000),
  arrival: pesos(90_000),
  payments: [],
  refunded: pesos(0),
  withdrawalUntilDay: null,
  waivers: [],
  plan: null,
  writtenOffDay: null,
}

/** Without the accounts that are zero. */
const said = (facts: Partial<LoanFacts>, days: number): Partial<Record<LedgerAccount, number>> =>
  Object.fromEntries(
    Object.entries(balancesOn({ ...loan, ...facts }, onDay(days))).filter(([, amount]) => amount !== 0),
  )

const paid = (...payments: readonly (readonly [days: number, amount: number])[]) =>
  payments.map(([days, amount]) => ({ day: onDay(days), amount: pesos(amount) }))

describe.each<RulesVersion>([1, 2])(`what the books say, by ${LEDGER_RULE} %d`, (rulesVersion) => {
  const out = { paid_out: -9_000_000, fee_earned: -1_000_000 }
  const month = { interest_earned: -739_726, vat_to_pay: -155_342 }
  const term = { interest_earned: -2_243_836, vat_to_pay: -471_206 }
  // Another number in one of these rows is another rule: raise its version.
  test.each<[string, Partial<LoanFacts>, number, Partial<Record<LedgerAccount, number>>]>([
    ['the money has left', {}, 0, { principal: 10_000_000, ...out }],
    ['a month later', {}, 30, { principal: 10_000_000, interest: 739_726, interest_vat: 155_342, ...out, ...month }],
    [
      'a part was paid',
      { payments: paid([30, 50_000]) },
      30,
      { principal: 5_895_068, collected: 5_000_000, ...out, ...month },
    ],
    ['a payment of tomorrow counts tomorrow', { payments: paid([1, 50_000]) }, 0, { principal: 10_000_000, ...out }],
    [
      'a day late',
      {},
      92,
      {
        principal: 10_000_000,
        interest: 2_243_836,
        interest_vat: 471_206,
        late_one_time: 500_000,
        late_daily: 400_000,
        late_earned: -900_000,
        ...out,
        ...term,
      },
    ],
    [
      'late beyond the ceiling',
      {},
      400,
      {
        principal: 10_000_000,
        interest: 2_243_836,
        interest_vat: 471_206,
        late_one_time: 500_000,
        late_daily: 9_500_000,
        late_earned: -10_000_000,
        ...out,
        ...term,
      },
    ],
    [
      'more than all was paid',
      { payments: paid([30, 110_000]) },
      30,
      { collected: 11_000_000, borrower_credit: -104_932, ...out, ...month },
    ],
    [
      'and refunded',
      { payments: paid([30, 110_000]), refunded: centavos(104_932) },
      60,
      { collected: 10_895_068, ...out, ...month },
    ],
    ['withdrawn', { withdrawalUntilDay: onDay(15) }, 8, { principal: 9_000_000, paid_out: -9_000_000 }],
    [
      'withdrawn and given back',
      { withdrawalUntilDay: onDay(15), payments: paid([8, 90_000]) },
      20,
      { paid_out: -9_000_000, collected: 9_000_000 },
    ],
    [
      'withdrawn when more was paid already',
      { withdrawalUntilDay: onDay(15), payments: paid([3, 95_000]) },
      8,
      { paid_out: -9_000_000, collected: 9_500_000, borrower_credit: -500_000 },
    ],
    [
      'withdrawn and not given back, on the last day: no charge yet',
      { withdrawalUntilDay: onDay(15) },
      15,
      { principal: 9_000_000, paid_out: -9_000_000 },
    ],
    [
      'withdrawn and not given back by the last day: the agreed loan, from its payout day',
      { withdrawalUntilDay: onDay(15) },
      30,
      { principal: 10_000_000, interest: 739_726, interest_vat: 155_342, ...out, ...month },
    ],
    [
      'withdrawn and one centavo short on the last day: that centavo',
      { withdrawalUntilDay: onDay(15), payments: [{ day: onDay(15), amount: centavos(8_999_999) }] },
      15,
      { principal: 1, paid_out: -9_000_000, collected: 8_999_999 },
    ],
    [
      'refunded, and then the payment was taken back',
      { refunded: centavos(104_932) },
      30,
      {
        principal: 10_000_000,
        interest: 739_726,
        interest_vat: 155_342,
        collected: -104_932,
        borrower_credit: 104_932,
        ...out,
        ...month,
      },
    ],
  ])('the books: %s', (_, facts, days, expected) => {
    expect(said({ ...facts, terms: { ...terms, rulesVersion } }, days)).toEqual(expected)
  })
})

describe(`what the books say, by ${LEDGER_RULE} 3: 21/121 of the fee and of the late charges is VAT`, () => {
  // 10.000,00 × 21 ÷ 121 = 1.735,537… and 8.264,463…
  const feeVat = 173_554
  const out = { paid_out: -9_000_000, fee_earned: -826_446 }
  const month = { interest_earned: -739_726, vat_to_pay: -155_342 - feeVat }
  // Another number in one of these rows is another rule: add a version.
  test.each<[string, Partial<LoanFacts>, number, Partial<Record<LedgerAccount, number>>]>([
    ['the money has left', {}, 0, { principal: 10_000_000, ...out, vat_to_pay: -feeVat }],
    ['a month later', {}, 30, { principal: 10_000_000, interest: 739_726, interest_vat: 155_342, ...out, ...month }],
    [
      // 5.000,00 and 4.000,00: 867,768… and 694,214…, each rounded once.
      'a day late',
      {},
      92,
      {
        principal: 10_000_000,
        interest: 2_243_836,
        interest_vat: 471_206,
        late_one_time: 500_000,
        late_daily: 400_000,
        ...out,
        interest_earned: -2_243_836,
        late_earned: -(500_000 - 86_777 + 400_000 - 69_421),
        vat_to_pay: -(471_206 + feeVat + 86_777 + 69_421),
      },
    ],
    [
      // 19 days of 4.000,00 are 76.000,00, of which 13.190,0826… is VAT: not nineteen times 694,21.
      'late for days: rounded over all of them',
      {},
      110,
      {
        principal: 10_000_000,
        interest: 2_243_836,
        interest_vat: 471_206,
        late_one_time: 500_000,
        late_daily: 7_600_000,
        ...out,
        interest_earned: -2_243_836,
        late_earned: -(500_000 - 86_777 + 7_600_000 - 1_319_008),
        vat_to_pay: -(471_206 + feeVat + 86_777 + 1_319_008),
      },
    ],
    [
      'a payment that was made in time and heard of late takes the late charges back, with their VAT',
      { payments: paid([91, 127_150.42]) },
      95,
      { collected: 12_715_042, ...out, interest_earned: -2_243_836, vat_to_pay: -471_206 - feeVat },
    ],
    [
      'withdrawn: no fee, so no VAT of it',
      { withdrawalUntilDay: onDay(15) },
      8,
      { principal: 9_000_000, paid_out: -9_000_000 },
    ],
  ])('the books with VAT: %s', (_, facts, days, expected) => {
    expect(said(facts, days)).toEqual(expected)
  })

  test('a loan without VAT has none inside its fee either', () => {
    const untaxed = { ...terms, pricing: { ...pricing, vatBasisPoints: 0 } }
    expect(said({ terms: untaxed }, 0)).toEqual({ principal: 10_000_000, paid_out: -9_000_000, fee_earned: -1_000_000 })
  })
})

describe('what she owes when a credit went back and its payment was taken back', () => {
  const refunded = centavos(104_932)
  test.each([
    ['nothing is there', [], 11_000_000, 0, null],
    ['what the loan takes is there: the refund is owed still', [[30, 108_950.68]], 104_932, 0, null],
    ['all is there', [[30, 110_000]], 0, 0, onDay(30)],
    ['and some more', [[30, 110_001]], 0, 100, onDay(30)],
  ] as const)('what she owes: %s', (_, payments, payoff, credit, clearedDay) => {
    const facts = { ...loan, payments: paid(...payments), refunded }
    expect(loanOn(facts, onDay(30))).toMatchObject({ payoff, credit, clearedDay })
  })
})

test('the accounts stand in the order of the stored rows, which never changes', () => {
  expect(ledgerAccounts.slice(0, 12)).toEqual([
    'principal',
    'interest',
    'interest_vat',
    'late_one_time',
    'late_daily',
    'paid_out',
    'collected',
    'fee_earned',
    'interest_earned',
    'vat_to_pay',
    'late_earned',
    'borrower_credit',
  ])
  const balances = Object.fromEntries(ledgerAccounts.map((account, index) => [account, centavos(index)])) as Balances
  expect(amountsOf(balances)).toEqual(ledgerAccounts.map((_, index) => index))
})

describe('an entry is the difference', () => {
  test.each([
    ['new books', [], [5, -5], [5, -5]],
    ['moved on', [5, -5], [7, -7], [2, -2]],
    ['back again', [5, -5], [3, -3], [-2, 2]],
    ['the same', [5, -5], [5, -5], undefined],
    ['books from before an account was added', [5, -5], [5, -6, 1], [0, -1, 1]],
    ['the same, with an account more', [5, -5], [5, -5, 0], undefined],
  ] as const)('the difference: %s', (_, before, must, changes) => {
    expect(
      changesBetween(before as readonly number[] as readonly Centavos[], must as readonly number[] as Centavos[]),
    ).toEqual(changes)
  })
})

/** Any loan, with whatever happened to it, and a day to look at it. */
const loans = fc
  .record({
    amount: fc.integer({ min: 2, max: 100_000_000 }),
    feeShareBasisPoints: fc.integer({ min: 0, max: 9_999 }),
    tnaBasisPoints: fc.integer({ min: 0, max: 30_000 }),
    vatBasisPoints: fc.integer({ min: 0, max: 2700 }),
    lateOneTimeBasisPoints: fc.integer({ min: 0, max: 3000 }),
    lateOneTimeUnpaidMin: fc.oneof(fc.constant(100_000), fc.nat(1_000_000)),
    rulesVersion: fc.constantFrom<RulesVersion>(1, 2, 3, 3),
    lateDailyBasisPoints: fc.integer({ min: 0, max: 1000 }),
    lateMaxBasisPoints: fc.integer({ min: 0, max: 20_000 }),
    termDays: fc.integer({ min: 1, max: 200 }),
    graceDays: fc.integer({ min: 0, max: 20 }),
    payments: fc.array(fc.record({ days: fc.nat(300), share: fc.integer({ min: 1, max: 20_000 }) }), { maxLength: 6 }),
    refundShare: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 5_000 })),
    withdrawalDays: fc.oneof(fc.constant(null), fc.nat(30)),
    days: fc.nat(320),
  })
  .map((sketch) => {
    const amount = centavos(sketch.amount)
    const share = (basisPoints: number): Centavos => centavos(Math.floor((sketch.amount * basisPoints) / 10_000))
    const fee = share(sketch.feeShareBasisPoints)
    const { tnaBasisPoints, vatBasisPoints, lateOneTimeBasisPoints, lateDailyBasisPoints, lateMaxBasisPoints } = sketch
    const facts: LoanFacts = {
      terms: {
        amount,
        termDays: sketch.termDays,
        payoutDay,
        dueDay: onDay(sketch.termDays + sketch.graceDays),
        pricing: {
          feeBasisPoints: sketch.feeShareBasisPoints,
          tnaBasisPoints,
          vatBasisPoints,
          lateOneTimeBasisPoints,
          lateOneTimeUnpaidMin: centavos(sketch.lateOneTimeUnpaidMin),
          lateDailyBasisPoints,
          lateMaxBasisPoints,
        },
        rulesVersion: sketch.rulesVersion,
      },
      fee,
      arrival: centavos(amount - fee),
      payments: sketch.payments.map((payment) => ({
        day: onDay(payment.days),
        amount: centavos(share(payment.share) + 1),
      })),
      refunded: share(sketch.refundShare),
      withdrawalUntilDay: sketch.withdrawalDays === null ? null : onDay(sketch.withdrawalDays),
      waivers: [],
      plan: null,
      writtenOffDay: null,
    }
    return { facts, day: onDay(sketch.days) }
  })

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0)

describe('for any loan', () => {
  const holds = (property: (made: { facts: LoanFacts; day: CivilDay }) => void): void =>
    fc.assert(fc.property(loans, property), { numRuns: runs(2_000) })

  tellProof('loans of which each rule of the books holds', runs(2_000), 2_000)

  test('the books sum to zero on every day', () => {
    holds(({ facts, day }) => {
      expect(sum(Object.values(balancesOn(facts, day)))).toBe(0)
    })
  })

  test('they say what the engine says', () => {
    holds(({ facts, day }) => {
      fc.pre(!isWithdrawnOn(facts, day))
      const account = accountOn(facts.terms, facts.payments, day)
      const balances = balancesOn(facts, day)
      expect(balances).toMatchObject({
        principal: account.principal,
        interest: account.interest,
        interest_vat: account.vat,
        late_one_time: account.lateOneTime,
        late_daily: account.lateDaily,
        collected: account.repaid - facts.refunded,
      })
      expect(balances.interest_earned + account.accrued.interest).toBe(0)
      expect(balances.borrower_credit + account.credit - facts.refunded).toBe(0)
    })
  })

  test('earnings and VAT are the charges to the centavo, and the VAT is the rate of each net', () => {
    holds(({ facts, day }) => {
      fc.pre(!isWithdrawnOn(facts, day))
      const { accrued } = accountOn(facts.terms, facts.payments, day)
      const balances = balancesOn(facts, day)
      const charges = facts.fee + accrued.interest + accrued.vat + accrued.lateOneTime + accrued.lateDaily
      const { fee_earned, interest_earned, vat_to_pay, late_earned } = balances
      expect(charges + fee_earned + interest_earned + vat_to_pay + late_earned).toBe(0)
      const isSplit = facts.terms.rulesVersion === 3
      const rate = isSplit ? facts.terms.pricing.vatBasisPoints / 10_000 : 0
      // Within half a centavo of the rounding of each charge; there are two late ones.
      expect(Math.abs(-fee_earned * (1 + rate) - facts.fee)).toBeLessThanOrEqual(0.5 * (1 + rate) + 1e-6)
      const late = accrued.lateOneTime + accrued.lateDaily
      expect(Math.abs(-late_earned * (1 + rate) - late)).toBeLessThanOrEqual(1 * (1 + rate) + 1e-6)
    })
  })

  test('what she owes is the same by any version of the booking rule', () => {
    holds(({ facts, day }) => {
      fc.pre(facts.terms.rulesVersion > 1)
      const by = (rulesVersion: RulesVersion): Balances =>
        balancesOn({ ...facts, terms: { ...facts.terms, rulesVersion } }, day)
      const { fee_earned: _, vat_to_pay: __, late_earned: ___, ...second } = by(2)
      expect(by(3)).toMatchObject(second)
    })
  })

  test('what she owes is what the books say she owes, and she never owes and has at once', () => {
    holds(({ facts, day }) => {
      const balances = balancesOn(facts, day)
      const account = loanOn(facts, day)
      const lines = balances.principal + balances.interest + balances.interest_vat
      const late = balances.late_one_time + balances.late_daily
      expect(account.payoff).toBe(lines + late + Math.max(0, balances.borrower_credit))
      expect(account.credit).toBe(Math.max(0, -balances.borrower_credit))
      expect(account.payoff === 0 || account.credit === 0).toBe(true)
      expect(account.clearedDay === null).toBe(account.payoff > 0)
    })
  })

  test('paying what she owes leaves exactly zero', () => {
    holds(({ facts, day }) => {
      const { payoff } = loanOn(facts, day)
      fc.pre(payoff > 0)
      const after = loanOn({ ...facts, payments: [...facts.payments, { day, amount: payoff }] }, day)
      expect(after).toMatchObject({ payoff: 0, credit: 0 })
    })
  })

  const paidBy = (facts: LoanFacts, day: CivilDay): number =>
    sum(facts.payments.filter((payment) => payment.day <= day).map(({ amount }) => amount))

  test('withdrawn, she owes what she received less what she paid, and is charged nothing', () => {
    holds(({ facts, day }) => {
      fc.pre(isWithdrawnOn(facts, day))
      const withdrawn = { ...facts, refunded: centavos(0) }
      const returned = paidBy(facts, day)
      expect(loanOn(withdrawn, day)).toMatchObject({
        payoff: Math.max(0, facts.arrival - returned),
        credit: Math.max(0, returned - facts.arrival),
        lateOneTime: 0,
        lateDaily: 0,
        overdueDays: 0,
        accrued: { interest: 0, vat: 0, lateOneTime: 0, lateDaily: 0 },
      })
      expect(balancesOn(withdrawn, day)).toMatchObject({
        fee_earned: 0,
        interest_earned: 0,
        vat_to_pay: 0,
        late_earned: 0,
      })
    })
  })

  test('she never owes less than the capital that she received and has not given back', () => {
    holds(({ facts, day }) => {
      const { payoff } = loanOn({ ...facts, refunded: centavos(0) }, day)
      expect(payoff).toBeGreaterThanOrEqual(facts.arrival - paidBy(facts, day))
    })
  })

  test('after the last day without the capital everything is as if nobody had withdrawn', () => {
    holds(({ facts, day }) => {
      const { withdrawalUntilDay: until } = facts
      fc.pre(until !== null && day > until && paidBy(facts, until) < facts.arrival)
      const silent = { ...facts, withdrawalUntilDay: null }
      expect(withdrawalStateOn(facts, day)).toBe('lapsed')
      expect(loanOn(facts, day)).toEqual(loanOn(silent, day))
      expect(balancesOn(facts, day)).toEqual(balancesOn(silent, day))
    })
  })

  test('with the capital back by the last day she owes nothing on any later day, and never again', () => {
    holds(({ facts, day }) => {
      const { withdrawalUntilDay: until } = facts
      fc.pre(until !== null && day >= until && paidBy(facts, until) >= facts.arrival)
      expect(withdrawalStateOn(facts, day)).toBe('complete')
      expect(loanOn({ ...facts, refunded: centavos(0) }, day).payoff).toBe(0)
    })
  })

  test('a refund of the whole credit leaves none, and changes nothing that is owed', () => {
    holds(({ facts, day }) => {
      const before = loanOn({ ...facts, refunded: centavos(0) }, day)
      const after = loanOn({ ...facts, refunded: before.credit }, day)
      expect(after).toEqual({ ...before, credit: 0 })
    })
  })

  test('entries from day to day add up to the books of the last day', () => {
    holds(({ facts, day }) => {
      let books: Centavos[] = []
      const entries: Centavos[][] = []
      const book = (known: LoanFacts, on: CivilDay): void => {
        const changes = changesBetween(books, amountsOf(balancesOn(known, on)))
        if (changes === undefined) return
        entries.push(changes)
        books = changes.map((change, index) => centavos((books[index] ?? 0) + change))
      }
      book({ ...facts, payments: [], refunded: centavos(0), withdrawalUntilDay: null }, payoutDay)
      for (const [index] of facts.payments.entries())
        book({ ...facts, payments: facts.payments.slice(index), withdrawalUntilDay: null }, day)
      book(facts, day)
      for (const entry of entries) expect(sum(entry)).toBe(0)
      expect(books).toEqual(amountsOf(balancesOn(facts, day)))
      const count = entries.length
      book(facts, day)
      expect(entries).toHaveLength(count)
    })
  })
})
