import type { CivilDay } from '@hola/core/calendar.ts'
import { civilDayOf } from '@hola/core/calendar.ts'
import type { Centavos } from '@hola/core/money.ts'
import { inTransaction } from '../../platform/db/public.ts'
import { accountOf, findOrder, lockOrder } from '../../lending/order/public.ts'
import type { PlaceProblem, ReceiptKey, ReceiptRow } from '../../lending/repayment/public.ts'
import {
  findReceipt,
  listSuspense,
  placeSuspense,
  recordRefund,
  recordTransfer,
  staffCollectorOf,
} from '../../lending/repayment/public.ts'
import type { Services } from '../services.ts'
import type { Hand } from '../../staff/act/public.ts'
import { recordAct } from '../../staff/act/public.ts'
import { findOrderByNumber } from './order.ts'
import type { Answer } from './print.ts'
import { showMoney, showTime, table } from './print.ts'
import { DeskProblem } from './problem.ts'

const receiptJson = (receipt: ReceiptRow): object => ({
  provider: receipt.provider,
  provider_payment_id: receipt.providerPaymentId,
  amount_centavos: receipt.amount,
  paid_day: receipt.paidDay,
  heard_at: receipt.heardAt.toISOString(),
  reference: receipt.reference,
  state: receipt.state,
  user_id: receipt.userId,
  order_id: receipt.orderId,
})

/** Money that is nobody's yet. People write their names as reference: that somebody looked is written down. */
export const showSuspense = async (services: Services, hand: Hand): Promise<Answer> => {
  const receipts = await inTransaction(services.pool, async (tx) => {
    const found = await listSuspense(tx)
    await recordAct(tx, services, hand, { act: 'see_suspense', userId: null, details: { count: found.length } })
    return found
  })
  return {
    text:
      receipts.length === 0
        ? 'Nothing is in suspense.'
        : table(
            ['PROVIDER', 'ID', 'AMOUNT', 'PAID ON', 'HEARD', 'REFERENCE'],
            receipts.map(({ provider, providerPaymentId, amount, paidDay, heardAt, reference }) => [
              provider,
              providerPaymentId,
              showMoney(amount),
              paidDay,
              showTime(heardAt),
              reference ?? '-',
            ]),
          ),
    json: receipts.map(receiptJson),
  }
}

const placeWords: Readonly<Record<PlaceProblem, string>> = {
  no_such_receipt: 'there is no such money; "suspense" lists what there is',
  not_in_suspense: 'it is not in suspense: it was placed before, or taken back',
  no_such_order: 'there is no such loan',
  not_paid_out: 'nothing was lent on that loan yet',
}

/** Puts money in suspense on a loan, on the day on which its payer paid. */
export const place = async (
  services: Services,
  hand: Hand,
  { receipt, orderNumber }: { readonly receipt: ReceiptKey; readonly orderNumber: string },
): Promise<Answer> => {
  const placed = await inTransaction(services.pool, async (tx) => {
    const key = await findOrderByNumber(tx, orderNumber)
    const result = await placeSuspense(tx, services, { ...receipt, ...key })
    if (typeof result === 'string') throw new DeskProblem(`Not placed: ${placeWords[result]}.`)
    await recordAct(tx, services, hand, {
      act: 'place',
      userId: key.userId,
      details: {
        provider: receipt.provider,
        provider_payment_id: receipt.providerPaymentId,
        order_id: key.orderId,
        amount_centavos: result.amount,
      },
    })
    return result
  })
  return {
    text: `${showMoney(placed.amount)} is paid on ${orderNumber}, as of ${placed.paidDay}.`,
    json: receiptJson(placed),
  }
}

type Transfer = {
  readonly providerPaymentId: string
  readonly amount: Centavos
  readonly paidDay: CivilDay
  readonly reference: string | null
}

/** Enters a transfer that stands in the statement of the lender's own account. */
export const enterTransfer = async (services: Services, hand: Hand, transfer: Transfer): Promise<Answer> => {
  const { providerPaymentId, amount, paidDay } = transfer
  const provider = staffCollectorOf(services)?.provider
  if (provider === undefined) throw new DeskProblem('Nobody can transfer to you directly: TRANSFER_ACCOUNT is not set.')
  if (paidDay > civilDayOf(services.clock.now())) throw new DeskProblem(`${paidDay} has not come yet.`)
  const { entered, orderNumber } = await inTransaction(services.pool, async (tx) => {
    const key = { provider, providerPaymentId }
    const known = await findReceipt(tx, key, { locked: false })
    if (known !== undefined)
      throw new DeskProblem(`${providerPaymentId} was entered on ${showTime(known.heardAt)}: nothing is entered twice.`)
    await recordTransfer(tx, services, { ...transfer, provider })
    const entered = await findReceipt(tx, key, { locked: false })
    if (entered === undefined) throw new Error('a transfer that was entered is gone')
    await recordAct(tx, services, hand, {
      act: 'transfer',
      userId: entered.userId,
      details: { provider_payment_id: providerPaymentId, amount_centavos: amount, paid_day: paidDay },
    })
    const { userId, orderId } = entered
    const order = userId === null || orderId === null ? undefined : await findOrder(tx, userId, orderId)
    return { entered, orderNumber: order?.orderNumber }
  })
  const where = orderNumber === undefined ? 'in suspense: its reference is of no loan' : `paid on ${orderNumber}`
  return { text: `${showMoney(amount)} of ${paidDay} is entered and ${where}.`, json: receiptJson(entered) }
}

/** Writes down that credit went back to its borrower: all of it, or an amount. The transfer itself is made at the bank. */
export const refund = async (
  services: Services,
  hand: Hand,
  { orderNumber, amount }: { readonly orderNumber: string; readonly amount: Centavos | undefined },
): Promise<Answer> => {
  const done = await inTransaction(services.pool, async (tx) => {
    const key = await findOrderByNumber(tx, orderNumber)
    const order = await lockOrder(tx, key)
    const credit = (order && accountOf(order, civilDayOf(services.clock.now()))?.credit) ?? 0
    if (credit === 0) throw new DeskProblem(`${orderNumber} has no credit to give back.`)
    const refunded = amount ?? credit
    const result = await recordRefund(tx, services, { ...key, amount: refunded })
    if (typeof result === 'string')
      throw new DeskProblem(`${orderNumber} has a credit of ${showMoney(credit)}, no more.`)
    await recordAct(tx, services, hand, {
      act: 'refund',
      userId: key.userId,
      details: { order_id: key.orderId, refund_id: result.refundId, amount_centavos: refunded },
    })
    return { ...result, ...key, amount: refunded }
  })
  return {
    text: `${showMoney(done.amount)} of ${orderNumber} is booked as given back. Transfer it to the borrower's account now.`,
    json: { refund_id: done.refundId, user_id: done.userId, order_id: done.orderId, amount_centavos: done.amount },
  }
}
