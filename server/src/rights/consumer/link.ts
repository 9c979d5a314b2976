import { civilDayOf } from '@hola/core/calendar.ts'
import type { OrderRow } from '../../lending/order/public.ts'
import type { Services } from '../services.ts'
import { regrettable } from './situation.ts'

const bare = (number: string): string => number.toUpperCase().replaceAll(/[^0-9A-Z]/g, '')

/** The order with this number, however it was typed. */
export const orderByNumber = (orders: readonly OrderRow[], typed: string): OrderRow | undefined =>
  orders.find(({ orderNumber }) => bare(orderNumber) === bare(typed))

/** The one order that can be meant by whoever names none. */
export const onlyOrderMeant = (
  { clock, reference: { holidays } }: Pick<Services, 'clock' | 'reference'>,
  orders: readonly OrderRow[],
): OrderRow | undefined => {
  const meant = regrettable({ orders, today: civilDayOf(clock.now()), holidays })
  return meant.length === 1 ? meant[0] : undefined
}
