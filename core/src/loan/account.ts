import { type CivilDay, daysBetween } from '../calendar.ts'
import { add, type Centavos, centavos, multiplyRate, roundHalfUp, subtract } from '../money.ts'
import { type Pricing, WHOLE_BASIS_POINTS, YEAR_BASIS_POINT_DAYS } from './quote.ts'
import { loanRules, type RulesVersion } from './rules.ts'

/** What paying late costs, VAT included. */
export type LatePricing = {
  /** Of the loan amount, once, from the first day late, and never more than what is unpaid on the due day. */
  readonly lateOneTimeBasisPoints: number
  /** Whoever owes less than this on the due day is not charged it. */
  readonly lateOneTimeUnpaidMin: Centavos
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
  readonly rulesVersion: RulesVersion
}

/** Money from the borrower, on the day she paid, whenever we heard of it. */
export type Payment = { readonly day: CivilDay; readonly amount: Centavos }

/** Late charges that the lender gave up: so much of those that the days up to this one had cost. */
export type Waiver = { readonly day: CivilDay; readonly amount: Centavos }

/** What the lender has granted on a loan. */
export type Relief = {
  readonly waivers: readonly Waiver[]
  /** From the end of this day on time costs nothing more. Null where it does. */
  readonly frozenFromDay: CivilDay | null
}

const noRelief: Relief = { waivers: [], frozenFromDay: null }

type LateCharges = {
  readonly lateOneTime: Centavos
  readonly lateDaily: Centavos
}

type Charges = LateCharges & {
  readonly interest: Centavos
  readonly vat: Centavos
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
  /** What of that was waived. */
  readonly waived: LateCharges
  /** Where the payments went. */
  readonly paid: Charges & { readonly principal: Centavos }
}

/** The ceiling of the late charges of one loan. */
export const lateMaxOf = (amount: Centavos, { lateMaxBasisPoints }: LatePricing): Centavos =>
  multiplyRate(amount, lateMaxBasisPoints, WHOLE_BASIS_POINTS)

const zero = centavos(0)
const lower = (a: Centavos, b: Centavos): Centavos => (a < b ? a : b)

/** The one-time charge of a loan of which so much is unpaid at the end of the due day. */
export const lateOneTimeOf = (
  { amount, pricing, rulesVersion }: Pick<LoanTerms, 'amount' | 'rulesVersion'> & { readonly pricing: LatePricing },
  unpaid: Centavos,
): Centavos => {
  if (unpaid === 0) return zero
  const share = multiplyRate(amount, pricing.lateOneTimeBasisPoints, WHOLE_BASIS_POINTS)
  const most = lower(share, lateMaxOf(amount, pricing))
  if (!loanRules[rulesVersion].limitsLateOneTime) return most
  return unpaid < pricing.lateOneTimeUnpaidMin ? zero : lower(most, unpaid)
}

/** How many days of one span lie in another. */
const overlapDays = (from: number, to: number, start: number, end: number): number =>
  Math.max(0, Math.min(to, end) - Math.max(from, start))

/** Payments settle these from the first to the last: late charges, VAT, interest, principal. */
const allocationOrder = ['lateOneTime', 'lateDaily', 'vat', 'interest', 'principal'] as const

const lateLines = ['lateOneTime', 'lateDaily'] as const

type Line = (typeof allocationOrder)[number]
type Lines = Record<Line, Centavos>

const refuseNonsense = (terms: LoanTerms, payments: readonly Payment[], day: CivilDay): void => {
  const { amount, termDays, payoutDay, dueDay } = terms
  if (amount <= 0) throw new RangeError(`a loan needs an amount above zero: ${amount}`)
  if (!Number.isSafeInteger(termDays) || termDays < 1) throw new RangeError(`not a term in days: ${termDays}`)
  if (daysBetween(payoutDay, dueDay) < termDays) throw new RangeError(`due on ${dueDay}, before the term ends`)
  if (day < payoutDay) throw new RangeError(`no account on ${day}: the money left on ${payoutDay}`)
  for (const payment of payments) {
    if (payment.day < payoutDay) throw new RangeError(`paid on ${payment.day}: the money left on ${payoutDay}`)
    if (payment.amount <= 0) throw new RangeError(`a payment needs an amount above zero: ${payment.amount}`)
  }
}

/**
 * What a loan owes on a day: a function of the terms, of the payments up to that day and of nothing else. Asked late or
 * twice it answers the same, and a payment that we hear of afterwards simply counts on its own day.
 *
 * A day costs what the principal left at the end of the day before costs. Unpaid principal is summed over the days, and
 * only the sum is turned into money and rounded: neither the number of payments nor the days on which somebody looks
 * can move a centavo. Charges never bear interest.
 *
 * A waiver is never worth more than the late charges up to its day. Money that had gone into what is waived settles the
 * rest of the debt from that day on: hearing late of a payment never makes a waiver worth less to her.
 */
