import { Refusal } from '@hola/core/errors.ts'
import type { SavedWithdrawal } from '@hola/core/stored/steps.ts'
import type { Tx } from '../../platform/db/public.ts'
import type { Caller } from '../../platform/handler.ts'
import type { CallContext, Handler } from '../services.ts'
import { getStep } from './get-step.ts'
import { loadFacts } from './load-facts.ts'
import { progressOf } from './progress.ts'
import type { Saved } from './save-step.ts'
import { saveStep, saveStepIn } from './save-step.ts'
import { findWithdrawalProblems } from './step-problems.ts'

type Context = CallContext & { readonly user: Caller }

export const getBankInfo: Handler<'app/get_bank_info'> = (context) => getStep(context, 'withdrawal')

export const saveWithdrawalStep = (context: Context, info: SavedWithdrawal): Promise<Saved | Refusal> =>
  saveStep(context, 'withdrawal', info, findWithdrawalProblems)

/** What is in review stays as it was submitted; that must not keep the money of a signed loan from its owner. */
export const saveAccount = async (tx: Tx, context: Context, info: SavedWithdrawal): Promise<Saved | Refusal> => {
  const saved = await saveStepIn(tx, context, 'withdrawal', info, findWithdrawalProblems)
  if (!(saved instanceof Refusal) || saved.name !== 'application_locked') return saved
  const { services, language, user } = context
  const facts = await loadFacts(tx, services, { userId: user.userId, language })
  const [problem] = findWithdrawalProblems(info, facts)
  return problem?.refusal ?? { saved_at: facts.now.toISOString(), application: progressOf(facts) }
}
