import type { CivilDay } from '@hola/core/calendar.ts'
import { civilDayOf } from '@hola/core/calendar.ts'
import type { ClearedLoan } from '@hola/core/membership.ts'
import type { Centavos } from '@hola/core/money.ts'
import { add, centavos } from '@hola/core/money.ts'
import type { Tx } from '../../platform/db/public.ts'
import type { PayoutFailure } from '../../providers/payout/public.ts'
import type { Services } from '../services.ts'
import { accountOf, planStateOf } from './account-of.ts'
import type { Counting } from './counted.ts'
import { clearedLoansOf } from './counted.ts'
import type { PayoutAccount } from './payout-account.ts'
import { openAccount } from './payout-account.ts'
import { findPayoutFailure } from './payout-failure.ts'
import type { OrderSummary } from './show-order.ts'
import { correctUntil, summaryOf } from './show-order.ts'
import type { OrderRow } from './store.ts'
import { listOrders } from './store.ts'

/** How a person has repaid, and what she owes. */
export type OwnHistory = {
  readonly clearedOnTimeCount: number
  readonly clearedLateCount: number
  readonly overdueNow: boolean
  /** Of loans that are paid out or signed and waiting for it. */
  readonly openPrincipalCentavos: Centavos
}

/**
 * The same with what the quota needs: how each loan was paid off, the first one first, principal that is out, and
 * principal that signed orders hold.
 */
export type Standing = OwnHistory & {
  readonly clearedLoans: readonly ClearedLoan[]
  readonly used: Centavos
  readonly frozen: Centavos
}

/** Signed and not over: money is to leave, or to come back. */
export const isOpenOrder = ({ state }: Pick<OrderRow, 'state'>): boolean =>
  state === 'pending' || state === 'payout_failed' || state === 'in_repayment'

/** Whoever pays a loan in parts is not late, and borrows nothing more until it is paid. */
const isOnPlan =
  (today: CivilDay) =>
  (order: OrderRow): boolean =>
    planStateOf(order, today) === 'running'

/** Where a person stands by her orders on the day it is at `now`. */
export const standingOf = (orders: readonly OrderRow[], now: Date, counting: Counting): Standing => {
  const today = civilDayOf(now)
  const clearedLoans = clearedLoansOf(orders, counting)
  const lateCount = clearedLoans.filter((cleared) => cleared === 'late').length
  const owing = orders.filter(({ state }) => state === 'in_repayment')
  const accounts = owing.map((order) => accountOf(order, today))
  const held = orders.filter(({ state }) => state === 'pending' || state === 'payout_failed')
  const used = add(...accounts.map((account) => account?.principal ?? centavos(0)))
  const frozen = add(...held.map(({ amount }) => amount))
  return {
    clearedOnTimeCount: clearedLoans.length - lateCount,
    clearedLateCount: lateCount,
    overdueNow: accounts.some((account) => account !== null && account.overdueDays > 0) || owing.some(isOnPlan(today)),
    openPrincipalCentavos: add(used, frozen),
    clearedLoans,
    used,
    frozen,
  }
}

/** Where a person stands now. */
export const findStanding = async (
  tx: Tx,
  { clock, loanCountsFromDays }: Pick<Services, 'clock'> & Counting,
  userId: string,
): Promise<Standing> => standingOf(await listOrders(tx, userId), clock.now(), { loanCountsFromDays })

/** How a person has repaid us so far: nothing, for somebody new. */
export const ownHistory = async (
  tx: Tx,
  services: Pick<Services, 'clock'> & Counting,
  userId: string,
): Promise<OwnHistory> => {
  const { used: _, frozen: __, clearedLoans: ___, ...history } = await findStanding(tx, services, userId)
  return history
}

/** The order that Home is about. */
export type LeadingOrder = {
  readonly summary: OrderSummary
  /** Where its money goes or went. */
  readonly account: PayoutAccount
  /** Why its money could not be sent; null unless that is what it waits for. */
  readonly payoutFailure: PayoutFailure | null
  /** Until when its account can be corrected; null unless that is what it waits for. */
  readonly correctUntil: Date | null
  readonly clearedAt: Date | null
}

/** What needs the person most comes first; an order that has ended without a loan leads nowhere. */
const urgency = ['overdue', 'payout_failed', 'in_repayment', 'pending'] as const satisfies OrderSummary['state'][]

/**
 * Of all orders of a person, the newest first, the one that she has most to do with now: the most urgent that is going
 * on, the one due first among equals; when nothing is going on, her last one if she has repaid it.
 */
export const findLeadingOrder = async (
  tx: Tx,
  { clock, sealer }: Pick<Services, 'clock' | 'sealer'>,
  rows: readonly OrderRow[],
): Promise<LeadingOrder | undefined> => {
  const now = clock.now()
  const orders = rows.map((row) => ({ row, summary: summaryOf(row, now) }))
  const ongoing = urgency
    .flatMap((state) => orders.filter(({ summary }) => summary.state === state).toSorted(byDueDay))
    .at(0)
  const last = orders[0]
  const leading = ongoing ?? (last?.row.state === 'cleared' ? last : undefined)
  if (leading === undefined) return undefined
  const { row, summary } = leading
  return {
    summary,
    account: openAccount(sealer, row, row.sealedAccount),
    payoutFailure: row.state === 'payout_failed' ? ((await findPayoutFailure(tx, row)) ?? 'other') : null,
    correctUntil: row.state === 'payout_failed' ? correctUntil(row) : null,
    clearedAt: row.clearedAt,
  }
}

type Dated = { readonly row: Pick<OrderRow, 'dueDay'> }

const byDueDay = (one: Dated, other: Dated): number =>
  (one.row.dueDay ?? '') < (other.row.dueDay ?? '') ? -1 : Number((one.row.dueDay ?? '') > (other.row.dueDay ?? ''))
