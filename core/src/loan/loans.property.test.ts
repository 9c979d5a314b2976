import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { addDays, type CivilDay, civilDay, daysBetween, isBusinessDay } from '../calendar.ts'
import { type Centavos, centavos } from '../money.ts'
import { runs, tellProof } from '../test-proof.ts'
import { type Account, accountOn, type LatePricing, lateMaxOf, type LoanTerms, type Payment } from './account.ts'
import { loanRules, type RulesVersion } from './rules.ts'
import { type Pricing, type Quote, quote, type QuoteInput } from './quote.ts'
import { whatIf } from './what-if.ts'

// Core knows neither; its tests run where both are.
declare const process: { readonly env: Readonly<Record<string, string | undefined>> }
declare const console: { readonly log: (line: string) => void }

// Every run makes other loans. The seed is printed, and LOANS_SEED brings the loans of a run back.
const seed = Number(process.env['LOANS_SEED'] ?? Math.floor(Math.random() * 1_000_000_000))
let loanCount = 0
let wholeCount = 0

beforeAll(() => console.log(`loans by seed ${seed}; the same ones again: LOANS_SEED=${seed}`))

// An `expect` for each of some millions of checks would take longer than the checks.
const must = (holds: boolean, words: string): void => {
  if (!holds) throw new Error(words)
}
const mustEqual = (found: unknown, expected: unknown, words: string): void => {
  if (JSON.stringify(found) !== JSON.stringify(expected)) expect({ [words]: found }).toEqual({ [words]: expected })
}

type Loan = {
  readonly pricing: Pricing & LatePricing
  readonly amount: Centavos
  readonly termDays: number
  readonly payoutDay: CivilDay
  readonly feeReduction: Centavos
  readonly holidays: ReadonlySet<CivilDay>
  readonly extensionDays: number
  readonly rulesVersion: RulesVersion
  /** In the order in which we heard of them. */
  readonly payments: readonly Payment[]
  /** A day to look at the account, up to a quarter of a year late. */
  readonly day: CivilDay
  /** How much more of something, where a property compares. */
  readonly extra: number
}

const LATE_DAYS_MAX = 90
const PAYOUT_DAYS_MAX = 1500

// Counting on the calendar is most of the work of making a loan: here it is done once.
const firstDay = civilDay('2026-11-16')
const calendar = Array.from({ length: 14_000 }, (_, index) => addDays(firstDay, index))
const indexes = new Map(calendar.map((day, index) => [day, index]))
const daysAfter = (day: CivilDay, count: number): CivilDay => {
  const found = calendar[(indexes.get(day) ?? Number.NaN) + count]
  if (found === undefined) throw new RangeError(`the calendar of these tests is too short for ${day} + ${count}`)
  return found
}

/** None, a usual one, an absurd one. */
const rates = (usual: number, max: number): fc.Arbitrary<number> =>
  fc.oneof(fc.constant(0), fc.constant(usual), fc.integer({ min: 0, max }))

/** Some day from the payout on, or one of those around the due day, where most can go wrong. */
const moments = fc.oneof(
  fc.record({ shareBasisPoints: fc.nat(10_000) }),
  fc.record({ fromTermEndDays: fc.integer({ min: -3, max: 35 }) }),
)
type Moment = typeof moments extends fc.Arbitrary<infer Value> ? Value : never

const sketches = fc.record({
  feeBasisPoints: rates(1000, 3000),
  tnaBasisPoints: rates(9000, 30_000),
  vatBasisPoints: rates(2100, 2700),
  lateOneTimeBasisPoints: rates(500, 3000),
  lateOneTimeUnpaidMin: rates(100_000, 5_000_000),
  lateDailyBasisPoints: rates(400, 1000),
  lateMaxBasisPoints: rates(10_000, 20_000),
  amount: fc.oneof(
    { weight: 6, arbitrary: fc.integer({ min: 4, max: 100 }).map((steps) => steps * 500_000) },
    { weight: 3, arbitrary: fc.integer({ min: 1, max: 1_000_000_000_000 }) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 100 }) },
  ),
  termDays: fc.oneof(fc.constantFrom(62, 91, 120), fc.integer({ min: 15, max: 400 })),
  payoutAfterDays: fc.nat(PAYOUT_DAYS_MAX),
  feeReduction: fc.oneof(fc.constant(0), fc.nat(2_000_000)),
  /** After the end of the term. */
  holidays: fc.array(fc.nat(6), { maxLength: 4 }),
  extensionDays: fc.oneof(fc.constant(0), fc.nat(30)),
  rulesVersion: fc.constantFrom<RulesVersion>(1, 2, 3, 3),
  payments: fc.array(fc.record({ moment: moments, shareBasisPoints: fc.integer({ min: 1, max: 15_000 }) }), {
    maxLength: 5,
  }),
  /** All but so much was paid on the due day of the quote. */
  leaves: fc.option(fc.oneof(fc.nat(200_000), fc.nat(10_000_000)), { freq: 4 }),
  moment: moments,
  extra: fc.integer({ min: 1, max: 1000 }),
})

