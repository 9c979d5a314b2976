import type { CivilDay } from '../calendar.ts'
import { type Account, accountOn, type LoanTerms, type Waiver } from '../loan/account.ts'
import { type PaymentPlan, planBrokenDay } from '../loan/plan.ts'
import { WHOLE_BASIS_POINTS } from '../loan/quote.ts'
import { loanRules } from '../loan/rules.ts'
import { isWithdrawnOn, type WithdrawalFacts } from '../loan/withdrawal.ts'
import { add, type Centavos, centavos, multiplyRate, subtract } from '../money.ts'

/**
 * The accounts of one loan. What the borrower owes and what lies with providers is above zero, what was earned or is
 * owed to somebody is below; together they are always zero. The order is that of the stored rows and never changes: a
 * new account goes to the end.
 */
export const ledgerAccounts = [
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
  /** Late charges that were waived, without their VAT, which is not owed to the state any more. */
  'late_waived',
  /** What was owed when the loan was written off: a loss. */
  'written_off',
  /** What came of it afterwards. */
  'recovered',
] as const

export type LedgerAccount = (typeof ledgerAccounts)[number]
export type Balances = Readonly<Record<LedgerAccount, Centavos>>

/**
 * By what the numbers of an entry were made; its version is that of the loan's rules. Whoever changes what `balancesOn`
 * says adds a version there.
 */
export const LEDGER_RULE = 'loan_balances'

/** Everything that decides what the books of a loan say. */
export type LoanFacts = WithdrawalFacts & {
  readonly terms: LoanTerms
  readonly fee: Centavos
  /** Credit that was given back. */
  readonly refunded: Centavos
  readonly waivers: readonly Waiver[]
  /** The newest that was not taken back. */
  readonly plan: PaymentPlan | null
  /** The lender no longer counts on the money. She owes it all the same, and from this day on it costs nothing more. */
  readonly writtenOffDay: CivilDay | null
}

const zero = centavos(0)
const minus = (amount: Centavos): Centavos => subtract(zero, amount)
const aboveZero = (amount: Centavos): Centavos => centavos(Math.max(0, amount))

const withoutCharges: LoanTerms['pricing'] = {
  feeBasisPoints: 0,
  tnaBasisPoints: 0,
  vatBasisPoints: 0,
  lateOneTimeBasisPoints: 0,
  lateOneTimeUnpaidMin: centavos(0),
  lateDailyBasisPoints: 0,
  lateMaxBasisPoints: 0,
}

/** The VAT inside an amount that includes it: 21/121 of it at 21 %. */
const vatWithin = (amount: Centavos, { vatBasisPoints }: LoanTerms['pricing']): Centavos =>
  multiplyRate(amount, vatBasisPoints, WHOLE_BASIS_POINTS + vatBasisPoints)

/** While a withdrawal counts, the loan is one of what she received, free of charges, and nobody is late before its last day. */
const termsOn = (facts: LoanFacts, day: CivilDay): LoanTerms => {
  const { terms, arrival, withdrawalUntilDay: until } = facts
  if (until === null || !isWithdrawnOn(facts, day)) return terms
  return { ...terms, amount: arrival, pricing: withoutCharges, dueDay: until > terms.dueDay ? until : terms.dueDay }
}

const earlier = (one: CivilDay | null, other: CivilDay | null): CivilDay | null =>
  one === null || (other !== null && other < one) ? other : one

const frozenAccount = (facts: LoanFacts, day: CivilDay, frozenFromDay: CivilDay | null): Account =>
  accountOn(termsOn(facts, day), facts.payments, day, { waivers: facts.waivers, frozenFromDay })

/** The first day up to this one on which the plan is broken; null while it is kept, and without a plan. */
export const brokenDayOf = (facts: LoanFacts, day: CivilDay): CivilDay | null => {
  const { plan, writtenOffDay } = facts
  if (plan === null) return null
  const frozenFromDay = earlier(plan.day, writtenOffDay)
  return planBrokenDay(plan, day, (on) => frozenAccount(facts, on, frozenFromDay).payoff)
}

/** running: every part so far was paid by its day. broken: one was not, and the loan is the agreed one. */
export type PlanState = 'running' | 'complete' | 'broken'

/** Where the plan of a loan stands on a day; null when there is none yet. */
export const planStateOn = (facts: LoanFacts, day: CivilDay): PlanState | null => {
  if (facts.plan === null || facts.plan.day > day) return null
  if (brokenDayOf(facts, day) !== null) return 'broken'
  return loanOn(facts, day).clearedDay === null ? 'running' : 'complete'
}

