import { readFileSync } from 'node:fs'
import type { WireLanguage } from '@hola/core/language.ts'
import type { MembershipLevel } from '@hola/core/membership.ts'
import * as z from 'zod/mini'

/** A level with the words for it. */
export type NamedLevel = MembershipLevel & { readonly name: Readonly<Record<WireLanguage, string>> }

const file = new URL('../../../data/membership.json', import.meta.url)

const name = z.string().check(z.minLength(1), z.maxLength(120))

const schema = z.strictObject({
  loan_counts_from_days: z.int().check(z.nonnegative(), z.maximum(365)),
  levels: z
    .array(
      z.strictObject({
        level: z.int(),
        name: z.strictObject({ en: name, es: name }),
        loans_cleared_on_time: z.int().check(z.nonnegative()),
        fee_basis_points: z.int().check(z.nonnegative(), z.maximum(9_999)),
        limit_opened_basis_points: z.int().check(z.positive(), z.maximum(10_000)),
      }),
    )
    .check(z.minLength(1), z.maxLength(10)),
})

/** What keeps the levels from being climbed one by one, each better than the one before. */
export const brokenLevelRule = (levels: readonly MembershipLevel[]): string | undefined => {
  if (levels[0]?.loansClearedOnTime !== 0) return 'the first level must be open to everybody'
  for (const [index, level] of levels.entries()) {
    if (level.level !== index + 1) return `level ${level.level} stands in place ${index + 1}`
    const before = levels[index - 1]
    if (before === undefined) continue
    if (level.loansClearedOnTime <= before.loansClearedOnTime) return `level ${level.level} asks for no more loans`
    if (level.feeBasisPoints > before.feeBasisPoints) return `level ${level.level} has a higher fee`
    if (level.limitOpenedBasisPoints < before.limitOpenedBasisPoints) return `level ${level.level} opens less`
  }
  return undefined
}

export type Membership = {
  readonly levels: readonly NamedLevel[]
  /** So many days after its payout a loan that is paid off counts: for the level, its coupon and the limit. */
  readonly loanCountsFromDays: number
}

/** Throws when the file breaks a rule: the server does not start with a ladder that leads down. */
export const readMembership = (text: string = readFileSync(file, 'utf8')): Membership => {
  const read = schema.parse(JSON.parse(text))
  const levels = read.levels.map((level) => ({
    level: level.level,
    name: level.name,
    loansClearedOnTime: level.loans_cleared_on_time,
    feeBasisPoints: level.fee_basis_points,
    limitOpenedBasisPoints: level.limit_opened_basis_points,
  }))
  const problem = brokenLevelRule(levels)
  if (problem !== undefined) throw new Error(`membership.json: ${problem}`)
  return { levels, loanCountsFromDays: read.loan_counts_from_days }
}
