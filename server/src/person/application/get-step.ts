import { inTransaction } from '../../platform/db/public.ts'
import type { Caller } from '../../platform/handler.ts'
import type { CallContext } from '../services.ts'
import type { FormStep, StepInfo } from './saved-steps.ts'
import { readSteps } from './saved-steps.ts'

type Context = CallContext & { readonly user: Caller }

/** A step as it was last saved, on whichever device. */
export const getStep = async <Step extends FormStep>(
  { services, user }: Context,
  step: Step,
): Promise<{ info: StepInfo[Step] | null; saved_at: string | null }> => {
  const steps = await inTransaction(services.pool, (tx) => readSteps(tx, services.sealer, user.userId))
  const saved = steps[step]
  return { info: saved?.info ?? null, saved_at: saved?.savedAt.toISOString() ?? null }
}
