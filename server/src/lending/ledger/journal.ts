import type { CivilDay } from '@hola/core/calendar.ts'
import { addDays, daysBetween, startOfDay } from '@hola/core/calendar.ts'
import type { LedgerAccount } from '@hola/core/ledger/ledger.ts'
import { ledgerAccounts } from '@hola/core/ledger/ledger.ts'
import type { Centavos } from '@hola/core/money.ts'
import type { Tx } from '../../platform/db/public.ts'
import { sumChanges } from './store.ts'

/** What was booked on a day in one account, of all loans together. */
export type JournalLine = {
  readonly day: CivilDay
  readonly account: LedgerAccount
  readonly debit: Centavos
  readonly credit: Centavos
}

/**
 * The accounting journal: debit and credit of each day, in Argentina, on which something was booked, by account in the order
 * of the books. An entry moves money between accounts, so that the debits of a day are its credits. What we heard of late
 * stands on the day on which it was booked: a day that is over never changes.
 */
export const journalOf = async (
  tx: Tx,
  { fromDay, toDay }: { readonly fromDay: CivilDay; readonly toDay: CivilDay },
): Promise<JournalLine[]> => {
  const days = Array.from({ length: Math.max(0, daysBetween(fromDay, toDay) + 1) }, (_, count) =>
    addDays(fromDay, count),
  )
  const spans = days.map((day) => ({ day, from: startOfDay(day), before: startOfDay(addDays(day, 1)) }))
  const sums = await sumChanges(tx, spans)
  return sums.flatMap(({ day, accountNumber, debit, credit }) => {
    const account = ledgerAccounts[accountNumber - 1]
    if (account === undefined) throw new Error(`the books have an account more than we know: ${accountNumber}`)
    return debit === 0 && credit === 0 ? [] : [{ day, account, debit, credit }]
  })
}
