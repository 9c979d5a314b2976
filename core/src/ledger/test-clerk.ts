import { addDays, type CivilDay } from '../calendar.ts'
import { loanRules } from '../loan/rules.ts'
import type { LoanFacts } from './ledger.ts'

/**
 * For tests and the simulation: what a loan owes and what its books say, counted day by day as a clerk would with paper and
 * pencil. It shares no code with the engine, so that a mistake there is seen here. Loans that were withdrawn from are not its
 * subject.
 */

const lines = ['lateOneTime', 'lateDaily', 'vat', 'interest', 'principal'] as const
type Line = (typeof lines)[number]
type Sheet = Record<Line, number>

const blank = (): Sheet => ({ lateOneTime: 0, lateDaily: 0, vat: 0, interest: 0, principal: 0 })

const rounded = (units: bigint, per: bigint): number => Number((2n * units + per) / (2n * per))

const sumOf = (sheet: Sheet): number => lines.reduce((sum, line) => sum + sheet[line], 0)

type Page = {
  readonly owed: Sheet
  readonly payoff: number
  readonly accrued: Sheet
  readonly waived: Sheet
  readonly paid: number
  readonly credit: number
}

/** The loan on a day, when time costs nothing after some day. */
const walk = (facts: LoanFacts, until: CivilDay, frozenFrom: CivilDay | null): Page => {
  const { terms, payments, waivers } = facts
  const { amount, pricing, payoutDay, dueDay, termDays } = terms
  const ceiling = rounded(BigInt(amount) * BigInt(pricing.lateMaxBasisPoints), 10_000n)
  const [charged, waived, settled] = [{ ...blank(), principal: amount as number }, blank(), blank()]
  const owed = (line: Line): number => charged[line] - waived[line] - settled[line]
  let [credit, paid, daysOut] = [0, 0, 0]
  let [interestDays, lateDays] = [0n, 0n]
  const spend = (money: number): void => {
    let left = money
    for (const line of lines) {
      const part = Math.min(left, owed(line))
      settled[line] += part
      left -= part
    }
    credit += left
  }
  for (let day = payoutDay; day <= until; day = addDays(day, 1)) {
    if (day > payoutDay && (frozenFrom === null || day <= frozenFrom)) {
      daysOut += 1
      const isLate = day > dueDay
      if (addDays(dueDay, 1) === day) {
        const unpaid = lines.reduce((sum, line) => sum + owed(line), 0)
        const share = rounded(BigInt(amount) * BigInt(pricing.lateOneTimeBasisPoints), 10_000n)
        const isLimited = loanRules[terms.rulesVersion].limitsLateOneTime
        const most = Math.min(share, ceiling)
        if (unpaid === 0 || (isLimited && unpaid < pricing.lateOneTimeUnpaidMin)) charged.lateOneTime = 0
        else charged.lateOneTime = isLimited ? Math.min(most, unpaid) : most
      }
      if (daysOut <= termDays) interestDays += BigInt(owed('principal'))
      if (isLate) lateDays += BigInt(owed('principal'))
      charged.interest = rounded(interestDays * BigInt(pricing.tnaBasisPoints), 3_650_000n)
      charged.vat = rounded(BigInt(charged.interest) * BigInt(pricing.vatBasisPoints), 10_000n)
      const daily = rounded(lateDays * BigInt(pricing.lateDailyBasisPoints), 10_000n)
      charged.lateDaily = Math.min(daily, ceiling - charged.lateOneTime)
    }
    for (const payment of payments.filter((one) => one.day === day)) {
      paid += payment.amount
      spend(payment.amount)
    }
    for (const waiver of waivers.filter((one) => one.day === day)) {
      let left: number = waiver.amount
      let freed = 0
      for (const line of ['lateOneTime', 'lateDaily'] as const) {
        const part = Math.min(left, charged[line] - waived[line])
        waived[line] += part
        left -= part
        const tooMuch = Math.max(0, settled[line] - (charged[line] - waived[line]))
        settled[line] -= tooMuch
        freed += tooMuch
      }
      spend(freed)
    }
  }
  const sheet = blank()
  for (const line of lines) sheet[line] = owed(line)
  return { owed: sheet, payoff: sumOf(sheet), accrued: charged, waived, paid, credit }
}

const earliest = (days: readonly (CivilDay | null)[]): CivilDay | null =>
  days.filter((day) => day !== null).toSorted()[0] ?? null

/** The first part that was not paid by its day ends a plan, seen from the day after. */
const isKept = (facts: LoanFacts, day: CivilDay): boolean => {
  const { plan, writtenOffDay } = facts
  if (plan === null) return false
  let left = plan.parts.reduce((sum, { amount }) => sum + amount, 0)
  for (const part of plan.parts) {
    left -= part.amount
    if (part.dueDay < day && walk(facts, part.dueDay, earliest([plan.day, writtenOffDay])).payoff > left) return false
  }
  return true
}

/** What she owes by the clerk, and what the books must say, by the names of their accounts; nothing that is zero. */
export const clerkBooks = (
  facts: LoanFacts,
  day: CivilDay,
): { readonly payoff: number; readonly accounts: Readonly<Record<string, number>> } => {
  const { terms, fee, arrival, refunded, plan, writtenOffDay, payments } = facts
  const frozenFrom = earliest([plan !== null && isKept(facts, day) ? plan.day : null, writtenOffDay])
  const { owed, payoff, accrued, waived, paid, credit } = walk(facts, day, frozenFrom)
  const rate = BigInt(loanRules[terms.rulesVersion].splitsVat ? terms.pricing.vatBasisPoints : 0)
  const vatIn = (gross: number): number => rounded(BigInt(gross) * rate, 10_000n + rate)
  const lateVat = vatIn(accrued.lateOneTime) + vatIn(accrued.lateDaily)
  const waivedVat = vatIn(waived.lateOneTime) + vatIn(waived.lateDaily)
  const isWrittenOff = writtenOffDay !== null && writtenOffDay <= day
  const paidBefore = payments.filter((one) => isWrittenOff && one.day <= writtenOffDay)
  const recovered = isWrittenOff
    ? Math.max(0, paid - credit - paidBefore.reduce((sum, { amount }) => sum + amount, 0))
    : 0
  const standing = isWrittenOff ? blank() : owed
  const accounts: Record<string, number> = {
    principal: standing.principal,
    interest: standing.interest,
    interest_vat: standing.vat,
    late_one_time: standing.lateOneTime,
    late_daily: standing.lateDaily,
    paid_out: -arrival,
    collected: paid - refunded,
    fee_earned: vatIn(fee) - fee,
    interest_earned: -accrued.interest,
    vat_to_pay: waivedVat - accrued.vat - vatIn(fee) - lateVat,
    late_earned: lateVat - accrued.lateOneTime - accrued.lateDaily,
    borrower_credit: refunded - credit,
    late_waived: waived.lateOneTime + waived.lateDaily - waivedVat,
    written_off: isWrittenOff ? payoff + recovered : 0,
    recovered: -recovered,
  }
  return {
    payoff: payoff + Math.max(0, refunded - credit),
    accounts: Object.fromEntries(Object.entries(accounts).filter(([, amount]) => amount !== 0)),
  }
}
