/** Where an order stands. Overdue is not among them: it is a matter of the day. */
export type OrderState = 'pending' | 'payout_failed' | 'in_repayment' | 'cleared' | 'review_failed' | 'cancelled'

/** As a person sees it. */
export type ShownOrderState = OrderState | 'overdue'

/** How My loan groups the orders. */
export type OrderGroup = 'failed_payouts' | 'pending' | 'in_repayment' | 'failed_review' | 'complete'

/**
 * Which state may follow which; the database holds the same rows. An order comes from `signing`, which no stored order
 * is in. A loan that was cleared, or given back within the days to withdraw, opens again when that payment is taken back,
 * or is cleared by others that came; one that was cleared within those days can still be withdrawn from.
 */
export const orderTransitions = [
  ['signing', 'pending'],
  ['signing', 'review_failed'],
  ['pending', 'in_repayment'],
  ['pending', 'payout_failed'],
  ['pending', 'cancelled'],
  ['payout_failed', 'pending'],
  ['payout_failed', 'cancelled'],
  ['in_repayment', 'cleared'],
  ['in_repayment', 'cancelled'],
  ['cleared', 'in_repayment'],
  ['cleared', 'cancelled'],
  ['cancelled', 'in_repayment'],
  ['cancelled', 'cleared'],
] as const satisfies readonly (readonly [OrderState | 'signing', OrderState])[]

export const canMove = (from: OrderState | 'signing', to: OrderState): boolean =>
  orderTransitions.some((row) => row[0] === from && row[1] === to)

const groups: Readonly<Record<ShownOrderState, OrderGroup>> = {
  payout_failed: 'failed_payouts',
  pending: 'pending',
  in_repayment: 'in_repayment',
  overdue: 'in_repayment',
  review_failed: 'failed_review',
  cleared: 'complete',
  cancelled: 'complete',
}

export const groupOf = (state: ShownOrderState): OrderGroup => groups[state]

export const shownState = (state: OrderState, overdueDays: number): ShownOrderState =>
  state === 'in_repayment' && overdueDays > 0 ? 'overdue' : state
