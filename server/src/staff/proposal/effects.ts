import type { OrderKey } from '../../lending/order/public.ts'
import { linesOf, listEntries } from '../../lending/ledger/public.ts'
import { ledgerAccounts } from '@hola/core/ledger/ledger.ts'
import type { Tx } from '../../platform/db/public.ts'
import type { Effect } from './kind.ts'

/** What the last entry in the books of a loan did to its accounts. */
export const lastEntryEffects = async (tx: Tx, key: OrderKey): Promise<Effect[]> => {
  const last = (await listEntries(tx, key)).at(-1)
  if (last === undefined) return []
  return linesOf(last.changes).map(({ account, amount }) => {
    const after = last.balances[ledgerAccounts.findIndex((one) => one === account)] ?? 0
    return { name: `ledger.${account}`, before: after - amount, after }
  })
}
