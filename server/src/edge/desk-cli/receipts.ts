import { inTransaction } from '../../platform/db/public.ts'
import type { ReceiptRow } from '../../lending/repayment/public.ts'
import { listSuspense } from '../../lending/repayment/public.ts'
import type { Hand } from '../../staff/act/public.ts'
import { recordAct } from '../../staff/act/public.ts'
import type { Services } from '../services.ts'
import type { Answer } from './print.ts'
import { showMoney, showTime, table } from './print.ts'

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
