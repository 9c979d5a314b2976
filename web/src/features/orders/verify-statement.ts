import type { RetOf } from '@hola/core/contract/contract.ts'

export type Statement = RetOf<'loan/statement'>
type Entry = Statement['entries'][number]
type Lines = Entry['changes']

export type StatementProblem =
  /** It does not say what it said when its hash was taken. */
  | 'hash'
  /** It does not follow the entry before it. */
  | 'chain'
  /** What is shown is not what was hashed. */
  | 'shown'
  /** What it moves, or what the accounts say after it, does not sum to zero. */
  | 'sum'
  /** What it moves does not lead from the balances before it to its own. */
  | 'balances'

export type StatementCheck =
  | { readonly fits: true; readonly entryCount: number }
  | { readonly fits: false; readonly entryNumber: number; readonly problem: StatementProblem }

const sumOf = (lines: Lines): number => lines.reduce((sum, { amount_centavos: amount }) => sum + amount, 0)

/** By account; one that stands at zero is not written down. */
const byAccount = (lines: Lines): Map<string, number> => {
  const amounts = new Map<string, number>()
  for (const { account, amount_centavos: amount } of lines) amounts.set(account, (amounts.get(account) ?? 0) + amount)
  return new Map([...amounts].filter(([, amount]) => amount !== 0))
}

const isSame = (one: Map<string, number>, other: Map<string, number>): boolean =>
  one.size === other.size && [...one].every(([account, amount]) => other.get(account) === amount)

const readFacts = (text: string): Readonly<Record<string, unknown>> => {
  try {
    const facts: unknown = JSON.parse(text)
    return typeof facts === 'object' && facts !== null ? (facts as Readonly<Record<string, unknown>>) : {}
  } catch {
    return {}
  }
}

const amountsIn = (value: unknown): Map<string, number> =>
  new Map(
    Object.entries((value ?? {}) as Readonly<Record<string, unknown>>).map(([account, amount]) => [
      account,
      Number(amount),
    ]),
  )

const isShownAsHashed = (orderId: string, entry: Entry, facts: Readonly<Record<string, unknown>>): boolean =>
  facts['order_id'] === orderId &&
  facts['cause'] === entry.cause &&
  facts['effective_day'] === entry.effective_day &&
  facts['booked_at'] === entry.booked_at &&
  isSame(amountsIn(facts['changes_centavos']), byAccount(entry.changes)) &&
  isSame(amountsIn(facts['balances_centavos']), byAccount(entry.balances))

/**
 * Goes through the books on this device: every hash is computed anew, every entry names the one before it, says what
 * is shown of it, sums to zero, and leads from the balances before it to its own. Undefined where the browser computes
 * no hashes.
 */
export const verifyStatement = async (
  { order_id: orderId, entries }: Pick<Statement, 'order_id' | 'entries'>,
  sha256Of: (bytes: Uint8Array<ArrayBuffer>) => Promise<string | undefined>,
): Promise<StatementCheck | undefined> => {
  const letters = new TextEncoder()
  let before: Entry | undefined
  for (const [index, entry] of entries.entries()) {
    const wrong = (problem: StatementProblem): StatementCheck => ({ fits: false, entryNumber: index + 1, problem })
    const sha256 = await sha256Of(letters.encode(entry.hashed_text))
    if (sha256 === undefined) return undefined
    if (sha256 !== entry.entry_sha256) return wrong('hash')
    const facts = readFacts(entry.hashed_text)
    if (facts['entry_number'] !== index + 1 || facts['previous_sha256'] !== (before?.entry_sha256 ?? null))
      return wrong('chain')
    if (!isShownAsHashed(orderId, entry, facts)) return wrong('shown')
    if (sumOf(entry.changes) !== 0 || sumOf(entry.balances) !== 0) return wrong('sum')
    if (!isSame(byAccount([...(before?.balances ?? []), ...entry.changes]), byAccount(entry.balances)))
      return wrong('balances')
    before = entry
  }
  return { fits: true, entryCount: entries.length }
}
