import type { TransferInfo } from '@hola/core/application/withdrawal.ts'
import type { RetOf } from '@hola/core/contract/contract.ts'
import { Refusal } from '@hola/core/errors.ts'
import type { Tx } from '../db/transaction.ts'
import { inTransaction } from '../db/transaction.ts'
import type { CallContext, Caller, Handler } from '../handler.ts'
import { lockToCorrect, resubmitOrder } from '../payout/public.ts'
import { getStep } from './get-step.ts'
import { progressOf } from './progress.ts'
import { loadFacts } from './public.ts'
import type { Saved } from './save-step.ts'
import { saveStep, saveStepIn } from './save-step.ts'
import { findWithdrawalProblems } from './step-problems.ts'

type Context = CallContext & { readonly user: Caller }

export const getBankInfo: Handler<'app/get_bank_info'> = (context) => getStep(context, 'withdrawal')

export const saveTransferInfo: Handler<'app/save_transfer_info'> = async (context, { order_id: orderId, ...info }) => {
  if (orderId !== undefined)
    return inTransaction(context.services.pool, (tx) => correctAccount(tx, context, orderId, info))
  const saved = await saveStep(context, 'withdrawal', info, findWithdrawalProblems)
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
  info: TransferInfo,
): Promise<RetOf<'app/save_transfer_info'> | Refusal> => {
  const { services, user } = context
  const correction = await lockToCorrect(tx, services, { userId: user.userId, orderId }, info)
  if (correction instanceof Refusal) return correction
  const saved = await saveAccount(tx, context, info)
  if (saved instanceof Refusal) return saved
  return { ...saved, resubmitted_order: await resubmitOrder(tx, services, correction) }
}

/** What is in review stays as it was submitted; that must not keep the money of a signed loan from its owner. */
const saveAccount = async (tx: Tx, context: Context, info: TransferInfo): Promise<Saved | Refusal> => {
  const saved = await saveStepIn(tx, context, 'withdrawal', info, findWithdrawalProblems)
  if (!(saved instanceof Refusal) || saved.name !== 'application_locked') return saved
  const { services, language, user } = context
  const facts = await loadFacts(tx, services, { userId: user.userId, language })
  const [problem] = findWithdrawalProblems(info, facts)
  return problem?.refusal ?? { saved_at: facts.now.toISOString(), application: progressOf(facts) }
}
