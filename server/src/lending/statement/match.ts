import type { LineState } from '@hola/core/desk-contract/statements.ts'
import { STATEMENT_ENTERED_MAX } from '@hola/core/desk-contract/statements.ts'
import type { Tx } from '../../platform/db/public.ts'
import {
  listKnownReceipts,
  listNamedOrders,
  listReceiptsLike,
  staffCollectorOf,
  summariseCandidates,
} from '../repayment/public.ts'
import type { Services } from '../services.ts'
import type { ReadLine, StatementLine } from './read-statement.ts'

/** A line and where it stands beside what is in the books now. */
export type MatchedLine = {
  readonly line: StatementLine
  readonly state: LineState
  readonly orderNumber: string | null
}

/** What a proposal enters: it is money that came, and nothing like it is in the books. */
const isToEnter = ({ state }: MatchedLine): boolean =>
  state === 'by_reference' || state === 'possible' || state === 'unclear'

/** The transfers that a proposal would enter now, the first of the file first. */
export const linesToEnter = (matched: readonly MatchedLine[]): (MatchedLine & { readonly line: ReadLine })[] =>
  matched
    .flatMap((one) => (isToEnter(one) && one.line.problem === null ? [{ ...one, line: one.line }] : []))
    .slice(0, STATEMENT_ENTERED_MAX)

const likeness = ({ paidDay, amount }: Pick<ReadLine, 'paidDay' | 'amount'>): string => `${paidDay} ${amount}`

/**
 * Each line of a statement beside the books of the lender's own account, in a few queries for all of them: known by its
 * id, the same day and amount under another id, named by its reference, or a loan with that amount or payer.
 */
export const matchLines = async (
  tx: Tx,
  services: Services,
  lines: readonly StatementLine[],
): Promise<MatchedLine[]> => {
  const provider = staffCollectorOf(services)?.provider ?? ''
  const credits = lines.filter((line): line is ReadLine => line.problem === null && line.amount > 0)
  const ids = credits.map(({ providerPaymentId }) => providerPaymentId)
  const known = new Map((await listKnownReceipts(tx, provider, ids)).map((one) => [one.providerPaymentId, one]))
  const fresh = credits.filter(({ providerPaymentId }) => !known.has(providerPaymentId))
  const own = new Set(ids)
  // What this very file has entered is not a transfer that somebody else entered.
  const alike = new Set(
    (await listReceiptsLike(tx, provider, fresh)).filter((one) => !own.has(one.providerPaymentId)).map(likeness),
  )
  const named = new Map(
    (
      await listNamedOrders(
        tx,
        fresh.map(({ words }, at) => ({ at, words })),
      )
    ).map((one) => [one.at, one.orderNumber]),
  )
  const summaries = await summariseCandidates(
    tx,
    services,
    fresh.map(({ amount, paidDay, words }) => ({ amount, paidDay, reference: words === '' ? null : words })),
  )
  const before = new Set<string>()
  return lines.map((line): MatchedLine => {
    const stands = (state: LineState, orderNumber: string | null = null): MatchedLine => ({ line, state, orderNumber })
    if (line.problem !== null) return stands('malformed')
    if (line.amount < 0) return stands('debit')
    const { providerPaymentId } = line
    const receipt = known.get(providerPaymentId)
    if (receipt !== undefined) return stands('entered', receipt.orderNumber)
    if (before.has(providerPaymentId)) return stands('in_file_before')
    before.add(providerPaymentId)
    if (alike.has(likeness(line))) return stands('same_entered')
    const at = fresh.indexOf(line)
    const orderNumber = named.get(at)
    if (orderNumber !== undefined) return stands('by_reference', orderNumber)
    return stands((summaries[at]?.candidateCount ?? 0) > 0 ? 'possible' : 'unclear')
  })
}