const almostAll = (loan: Loan, leaves: number | null): Payment[] => {
  if (leaves === null) return []
  const { repayment, dueDay } = quote(loan)
  return leaves < repayment ? [{ day: dueDay, amount: centavos(repayment - leaves) }] : []
}

const loans: fc.Arbitrary<Loan> = sketches.map((sketch) => {
  const { amount, termDays } = sketch
  const payoutDay = daysAfter(firstDay, sketch.payoutAfterDays)
  const termEnd = daysAfter(payoutDay, termDays)
  const dayAt = (moment: Moment): CivilDay =>
    'fromTermEndDays' in moment
      ? daysAfter(termEnd, moment.fromTermEndDays)
      : daysAfter(payoutDay, Math.floor(((termDays + LATE_DAYS_MAX) * moment.shareBasisPoints) / 10_000))
  const loan: Loan = {
    pricing: {
      feeBasisPoints: sketch.feeBasisPoints,
      tnaBasisPoints: sketch.tnaBasisPoints,
      vatBasisPoints: sketch.vatBasisPoints,
      lateOneTimeBasisPoints: sketch.lateOneTimeBasisPoints,
      lateOneTimeUnpaidMin: centavos(sketch.lateOneTimeUnpaidMin),
      lateDailyBasisPoints: sketch.lateDailyBasisPoints,
      lateMaxBasisPoints: sketch.lateMaxBasisPoints,
    },
    amount: centavos(amount),
    termDays,
    payoutDay,
    feeReduction: centavos(sketch.feeReduction),
    holidays: new Set(sketch.holidays.map((count) => daysAfter(termEnd, count))),
    extensionDays: sketch.extensionDays,
    rulesVersion: sketch.rulesVersion,
    payments: sketch.payments.map(({ moment, shareBasisPoints }) => ({
      day: dayAt(moment),
      amount: centavos(Math.ceil((amount / 10_000) * shareBasisPoints)),
    })),
    day: dayAt(sketch.moment),
    extra: sketch.extra,
  }
  const first = almostAll(loan, sketch.leaves)
  return first.length === 0 ? loan : { ...loan, payments: [...first, ...loan.payments.slice(0, 1)] }
})

const termsOf = (loan: Loan): LoanTerms => ({
  amount: loan.amount,
  termDays: loan.termDays,
  payoutDay: loan.payoutDay,
  dueDay: daysAfter(quote(loan).dueDay, loan.extensionDays),
  pricing: loan.pricing,
  rulesVersion: loan.rulesVersion,
})

let propertyCount = 0
/** A property that holds for so many loans. Each has loans of its own, the same whether it runs alone or with others. */
const forLoans = (name: string, usualRuns: number, holds: (loan: Loan) => void): void => {
  propertyCount += 1
  wholeCount += usualRuns
  const numRuns = runs(usualRuns)
  const ownSeed = seed + propertyCount
  test(`${name}, for ${numRuns} loans`, () => {
    const counted = (loan: Loan): void => {
      loanCount += 1
      holds(loan)
    }
    fc.assert(fc.property(loans, counted), { seed: ownSeed, numRuns })
  })
}

