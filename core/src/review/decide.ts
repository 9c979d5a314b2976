import type { Centavos } from '../money.ts'
import { centavos, pesos } from '../money.ts'
import type { Fact } from './facts.ts'
import { factNamed } from './facts.ts'
import type { ReviewInputs } from './inputs.ts'
import type { ReviewReason } from './reasons.ts'
import type { Band, Condition, ReviewRules } from './rules.ts'

export type ReviewDecision = {
  /** `manual`: a person looks. It is never an approval. */
  readonly outcome: 'approved' | 'refused' | 'manual'
  /** Null unless approved. */
  readonly limit: Centavos | null
  /** What score and income would allow, whatever else speaks against it: for the person who looks. Zero: nothing. */
  readonly proposedLimit: Centavos
  readonly score: number
  readonly reasons: readonly ReviewReason[]
  /** The rows that had a say, in the order of the table. */
  readonly hits: readonly string[]
}

const WHOLE = 10_000n

/**
 * The decision by the table, and by nothing else: the same table and the same inputs give the same decision, today and
 * in ten years. Without a proven identity and an answer of the bureau nobody is approved, whatever the table forgets.
 */
export const decide = (rules: ReviewRules, inputs: ReviewInputs): ReviewDecision => {
  const stops = rules.stops.filter(({ when }) => when.every((condition) => holds(condition, inputs)))
  const scored = scoreOf(rules, inputs)
  const offered = limitOf(rules, inputs, scored.score)
  const hits = [...stops.map(({ id }) => id), ...scored.hits, ...offered.hits]
  const end = (outcome: 'refused' | 'manual', reasons: readonly ReviewReason[]): ReviewDecision => ({
    outcome,
    limit: null,
    proposedLimit: offered.limit,
    score: scored.score,
    reasons: [...new Set(reasons)],
    hits,
  })

  const first = stops[0]
  if (first !== undefined) {
    const reasons = stops.filter(({ outcome }) => outcome === first.outcome).map(({ reason }) => reason)
    return end(first.outcome, reasons)
  }
  if (inputs.identity.outcome !== 'pass' || !hasBureauFile(inputs)) return end('manual', ['facts_missing'])
  if (offered.limit === 0) return end('refused', offered.reasons)
  return {
    outcome: 'approved',
    limit: offered.limit,
    proposedLimit: offered.limit,
    score: scored.score,
    reasons: [...new Set(offered.reasons)],
    hits,
  }
}

const hasBureauFile = ({ bureau }: ReviewInputs): boolean => bureau.kind === 'on_file' || bureau.kind === 'thin_file'

const holds = (condition: Condition, inputs: ReviewInputs): boolean => {
  const fact = factNamed(condition.fact)
  switch (fact.kind) {
    case 'number': {
      const value = fact.of(inputs)
      const { at_least: least = Number.NEGATIVE_INFINITY, below = Number.POSITIVE_INFINITY } = condition
      return value !== null && value >= least && value < below
    }
    case 'codes': {
      const codes = fact.of(inputs)
      const { includes_any: any, includes_none: none } = condition
      return (
        (any === undefined || any.some((code) => codes.includes(code))) &&
        (none === undefined || !none.some((code) => codes.includes(code)))
      )
    }
    default:
      return answers(fact, condition.is, inputs)
  }
}

const answers = (
  fact: Extract<Fact, { kind: 'yes_no' | 'choice' }>,
  is: Condition['is'],
  inputs: ReviewInputs,
): boolean => {
  if (fact.kind === 'yes_no') return fact.of(inputs) === is
  return Array.isArray(is) && is.includes(fact.of(inputs))
}

const fits = (fact: Fact, band: Band, inputs: ReviewInputs): boolean => {
  if (fact.kind === 'codes') return false
  if (band.below === undefined && band.is === undefined && band.missing === undefined) return true
  if (fact.kind !== 'number') return answers(fact, band.is, inputs)
  const value = fact.of(inputs)
  return value === null ? band.missing === true : band.below !== undefined && value < band.below
}

const scoreOf = ({ scorecard }: ReviewRules, inputs: ReviewInputs): { score: number; hits: string[] } => {
  let score = 0
  const hits = scorecard.map(({ fact: name, bands }) => {
    const fact = factNamed(name)
    const at = bands.findIndex((band) => fits(fact, band, inputs))
    const { points = 0 } = bands[at] ?? {}
    score += points
    return `score:${name}:${at + 1}:${points}`
  })
  return { score, hits }
}

type Offered = { readonly limit: Centavos; readonly reasons: readonly ReviewReason[]; readonly hits: readonly string[] }

/** The limit of the score, cut, bounded by what the person can pay back, down to a step of the product. */
const limitOf = (rules: ReviewRules, inputs: ReviewInputs, score: number): Offered => {
  const at = rules.limits.findIndex(({ score_below: below }) => below === undefined || score < below)
  const byScore = BigInt(pesos(rules.limits[at]?.limit_pesos ?? 0))
  const cuts = rules.limit_cuts.filter(({ when }) => when.every((condition) => holds(condition, inputs)))
  const cut = cuts.reduce((limit, { keep_basis_points: keep }) => (limit * BigInt(keep)) / WHOLE, byScore)
  const affordable = affordableOf(rules, inputs)
  const hits = [`limit:${at + 1}`, ...cuts.map(({ id }) => id)]
  const cutReasons = cuts.map(({ reason }) => reason)

  const allowed = ontoGrid(cut, inputs)
  if (allowed === 0) return { limit: centavos(0), reasons: ['score_low', ...cutReasons], hits }
  const limit = ontoGrid(affordable < cut ? affordable : cut, inputs)
  if (limit === 0) return { limit: centavos(0), reasons: ['not_affordable'], hits: [...hits, 'affordability'] }
  if (limit === allowed) return { limit, reasons: cutReasons, hits }
  return { limit, reasons: [...cutReasons, 'limited_by_income'], hits: [...hits, 'affordability'] }
}

/** What can be lent in all so that it can be paid back beside other debts. Below zero when those are too much already. */
const affordableOf = ({ affordability: rules }: ReviewRules, { declared, bureau, own }: ReviewInputs): bigint => {
  const months = BigInt(rules.months)
  const part = (amount: number, basisPoints: number): bigint => (BigInt(amount) * BigInt(basisPoints)) / WHOLE
  const bureauDebt = bureau.kind === 'on_file' ? bureau.debtTotalCentavos : 0
  const room =
    part(declared.monthlyIncomeCentavos, rules.income_share_basis_points) * months -
    part(declared.currentInternetLoansCentavos, rules.declared_debt_due_basis_points) -
    part(bureauDebt, rules.bureau_debt_monthly_basis_points) * months
  const takenOff = rules.own_principal_is_within_limit === true ? 0n : BigInt(own.openPrincipalCentavos)
  return (room * WHOLE) / BigInt(rules.repayment_basis_points) - takenOff
}

/** The largest amount that the product has, not above this one; zero when there is none. */
const ontoGrid = (amount: bigint, { product }: ReviewInputs): Centavos => {
  const min = BigInt(product.amountMinCentavos)
  const max = BigInt(product.amountMaxCentavos)
  const step = BigInt(product.amountStepCentavos)
  const bounded = amount > max ? max : amount
  return centavos(bounded < min ? 0 : Number(min + ((bounded - min) / step) * step))
}
