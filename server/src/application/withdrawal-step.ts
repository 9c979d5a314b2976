import { Refusal, refuse } from '@hola/core/errors.ts'
import type { Handler } from '../handler.ts'
import { getStep } from './get-step.ts'
import { saveStep } from './save-step.ts'
import { findWithdrawalProblems } from './step-problems.ts'

export const getBankInfo: Handler<'app/get_bank_info'> = (context) => getStep(context, 'withdrawal')

export const saveTransferInfo: Handler<'app/save_transfer_info'> = async (context, { order_id: orderId, ...info }) => {
  // Nobody has an order yet whose payout could have failed.
  if (orderId !== undefined) return refuse('order_not_found')
  const saved = await saveStep(context, 'withdrawal', info, findWithdrawalProblems)
  return saved instanceof Refusal ? saved : { ...saved, resubmitted_order: null }
}
