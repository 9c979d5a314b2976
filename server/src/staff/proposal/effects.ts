import type { ProposalProblem } from '@hola/core/desk-contract/proposals.ts'
import type { LoanEffect } from '../../lending/loan/public.ts'
import type { OrderKey } from '../../lending/order/public.ts'
import { linesOf, listEntries } from '../../lending/ledger/public.ts'
import { ledgerAccounts } from '@hola/core/ledger/ledger.ts'
import type { Tx } from '../../platform/db/public.ts'
import type { Effect } from './kind.ts'
import { NotPossible } from './kind.ts'

/** What the last entry in the books of a loan did to its accounts. */
export const lastEntryEffects = async (tx: Tx, key: OrderKey): Promise<Effect[]> => {
  const last = (await listEntries(tx, key)).at(-1)
  if (last === undefined) return []
  return linesOf(last.changes).map(({ account, amount }) => {
    const after = last.balances[ledgerAccounts.findIndex((one) => one === account)] ?? 0
    return { name: `ledger.${account}`, before: after - amount, after }
  })
}

/** What an act did to a loan: what she owes, where it stands, and what its last entry moved. */
export const loanEffects = async (tx: Tx, key: OrderKey, { before, after, entries }: LoanEffect): Promise<Effect[]> => {
  const standing: Effect[] = [
    { name: 'owed_centavos', before: before.account?.payoff ?? null, after: after.account?.payoff ?? null },
    { name: 'state', before: before.state, after: after.state },
    { name: 'plan', before: before.planState, after: after.planState },
    { name: 'written_off_day', before: before.writtenOffDay, after: after.writtenOffDay },
  ]
  return [
    ...standing.filter((effect) => effect.name === 'owed_centavos' || effect.before !== effect.after),
    ...(entries.length === 0 ? [] : await lastEntryEffects(tx, key)),
  ]
}

/** The names of what is against an act, as the desk says them. */
export const problemOf = <Problem extends ProposalProblem | 'no_such_order' | 'no_such_receipt'>(
  problem: Problem,
): NotPossible => {
  if (problem === 'no_such_order') return new NotPossible('no_such_loan')
  if (problem === 'no_such_receipt') return new NotPossible('no_such_money')
  return new NotPossible(problem as ProposalProblem)
}
