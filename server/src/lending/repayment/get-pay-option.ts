import { civilDayOf } from '@hola/core/calendar.ts'
import type { RetOf } from '@hola/core/contract/contract.ts'
import { Refusal, refuse } from '@hola/core/errors.ts'
import { centavos } from '@hola/core/money.ts'
import { inTransaction } from '../../platform/db/public.ts'
import type { CallContext, Handler } from '../services.ts'
import { findOrder } from '../order/public.ts'
import { methodWords } from './method-words.ts'
import { offeredMethods } from './methods.ts'
import { endOfDay, payableOf, payoffUntilDay } from './payable.ts'

type Payable = RetOf<'app/get_pay_option'>['payable']

/** The ways to pay, for anybody; with an order of the caller's, also what it takes today. */
export const getPayOption: Handler<'app/get_pay_option'> = async (context, { order_id: orderId }) => {
  const { services, language } = context
  const payable = orderId === undefined ? null : await findPayable(context, orderId)
  if (payable instanceof Refusal) return payable
  return {
    methods: offeredMethods(services).map(({ methodId, kind }) => {
      const { name, steps, creditedText } = methodWords(methodId, language)
      return { method_id: methodId, kind, name, steps: [...steps], credited_text: creditedText }
    }),
    payable,
  }
}

const findPayable = async ({ services, user }: CallContext, orderId: string): Promise<Payable | Refusal> => {
  if (user === undefined) return refuse('login_needed')
  const order = await inTransaction(services.pool, (tx) => findOrder(tx, user.userId, orderId))
  if (order === undefined) return refuse('order_not_found')
  const now = services.clock.now()
  const payable = payableOf(order, civilDayOf(now))
  return {
    order_id: orderId,
    payoff_centavos: payable?.payoff ?? centavos(0),
    partial_payment_min_centavos: payable?.partMin ?? centavos(0),
    valid_until_at: endOfDay(payoffUntilDay(now)).toISOString(),
  }
}
