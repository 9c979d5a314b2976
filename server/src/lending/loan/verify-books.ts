import type { Balances } from '@hola/core/ledger/ledger.ts'
import { balancesOn } from '@hola/core/ledger/ledger.ts'
import type { RulesVersion } from '@hola/core/loan/rules.ts'
import type { Tx } from '../../platform/db/public.ts'
import type { BooksCheck, HashedEntry } from '../ledger/public.ts'
import { checkEntries, listEntries } from '../ledger/public.ts'
import type { OrderKey, OrderRow } from '../order/public.ts'
import { factsOf, findOrder } from '../order/public.ts'

/** Loans that ran when the limit of the one-time late charge came have entries from before it. */
const RAISED_TO: RulesVersion = 2
const RAISED_FROM: RulesVersion = 1

/** What an entry must say; undefined when it was made by rules that the loan never had. */
const balancesBy = (order: OrderRow, { ruleVersion, effectiveDay }: HashedEntry): Balances | undefined => {
  const { terms, ...facts } = factsOf(order)
  const isOlder = order.rulesVersion === RAISED_TO && ruleVersion === String(RAISED_FROM)
  const rulesVersion = isOlder ? RAISED_FROM : order.rulesVersion
  if (ruleVersion !== String(rulesVersion)) return undefined
  return balancesOn({ ...facts, terms: { ...terms, rulesVersion } }, effectiveDay)
}

/** Whether the books of an order are whole and unchanged, and say what its terms and payments do. */
export const verifyBooks = async (tx: Tx, key: OrderKey): Promise<BooksCheck> => {
  const order = await findOrder(tx, key.userId, key.orderId)
  if (order === undefined) throw new Error(`no order ${key.orderId}`)
  const entries = await listEntries(tx, key)
  const check = checkEntries(key.orderId, entries, (entry) => balancesBy(order, entry))
  const hasBooks = entries.length > 0
  if (check.isIntact && hasBooks !== (order.payoutDay !== null))
    return { isIntact: false, problem: 'books_differ_from_loan', entryNumber: entries.length }
  return check
}
