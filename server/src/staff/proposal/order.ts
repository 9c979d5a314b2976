import type { Tx } from '../../platform/db/public.ts'
import type { OrderKey } from '../../lending/order/public.ts'
import { listOrdersByNumber } from './store.ts'

/** The loan that a person calls by its number, as it may be typed; `many` when two people's happen to be alike. */
export const findOrderByNumber = async (tx: Tx, typed: string): Promise<OrderKey | 'none' | 'many'> => {
  const [order, other] = await listOrdersByNumber(tx, typed.trim())
  if (order === undefined) return 'none'
  return other === undefined ? order : 'many'
}