describe('among the loans there are', () => {
  type Seen = Loan & { readonly quote: Quote; readonly account: Account }
  // Made by the first test that looks at them.
  let made: readonly Seen[] | undefined
  const seen = (): readonly Seen[] =>
    (made ??= fc
      .sample(loans, { seed, numRuns: 3000 })
      .map((loan) => ({ ...loan, quote: quote(loan), account: accountOn(termsOf(loan), loan.payments, loan.day) })))
  const isAtCeiling = ({ amount, pricing, account: { accrued } }: Seen): boolean =>
    accrued.lateDaily > 0 && accrued.lateOneTime + accrued.lateDaily === lateMaxOf(amount, pricing)

  test.each<[string, (loan: Seen) => boolean]>([
    ['some of less than a peso', ({ amount }) => amount < 100],
    ['some of a thousand million pesos', ({ amount }) => amount > 100_000_000_000],
    ['some without interest', ({ pricing }) => pricing.tnaBasisPoints === 0],
    ['some with the default prices', ({ pricing }) => pricing.tnaBasisPoints === 9000],
    ['some whose coupon takes the whole fee', (loan) => loan.feeReduction > 0 && loan.quote.fee === 0],
    ['some due on a moved day', (loan) => loan.quote.dueDay > daysAfter(loan.payoutDay, loan.termDays)],
    ['some late', ({ account }) => account.overdueDays > 0],
    ['some late on which something was paid', ({ account }) => account.overdueDays > 0 && account.repaid > 0],
    ['some at the ceiling of late charges', isAtCeiling],
    ['some cleared', ({ account }) => account.clearedDay !== null],
    ['some cleared late', ({ account }) => account.clearedDay !== null && account.accrued.lateOneTime > 0],
    ['some with a credit', ({ account }) => account.credit > 0],
    [
      'some late that owed too little for the one-time charge',
      ({ account, pricing, rulesVersion }) =>
        account.overdueDays > 0 &&
        rulesVersion > 1 &&
        account.accrued.lateOneTime === 0 &&
        pricing.lateOneTimeBasisPoints > 0 &&
        pricing.lateMaxBasisPoints > 0,
    ],
    [
      'some charged less than the share of the amount',
      ({ account, amount, pricing }) =>
        account.accrued.lateOneTime > 0 &&
        account.accrued.lateOneTime <
          Math.min(Math.floor((amount * pricing.lateOneTimeBasisPoints) / 10_000), lateMaxOf(amount, pricing)),
    ],
  ])('among them are %s', (_, isOne) => {
    expect(seen().filter(isOne).length).toBeGreaterThan(10)
  })
})

const FRACTION_BITS = 128n
/** A power of a number in 2^-128ths, each step cut (0n) or cut and raised by one (1n): from below, from above. */
const power = (base: bigint, exponent: number, raise: 0n | 1n): bigint => {
  let result = 1n << FRACTION_BITS
  let square = base
  for (let rest = exponent; rest > 0; rest >>= 1) {
    if (rest % 2 === 1) result = ((result * square) >> FRACTION_BITS) + raise
    if (rest > 1) square = ((square * square) >> FRACTION_BITS) + raise
  }
  return result
}
const powerBetween = (numerator: bigint, denominator: bigint, exponent: number): readonly [bigint, bigint] => {
  const base = (numerator << FRACTION_BITS) / denominator
  return [power(base, exponent, 0n), power(base + 1n, exponent, 1n)]
}

/**
 * Whether the exact yearly rate rounds to these basis points, a half up: with half a basis point less `given` grows to
 * `returned` at most, with half more beyond it. Whole numbers throughout: (returned ÷ given)^365 against (1 + rate)^days,
 * and the full powers where 128 bits cannot tell.
 */
const isRoundedYearly = (given: bigint, returned: bigint, days: number, basisPoints: number): boolean => {
  const [grownLow, grownHigh] = powerBetween(returned, given, 365)
  const reaches = (halfBasisPoints: number): boolean => {
    const rate = BigInt(20_000 + halfBasisPoints)
    const [rateLow, rateHigh] = powerBetween(rate, 20_000n, days)
    if (grownLow >= rateHigh) return true
    if (grownHigh < rateLow) return false
    return returned ** 365n * 20_000n ** BigInt(days) >= given ** 365n * rate ** BigInt(days)
  }
  return reaches(2 * basisPoints - 1) && !reaches(2 * basisPoints + 1)
}

