import { inTransaction } from '../../platform/db/public.ts'
import type { Caller } from '../../platform/handler.ts'
import type { CallContext } from '../services.ts'
import { lockedBy } from './load-facts.ts'
import type { FormStep, StepInfo } from './saved-steps.ts'
import { readSteps } from './saved-steps.ts'
import { findApplication } from './store.ts'

type Context = CallContext & { readonly user: Caller }

/** A step as it was last saved, on whichever device, and whether it can be changed now. */
export const getStep = async <Step extends FormStep>(
  { services, user: { userId } }: Context,
  step: Step,
): Promise<{ info: StepInfo[Step] | null; saved_at: string | null; locked_by: ReturnType<typeof lockedBy> }> =>
  inTransaction(services.pool, async (tx) => {
    const [row, steps] = await Promise.all([
      findApplication(tx, userId, { locked: false }),
      readSteps(tx, services.sealer, userId),
    ])
    const saved = steps[step]
    return {
      info: saved?.info ?? null,
      saved_at: saved?.savedAt.toISOString() ?? null,
      locked_by: lockedBy({ row, now: services.clock.now() }, step === 'withdrawal' ? 'account' : 'evidence'),
    }
  })
