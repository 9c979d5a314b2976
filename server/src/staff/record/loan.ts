import { addDays, civilDayOf, daysBetween } from '@hola/core/calendar.ts'
import type { CivilDay } from '@hola/core/calendar.ts'
import type { LoanGroup } from '@hola/core/desk-contract/loans.ts'
import { refuse } from '@hola/core/errors.ts'
import type { Refusal } from '@hola/core/errors.ts'
import { loanOn } from '@hola/core/ledger/ledger.ts'
import type { Account } from '@hola/core/loan/account.ts'
import { planSteps } from '@hola/core/loan/plan.ts'
import type { Centavos } from '@hola/core/money.ts'
import { add, centavos, subtract } from '@hola/core/money.ts'
import { verifyBooks } from '../../lending/loan/public.ts'
import { listEntries } from '../../lending/ledger/public.ts'
import type { OrderKey, OrderRow } from '../../lending/order/public.ts'
import { accountOf, bookingDay, factsOf, findOrder, planStateOf, summaryOf } from '../../lending/order/public.ts'
import type { Tx } from '../../platform/db/public.ts'
import type { SignedIn } from '../member/public.ts'
import { findOrderByNumber } from '../proposal/public.ts'
import type { Services } from '../services.ts'
import { maskAccount, readOrderAccount } from './fields.ts'
import type { ListedLoan, LoanPlace, LoanReceipt, LoanRefund } from './store.ts'
import { listLoanReceipts, listLoanRefunds, listLoans, loanLists } from './store.ts'
import { recordVisit } from './visit.ts'

/** How many days of the line of what is owed are drawn at most; a longer loan is drawn by every second or third day. */
const LINE_POINTS_MAX = 90
const DAYS_AHEAD = [1, 7, 14, 30]
const LINE_DAYS_AHEAD = 30

/** The loan with this number, after writing down that this member looks at it. */
export const visitLoan = async (
  tx: Tx,
  services: Services,
  member: Pick<SignedIn, 'memberId' | 'name'>,
  orderNumber: string,
): Promise<{ readonly order: OrderRow; readonly seenAt: Date } | Refusal> => {
  const key = await findOrderByNumber(tx, orderNumber)
  if (typeof key === 'string') return refuse('loan_not_found')
  const seenAt = await recordVisit(tx, services, member, key)
  const order = await findOrder(tx, key.userId, key.orderId)
  return order === undefined ? refuse('loan_not_found') : { order, seenAt }
}

type Split = Readonly<Record<'late' | 'vat' | 'interest' | 'principal' | 'credit', Centavos>>

const splitBetween = (before: Account, after: Account): Split => ({
  late: subtract(
    add(after.paid.lateOneTime, after.paid.lateDaily),
    add(before.paid.lateOneTime, before.paid.lateDaily),
  ),
  vat: subtract(after.paid.vat, before.paid.vat),
  interest: subtract(after.paid.interest, before.paid.interest),
  principal: subtract(after.paid.principal, before.paid.principal),
  credit: subtract(after.credit, before.credit),
})

/** Where each payment went: what was paid of each line with it, less what was without it. */
const splitsOf = (order: OrderRow, receipts: readonly LoanReceipt[]): Map<LoanReceipt, Split> => {
  const counted = receipts
    .filter(({ state }) => state === 'credited')
    .toSorted((one, other) => daysBetween(other.day, one.day))
  const splits = new Map<LoanReceipt, Split>()
  if (order.payoutDay === null) return splits
  for (const [index, receipt] of counted.entries()) {
    const day = bookingDay(order, receipt.day)
    // Refunds came after all of them, or the credit of the first would already be missing.
    const accountWith = (payments: readonly LoanReceipt[]): Account =>
      loanOn(factsOf({ ...order, payments, refunded: centavos(0) }), day)
    splits.set(receipt, splitBetween(accountWith(counted.slice(0, index)), accountWith(counted.slice(0, index + 1))))
  }
  return splits
}

const stateOfRefund = ({ isReversed, isSettled, way }: LoanRefund): 'booked' | 'sending' | 'sent' | 'failed' => {
  if (isReversed) return 'failed'
  if (way === 'by_hand') return 'booked'
  return isSettled ? 'sent' : 'sending'
}

const planOf = (order: OrderRow, today: CivilDay) => {
  const state = planStateOf(order, today)
  if (order.plan === null || state === null) return null
  const payoff = accountOf(order, today)?.payoff ?? centavos(0)
  return {
    state,
    day: order.plan.day,
    parts: planSteps(order.plan).map(({ dueDay, amount, leftAfter }) => ({
      dueDay,
      amount,
      isPaid: state !== 'broken' && payoff <= leftAfter,
    })),
  }
}

/** The days that are worth a row: due, today, some to come, and the one that was asked for. */
const daysShown = (order: OrderRow, today: CivilDay, asked: CivilDay | undefined): CivilDay[] => {
  if (order.payoutDay === null) return []
  const { payoutDay, dueDay } = order
  const days = [today, ...DAYS_AHEAD.map((count) => addDays(today, count)), ...(asked === undefined ? [] : [asked])]
  const all = new Set([...(dueDay === null ? [] : [dueDay]), ...days].filter((day) => day >= payoutDay))
  return [...all].toSorted()
}