describe('a quote', () => {
  forLoans('adds up, and its rates solve the cash flow to half a basis point', 100_000, (loan) => {
    const { amount, feeBefore, fee, arrival, interest, vat, repayment, ...rest } = quote(loan)
    must(arrival === amount - fee, 'arrival = amount − fee')
    must(repayment === amount + interest + vat, 'repayment = amount + interest + VAT')
    must(fee === Math.max(0, feeBefore - loan.feeReduction), 'a coupon takes its amount off the fee, not below zero')
    must(arrival > 0 && fee >= 0 && interest >= 0 && vat >= 0, 'no line below zero')
    const { tnaBasisPoints } = loan.pricing
    const { termDays, teaBasisPoints, cfteaBasisPoints } = rest
    const interestShare = BigInt(tnaBasisPoints) * BigInt(termDays)
    must(isRoundedYearly(BigInt(arrival), BigInt(repayment), termDays, cfteaBasisPoints), 'CFTEA')
    must(isRoundedYearly(3_650_000n, 3_650_000n + interestShare, termDays, teaBasisPoints), 'TEA')
    must(cfteaBasisPoints >= 0 && teaBasisPoints >= 0, 'no rate below zero')
    must(isBusinessDay(rest.dueDay, loan.holidays), 'due on a business day')
  })

  const notLess = (lines: readonly (keyof Quote)[], less: QuoteInput, more: QuoteInput): void => {
    const [low, high] = [quote(less), quote(more)]
    for (const line of lines) must(low[line] <= high[line], `${line}: ${low[line]} and then ${high[line]}`)
  }

  forLoans('never costs less for a larger amount, a longer term or a higher rate', 5000, (loan) => {
    const { amount, termDays, extra, pricing } = loan
    const costs = ['interest', 'vat', 'repayment'] as const
    notLess(['feeBefore', 'fee', 'arrival', ...costs], loan, { ...loan, amount: centavos(amount + extra) })
    notLess([...costs, 'dueDay'], loan, { ...loan, termDays: termDays + extra })
    for (const rate of ['feeBasisPoints', 'tnaBasisPoints', 'vatBasisPoints'] as const) {
      const higher = { ...loan, pricing: { ...pricing, [rate]: pricing[rate] + extra } }
      notLess(['feeBefore', 'fee', ...costs, 'teaBasisPoints', 'cfteaBasisPoints'], loan, higher)
    }
  })

  forLoans('a coupon changes the fee, what arrives and CFTEA, and nothing else', 5000, (loan) => {
    const without = quote({ ...loan, feeReduction: centavos(0) })
    const { fee, arrival, cfteaBasisPoints } = quote(loan)
    mustEqual(quote(loan), { ...without, fee, arrival, cfteaBasisPoints }, 'the other lines')
    must(without.fee === without.feeBefore && fee <= without.fee, 'the fee is not raised')
    must(cfteaBasisPoints <= without.cfteaBasisPoints, 'nor is CFTEA')
  })
})

/**
 * The same loan kept by a clerk who has no formula. Every evening she writes down what the day cost, as a fraction; she
 * adds the fractions up, rounds the sum, and books what was paid that day. One account for each day since the payout.
 */
