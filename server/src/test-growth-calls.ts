import { randomUUID } from 'node:crypto'
import type { BodyOf, CallPath } from '@hola/core/contract/contract.ts'
import type { DeskPath } from '@hola/core/desk-contract/contract.ts'
import { addDays, type CivilDay } from '@hola/core/calendar.ts'
import { pesos } from '@hola/core/money.ts'

/** For benchmarks and tests of plans: what people and the staff ask for, whose time may not grow with the book. */

/** A loan of the book, for what the staff asks about one. */
export type SomeLoan = { readonly userId: string; readonly orderNumber: string }

export type DeskPage = {
  readonly path: DeskPath
  readonly body: (loan: SomeLoan, today: CivilDay) => object
  /** A part of a file, which nobody waits for as for a page: its time is shown and not judged. */
  readonly isFile?: true
}

export const deskPages: readonly DeskPage[] = [
  { path: 'portfolio/show', body: () => ({ days_count: 90 }) },
  { path: 'portfolio/balances', body: (_, today) => ({ day: addDays(today, -1) }), isFile: true },
  { path: 'acts/list', body: () => ({}) },
  { path: 'acts/list', body: ({ userId }) => ({ user_id: userId }) },
  { path: 'proposals/list', body: () => ({}) },
  { path: 'queue/list', body: () => ({ show: 'all' }) },
  { path: 'queue/counts', body: () => ({}) },
  { path: 'cases/list', body: () => ({ show: 'waiting' }) },
  { path: 'loans/list', body: () => ({ show: 'all' }) },
  { path: 'loans/list', body: () => ({ show: 'late' }) },
  { path: 'search/find', body: ({ orderNumber }) => ({ text: orderNumber }) },
  { path: 'arrears/list', body: () => ({ bucket: '1-5' }) },
  { path: 'payouts/list', body: () => ({}) },
  { path: 'receipts/list', body: () => ({ state: 'suspense' }) },
  { path: 'requests/list', body: () => ({ list: 'staff' }) },
]

/** Somebody with room for more loans, who has one to repay. */
export type SomeBorrower = {
  readonly orderId: string
  /** A body to sign with that was not used before. */
  readonly signature: () => Promise<BodyOf<'loan/apply'>>
}

export type BorrowerPage = {
  readonly path: CallPath
  readonly body: (borrower: SomeBorrower) => Promise<object> | object
  /** Done once by each person: it changes what she has. */
  readonly isOnce?: true
}

export const borrowerPages: readonly BorrowerPage[] = [
  { path: 'app/home', body: () => ({}) },
  { path: 'user/get_processing_order', body: () => ({}) },
  { path: 'user/get_complete_order', body: () => ({}) },
  { path: 'loan/preview', body: () => ({ amount_centavos: pesos(20_000), term_days: 91, coupon_id: null }) },
  { path: 'privacy/state', body: () => ({}) },
  { path: 'loan/apply', body: ({ signature }) => signature(), isOnce: true },
  {
    path: 'deal/repay_request',
    body: ({ orderId }) => ({
      request_id: randomUUID(),
      order_id: orderId,
      kind: 'part',
      amount_centavos: pesos(2_000),
      method_id: 'transfer',
    }),
    isOnce: true,
  },
]
