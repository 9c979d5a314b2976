import type { ProposalDetails } from '@hola/core/desk-contract/proposals.ts'
import { COUPON_ALONE_EVERY_DAYS } from '@hola/core/desk-contract/proposals.ts'
import { WHOLE_BASIS_POINTS } from '@hola/core/loan/quote.ts'
import { centavos, multiplyRate } from '@hola/core/money.ts'
import { currentProducts } from '../../../lending/catalog/public.ts'
import { grantCoupon } from '../../../lending/coupon/public.ts'
import { hasAccount } from '../../../person/account/public.ts'
import type { Tx } from '../../../platform/db/public.ts'
import type { Hand } from '../../act/public.ts'
import { findLastAct, recordAct } from '../../act/public.ts'
import { lockMember } from '../../member/public.ts'
import type { Services } from '../../services.ts'
import type { CarriedOut, Kind } from '../kind.ts'
import { NotPossible } from '../kind.ts'

/** More than the highest fee that anybody can be charged is a slip of the keyboard. */
const highestFee = async (tx: Tx): Promise<number> =>
  Math.max(
    ...(await currentProducts(tx)).map(({ product }) =>
      multiplyRate(centavos(product.amount_max_centavos), product.fee_basis_points, WHOLE_BASIS_POINTS),
    ),
  )

/** Gives a person a coupon: something off the fee, or days more to pay. A small one is given by one member alone. */
const giveCoupon = async (
  tx: Tx,
  services: Services,
  details: ProposalDetails<'coupon'>,
): Promise<CarriedOut | NotPossible> => {
  const { user_id: userId, fee_reduction_centavos: fee, extension_days: days, valid_days: validDays } = details
  if ((fee === null) === (days === null)) return new NotPossible('one_gift')
  if (!(await hasAccount(tx, userId))) return new NotPossible('no_such_person')
  if (fee !== null && fee > (await highestFee(tx))) return new NotPossible('fee_above_all')
  const gift =
    fee === null
      ? ({ kind: 'interest_free_extension', extensionDays: days ?? 0 } as const)
      : ({ kind: 'fee_reduction', feeReductionCentavos: fee } as const)
  const couponId = await grantCoupon(tx, services, { userId, validDays, reason: 'granted', ...gift })
  const value = fee === null ? { extension_days: days } : { fee_reduction_centavos: fee }
  return {
    userId,
    orderId: null,
    effects: [...Object.entries(value), ['valid_days', validDays] as const].map(([name, after]) => ({
      name,
      before: null,
      after,
    })),
    act: { act: 'coupon', details: { coupon_id: couponId, kind: gift.kind, ...value, valid_days: validDays } },
  }
}

const DAY_MS = 86_400_000

/**
 * A small coupon, given by one member alone and written down. Another one to the same person is not small any more: she is
 * refused, and proposes it. Whoever gives from many tabs at once waits in line.
 */
export const giveCouponAlone = async (
  tx: Tx,
  services: Services,
  { memberId, name, why }: Hand,
  details: ProposalDetails<'coupon'>,
): Promise<CarriedOut | NotPossible> => {
  await lockMember(tx, memberId)
  const since = new Date(services.clock.now().getTime() - COUPON_ALONE_EVERY_DAYS * DAY_MS)
  const last = await findLastAct(tx, { memberId, act: 'coupon', since, userId: details.user_id })
  if (last !== undefined) return new NotPossible('coupon_given_lately')
  const given = await giveCoupon(tx, services, details)
  if (!(given instanceof NotPossible))
    await recordAct(tx, services, { memberId, name, why }, { ...given.act, userId: details.user_id })
  return given
}

export const coupon: Kind<'coupon'> = { carryOut: giveCoupon }
