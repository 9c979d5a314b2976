import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { ReviewRules } from '@hola/core/review/rules.ts'
import { RulesProblem, parseReviewRules } from '@hola/core/review/rules.ts'
import { keptReviewRules } from '@hola/core/stored/review.ts'
import { canonicalJson } from '../../platform/canonical-json.ts'
import type { Tx } from '../../platform/db/public.ts'
import { findRules, findRulesVersion, insertRules, lockRules } from './store.ts'

const file = new URL('../../../data/review-rules.json', import.meta.url)

/** The table that decides now, and the number under which its exact content is kept for good. */
export type LoadedRules = { readonly rules: ReviewRules; readonly version: number }

/** Throws when the file breaks a rule: the server does not start with a table that nobody can decide by. */
export const readReviewRules = (): ReviewRules => {
  const rules = parseReviewRules(JSON.parse(readFileSync(file, 'utf8')))
  if (rules instanceof RulesProblem) throw new Error(`review-rules.json: ${rules.reason}`)
  return rules
}

/** Makes sure that the table stands in the database. Content that was there before keeps its number. */
export const loadRules = async (tx: Tx, rules: ReviewRules, now: Date): Promise<LoadedRules> => {
  const contentSha256 = createHash('sha256').update(canonicalJson(rules)).digest()
  const known = await findRulesVersion(tx, contentSha256)
  if (known !== undefined) return { rules, version: known }
  await lockRules(tx)
  const meanwhile = await findRulesVersion(tx, contentSha256)
  return { rules, version: meanwhile ?? (await insertRules(tx, { content: rules, contentSha256, loadedAt: now })) }
}

/** The table as it was under a number. */
export const rulesOf = async (tx: Tx, version: number): Promise<ReviewRules> => {
  const rules = parseReviewRules(keptReviewRules.read(await findRules(tx, version)))
  if (rules instanceof RulesProblem) throw new Error(`review rules ${version}: ${rules.reason}`)
  return rules
}