/** The engine's account of the loan as it became. */
const engineAccount = (facts: LoanFacts, day: CivilDay): Account => {
  const { plan, writtenOffDay } = facts
  const plannedFromDay = plan !== null && brokenDayOf(facts, day) === null ? plan.day : null
  const account = frozenAccount(facts, day, earlier(plannedFromDay, writtenOffDay))
  // Whoever pays as it was planned is not late.
  return plannedFromDay !== null && plannedFromDay <= day ? { ...account, overdueDays: 0 } : account
}

/**
 * What the borrower owes and has on a day. Credit is what is left after refunds. A payment can be taken back after
 * its credit went back to her: what she got too much then is owed as well, and the loan is cleared when it is there.
 */
export const loanOn = (facts: LoanFacts, day: CivilDay): Account => {
  const account = engineAccount(facts, day)
  const credit = subtract(account.credit, facts.refunded)
  const refundedTooMuch = aboveZero(minus(credit))
  return {
    ...account,
    payoff: add(account.payoff, refundedTooMuch),
    credit: aboveZero(credit),
    clearedDay: refundedTooMuch > 0 ? null : account.clearedDay,
  }
}

/** What is owed to the lender, by account: what of it still stands in the books, what was written off, what came of that. */
const receivablesOf = ({ payments, writtenOffDay }: LoanFacts, account: Account) => {
  const { day, principal, interest, vat, lateOneTime, lateDaily, payoff, repaid, credit } = account
  if (writtenOffDay === null || writtenOffDay > day)
    return {
      principal,
      interest,
      interest_vat: vat,
      late_one_time: lateOneTime,
      late_daily: lateDaily,
      written_off: zero,
      recovered: zero,
    }
  const before = payments.filter((payment) => payment.day <= writtenOffDay).map(({ amount }) => amount)
  const recovered = aboveZero(subtract(subtract(repaid, credit), add(...before)))
  return {
    principal: zero,
    interest: zero,
    interest_vat: zero,
    late_one_time: zero,
    late_daily: zero,
    written_off: add(payoff, recovered),
    recovered: minus(recovered),
  }
}

/**
 * What the books must say on a day: a function of the loan's facts and the day alone. An entry is the difference to what
 * they say already, so a job that runs late, twice or after an outage, and a payment that we hear of late or that is
 * taken back, all end in the same books.
 */
export const balancesOn = (facts: LoanFacts, day: CivilDay): Balances => {
  const { terms, arrival, refunded } = facts
  const account = engineAccount(facts, day)
  const fee = isWithdrawnOn(facts, day) ? zero : facts.fee
  const { vat, interest, lateOneTime, lateDaily } = account.accrued
  const { waived } = account
  const vatOf = (amount: Centavos): Centavos =>
    loanRules[terms.rulesVersion].splitsVat ? vatWithin(amount, terms.pricing) : zero
  // Each charge is rounded once, over all its days; what is earned is the rest, so that they sum to the charge.
  const [feeVat, lateVat] = [vatOf(fee), add(vatOf(lateOneTime), vatOf(lateDaily))]
  const waivedVat = add(vatOf(waived.lateOneTime), vatOf(waived.lateDaily))
  const { written_off, recovered, ...receivables } = receivablesOf(facts, account)
  return {
    ...receivables,
    paid_out: minus(arrival),
    collected: subtract(account.repaid, refunded),
    fee_earned: minus(subtract(fee, feeVat)),
    interest_earned: minus(interest),
    vat_to_pay: subtract(waivedVat, add(vat, feeVat, lateVat)),
    late_earned: minus(subtract(add(lateOneTime, lateDaily), lateVat)),
    borrower_credit: minus(subtract(account.credit, refunded)),
    late_waived: subtract(add(waived.lateOneTime, waived.lateDaily), waivedVat),
    written_off,
    recovered,
  }
}

/** Balances as the stored rows hold them. */
export const amountsOf = (balances: Balances): Centavos[] => ledgerAccounts.map((account) => balances[account])

/** What an entry must move so that the books say what they must; undefined when they say it. */
export const changesBetween = (said: readonly Centavos[], must: readonly Centavos[]): Centavos[] | undefined => {
  // Books from before an account was added say nothing about it.
  const changes = must.map((amount, index) => subtract(amount, said[index] ?? zero))
  return changes.every((change) => change === 0) ? undefined : changes
}
