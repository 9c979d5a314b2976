import type { RetOf } from '@hola/core/contract/contract.ts'

type OrderPage = Pick<RetOf<'user/get_processing_order'>, 'groups'>

export type OrderGroup = OrderPage['groups'][number]

/** The pages of a list as one: a group that goes on on the next page stays one group, in the order of the first. */
export const mergeGroups = (pages: readonly OrderPage[]): readonly OrderGroup[] => {
  const merged = new Map<OrderGroup['group'], OrderGroup>()
  for (const next of pages.flatMap((page) => page.groups)) {
    const before = merged.get(next.group)
    const known = new Set(before?.orders.map((order) => order.order_id))
    // An order that moved while the list was read may come twice.
    const orders = [...(before?.orders ?? []), ...next.orders.filter((order) => !known.has(order.order_id))]
    merged.set(next.group, { ...next, ...before, orders })
  }
  return [...merged.values()].filter(
    ({ orders, refused_applications: refused = [] }) => orders.length + refused.length > 0,
  )
}
