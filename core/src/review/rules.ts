import * as z from 'zod/mini'
import type { Fact } from './facts.ts'
import { facts } from './facts.ts'
import { reviewReasons } from './reasons.ts'

const text = (lengthMax: number) => z.string().check(z.minLength(1), z.maxLength(lengthMax))
const rowId = z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,59}$/))
const pesosAmount = z.int().check(z.nonnegative(), z.maximum(1_000_000_000))
const share = z.int().check(z.nonnegative(), z.maximum(1_000_000))
const points = z.int().check(z.minimum(-10_000), z.maximum(10_000))
const reason = z.enum(reviewReasons)

/** One question about one fact; a row hits when all of its questions are answered by yes. */
const condition = z.strictObject({
  fact: text(60),
  at_least: z.optional(z.int()),
  below: z.optional(z.int()),
  is: z.optional(z.union([z.boolean(), z.array(text(40)).check(z.minLength(1))])),
  includes_any: z.optional(z.array(text(40)).check(z.minLength(1))),
  includes_none: z.optional(z.array(text(40)).check(z.minLength(1))),
})

const conditions = z.array(condition).check(z.minLength(1), z.maxLength(10))

const band = z.strictObject({
  /** A number below this; the bands rise. */
  below: z.optional(z.int()),
  is: z.optional(z.union([z.boolean(), z.array(text(40)).check(z.minLength(1))])),
  /** There is nothing to know. */
  missing: z.optional(z.literal(true)),
  points,
})

const schema = z.strictObject({
  note: text(500),
  /** From top to bottom. The first that hits gives the outcome, it and the others of that outcome the reasons. */
  stops: z.array(z.strictObject({ id: rowId, when: conditions, outcome: z.enum(['refused', 'manual']), reason })),
  /** Every characteristic adds the points of the first of its bands that fits. */
  scorecard: z
    .array(z.strictObject({ fact: text(60), bands: z.array(band).check(z.minLength(1), z.maxLength(20)) }))
    .check(z.minLength(1), z.maxLength(40)),
  /** What a score may borrow; null: nothing. */
  limits: z
    .array(z.strictObject({ score_below: z.optional(points), limit_pesos: z.nullable(pesosAmount) }))
    .check(z.minLength(1), z.maxLength(40)),
  /** What is kept of that limit. */
  limit_cuts: z.array(z.strictObject({ id: rowId, when: conditions, keep_basis_points: share, reason })),
  affordability: z.strictObject({
    note: text(500),
    /** The part of a month's income that may go into debts. */
    income_share_basis_points: share,
    /** For how many months it is put aside: no longer than the shortest term. */
    months: z.int().check(z.minimum(1), z.maximum(24)),
    /** The part of the declared internet loans that falls due within those months. */
    declared_debt_due_basis_points: share,
    /** The part of the bureau's debt that is to be paid in a month. */
    bureau_debt_monthly_basis_points: share,
    /** What is paid back for each 10,000 lent. */
    repayment_basis_points: z.int().check(z.minimum(10_000), z.maximum(1_000_000)),
    /** What she owes us takes up room of the limit, and only there. Tables from before took it off here as well. */
    own_principal_is_within_limit: z.optional(z.literal(true)),
  }),
})

/** The decision table as a credit analyst writes it. */
export type ReviewRules = z.output<typeof schema>
export type Condition = z.output<typeof condition>
export type Band = z.output<typeof band>

/** Why a table cannot be decided by, for the person who wrote it. */
export class RulesProblem {
  readonly reason: string

  constructor(reason: string) {
    this.reason = reason
  }
}

const asked = ['at_least', 'below', 'is', 'includes_any', 'includes_none'] as const

/** Which questions each kind of fact understands. */
const understands: Readonly<Record<Fact['kind'], readonly string[]>> = {
  number: ['at_least', 'below'],
  yes_no: ['is'],
  choice: ['is'],
  codes: ['includes_any', 'includes_none'],
}

const factOf = (name: string): Fact | undefined => (Object.hasOwn(facts, name) ? facts[name] : undefined)

