import type { keptBureauReport, keptDecisionInputs } from '../stored/review.ts'

/** What the Central de Deudores holds about somebody: nothing, or the worst of it. */
export type BureauFile = ReturnType<typeof keptBureauReport.read>

/** All that a decision is made from. It is kept with the decision, so its shape stands with what is stored. */
export type ReviewInputs = ReturnType<typeof keptDecisionInputs.read>