const clerkAccounts = (terms: LoanTerms, payments: readonly Payment[], lastDay: CivilDay): Account[] => {
  const { amount, pricing, payoutDay, dueDay, termDays } = terms
  const money = (numerator: bigint, denominator: bigint): Centavos =>
    centavos(Number((2n * numerator + denominator) / (2n * denominator)))
  const least = (...amounts: readonly Centavos[]): Centavos => centavos(Math.min(...amounts))
  const ceiling = money(BigInt(amount) * BigInt(pricing.lateMaxBasisPoints), 10_000n)
  const share = money(BigInt(amount) * BigInt(pricing.lateOneTimeBasisPoints), 10_000n)
  /** Decided in the evening of the due day, after the day's payments, and never again. */
  let oneTime = centavos(0)

  let interestParts = 0n
  let lateParts = 0n
  let isLate = false
  let repaid = 0
  let credit = 0
  let clearedDay: CivilDay | null = null
  const paid = { principal: 0, interest: 0, vat: 0, lateOneTime: 0, lateDaily: 0 }
  const accounts: Account[] = []
  for (let day = payoutDay; day <= lastDay; day = daysAfter(day, 1)) {
    const principalOvernight = BigInt(amount - paid.principal)
    if (accounts.length >= 1 && accounts.length <= termDays) {
      interestParts += principalOvernight * BigInt(pricing.tnaBasisPoints)
    }
    if (day > dueDay && principalOvernight > 0n) {
      isLate = true
      lateParts += principalOvernight * BigInt(pricing.lateDailyBasisPoints)
    }
    const interest = money(interestParts, 3_650_000n)
    const vat = money(BigInt(interest) * BigInt(pricing.vatBasisPoints), 10_000n)
    const lateOneTime = isLate ? oneTime : centavos(0)
    const lateDaily = least(money(lateParts, 10_000n), centavos(ceiling - lateOneTime))

    for (const payment of payments) {
      if (payment.day !== day) continue
      let left: number = payment.amount
      const settle = (line: keyof typeof paid, cost: number): void => {
        const part = Math.min(left, cost - paid[line])
        paid[line] += part
        left -= part
      }
      settle('lateOneTime', lateOneTime)
      settle('lateDaily', lateDaily)
      settle('vat', vat)
      settle('interest', interest)
      settle('principal', amount)
      repaid += payment.amount
      credit += left
      if (paid.principal === amount && clearedDay === null) clearedDay = day
    }

    const owed = {
      principal: centavos(amount - paid.principal),
      interest: centavos(interest - paid.interest),
      vat: centavos(vat - paid.vat),
      lateOneTime: centavos(lateOneTime - paid.lateOneTime),
      lateDaily: centavos(lateDaily - paid.lateDaily),
    }
    if (day === dueDay) {
      const unpaid = owed.principal + owed.interest + owed.vat
      const isSmall = unpaid < pricing.lateOneTimeUnpaidMin
      oneTime = least(share, ceiling)
      if (loanRules[terms.rulesVersion].limitsLateOneTime)
        oneTime = isSmall ? centavos(0) : least(oneTime, centavos(unpaid))
    }
    accounts.push({
      day,
      ...owed,
      payoff: centavos(Object.values(owed).reduce<number>((sum, line) => sum + line, 0)),
      repaid: centavos(repaid),
      credit: centavos(credit),
      overdueDays: day > dueDay && clearedDay === null ? daysBetween(dueDay, day) : 0,
      clearedDay,
      accrued: { interest, vat, lateOneTime, lateDaily },
      waived: { lateOneTime: centavos(0), lateDaily: centavos(0) },
      paid: {
        principal: centavos(paid.principal),
        interest: centavos(paid.interest),
        vat: centavos(paid.vat),
        lateOneTime: centavos(paid.lateOneTime),
        lateDaily: centavos(paid.lateDaily),
      },
    })
  }
  return accounts
}

describe('moving the clock', () => {
  forLoans('what-if of every day is the account of that day, kept day by day', 300, (loan) => {
    const terms = termsOf(loan)
    const accounts = clerkAccounts(terms, [], daysAfter(terms.dueDay, 40))
    const shown = whatIf(
      terms,
      accounts.map((account) => account.day),
    )
    for (const [index, account] of accounts.entries()) {
      const { day, payoff, lateOneTime, lateDaily } = account
      const fromDueDays = daysBetween(terms.dueDay, day)
      mustEqual(shown[index], { day, fromDueDays, payoff, lateOneTime, lateDaily }, 'what was foretold')
      mustEqual(accountOn(terms, [], day), account, 'the account')
    }
  })

  forLoans('with payments the account is that of the clerk as well', 1000, (loan) => {
    const terms = termsOf(loan)
    const accounts = clerkAccounts(terms, loan.payments, daysAfter(terms.dueDay, 40))
    for (const account of accounts) {
      const isOfInterest = account.day === loan.day || loan.payments.some(({ day }) => day === account.day)
      if (isOfInterest) mustEqual(accountOn(terms, loan.payments, account.day), account, 'the account')
    }
  })

  forLoans(
    'no charge ever falls from one day to a later one, and before a payment the payoff does not',
    5000,
    (loan) => {
      const terms = termsOf(loan)
      const [now, then] = [loan.day, daysAfter(loan.day, loan.extra)].map((day) => accountOn(terms, loan.payments, day))
      must(now !== undefined && then !== undefined, 'both')
      if (!now || !then) return
      for (const line of ['interest', 'vat', 'lateOneTime', 'lateDaily'] as const) {
        must(now.accrued[line] <= then.accrued[line], line)
      }
      must(accountOn(terms, [], now.day).payoff <= accountOn(terms, [], then.day).payoff, 'payoff')
    },
  )
})

