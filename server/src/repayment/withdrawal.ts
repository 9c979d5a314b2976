import { addDays, startOfDay } from '@hola/core/calendar.ts'
import type { CivilDay, Holidays } from '@hola/core/calendar.ts'
import { add } from '@hola/core/money.ts'
import { hasRegret } from '../consumer/store.ts'
import type { Tx } from '../db/transaction.ts'
import { cancelUnpaid } from '../loan/cancel-unpaid.ts'
import { settleOrder } from '../loan/settle-order.ts'
import { withdrawalUntil } from '../loan/show-order.ts'
import type { OrderRow } from '../loan/store.ts'
import { changeOrder } from '../loan/store.ts'
import { listAttempts } from '../payout/store.ts'
import type { Services } from '../services.ts'
import { hasWithdrawalPayment } from './store.ts'

/**
 * Uses the right to withdraw where nothing is to be given back: all of it was paid already, or the money has not left.
 * Money that is under way cannot be called back: the order goes on as withdrawn, and what arrives is given back.
 */
export const withdrawNow = async (tx: Tx, services: Services, order: OrderRow): Promise<OrderRow> => {
  // Asked a second time while the money is under way.
  if (order.withdrawnAt !== null) return order
  const now = services.clock.now()
  await changeOrder(tx, order, { withdrawnAt: now })
  const settled = await settleOrder(tx, services, order, { cause: 'withdrawal', sourceId: null })
  if (order.payoutDay !== null) return settled
  const [last] = await listAttempts(tx, order)
  if (last !== undefined && last.state !== 'failed') return settled
  return cancelUnpaid(tx, services, settled)
}

/** Whether she has said in time that she withdraws: by asking how to give it back, or by the button of the law. */
const isAskedFor = async (tx: Tx, { userId, orderId }: OrderRow, until: CivilDay): Promise<boolean> =>
  (await hasWithdrawalPayment(tx, { userId, orderId })) ||
  hasRegret(tx, { userId, orderId, before: startOfDay(addDays(until, 1)) })

/** Whether all that was received is back, by the days on which it was paid. */
const isReturned = ({ payments, arrival }: OrderRow, until: CivilDay): boolean =>
  add(...payments.filter(({ day }) => day <= until).map(({ amount }) => amount)) >= arrival

/**
 * Money has come or was taken back: whether the loan is withdrawn by it. Asking for the right to withdraw only says so;
 * the loan is withdrawn when what was received is back, by whichever way to pay, and was paid within the days, whenever
 * we heard of it, and is a loan again when that money is taken back. Returns whether it has become withdrawn.
 */
export const settleWithdrawal = async (
  tx: Tx,
  { clock, holidays }: Pick<Services, 'clock'> & { readonly holidays: Holidays },
  order: OrderRow,
): Promise<boolean> => {
  const until = withdrawalUntil(order, holidays)
  if (order.withdrawnAt === null) {
    if (order.state !== 'in_repayment' || !isReturned(order, until)) return false
    if (!(await isAskedFor(tx, order, until))) return false
    await changeOrder(tx, order, { withdrawnAt: clock.now() })
    return true
  }
  if (order.state !== 'cancelled' || isReturned(order, until)) return false
  // Whoever withdrew before anybody knew that the money had left has withdrawn for good.
  const [payout] = await listAttempts(tx, order)
  const knownAt = payout?.concludedAt ?? order.paidOutAt
  if (knownAt !== null && order.withdrawnAt >= knownAt) await changeOrder(tx, order, { withdrawnAt: null })
  return false
}
