import { isDeepStrictEqual } from 'node:util'
import type { Refusal } from '@hola/core/errors.ts'
import type { Tx } from '../../platform/db/public.ts'
import { inTransaction } from '../../platform/db/public.ts'
import type { Caller } from '../../platform/handler.ts'
import type { CallContext } from '../services.ts'
import type { Progress } from './progress.ts'
import { progressOf } from './progress.ts'
import { loadFacts, openForChanges } from './load-facts.ts'
import type { FormStep, StepInfo } from './saved-steps.ts'
import { writeStep } from './saved-steps.ts'
import type { StepProblem, Surroundings } from './step-problems.ts'

type Context = CallContext & { readonly user: Caller }

type Find<Step extends FormStep> = (info: StepInfo[Step], surroundings: Surroundings) => StepProblem[]

export type Saved = { saved_at: string; application: Progress }

/** Saves one step, and nothing else with it. */
export const saveStep = async <Step extends FormStep>(
  context: Context,
  step: Step,
  info: StepInfo[Step],
  find: Find<Step>,
): Promise<Saved | Refusal> => inTransaction(context.services.pool, (tx) => saveStepIn(tx, context, step, info, find))

/**
 * Saves one step whole, or nothing of it: what was saved before stays when it is refused. Sent again, it is saved once,
 * and the answer names the first time. Of two devices at once the later one is kept.
 */
export const saveStepIn = async <Step extends FormStep>(
  tx: Tx,
  { services, language, user: { userId } }: Context,
  step: Step,
  info: StepInfo[Step],
  find: Find<Step>,
): Promise<Saved | Refusal> => {
  const refusal = await openForChanges(tx, services, userId, step === 'withdrawal' ? 'account' : 'evidence')
  if (refusal !== undefined) return refusal
  const facts = await loadFacts(tx, services, { userId, language })
  const [problem] = find(info, facts)
  if (problem !== undefined) return problem.refusal

  const before = facts.steps[step]
  const isNew = before === null || !isDeepStrictEqual(before.info, info)
  if (!isNew) return { saved_at: before.savedAt.toISOString(), application: progressOf(facts) }
  await writeStep(tx, services.sealer, userId, step, { info, savedAt: facts.now })
  if (step === 'basic') await services.photos.formChanged(tx, userId)
  return {
    saved_at: facts.now.toISOString(),
    application: progressOf(await loadFacts(tx, services, { userId, language })),
  }
}
