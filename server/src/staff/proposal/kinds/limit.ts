import { centavos } from '@hola/core/money.ts'
import { decideByPerson, findCase, productGrid } from '../../../lending/review/public.ts'
import type { Kind } from '../kind.ts'
import { NotPossible } from '../kind.ts'

/** Approves a waiting case with more than score and income allow. */
export const limit: Kind<'limit'> = {
  carryOut: async (
    tx,
    services,
    { user_id: userId, limit_centavos: given, same_person: samePerson },
    { name: actor },
  ) => {
    const waiting = await findCase(tx, services, userId)
    if (waiting === undefined) return new NotPossible('case_not_waiting')
    const { amountMinCentavos: min, amountMaxCentavos: max, amountStepCentavos: step } = await productGrid(tx)
    if (given < min || given > max || (given - min) % step !== 0) return new NotPossible('limit_not_offered')
    const problem = await decideByPerson(tx, services, {
      userId,
      outcome: 'approved',
      limitCentavos: centavos(given),
      reasons: [],
      isOtherPerson: samePerson === 'no',
      actor,
    })
    if (problem?.kind === 'same_person') return new NotPossible('same_person_not_said')
    if (problem !== undefined) return new NotPossible('case_not_decidable', problem.reason)
    return {
      userId,
      orderId: null,
      effects: [
        { name: 'limit_by_the_rules_centavos', before: waiting.proposedLimit, after: waiting.proposedLimit },
        { name: 'limit_centavos', before: null, after: given },
        ...(samePerson === undefined ? [] : [{ name: 'same_person', before: null, after: 'another_person' }]),
      ],
      act: {
        act: 'approve',
        details: { limit_centavos: given, ...(samePerson === undefined ? {} : { same_person: samePerson }) },
      },
    }
  },
}
