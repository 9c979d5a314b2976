import { ledgerAccounts } from '@hola/core/ledger/ledger.ts'
import { inTransaction } from '../../platform/db/public.ts'
import type { BooksCheck, BooksProblem, HashedEntry } from '../../lending/ledger/public.ts'
import { linesOf, listEntries } from '../../lending/ledger/public.ts'
import { verifyBooks } from '../../lending/loan/public.ts'
import type { Services } from '../services.ts'
import type { Hand } from '../../staff/act/public.ts'
import { recordAct } from '../../staff/act/public.ts'
import { findOrderByNumber } from './order.ts'
import type { Answer } from './print.ts'
import { parts, showMoney, showTime, table } from './print.ts'

const problemWords: Readonly<Record<BooksProblem, string>> = {
  entry_missing: 'an entry is missing',
  entry_changed: 'an entry does not say what it said when it was written',
  chain_broken: 'an entry names another one before it than is there',
  entry_does_not_add_up: 'an entry does not lead from the balances before it to its own',
  books_differ_from_loan: 'they do not say what the terms and payments of the loan do',
}

const showCheck = (check: BooksCheck): string =>
  check.isIntact
    ? `intact, ${check.entryCount} ${check.entryCount === 1 ? 'entry' : 'entries'}`
    : `NOT INTACT: ${problemWords[check.problem]} (entry ${check.entryNumber})`

const changesOf = ({ changes }: HashedEntry): string =>
  linesOf(changes)
    .map(({ account, amount }) => `${account} ${showMoney(amount)}`)
    .join(', ')

const showEntries = (entries: readonly HashedEntry[]): string =>
  table(
    ['NO', 'BOOKED', 'COUNTED TO', 'CAUSE', 'SOURCE', 'CHANGES'],
    entries.map((entry) => [
      String(entry.entryNumber),
      showTime(entry.bookedAt),
      entry.effectiveDay,
      entry.cause,
      entry.sourceId ?? '-',
      changesOf(entry),
    ]),
  )

const showBalances = (last: HashedEntry): string =>
  table(
    ['ACCOUNT', 'BALANCE'],
    ledgerAccounts.map((account, index) => [account, showMoney(last.balances[index] ?? 0)]),
  )

const amountsJson = (amounts: HashedEntry['changes']): Record<string, number> =>
  Object.fromEntries(linesOf(amounts).map(({ account, amount }) => [account, amount]))

/** The books of a loan, checked, entry by entry. What somebody owes is her own affair: that it was seen is written down. */
export const showBooks = async (services: Services, hand: Hand, orderNumber: string): Promise<Answer> => {
  // Written down first: adding to the chain of acts needs to see the last one, which a snapshot may not show.
  const key = await inTransaction(services.pool, async (tx) => {
    const found = await findOrderByNumber(tx, orderNumber)
    await recordAct(tx, services, hand, {
      act: 'see_books',
      userId: found.userId,
      details: { order_id: found.orderId },
    })
    return found
  })
  const { check, entries } = await inTransaction(
    services.pool,
    async (tx) => ({ check: await verifyBooks(tx, key), entries: await listEntries(tx, key) }),
    { isolation: 'repeatable read' },
  )
  const last = entries.at(-1)
  return {
    text: parts(
      `The books of ${orderNumber}: ${showCheck(check)}`,
      last && showEntries(entries),
      last && showBalances(last),
    ),
    json: {
      user_id: key.userId,
      order_id: key.orderId,
      is_intact: check.isIntact,
      problem: check.isIntact ? null : check.problem,
      entries: entries.map((entry) => ({
        entry_number: entry.entryNumber,
        booked_at: entry.bookedAt.toISOString(),
        effective_day: entry.effectiveDay,
        cause: entry.cause,
        source_id: entry.sourceId,
        changes_centavos: amountsJson(entry.changes),
        balances_centavos: amountsJson(entry.balances),
        entry_sha256: entry.entrySha256.toString('hex'),
      })),
    },
    exitCode: check.isIntact ? 0 : 1,
  }
}
