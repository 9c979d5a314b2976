import { add, centavos, subtract, type Centavos } from '@hola/core/money.ts'
import type { Statement } from './verify-statement.ts'

type Entry = Statement['entries'][number]

/** What the borrower owes is the sum of these. The others are the lender's side of the same money. */
const owedAccounts = ['principal', 'interest', 'interest_vat', 'late_one_time', 'late_daily', 'written_off'] as const
const shownAccounts = [...owedAccounts, 'borrower_credit'] as const

export type ShownAccount = (typeof shownAccounts)[number]
/** The two sides of what she owes on the first day: what she got, and what it cost to get it. */
export type HandedPart = 'paid_out' | 'fee'

/** An entry, or the entries of days on which nothing happened but that they passed. */
export type StatementRow = {
  readonly cause: Entry['cause']
  readonly fromDay: string
  readonly toDay: string
  /** Of the money that was handed over, and of nothing else. */
  readonly handed: readonly { readonly part: HandedPart; readonly amount: Centavos }[]
  /** What it did to the borrower's lines. Credit is hers: above zero. */
  readonly changes: readonly { readonly account: ShownAccount; readonly amount: Centavos }[]
  /** What she owes after it. */
  readonly owed: Centavos
}

const zero = centavos(0)

const lineOf = (lines: Entry['changes'], account: string): Centavos =>
  lines.find((line) => line.account === account)?.amount_centavos ?? zero

const amountOf = (lines: Entry['changes'], account: ShownAccount): Centavos => {
  const amount = lineOf(lines, account)
  // What has come of a loan that was written off is no longer owed.
  if (account === 'written_off') return add(amount, lineOf(lines, 'recovered'))
  return account === 'borrower_credit' ? centavos(0 - amount) : amount
}

/** The fee as she was told it, with its VAT, which has an account of its own: what she owes more than she got. */
const handedBy = ({ cause, changes }: Pick<Entry, 'cause' | 'changes'>): StatementRow['handed'] => {
  if (cause !== 'payout') return []
  const [owed, got] = [lineOf(changes, 'principal'), centavos(0 - lineOf(changes, 'paid_out'))]
  return [
    { part: 'paid_out', amount: got },
    { part: 'fee', amount: subtract(owed, got) },
  ]
}

const owedOf = (balances: Entry['balances']): Centavos => {
  const credit = amountOf(balances, 'borrower_credit')
  // A credit below zero is a refund that turned out to be too much.
  return add(...owedAccounts.map((account) => amountOf(balances, account)), centavos(Math.max(0, 0 - credit)))
}

/** Days that only passed are one row: a statement is read, and each of them is in the file to verify. */
export const statementRows = (entries: readonly Entry[]): StatementRow[] => {
  const rows: StatementRow[] = []
  for (const { cause, effective_day: day, changes, balances } of entries) {
    const last = rows.at(-1)
    const joined = cause === 'accrual' && last?.cause === 'accrual' ? last : undefined
    if (joined) rows.pop()
    const amounts = shownAccounts.map((account) => ({
      account,
      amount: add(
        amountOf(changes, account),
        joined?.changes.find((change) => change.account === account)?.amount ?? zero,
      ),
    }))
    rows.push({
      cause,
      fromDay: joined?.fromDay ?? day,
      toDay: day,
      handed: handedBy({ cause, changes }),
      changes: amounts.filter(({ amount }) => amount !== 0),
      owed: owedOf(balances),
    })
  }
  return rows
}
