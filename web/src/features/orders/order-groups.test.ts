import { expect, test } from 'vitest'
import { fakeSummary } from '../../shared/orders/fake-order.ts'
import { mergeGroups } from './order-groups.ts'

const order = (id: string) => fakeSummary({ order_id: id })
const shown = (...pages: Parameters<typeof mergeGroups>[0]) =>
  mergeGroups(pages).map(({ group, orders }) => [group, ...orders.map((one) => one.order_id)])

test('a group that goes on on the next page is one group', () => {
  expect(
    shown(
      {
        groups: [
          { group: 'pending', orders: [order('a')] },
          { group: 'in_repayment', orders: [order('b')] },
        ],
      },
      { groups: [{ group: 'in_repayment', orders: [order('c')] }] },
    ),
  ).toEqual([
    ['pending', 'a'],
    ['in_repayment', 'b', 'c'],
  ])
})

test('an order that two pages have is shown once', () => {
  const page = { groups: [{ group: 'complete' as const, orders: [order('a')] }] }
  expect(shown(page, page)).toEqual([['complete', 'a']])
})

test('an empty group has no heading', () => {
  expect(shown({ groups: [{ group: 'pending', orders: [] }] })).toEqual([])
})

test('a group without an order stays when an application was refused', () => {
  const refused = { refused_at: '2026-11-16T13:41:00.000Z', retry_at: '2026-11-30T13:41:00.000Z', reasons: [] }
  const group = {
    group: 'failed_review' as const,
    orders: [],
    refused_applications: [{ decision_id: 'd', ...refused }],
  }
  const complete = { group: 'complete' as const, orders: [order('a')] }
  expect(mergeGroups([{ groups: [group] }, { groups: [complete] }])).toEqual([group, complete])
})
