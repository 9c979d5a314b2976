import { hash } from 'node:crypto'
import type { CivilDay } from '@hola/core/calendar.ts'
import type { RetOf } from '@hola/core/contract/contract.ts'
import { ledgerAccounts } from '@hola/core/ledger/ledger.ts'
import type { Centavos } from '@hola/core/money.ts'

/** Why the books were written. */
export type Cause = RetOf<'loan/statement'>['entries'][number]['cause']

/** One entry of the books of a loan: what it moves between the accounts, and what they say after it. */
export type Entry = {
  readonly entryNumber: number
  readonly cause: Cause
  readonly rule: string
  readonly ruleVersion: string
  readonly sourceId: string | null
  readonly effectiveDay: CivilDay
  readonly bookedAt: Date
  /** In the order of `ledgerAccounts`. */
  readonly changes: readonly Centavos[]
  readonly balances: readonly Centavos[]
  readonly previousSha256: Buffer | null
}

export type HashedEntry = Entry & { readonly entrySha256: Buffer }

/** The amounts that are not zero, by the names of their accounts: an account that is added later changes no old text. */
export const linesOf = (amounts: readonly Centavos[]): { account: string; amount: Centavos }[] =>
  amounts.flatMap((amount, index) => {
    const account = ledgerAccounts[index]
    if (account === undefined) throw new Error(`the books have an account more than we know: ${index + 1}`)
    return amount === 0 ? [] : [{ account, amount }]
  })

const byName = (one: { readonly account: string }, other: { readonly account: string }): number =>
  one.account < other.account ? -1 : 1

const named = (amounts: readonly Centavos[]): Record<string, Centavos> => {
  const lines: Record<string, Centavos> = {}
  for (const { account, amount } of linesOf(amounts).sort(byName)) lines[account] = amount
  return lines
}

/**
 * What is hashed: everything that the entry says, and the hash of the one before it. Whoever changes, takes out or
 * exchanges one has to change all that follow. It is made from the row alone, whenever and by whomever. It is canonical
 * JSON: the fields stand here as they are sorted there, since a night makes a million of these.
 */
export const hashedTextOf = (orderId: string, entry: Entry): string =>
  JSON.stringify({
    balances_centavos: named(entry.balances),
    booked_at: entry.bookedAt.toISOString(),
    cause: entry.cause,
    changes_centavos: named(entry.changes),
    effective_day: entry.effectiveDay,
    entry_number: entry.entryNumber,
    order_id: orderId,
    previous_sha256: entry.previousSha256?.toString('hex') ?? null,
    rule: entry.rule,
    rule_version: entry.ruleVersion,
    source_id: entry.sourceId,
  })

export const hashOf = (orderId: string, entry: Entry): Buffer => hash('sha256', hashedTextOf(orderId, entry), 'buffer')
