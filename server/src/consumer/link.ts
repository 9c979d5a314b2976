import { isOpenOrder } from '../loan/public.ts'
import type { OrderRow } from '../loan/store.ts'

const bare = (number: string): string => number.toUpperCase().replaceAll(/[^0-9A-Z]/g, '')

/** The order with this number, however it was typed. */
export const orderByNumber = (orders: readonly OrderRow[], typed: string): OrderRow | undefined =>
  orders.find(({ orderNumber }) => bare(orderNumber) === bare(typed))

/** The one order that can be meant by whoever names none. */
export const onlyOpenOrder = (orders: readonly OrderRow[]): OrderRow | undefined => {
  const open = orders.filter(isOpenOrder)
  return open.length === 1 ? open[0] : undefined
}