describe('a payoff', () => {
  forLoans('paid on its day leaves exactly nothing, for good', 10_000, (loan) => {
    const terms = termsOf(loan)
    const { day } = loan
    const before = loan.payments.filter((payment) => payment.day <= day)
    const { payoff, clearedDay, credit } = accountOn(terms, before, day)
    if (payoff === 0) {
      must(clearedDay !== null, 'nothing owed means cleared')
      return
    }
    must(clearedDay === null && credit === 0, 'something owed means not cleared, and no credit')
    const paying = (amount: number): Payment[] => [...before, { day, amount: centavos(amount) }]
    for (const later of [day, daysAfter(day, loan.extra)]) {
      const after = accountOn(terms, paying(payoff), later)
      const { principal, interest, vat, lateOneTime, lateDaily } = after
      mustEqual([principal, interest, vat, lateOneTime, lateDaily, after.payoff], [0, 0, 0, 0, 0, 0], 'owed')
      mustEqual([after.clearedDay, after.overdueDays, after.credit], [day, 0, 0], 'cleared')
      must(accountOn(terms, paying(payoff + loan.extra), later).credit === loan.extra, 'more is credit')
    }
    if (payoff > 1) {
      const short = accountOn(terms, paying(payoff - 1), day)
      mustEqual([short.payoff, short.principal, short.clearedDay], [1, 1, null], 'a centavo short is not cleared')
    }
  })

  forLoans('on the due day is the repayment of the quote, also on a due day moved or extended', 10_000, (loan) => {
    const terms = termsOf(loan)
    const { interest, vat, repayment } = quote(loan)
    const termEnd = daysAfter(loan.payoutDay, loan.termDays)
    for (let day = termEnd; day <= terms.dueDay; day = daysAfter(day, 1)) {
      const account = accountOn(terms, [], day)
      mustEqual([account.interest, account.vat, account.payoff], [interest, vat, repayment], day)
      mustEqual([account.lateOneTime, account.lateDaily, account.overdueDays], [0, 0, 0], day)
    }
    must(accountOn(terms, [], daysAfter(termEnd, -1)).payoff <= repayment, 'a day sooner is not dearer')
    must(accountOn(terms, [], daysAfter(terms.dueDay, 1)).overdueDays === 1, 'the day after is the first one late')
  })

  forLoans('never costs less for a larger amount or a higher rate', 5000, (loan) => {
    const terms = termsOf(loan)
    const { payoff } = accountOn(terms, [], loan.day)
    const larger = { ...terms, amount: centavos(terms.amount + loan.extra) }
    must(payoff <= accountOn(larger, [], loan.day).payoff, 'amount')
    const { lateOneTimeUnpaidMin, ...rates } = terms.pricing
    for (const rate of Object.keys(rates) as (keyof typeof rates)[]) {
      const dearer = { ...terms, pricing: { ...terms.pricing, [rate]: rates[rate] + loan.extra } }
      must(payoff <= accountOn(dearer, [], loan.day).payoff, rate)
    }
    const higher = centavos(lateOneTimeUnpaidMin + loan.extra)
    const spared = { ...terms, pricing: { ...terms.pricing, lateOneTimeUnpaidMin: higher } }
    must(accountOn(spared, [], loan.day).payoff <= payoff, 'a higher threshold spares more')
  })
})

