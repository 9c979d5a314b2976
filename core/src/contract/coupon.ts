import * as z from 'zod/mini'
import { calls } from './call.ts'
import { listOf } from './fields.ts'
import { coupon } from './shapes.ts'

export const couponCalls = calls({
  'coupon/my_coupon': {
    access: 'user',
    summary: "The user's coupons: usable, used, expired.",
    body: z.strictObject({ state: z.optional(z.enum(['usable', 'used', 'expired'])) }),
    ret: z.strictObject({ coupons: listOf(coupon, 200) }),
  },
})