const brokenAnswer = (fact: Fact, is: Band['is']): string | undefined => {
  if (is === undefined) return undefined
  if (fact.kind === 'yes_no') return typeof is === 'boolean' ? undefined : 'is must be true or false'
  if (fact.kind !== 'choice' || typeof is === 'boolean') return 'is must be a list of choices'
  const unknown = is.find((one) => !fact.choices.includes(one))
  return unknown === undefined ? undefined : `"${unknown}" is none of ${fact.choices.join(', ')}`
}

const brokenCondition = (candidate: Condition): string | undefined => {
  const fact = factOf(candidate.fact)
  if (fact === undefined) return `unknown fact "${candidate.fact}"`
  const questions = asked.filter((question) => candidate[question] !== undefined)
  if (questions.length === 0) return `"${candidate.fact}" is asked nothing`
  const foreign = questions.find((question) => !understands[fact.kind].includes(question))
  if (foreign !== undefined) return `"${candidate.fact}" does not understand ${foreign}`
  const answer = brokenAnswer(fact, candidate.is)
  return answer === undefined ? undefined : `"${candidate.fact}": ${answer}`
}

const brokenBands = (fact: Fact, bands: readonly Band[]): string | undefined => {
  if (fact.kind === 'codes') return 'codes have no points'
  if (fact.kind === 'number' && fact.canBeMissing && !bands.some(({ missing }) => missing === true))
    return 'it can be missing, and no band says so'
  const open = bands.findIndex(
    ({ below, is, missing }) => below === undefined && is === undefined && missing === undefined,
  )
  if (open !== bands.length - 1) return 'the last band, and only it, takes all that is left'
  let edge = Number.NEGATIVE_INFINITY
  for (const { below, is, missing } of bands) {
    if ([below, is, missing].filter((question) => question !== undefined).length > 1) return 'a band asks two questions'
    if (missing === true && !(fact.kind === 'number' && fact.canBeMissing)) return 'it is never missing'
    if (below !== undefined) {
      if (fact.kind !== 'number') return 'it is no number'
      if (below <= edge) return 'the bands must rise'
      edge = below
    }
    if (is !== undefined && fact.kind === 'number') return 'a number is asked by below'
    const answer = brokenAnswer(fact, is)
    if (answer !== undefined) return answer
  }
  return undefined
}

const brokenLimits = (limits: ReviewRules['limits']): string | undefined => {
  let edge = Number.NEGATIVE_INFINITY
  for (const [index, { score_below: below }] of limits.entries()) {
    if ((below === undefined) !== (index === limits.length - 1)) return 'the last row, and only it, takes every score'
    if (below !== undefined && below <= edge) return 'the scores must rise'
    edge = below ?? edge
  }
  return undefined
}

const brokenRule = (rules: ReviewRules): string | undefined => {
  const ids = new Set<string>()
  for (const row of [...rules.stops, ...rules.limit_cuts]) {
    if (ids.has(row.id)) return `row ${row.id}: the id is used twice`
    ids.add(row.id)
    for (const one of row.when) {
      const problem = brokenCondition(one)
      if (problem !== undefined) return `row ${row.id}: ${problem}`
    }
  }
  for (const cut of rules.limit_cuts)
    if (cut.keep_basis_points > 10_000) return `row ${cut.id}: a cut cannot keep more than there is`
  const scored = new Set<string>()
  for (const { fact: name, bands } of rules.scorecard) {
    const fact = factOf(name)
    if (fact === undefined) return `scorecard: unknown fact "${name}"`
    if (scored.has(name)) return `scorecard: ${name} is scored twice`
    scored.add(name)
    const problem = brokenBands(fact, bands)
    if (problem !== undefined) return `scorecard, ${name}: ${problem}`
  }
  const limits = brokenLimits(rules.limits)
  return limits === undefined ? undefined : `limits: ${limits}`
}

/** Takes a table that can be decided by, or says what is wrong with it. */
export const parseReviewRules = (json: unknown): ReviewRules | RulesProblem => {
  const read = schema.safeParse(json)
  if (!read.success) {
    const [issue] = read.error.issues
    const place = issue === undefined || issue.path.length === 0 ? 'the table' : issue.path.join('.')
    return new RulesProblem(`${place}: ${issue?.message ?? 'not as expected'}`)
  }
  const problem = brokenRule(read.data)
  return problem === undefined ? read.data : new RulesProblem(problem)
}
