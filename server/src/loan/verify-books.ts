import { balancesOn } from '@hola/core/ledger/ledger.ts'
import type { Tx } from '../db/transaction.ts'
import type { BooksCheck } from '../ledger/public.ts'
import { checkEntries } from '../ledger/public.ts'
import { listEntries } from '../ledger/store.ts'
import { factsOf } from './account-of.ts'
import type { OrderKey } from './store.ts'
import { findOrder } from './store.ts'

/** Whether the books of an order are whole and unchanged, and say what its terms and payments do. */
export const verifyBooks = async (tx: Tx, key: OrderKey): Promise<BooksCheck> => {
  const order = await findOrder(tx, key.userId, key.orderId)
  if (order === undefined) throw new Error(`no order ${key.orderId}`)
  const entries = await listEntries(tx, key)
  const check = checkEntries(key.orderId, entries, (day) => balancesOn(factsOf(order), day))
  const hasBooks = entries.length > 0
  if (check.isIntact && hasBooks !== (order.payoutDay !== null))
    return { isIntact: false, problem: 'books_differ_from_loan', entryNumber: entries.length }
  return check
}
