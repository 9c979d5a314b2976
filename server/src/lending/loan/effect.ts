import type { CivilDay } from '@hola/core/calendar.ts'
import { civilDayOf } from '@hola/core/calendar.ts'
import type { PlanState } from '@hola/core/ledger/ledger.ts'
import type { Account } from '@hola/core/loan/account.ts'
import type { OrderState } from '@hola/core/loan/order-states.ts'
import type { Centavos } from '@hola/core/money.ts'
import type { Tx } from '../../platform/db/public.ts'
import type { Cause } from '../ledger/public.ts'
import { linesOf, listEntries } from '../ledger/public.ts'
import type { OrderKey, OrderRow } from '../order/public.ts'
import { accountOf, findOrder, lockOrder, planStateOf } from '../order/public.ts'
import type { Services } from '../services.ts'

/** Where a loan stands. */
export type Position = {
  readonly state: OrderState
  /** What she owes and has; null while the money has not left. */
  readonly account: Account | null
  readonly planState: PlanState | null
  readonly writtenOffDay: CivilDay | null
}

/** An entry as it is booked, without its place in the chain. */
export type EffectEntry = {
  readonly cause: Cause
  readonly day: CivilDay
  readonly changes: readonly { readonly account: string; readonly amount: Centavos }[]
}

/** What an act does to a loan: where it stood, what is booked, where it stands. */
export type LoanEffect = {
  readonly before: Position
  readonly after: Position
  readonly entries: readonly EffectEntry[]
}

const positionOf = (order: OrderRow, day: CivilDay): Position => ({
  state: order.state,
  account: accountOf(order, day),
  planState: planStateOf(order, day),
  writtenOffDay: order.writtenOffDay,
})

/** What an act has made, with what it did to the loan; a problem as it is. */
type WithEffect<Result> = Result extends string ? Result : Result & { readonly effect: LoanEffect }

/**
 * Locks a loan, carries out an act on it, and says what it did. The act returns what it has made, or the name of what is
 * against it: then it has written nothing.
 */
export const withEffect = async <Result extends object | string>(
  tx: Tx,
  { clock }: Pick<Services, 'clock'>,
  key: OrderKey,
  act: (order: OrderRow) => Promise<Result>,
): Promise<WithEffect<Result> | 'no_such_order'> => {
  const order = await lockOrder(tx, key)
  if (order === undefined) return 'no_such_order'
  const today = civilDayOf(clock.now())
  const entriesBefore = await listEntries(tx, key)
  const done = await act(order)
  if (typeof done === 'string') return done as WithEffect<Result>
  const settled = await findOrder(tx, key.userId, key.orderId)
  if (settled === undefined) throw new Error(`the order ${key.orderId} is gone`)
  const entries = (await listEntries(tx, key)).slice(entriesBefore.length)
  const effect: LoanEffect = {
    before: positionOf(order, today),
    after: positionOf(settled, today),
    entries: entries.map(({ cause, effectiveDay, changes }) => ({
      cause,
      day: effectiveDay,
      changes: linesOf(changes),
    })),
  }
  return { ...(done as object), effect } as WithEffect<Result>
}