describe('payments', () => {
  forLoans('each centavo is allocated or credit, and no line is paid beyond its cost', 10_000, (loan) => {
    const account = accountOn(termsOf(loan), loan.payments, loan.day)
    const { paid, accrued } = account
    const costs = { principal: loan.amount, ...accrued }
    const heard = loan.payments.filter((payment) => payment.day <= loan.day)
    const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0)
    must(account.repaid === sum(heard.map((payment) => payment.amount)), 'repaid is what was paid')
    must(account.repaid === sum(Object.values(paid)) + account.credit, 'repaid = allocated + credit')
    must(account.payoff - account.credit === sum(Object.values(costs)) - account.repaid, 'costs − paid = owed')
    for (const line of ['principal', 'interest', 'vat', 'lateOneTime', 'lateDaily'] as const) {
      must(paid[line] >= 0 && account[line] >= 0 && account[line] === costs[line] - paid[line], line)
    }
    must((account.payoff === 0) === (account.clearedDay !== null), 'cleared means nothing owed')
    must(account.credit === 0 || account.payoff === 0, 'credit only once nothing is owed')
  })

  forLoans('late charges stay within the ceiling, interest and VAT within the quote', 10_000, (loan) => {
    const { interest, vat } = quote(loan)
    for (const day of [loan.day, daysAfter(loan.day, 10 * loan.extra)]) {
      const { accrued, overdueDays } = accountOn(termsOf(loan), loan.payments, day)
      must(accrued.lateOneTime + accrued.lateDaily <= lateMaxOf(loan.amount, loan.pricing), 'ceiling')
      must(accrued.interest <= interest && accrued.vat <= vat, 'the quote')
      must(overdueDays >= 0, 'days')
    }
  })

  forLoans(
    'being late never costs more than the first rules did, nor more once than what was unpaid',
    10_000,
    (loan) => {
      const terms = termsOf(loan)
      const now = accountOn(terms, loan.payments, loan.day)
      const before = accountOn({ ...terms, rulesVersion: 1 }, loan.payments, loan.day)
      must(now.payoff - now.credit <= before.payoff - before.credit, 'not dearer')
      if (!loanRules[terms.rulesVersion].limitsLateOneTime || loan.day <= terms.dueDay) return
      const unpaid = accountOn(terms, loan.payments, terms.dueDay).payoff
      must(now.accrued.lateOneTime <= unpaid, 'at most what was unpaid')
      must(
        unpaid >= loan.pricing.lateOneTimeUnpaidMin || now.accrued.lateOneTime === 0,
        'nothing for a small remainder',
      )
    },
  )

  forLoans('in any order give the same account', 10_000, (loan) => {
    const terms = termsOf(loan)
    const account = accountOn(terms, loan.payments, loan.day)
    const turned = [...loan.payments.slice(1), ...loan.payments.slice(0, 1)]
    for (const payments of [loan.payments.toReversed(), turned]) {
      mustEqual(accountOn(terms, payments, loan.day), account, 'the account')
    }
  })

  forLoans('split in two on their day change nothing, nor does a payment of a day to come', 10_000, (loan) => {
    const terms = termsOf(loan)
    const account = accountOn(terms, loan.payments, loan.day)
    const split = loan.payments.flatMap(({ day, amount }) => {
      const first = Math.min(amount - 1, loan.extra)
      if (first === 0) return [{ day, amount }]
      return [first, amount - first].map((part) => ({ day, amount: centavos(part) }))
    })
    mustEqual(accountOn(terms, split, loan.day), account, 'split')
    const toCome = { day: daysAfter(loan.day, 1), amount: centavos(loan.extra) }
    mustEqual(accountOn(terms, [toCome, ...loan.payments], loan.day), account, 'to come')
  })

  forLoans('until the due day, where it lies costs nothing: moved, extended, or not', 10_000, (loan) => {
    const terms = termsOf(loan)
    const further = { ...terms, dueDay: daysAfter(terms.dueDay, loan.extra) }
    const inTime = loan.day <= terms.dueDay ? loan.day : terms.dueDay
    const account = accountOn(terms, loan.payments, inTime)
    mustEqual(accountOn(further, loan.payments, inTime), account, 'the account')
    mustEqual([account.accrued.lateOneTime, account.accrued.lateDaily, account.overdueDays], [0, 0, 0], 'late')
    const [late, laterDue] = [terms, further].map((either) => accountOn(either, loan.payments, loan.day).accrued)
    must((laterDue?.lateDaily ?? 0) <= (late?.lateDaily ?? 0), 'later due, less late')
  })

  forLoans('made sooner never cost more', 10_000, (loan) => {
    const [first, ...others] = loan.payments
    if (!first) return
    const terms = termsOf(loan)
    const owedWith = (day: CivilDay): number => {
      const { payoff, credit } = accountOn(terms, [{ ...first, day }, ...others], loan.day)
      return payoff - credit
    }
    const afterDays = daysBetween(loan.payoutDay, first.day)
    must(owedWith(daysAfter(loan.payoutDay, afterDays % loan.extra)) <= owedWith(first.day), 'sooner')
  })
})

test('there were as many loans as promised', () => {
  tellProof(`loans of which the engine’s rules hold, seed ${seed}`, loanCount, wholeCount)
  expect(loanCount).toBeGreaterThanOrEqual(runs(wholeCount))
})
