import { describe, expect, expectTypeOf, test } from 'vitest'
import type * as z from 'zod/mini'
import type { orderGroup, orderState } from '../contract/shapes.ts'
import {
  canMove,
  groupOf,
  type OrderGroup,
  type OrderState,
  orderTransitions,
  type ShownOrderState,
  shownState,
} from './order-states.ts'

const states: OrderState[] = ['pending', 'payout_failed', 'in_repayment', 'cleared', 'review_failed', 'cancelled']

test('states and groups are those that the calls carry', () => {
  expectTypeOf<ShownOrderState>().toEqualTypeOf<z.output<typeof orderState>>()
  expectTypeOf<OrderGroup>().toEqualTypeOf<z.output<typeof orderGroup>>()
})

describe('what may follow', () => {
  test.each([
    ['signing', ['pending', 'review_failed']],
    ['pending', ['payout_failed', 'in_repayment', 'cancelled']],
    ['payout_failed', ['pending', 'cancelled']],
    ['in_repayment', ['cleared', 'cancelled']],
    ['cleared', ['in_repayment', 'cancelled']],
    ['review_failed', []],
    ['cancelled', ['in_repayment', 'cleared']],
  ] satisfies [OrderState | 'signing', OrderState[]][])('%s: %o', (from, allowed) => {
    expect(states.filter((to) => canMove(from, to))).toEqual(allowed)
  })

  test('no row stands twice', () => {
    expect(new Set(orderTransitions.map(String)).size).toBe(orderTransitions.length)
  })
})

test.each([
  ['pending', 'pending'],
  ['payout_failed', 'failed_payouts'],
  ['in_repayment', 'in_repayment'],
  ['overdue', 'in_repayment'],
  ['review_failed', 'failed_review'],
  ['cleared', 'complete'],
  ['cancelled', 'complete'],
] satisfies [ShownOrderState, OrderGroup][])('an order that is %s stands under %s', (state, group) => {
  expect(groupOf(state)).toBe(group)
})

test.each([
  ['in_repayment', 0, 'in_repayment'],
  ['in_repayment', 1, 'overdue'],
  ['cleared', 1, 'cleared'],
  ['pending', 1, 'pending'],
] satisfies [OrderState, number, ShownOrderState][])('%s, %d days late, shows as %s', (state, overdueDays, shown) => {
  expect(shownState(state, overdueDays)).toBe(shown)
})
