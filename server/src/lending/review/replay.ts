import { isDeepStrictEqual } from 'node:util'
import type { ReviewDecision } from '@hola/core/review/decide.ts'
import { decide } from '@hola/core/review/decide.ts'
import type { ReviewInputs } from '@hola/core/review/inputs.ts'
import type { Tx } from '../../platform/db/public.ts'
import type { Services } from '../services.ts'
import { openInputs } from './inputs.ts'
import { rulesOf } from './load-rules.ts'
import type { DecisionRow } from './store.ts'
import { listDecisionPage } from './store.ts'

/** Makes a stored decision again, from its own inputs and by its own version of the rules. */
export const replay = async (
  tx: Tx,
  { sealer }: Pick<Services, 'sealer'>,
  decision: DecisionRow,
): Promise<ReviewDecision> =>
  decide(await rulesOf(tx, decision.rulesVersion), openInputs(sealer, decision, decision.sealedInputs))

/** Whether the rules say the same again; what a person decided is what they left to a person. */
export const isSameAgain = (
  { outcome, limitCentavos, score, reasons, decidedBy }: DecisionRow,
  again: ReviewDecision,
): boolean => {
  if (decidedBy !== null) return again.outcome === 'manual'
  return isDeepStrictEqual(
    { outcome, limit: limitCentavos, score, reasons },
    { outcome: again.outcome, limit: again.limit, score: again.score, reasons: again.reasons },
  )
}

type OnFile = Extract<ReviewInputs['bureau'], { kind: 'on_file' }>

/**
 * What counted as present was once the newest month of all lenders; now it is the newest of each, so that one who reports
 * a month later is seen. What the bureau said is not kept lender by lender, but the worst of each month is: this is the
 * file as it may have read. Undefined where it was read by today's rule, or where it would read the same.
 */
const rereadFile = (file: OnFile): OnFile | undefined => {
  if (file.hasLegalSituation !== undefined) return undefined
  const [newest, before] = file.months ?? []
  const worst = Math.max(file.worstNow ?? 0, newest?.worst ?? 0, before?.worst ?? 0)
  return worst > (file.worstNow ?? 0) ? { ...file, worstNow: worst } : undefined
}

/** A decision of the rules that may have come out otherwise. */
export type Differing = { readonly decision: DecisionRow; readonly again: ReviewDecision }

const PAGE = 500

/**
 * Every decision of the rules that may have come out otherwise, had a lender been seen that reported a month later: by
 * its own version of the rules, from its own inputs, which stay as they are.
 */
export const listDiffering = async (
  tx: Tx,
  { sealer }: Pick<Services, 'sealer'>,
): Promise<{ readonly count: number; readonly differing: readonly Differing[] }> => {
  const differing: Differing[] = []
  let count = 0
  for (let after: DecisionRow | undefined; ;) {
    const page = await listDecisionPage(tx, { after, limit: PAGE })
    for (const decision of page) {
      const inputs = openInputs(sealer, decision, decision.sealedInputs)
      const bureau = inputs.bureau.kind === 'on_file' && decision.decidedBy === null && rereadFile(inputs.bureau)
      if (!bureau) continue
      const again = decide(await rulesOf(tx, decision.rulesVersion), { ...inputs, bureau })
      if (!isSameAgain(decision, again)) differing.push({ decision, again })
    }
    count += page.length
    after = page.at(-1)
    if (page.length < PAGE) return { count, differing }
  }
}
