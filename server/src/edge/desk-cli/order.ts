import type { Tx } from '../../platform/db/public.ts'
import type { OrderKey } from '../../lending/order/public.ts'
import { DeskProblem } from './problem.ts'
import { listOrdersByNumber } from './store.ts'

/** The loan that a person calls by its number, as it may be typed. */
export const findOrderByNumber = async (tx: Tx, typed: string): Promise<OrderKey> => {
  const [order, other] = await listOrdersByNumber(tx, typed.trim())
  if (order === undefined) throw new DeskProblem(`There is no loan "${typed}".`)
  if (other !== undefined) throw new DeskProblem(`Two people have a loan "${typed}": a developer must tell them apart.`)
  return order
}