const lineOf = (order: OrderRow, today: CivilDay): { readonly day: CivilDay; readonly payoff: Centavos }[] => {
  if (order.payoutDay === null) return []
  const from = order.payoutDay
  const span = daysBetween(from, addDays(today > from ? today : from, LINE_DAYS_AHEAD))
  const step = Math.ceil(span / LINE_POINTS_MAX)
  const marked = [today, order.dueDay, order.dueDay && addDays(order.dueDay, 1), addDays(from, span)]
  const days = new Set([
    ...Array.from({ length: Math.floor(span / step) + 1 }, (_, index) => addDays(from, index * step)),
    ...marked.filter((day) => day !== null && day >= from && day <= addDays(from, span)),
  ])
  return [...days]
    .toSorted()
    .map((day) => ({ day: day as CivilDay, payoff: accountOf(order, day as CivilDay)?.payoff ?? centavos(0) }))
}

/** A loan: what it owes today and on other days, where each payment went, what was granted. The visit is written down. */
export const showLoan = async (
  tx: Tx,
  services: Services,
  member: SignedIn,
  { orderNumber, day }: { readonly orderNumber: string; readonly day: CivilDay | undefined },
) => {
  const visited = await visitLoan(tx, services, member, orderNumber)
  if (!('order' in visited)) return visited
  const { order, seenAt } = visited
  const now = services.clock.now()
  const today = civilDayOf(now)
  const [receipts, refunds, account] = await Promise.all([
    listLoanReceipts(tx, order),
    listLoanRefunds(tx, order),
    readOrderAccount(tx, services, order),
  ])
  const splits = splitsOf(order, receipts)
  return {
    order,
    seenAt,
    now,
    today,
    summary: summaryOf(order, now),
    account: account === null ? null : maskAccount(account),
    owed: accountOf(order, today),
    days: daysShown(order, today, day).flatMap((one) => accountOf(order, one) ?? []),
    line: lineOf(order, today),
    payments: receipts.toReversed().map((receipt) => ({ ...receipt, split: splits.get(receipt) ?? null })),
    refunds: refunds.map((refund) => ({ ...refund, state: stateOfRefund(refund) })),
    plan: planOf(order, today),
  }
}

/** What is left of a loan if so much is paid on a day, and a week later. */
export const whatIf = (order: OrderRow, { day, amount }: { readonly day: CivilDay; readonly amount: Centavos }) => {
  if (order.payoutDay === null || day < order.payoutDay) return undefined
  const facts = factsOf(order)
  const paying = { ...facts, payments: [...facts.payments, { day, amount }] }
  const before = loanOn(facts, day)
  const after = amount === 0 ? before : loanOn(paying, day)
  const nextWeek = loanOn(amount === 0 ? facts : paying, addDays(day, 7))
  return { before, after, split: splitBetween(before, after), nextWeek }
}

/** The books of a loan, all of them, and whether they are whole. In one snapshot, after the visit was written down. */
export const readBooks = async (tx: Tx, key: OrderKey) => ({
  check: await verifyBooks(tx, key),
  entries: await listEntries(tx, key),
})

const listOf: Readonly<Record<LoanGroup, keyof typeof loanLists>> = {
  all: 'all',
  on_time: 'running',
  late: 'running',
  late_1_30: 'running',
  late_31_60: 'running',
  late_61_90: 'running',
  late_91: 'running',
  waiting: 'waiting',
  cleared: 'cleared',
  cancelled: 'cancelled',
}

/** How many days late the loans of a list are, from and to; the days of one that is not late are zero and less. */
const lateDays: Readonly<Partial<Record<LoanGroup, readonly [from: number, to: number | null]>>> = {
  late: [1, null],
  late_1_30: [1, 30],
  late_31_60: [31, 60],
  late_61_90: [61, 90],
  late_91: [91, null],
}

/** One page of a list of loans, without anything that says whose they are. */
export const listLoanPage = async (
  tx: Tx,
  { clock }: Pick<Services, 'clock'>,
  { show, after, limit }: { readonly show: LoanGroup; readonly after: LoanPlace | undefined; readonly limit: number },
): Promise<{ readonly loans: readonly ListedLoan[]; readonly next: LoanPlace | null; readonly today: CivilDay }> => {
  const today = civilDayOf(clock.now())
  const name = listOf[show]
  const [leastLate = null, mostLate = null] = lateDays[show] ?? []
  const bounds = {
    dueFrom: show === 'on_time' ? today : mostLate === null ? undefined : addDays(today, -mostLate),
    dueTo: leastLate === null ? undefined : addDays(today, -leastLate),
  }
  const found = await listLoans(tx, loanLists[name], { after, ...bounds, limit: limit + 1 })
  const loans = found.slice(0, limit)
  const last = loans.at(-1)
  const placeOf = ({ userId, orderId, signedAt, stateSince, dueDay }: ListedLoan): LoanPlace => {
    const by = name === 'all' ? signedAt.toISOString() : name === 'running' ? (dueDay ?? '') : stateSince.toISOString()
    return { userId, orderId, by }
  }
  return { loans, next: found.length > limit && last !== undefined ? placeOf(last) : null, today }
}
