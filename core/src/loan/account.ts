import { addDays, type CivilDay, daysBetween } from '../calendar.ts'
import { add, type Centavos, centavos, multiplyRate, roundHalfUp, subtract } from '../money.ts'
import { type Pricing, WHOLE_BASIS_POINTS, YEAR_DAYS } from './quote.ts'

/** What paying late costs, VAT included. */
export type LatePricing = {
  /** Of the loan amount, once, from the first day late. */
  readonly lateOneTimeBasisPoints: number
  /** Of the unpaid principal, for each day late. */
  readonly lateDailyBasisPoints: number
  /** Of the loan amount: both together never exceed it. */
  readonly lateMaxBasisPoints: number
}

/** What was agreed. Interest counts to the payout day plus the term; the due day may lie later, at no cost. */
export type LoanTerms = {
  readonly amount: Centavos
  readonly termDays: number
  readonly payoutDay: CivilDay
  /** The day that counts: moved to a business day, and by an extension. */
  readonly dueDay: CivilDay
  readonly pricing: Pricing & LatePricing
}

/** Money from the borrower, on the day she paid, whenever we heard of it. */
export type Payment = { readonly day: CivilDay; readonly amount: Centavos }

type Charges = {
  readonly interest: Centavos
  readonly vat: Centavos
  readonly lateOneTime: Centavos
  readonly lateDaily: Centavos
}

/** A loan on a day. The lines are what is still owed; payoff is their sum. */
export type Account = Charges & {
  readonly day: CivilDay
  readonly principal: Centavos
  readonly payoff: Centavos
  /** Everything paid so far, credit included. */
  readonly repaid: Centavos
  /** Paid beyond what was owed: the borrower's. */
  readonly credit: Centavos
  /** Zero on the due day and once all is paid. */
  readonly overdueDays: number
  /** The day on which the last centavo was paid. */
  readonly clearedDay: CivilDay | null
  /** What the days so far have cost, paid or not. */
  readonly accrued: Charges
  /** Where the payments went. */
  readonly paid: Charges & { readonly principal: Centavos }
}

/** The ceiling of the late charges of one loan. */
export const lateMaxOf = (amount: Centavos, { lateMaxBasisPoints }: LatePricing): Centavos =>
  multiplyRate(amount, lateMaxBasisPoints, WHOLE_BASIS_POINTS)

const earlier = (a: CivilDay, b: CivilDay): CivilDay => (a < b ? a : b)
const later = (a: CivilDay, b: CivilDay): CivilDay => (a > b ? a : b)
const lower = (a: Centavos, b: Centavos): Centavos => (a < b ? a : b)

/** The days of one span that lie in another. */
const daysWithin = (from: CivilDay, to: CivilDay, start: CivilDay, end: CivilDay): number =>
  Math.max(0, daysBetween(later(from, start), earlier(to, end)))

const zero = centavos(0)

/** Payments settle these from the first to the last: late charges, VAT, interest, principal. */
const allocationOrder = ['lateOneTime', 'lateDaily', 'vat', 'interest', 'principal'] as const

type Lines = { -readonly [Line in (typeof allocationOrder)[number]]: Centavos }

/**
 * What a loan owes on a day, by its terms and the payments up to that day, and by nothing else: asked late or twice it
 * answers the same, and a payment that we hear of afterwards is simply counted on its own day.
 *
 * A day's interest is that of the principal left at the end of the day before. Unpaid principal is summed over the days
 * and the sum is rounded once, so that neither the number of payments nor the days on which we look move a centavo.
 * Charges never bear interest.
 */
export const accountOn = (terms: LoanTerms, payments: readonly Payment[], day: CivilDay): Account => {
  const { amount, termDays, payoutDay, dueDay, pricing } = terms
  const termEnd = addDays(payoutDay, termDays)
  if (amount <= 0) throw new RangeError(`a loan needs an amount above zero: ${amount}`)
  if (!Number.isSafeInteger(termDays) || termDays < 1) throw new RangeError(`not a term in days: ${termDays}`)
  if (dueDay < termEnd) throw new RangeError(`due on ${dueDay}, before the term ends on ${termEnd}`)
  if (day < payoutDay) throw new RangeError(`there is no account on ${day}, before the payout on ${payoutDay}`)
  for (const payment of payments) {
    if (payment.day < payoutDay) throw new RangeError(`paid on ${payment.day}, before the payout on ${payoutDay}`)
    if (payment.amount <= 0) throw new RangeError(`a payment needs an amount above zero: ${payment.amount}`)
  }

  const lateMax = lateMaxOf(amount, pricing)
  const lateOneTimeCharge = lower(multiplyRate(amount, pricing.lateOneTimeBasisPoints, WHOLE_BASIS_POINTS), lateMax)

  /** Unpaid principal summed over the days that bear interest, and over the days late. */
  let termPrincipalDays = 0n
  let latePrincipalDays = 0n
  let reached = payoutDay
  const accrued: Lines = { principal: amount, interest: zero, vat: zero, lateOneTime: zero, lateDaily: zero }
  const paid: Lines = { principal: zero, interest: zero, vat: zero, lateOneTime: zero, lateDaily: zero }
  let repaid = zero
  let credit = zero
  let clearedDay: CivilDay | null = null

  const owed = (line: keyof Lines): Centavos => subtract(accrued[line], paid[line])

  const moveTo = (next: CivilDay): void => {
    const principal = BigInt(owed('principal'))
    termPrincipalDays += principal * BigInt(daysWithin(reached, next, payoutDay, termEnd))
    latePrincipalDays += principal * BigInt(daysWithin(reached, next, dueDay, next))
    reached = next

    const interestDenominator = BigInt(WHOLE_BASIS_POINTS * YEAR_DAYS)
    accrued.interest = centavos(
      Number(roundHalfUp(termPrincipalDays * BigInt(pricing.tnaBasisPoints), interestDenominator)),
    )
    accrued.vat = multiplyRate(accrued.interest, pricing.vatBasisPoints, WHOLE_BASIS_POINTS)
    if (latePrincipalDays === 0n) return
    accrued.lateOneTime = lateOneTimeCharge
    const lateDaily = roundHalfUp(latePrincipalDays * BigInt(pricing.lateDailyBasisPoints), BigInt(WHOLE_BASIS_POINTS))
    const lateDailyMax = subtract(lateMax, lateOneTimeCharge)
    accrued.lateDaily = lateDaily < BigInt(lateDailyMax) ? centavos(Number(lateDaily)) : lateDailyMax
  }

  const inOrder = payments.filter((payment) => payment.day <= day).toSorted((a, b) => (a.day < b.day ? -1 : 1))
  for (const payment of inOrder) {
    moveTo(payment.day)
    let left = payment.amount
    for (const line of allocationOrder) {
      const part = lower(left, owed(line))
      paid[line] = add(paid[line], part)
      left = subtract(left, part)
    }
    repaid = add(repaid, payment.amount)
    credit = add(credit, left)
    if (owed('principal') === 0) clearedDay ??= payment.day
  }
  moveTo(day)

  const { principal: _, ...charges } = accrued
  return {
    day,
    principal: owed('principal'),
    interest: owed('interest'),
    vat: owed('vat'),
    lateOneTime: owed('lateOneTime'),
    lateDaily: owed('lateDaily'),
    payoff: add(...allocationOrder.map(owed)),
    repaid,
    credit,
    overdueDays: clearedDay === null ? Math.max(0, daysBetween(dueDay, day)) : 0,
    clearedDay,
    accrued: charges,
    paid,
  }
}