export const accountOn = (
  terms: LoanTerms,
  payments: readonly Payment[],
  day: CivilDay,
  { waivers, frozenFromDay }: Relief = noRelief,
): Account => {
  refuseNonsense(terms, payments, day)
  const { amount, termDays, payoutDay, dueDay, pricing } = terms
  const dueAfterDays = daysBetween(payoutDay, dueDay)
  const lateMax = lateMaxOf(amount, pricing)
  const costlyDays = frozenFromDay === null ? Number.POSITIVE_INFINITY : daysBetween(payoutDay, frozenFromDay)

  const accrued: Lines = { principal: amount, interest: zero, vat: zero, lateOneTime: zero, lateDaily: zero }
  const paid: Lines = { principal: zero, interest: zero, vat: zero, lateOneTime: zero, lateDaily: zero }
  const waived: Lines = { principal: zero, interest: zero, vat: zero, lateOneTime: zero, lateDaily: zero }
  const charged = (line: Line): Centavos => subtract(accrued[line], waived[line])
  const owed = (line: Line): Centavos => subtract(charged(line), paid[line])
  const owedInAll = (): Centavos => add(...allocationOrder.map(owed))

  /** Unpaid principal summed over the days that bear interest, and over the days late. */
  let termPrincipalDays = 0n
  let latePrincipalDays = 0n
  let reachedDays = 0
  const passDays = (nextDays: number): void => {
    const principal = BigInt(owed('principal'))
    termPrincipalDays += principal * BigInt(overlapDays(reachedDays, nextDays, 0, termDays))
    latePrincipalDays += principal * BigInt(overlapDays(reachedDays, nextDays, dueAfterDays, nextDays))
    reachedDays = nextDays

    const interest = roundHalfUp(termPrincipalDays * BigInt(pricing.tnaBasisPoints), YEAR_BASIS_POINT_DAYS)
    accrued.interest = centavos(Number(interest))
    accrued.vat = multiplyRate(accrued.interest, pricing.vatBasisPoints, WHOLE_BASIS_POINTS)
    const lateDaily = roundHalfUp(latePrincipalDays * BigInt(pricing.lateDailyBasisPoints), BigInt(WHOLE_BASIS_POINTS))
    const lateDailyMax = subtract(lateMax, accrued.lateOneTime)
    accrued.lateDaily = lateDaily < BigInt(lateDailyMax) ? centavos(Number(lateDaily)) : lateDailyMax
  }
  const moveTo = (next: CivilDay): void => {
    const nextDays = Math.min(daysBetween(payoutDay, next), costlyDays)
    if (reachedDays <= dueAfterDays && dueAfterDays < nextDays) {
      passDays(dueAfterDays)
      // Everything that was paid by the due day is in by now: what is left decides, whenever somebody looks.
      accrued.lateOneTime = lateOneTimeOf(terms, owedInAll())
    }
    passDays(nextDays)
  }

  let repaid = zero
  let credit = zero
  let clearedDay: CivilDay | null = null
  const settle = (amount: Centavos, on: CivilDay): void => {
    let left = amount
    for (const line of allocationOrder) {
      const part = lower(left, owed(line))
      paid[line] = add(paid[line], part)
      left = subtract(left, part)
    }
    credit = add(credit, left)
    // Principal is paid last: without it nothing is owed.
    if (owed('principal') === 0) clearedDay ??= on
  }
  const pay = (payment: Payment): void => {
    repaid = add(repaid, payment.amount)
    settle(payment.amount, payment.day)
  }
  const waive = (waiver: Waiver): void => {
    let left = waiver.amount
    let freed = zero
    for (const line of lateLines) {
      const part = lower(left, charged(line))
      waived[line] = add(waived[line], part)
      left = subtract(left, part)
      const kept = lower(paid[line], charged(line))
      freed = add(freed, subtract(paid[line], kept))
      paid[line] = kept
    }
    settle(freed, waiver.day)
  }

  const happened = [
    ...payments.map((payment) => ({ on: payment.day, apply: () => pay(payment) })),
    ...waivers.map((waiver) => ({ on: waiver.day, apply: () => waive(waiver) })),
  ].filter(({ on }) => on <= day)
  for (const { on, apply } of happened.toSorted((a, b) => daysBetween(b.on, a.on))) {
    moveTo(on)
    apply()
  }
  moveTo(day)

  return {
    day,
    principal: owed('principal'),
    interest: owed('interest'),
    vat: owed('vat'),
    lateOneTime: owed('lateOneTime'),
    lateDaily: owed('lateDaily'),
    payoff: owedInAll(),
    repaid,
    credit,
    overdueDays: clearedDay === null ? Math.max(0, daysBetween(dueDay, day)) : 0,
    clearedDay,
    accrued: {
      interest: accrued.interest,
      vat: accrued.vat,
      lateOneTime: accrued.lateOneTime,
      lateDaily: accrued.lateDaily,
    },
    waived: { lateOneTime: waived.lateOneTime, lateDaily: waived.lateDaily },
    paid,
  }
}
