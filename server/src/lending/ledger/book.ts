import type { CivilDay } from '@hola/core/calendar.ts'
import { amountsOf, changesBetween, LEDGER_RULE, ledgerAccounts } from '@hola/core/ledger/ledger.ts'
import type { Balances } from '@hola/core/ledger/ledger.ts'
import type { RulesVersion } from '@hola/core/loan/rules.ts'
import type { Centavos } from '@hola/core/money.ts'
import type { Tx } from '../../platform/db/public.ts'
import type { Cause, Entry, HashedEntry } from './hash.ts'
import { hashOf } from './hash.ts'
import type { BookKey, LastEntry } from './store.ts'
import { findLastEntries, findLastEntry, insertEntries } from './store.ts'

/** What the books of a loan must say from now on, and why. */
export type Booking = {
  readonly cause: Cause
  /** What it answers to: a receipt, a payout, a refund. Null when the days alone did it. */
  readonly sourceId: string | null
  readonly day: CivilDay
  readonly bookedAt: Date
  /** What they must say on a day: this one, or that of the last entry when it is later. */
  readonly on: (day: CivilDay) => MustSay
  /** Those of the loan, by which the balances were made. */
  readonly rulesVersion: RulesVersion
}

export type MustSay = {
  readonly balances: Balances
  /** The first day on which its payment plan was broken; null while it is kept, and without one. */
  readonly planBrokenDay: CivilDay | null
}

/**
 * The day of the next entry. The books never go back: when the clock was set back over midnight, they count up to the day
 * that they have counted to, or a payment of that day would be missing from an entry that says to have it.
 */
const dayOf = ({ day }: Booking, last: Pick<LastEntry, 'effectiveDay'> | undefined): CivilDay =>
  last !== undefined && last.effectiveDay > day ? last.effectiveDay : day

/** Days that pass add charges and never principal, unless a withdrawal has lapsed with them: then that is what is booked. */
const raisesPrincipal = (changes: readonly Centavos[]): boolean =>
  (changes[ledgerAccounts.indexOf('principal')] ?? 0) > 0

/** A plan is broken by a day that passes: the entry that counts past it says so. */
const causeOf = (
  cause: Cause,
  { day, planBrokenDay }: { readonly day: CivilDay; readonly planBrokenDay: CivilDay | null },
  changes: readonly Centavos[],
  lastDay: CivilDay | undefined,
): Cause => {
  if (cause !== 'accrual') return cause
  const isBreach = planBrokenDay !== null && planBrokenDay <= day && lastDay !== undefined && lastDay < planBrokenDay
  if (isBreach) return 'plan_broken'
  return raisesPrincipal(changes) ? 'withdrawal' : cause
}

/** The entry that follows the last one; undefined when the books say already what they must. */
export const nextEntry = (orderId: string, last: LastEntry | undefined, booking: Booking): HashedEntry | undefined => {
  const { cause, sourceId, bookedAt, rulesVersion } = booking
  const day = dayOf(booking, last)
  const { balances, planBrokenDay } = booking.on(day)
  const must = amountsOf(balances)
  const changes = changesBetween(last?.balances ?? [], must)
  if (changes === undefined) return undefined
  const entry: Entry = {
    entryNumber: (last?.entryNumber ?? 0) + 1,
    cause: causeOf(cause, { day, planBrokenDay }, changes, last?.effectiveDay),
    rule: LEDGER_RULE,
    ruleVersion: String(rulesVersion),
    sourceId,
    effectiveDay: day,
    bookedAt,
    changes,
    balances: must,
    previousSha256: last?.entrySha256 ?? null,
  }
  return { ...entry, entrySha256: hashOf(orderId, entry) }
}

/**
 * Writes the difference between what the books say and what they must say. The caller holds the order's lock. Returns the
 * day that they count to.
 */
export const book = async (tx: Tx, key: BookKey, booking: Booking): Promise<CivilDay> => {
  const last = await findLastEntry(tx, key)
  const entry = nextEntry(key.orderId, last, booking)
  if (entry !== undefined) await insertEntries(tx, [{ ...key, ...entry }])
  return dayOf(booking, last)
}

/** The same for many loans at once. Says how many entries there were to write. */
export const bookMany = async (
  tx: Tx,
  bookings: readonly { readonly key: BookKey; readonly booking: Booking }[],
): Promise<number> => {
  const last = await findLastEntries(
    tx,
    bookings.map(({ key }) => key),
  )
  const entries = bookings.flatMap(({ key: { userId, orderId }, booking }) => {
    const entry = nextEntry(orderId, last.get(orderId), booking)
    return entry === undefined ? [] : [{ userId, orderId, ...entry }]
  })
  if (entries.length > 0) await insertEntries(tx, entries)
  return entries.length
}

export type BooksProblem =
  /** A number of the chain is not there. */
  | 'entry_missing'
  /** It does not say what it said when its hash was taken. */
  | 'entry_changed'
  /** It names another entry before it than the one that is there. */
  | 'chain_broken'
  /** What it moves does not lead from the balances before it to its own. */
  | 'entry_does_not_add_up'
  /** The last balances are not those of the loan. */
  | 'books_differ_from_loan'

export type BooksCheck =
  | { readonly isIntact: true; readonly entryCount: number }
  | { readonly isIntact: false; readonly problem: BooksProblem; readonly entryNumber: number }

const sum = (amounts: readonly Centavos[]): number => amounts.reduce<number>((total, amount) => total + amount, 0)

const problemOf = (orderId: string, entry: HashedEntry, before: HashedEntry | undefined): BooksProblem | undefined => {
  if (entry.entryNumber !== (before?.entryNumber ?? 0) + 1) return 'entry_missing'
  if (!hashOf(orderId, entry).equals(entry.entrySha256)) return 'entry_changed'
  if (entry.previousSha256?.toString('hex') !== before?.entrySha256.toString('hex')) return 'chain_broken'
  const leadsHere = entry.balances.every(
    (balance, index) => balance === (before?.balances[index] ?? 0) + (entry.changes[index] ?? 0),
  )
  const balanced = sum(entry.changes) === 0 && sum(entry.balances) === 0
  return leadsHere && balanced && entry.changes.length === entry.balances.length ? undefined : 'entry_does_not_add_up'
}

/**
 * Goes through all entries of a loan: each says what it said when it was made, follows the one before it, and the last
 * one says what the loan itself does on its day. `balancesBy` is undefined for an entry by other rules than the loan's.
 */
export const checkEntries = (
  orderId: string,
  entries: readonly HashedEntry[],
  balancesBy: (entry: HashedEntry) => Balances | undefined,
): BooksCheck => {
  let before: HashedEntry | undefined
  for (const entry of entries) {
    const problem = problemOf(orderId, entry, before)
    if (problem !== undefined) return { isIntact: false, problem, entryNumber: entry.entryNumber }
    before = entry
  }
  if (before === undefined) return { isIntact: true, entryCount: 0 }
  const must = balancesBy(before)
  if (must === undefined || changesBetween(before.balances, amountsOf(must)) !== undefined)
    return { isIntact: false, problem: 'books_differ_from_loan', entryNumber: before.entryNumber }
  return { isIntact: true, entryCount: entries.length }
}
