import type { OrderKey } from '../../lending/order/public.ts'
import type { Tx } from '../../platform/db/public.ts'
import { findOrderByNumber as find } from '../../staff/proposal/public.ts'
import { DeskProblem } from './problem.ts'

/** The loan that a person calls by its number, as it may be typed. */
export const findOrderByNumber = async (tx: Tx, typed: string): Promise<OrderKey> => {
  const found = await find(tx, typed)
  if (found === 'none') throw new DeskProblem(`There is no loan "${typed}".`)
  if (found === 'many') throw new DeskProblem(`Two people have a loan "${typed}": a developer must tell them apart.`)
  return found
}
