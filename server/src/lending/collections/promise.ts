import type { CivilDay } from '@hola/core/calendar.ts'
import { addDays, civilDayOf } from '@hola/core/calendar.ts'
import { PROMISE_DAYS_MAX } from '@hola/core/contact.ts'
import type { Centavos } from '@hola/core/money.ts'
import type { Tx } from '../../platform/db/public.ts'
import { insertPromise, lockContacts } from '../contact/public.ts'
import type { OrderKey } from '../order/public.ts'
import { lockOrder } from '../order/public.ts'
import type { Services } from '../services.ts'
import { lateOf } from './late.ts'

export type PromiseProblem = 'no_such_order' | 'not_late' | 'day_too_far' | 'more_than_owed'

/** Writes down what she has promised to pay and by when: until the end of that day nobody writes to her. */
export const recordPromise = async (
  tx: Tx,
  services: Services,
  {
    userId,
    orderId,
    amount,
    promiseDay,
    memberId,
  }: OrderKey & { readonly amount: Centavos; readonly promiseDay: CivilDay; readonly memberId: string },
): Promise<PromiseProblem | { readonly promiseId: string }> => {
  const order = await lockOrder(tx, { userId, orderId })
  if (order === undefined) return 'no_such_order'
  const madeAt = services.clock.now()
  const madeDay = civilDayOf(madeAt)
  const late = lateOf(order, madeDay)
  if (late === undefined) return 'not_late'
  if (promiseDay < madeDay || promiseDay > addDays(madeDay, PROMISE_DAYS_MAX)) return 'day_too_far'
  if (amount > late.payoff) return 'more_than_owed'
  await lockContacts(tx, services, userId)
  const promiseId = services.random.uuid()
  await insertPromise(tx, { userId, orderId, promiseId, amount, madeDay, promiseDay, madeAt, memberId })
  return { promiseId }
}
