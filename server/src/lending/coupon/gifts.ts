import { readFileSync } from 'node:fs'
import type { Centavos } from '@hola/core/money.ts'
import { centavos } from '@hola/core/money.ts'
import * as z from 'zod/mini'

/** What a coupon gives: something off the service fee, or days that cost nothing. */
export type CouponGift =
  | { readonly kind: 'fee_reduction'; readonly feeReductionCentavos: Centavos }
  | { readonly kind: 'interest_free_extension'; readonly extensionDays: number }

/** Why a coupon was given. */
export type CouponReason = 'first_approval' | 'cleared_on_time' | 'granted'

/** What is given without anybody deciding it, and for how long it lasts. */
export type CouponGifts = Readonly<
  Record<Exclude<CouponReason, 'granted'>, CouponGift & { readonly validDays: number }>
>

const file = new URL('../../../data/coupons.json', import.meta.url)

const valid_days = z.int().check(z.minimum(1), z.maximum(3650))

const gift = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('fee_reduction'),
    fee_reduction_centavos: z.int().check(z.positive()),
    valid_days,
  }),
  z.strictObject({
    kind: z.literal('interest_free_extension'),
    extension_days: z.int().check(z.minimum(1), z.maximum(365)),
    valid_days,
  }),
])

const schema = z.strictObject({ first_approval: gift, cleared_on_time: gift })

const read = (one: z.output<typeof gift>): CouponGift & { readonly validDays: number } =>
  one.kind === 'fee_reduction'
    ? { kind: one.kind, feeReductionCentavos: centavos(one.fee_reduction_centavos), validDays: one.valid_days }
    : { kind: one.kind, extensionDays: one.extension_days, validDays: one.valid_days }

/** Throws when the file breaks a rule: the server does not start with a coupon that gives nothing. */
export const readCouponGifts = (text: string = readFileSync(file, 'utf8')): CouponGifts => {
  const { first_approval, cleared_on_time } = schema.parse(JSON.parse(text))
  return { first_approval: read(first_approval), cleared_on_time: read(cleared_on_time) }
}
