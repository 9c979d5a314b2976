import { addDays, civilDayOf, dueDay, startOfDay } from '@hola/core/calendar.ts'
import type { CivilDay } from '@hola/core/calendar.ts'
import { CURRENT_RULES_VERSION } from '@hola/core/loan/rules.ts'
import type { RulesVersion } from '@hola/core/loan/rules.ts'
import { pesos } from '@hola/core/money.ts'
import type { Centavos } from '@hola/core/money.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { HashedEntry } from '../ledger/hash.ts'
import { listEntries } from '../ledger/store.ts'
import type { Services } from '../../edge/services.ts'
import { settleOrder } from './settle-order.ts'
import type { OrderKey } from '../order/store.ts'
import { changeOrder, lockOrder, moveOrder } from '../order/store.ts'
import { insertLoan, insertReceipt } from './test-borrower.ts'

/** For tests: what happens to the money of a loan, each in one transaction as its own subject does it. */

/** A loan of $ 100.000 for 91 days whose money left today, by the clock. */
export const payOutLoan = async (
  services: Services,
  userId: string,
  { rulesVersion = CURRENT_RULES_VERSION }: { readonly rulesVersion?: RulesVersion } = {},
): Promise<OrderKey> => {
  const orderId = await insertLoan(services, userId, { state: 'pending', signedDaysAgo: 0, rulesVersion })
  const key = { userId, orderId }
  const paidOutAt = services.clock.now()
  const payoutDay = civilDayOf(paidOutAt)
  await inTransaction(services.pool, async (tx) => {
    const due = dueDay(payoutDay, 91, services.reference.holidays)
    await lockOrder(tx, key)
    await moveOrder(tx, key, {
      from: 'pending',
      to: 'in_repayment',
      at: paidOutAt,
      paidOutAt,
      payoutDay,
      dueDay: due,
    })
    await settleOrder(tx, services, key, { cause: 'payout', sourceId: 'payout-1', amount: pesos(90_000) })
  })
  return key
}

/** We hear now of a payment made today or before; returns its id. */
export const receive = (
  services: Services,
  key: OrderKey,
  amount: Centavos,
  paidDay: CivilDay = civilDayOf(services.clock.now()),
): Promise<string> =>
  inTransaction(services.pool, async (tx) => {
    await lockOrder(tx, key)
    const receiptId = await insertReceipt(tx, key, { paidDay, amount, heardAt: services.clock.now() })
    await settleOrder(tx, services, key, { cause: 'payment', sourceId: receiptId, amount })
    return receiptId
  })

/** The bank takes a payment back. */
export const takeBack = (services: Services, key: OrderKey, receiptId: string): Promise<unknown> =>
  inTransaction(services.pool, async (tx) => {
    await lockOrder(tx, key)
    await tx.query(`UPDATE receipt SET state = 'reversed', reversed_at = $2 WHERE provider_payment_id = $1`, [
      receiptId,
      services.clock.now(),
    ])
    return settleOrder(tx, services, key, { cause: 'reversal', sourceId: receiptId })
  })

/** Credit goes back to the borrower. */
export const refund = (services: Services, key: OrderKey, amount: Centavos): Promise<unknown> =>
  inTransaction(services.pool, async (tx) => {
    await lockOrder(tx, key)
    const refundId = services.random.uuid()
    await tx.query(
      'INSERT INTO refund (user_id, refund_id, order_id, amount_centavos, asked_at) VALUES ($1, $2, $3, $4, $5)',
      [key.userId, refundId, key.orderId, amount, services.clock.now()],
    )
    return settleOrder(tx, services, key, { cause: 'refund', sourceId: refundId, amount })
  })

/** The right to withdraw is used now. */
export const withdraw = (services: Services, key: OrderKey): Promise<unknown> =>
  inTransaction(services.pool, async (tx) => {
    await lockOrder(tx, key)
    await changeOrder(tx, key, { withdrawnAt: services.clock.now() })
    return settleOrder(tx, services, key, { cause: 'withdrawal', sourceId: null })
  })

/** The due day moves by an extension coupon. */
export const extend = (services: Services, key: OrderKey, extensionDays: number): Promise<unknown> =>
  inTransaction(services.pool, async (tx) => {
    const order = await lockOrder(tx, key)
    if (order === undefined || order.dueDay === null) throw new Error('nothing to extend')
    await changeOrder(tx, key, { dueDay: addDays(order.dueDay, extensionDays), extensionDays })
    return settleOrder(tx, services, key, { cause: 'extension', sourceId: null })
  })

/** Noon of a day in Argentina. */
export const noonOf = (day: CivilDay): Date => new Date(startOfDay(day).getTime() + 12 * 3_600_000)

export const entriesOf = ({ pool }: Services, key: OrderKey): Promise<HashedEntry[]> =>
  inTransaction(pool, (tx) => listEntries(tx, key))
