import * as z from 'zod/mini'
import { calls } from './call.ts'
import { money, slug, uuid } from './fields.ts'
import { orderSummary, payment } from './shapes.ts'

/** Made by the client and kept until answered: the same id and body again return the first answer. */
const request = { request_id: uuid, order_id: uuid }

export const dealCalls = calls({
  'deal/repay_request': {
    access: 'user',
    summary: 'Starts a payment on an order, in part or whole, returns the capital, or extends the due day by a coupon.',
    body: z.discriminatedUnion('kind', [
      z.strictObject({ ...request, kind: z.literal('part'), method_id: slug, amount_centavos: money }),
      z.strictObject({ ...request, kind: z.literal('payoff'), method_id: slug }),
      z.strictObject({ ...request, kind: z.literal('withdrawal'), method_id: slug }),
      z.strictObject({ ...request, kind: z.literal('extension'), coupon_id: uuid }),
    ]),
    ret: z.strictObject({
      order: orderSummary,
      /** Null for an extension: nothing is to be paid. */
      payment: z.nullable(payment),
    }),
  },
})
