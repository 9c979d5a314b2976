import type { Tx } from '../../platform/db/public.ts'
import { cancelUnpaid, settleOrder } from '../loan/public.ts'
import type { OrderRow } from '../order/public.ts'
import { changeOrder } from '../order/public.ts'
import { listAttempts } from '../payout/public.ts'
import type { Services } from '../services.ts'

/**
 * She withdraws. From here on what was paid by the last day decides, in core: given back, she owes nothing else; not given
 * back, the loan is the agreed one. Money that has not left does not leave. Money that is under way cannot be called
 * back: the order waits, and what arrives is given back. Said twice, the first time counts. The caller holds its lock.
 */
export const withdraw = async (tx: Tx, services: Services, order: OrderRow, saidAt: Date): Promise<OrderRow> => {
  if (order.withdrawnAt !== null) return order
  await changeOrder(tx, order, { withdrawnAt: saidAt })
  const settled = await settleOrder(tx, services, order, { cause: 'withdrawal', sourceId: null })
  if (order.payoutDay !== null) return settled
  const [last] = await listAttempts(tx, order)
  if (last !== undefined && last.state !== 'failed') return settled
  return cancelUnpaid(tx, services, settled)
}

/** The desk has found that it was not hers to say: the loan is as before. What has ended stays ended. */
export const undoWithdrawal = async (tx: Tx, services: Services, order: OrderRow): Promise<void> => {
  if (order.withdrawnAt === null || order.state === 'cancelled') return
  await changeOrder(tx, order, { withdrawnAt: null })
  await settleOrder(tx, services, order, { cause: 'correction', sourceId: null })
}
