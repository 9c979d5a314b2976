import { isDeepStrictEqual } from 'node:util'
import type { ReviewDecision } from '@hola/core/review/decide.ts'
import { decide } from '@hola/core/review/decide.ts'
import type { Tx } from '../../platform/db/public.ts'
import type { Services } from '../services.ts'
import { openInputs } from './inputs.ts'
import { rulesOf } from './load-rules.ts'
import type { DecisionRow } from './store.ts'
import { listDecisions } from './store.ts'

const PAGE_ROWS = 500
const FIRST_ID = '00000000-0000-0000-0000-000000000000'

/** Makes a stored decision again, from its own inputs and by its own version of the rules. */
export const replay = async (
  tx: Tx,
  { sealer }: Pick<Services, 'sealer'>,
  decision: DecisionRow,
): Promise<ReviewDecision> =>
  decide(await rulesOf(tx, decision.rulesVersion), openInputs(sealer, decision, decision.sealedInputs))

/** Whether the rules say the same again; what a person decided is what they left to a person. */
const isSame = ({ outcome, limitCentavos, score, reasons, decidedBy }: DecisionRow, again: ReviewDecision): boolean => {
  if (decidedBy !== null) return again.outcome === 'manual'
  return isDeepStrictEqual(
    { outcome, limit: limitCentavos, score, reasons },
    { outcome: again.outcome, limit: again.limit, score: again.score, reasons: again.reasons },
  )
}

/** Every decision there is, made again: how many, and which of them came out otherwise. */
export const replayAll = async (
  tx: Tx,
  services: Pick<Services, 'sealer'>,
): Promise<{ readonly count: number; readonly different: readonly string[] }> => {
  const different: string[] = []
  let count = 0
  for (let after = { userId: FIRST_ID, decisionId: FIRST_ID }; ;) {
    const page = await listDecisions(tx, { after, limit: PAGE_ROWS })
    for (const decision of page)
      if (!isSame(decision, await replay(tx, services, decision))) different.push(decision.decisionId)
    count += page.length
    const last = page.at(-1)
    if (last === undefined || page.length < PAGE_ROWS) return { count, different }
    after = last
  }
}
