import type { RetOf } from '@hola/core/contract/contract.ts'
import { Refusal } from '@hola/core/errors.ts'
import type { SavedWithdrawal } from '@hola/core/stored/steps.ts'
import { saveAccount, saveWithdrawalStep } from '../../person/application/public.ts'
import type { Tx } from '../../platform/db/public.ts'
import { inTransaction } from '../../platform/db/public.ts'
import type { Caller } from '../../platform/handler.ts'
import type { CallContext, Handler } from '../services.ts'
import { lockToCorrect, resubmitOrder } from './correct-account.ts'

type Context = CallContext & { readonly user: Caller }

export const saveTransferInfo: Handler<'app/save_transfer_info'> = async (context, { order_id: orderId, ...info }) => {
  if (orderId !== undefined)
    return inTransaction(context.services.pool, (tx) => correctAccount(tx, context, orderId, info))
  const saved = await saveWithdrawalStep(context, info)
  return saved instanceof Refusal ? saved : { ...saved, resubmitted_order: null }
}

/**
 * Another account for an order whose payout failed: saved as the person's own, put into the order, and the order is paid
 * out again. The order is looked at first, so that nothing is saved for one that cannot be corrected.
 */
const correctAccount = async (
  tx: Tx,
  context: Context,
  orderId: string,
  info: SavedWithdrawal,
): Promise<RetOf<'app/save_transfer_info'> | Refusal> => {
  const { services, user } = context
  const correction = await lockToCorrect(tx, services, { userId: user.userId, orderId }, info)
  if (correction instanceof Refusal) return correction
  const saved = await saveAccount(tx, context, info)
  if (saved instanceof Refusal) return saved
  return { ...saved, resubmitted_order: await resubmitOrder(tx, services, correction) }
}
