import { checkPhone } from '@hola/core/identifiers/phone.ts'
import { WHOLE_BASIS_POINTS } from '@hola/core/loan/quote.ts'
import type { Centavos } from '@hola/core/money.ts'
import { centavos, multiplyRate } from '@hola/core/money.ts'
import { findAccount, hasAccount, keyOf } from '../../person/account/public.ts'
import { currentProducts } from '../../lending/catalog/public.ts'
import { grantCoupon } from '../../lending/coupon/public.ts'
import type { Tx } from '../../platform/db/public.ts'
import { inTransaction } from '../../platform/db/public.ts'
import type { Services } from '../services.ts'
import type { Hand } from '../../staff/act/public.ts'
import { recordAct } from '../../staff/act/public.ts'
import type { Answer } from './print.ts'
import { showDays, showPesos } from './print.ts'
import { DeskProblem } from './problem.ts'
import { isId } from './values.ts'

export type Gift =
  | { readonly kind: 'fee_reduction'; readonly feeReductionCentavos: Centavos }
  | { readonly kind: 'interest_free_extension'; readonly extensionDays: number }

/** The person behind an id or a phone, as it may be typed. */
const findPerson = async (tx: Tx, { sealer }: Services, text: string): Promise<string> => {
  if (isId(text)) {
    if (await hasAccount(tx, text)) return text
    throw new DeskProblem(`There is nobody with the id ${text}.`)
  }
  const phone = checkPhone(text)
  if (!phone.ok) throw new DeskProblem(`"${text}" is neither an id nor an Argentine mobile.`)
  const account = await findAccount(tx, keyOf(sealer, { kind: 'phone', value: phone.value }))
  if (account === undefined) throw new DeskProblem('Nobody has logged in with that phone.')
  return account.userId
}

/** More than the highest fee that anybody can be charged is a slip of the keyboard. */
const demandSensible = async (tx: Tx, gift: Gift): Promise<void> => {
  if (gift.kind !== 'fee_reduction') return
  const fees = (await currentProducts(tx)).map(({ product }) =>
    multiplyRate(centavos(product.amount_max_centavos), product.fee_basis_points, WHOLE_BASIS_POINTS),
  )
  const highest = Math.max(...fees)
  if (gift.feeReductionCentavos > highest)
    throw new DeskProblem(`No fee is above ${showPesos(highest)}: a coupon of more gives nothing more.`)
}

const showGift = (gift: Gift): string =>
  gift.kind === 'fee_reduction'
    ? `${showPesos(gift.feeReductionCentavos)} off the fee`
    : `${showDays(gift.extensionDays)} more to pay, without interest`

export const giveCoupon = async (
  services: Services,
  hand: Hand,
  { person, gift, validDays }: { person: string; gift: Gift; validDays: number },
): Promise<Answer> => {
  const { userId, couponId } = await inTransaction(services.pool, async (tx) => {
    const found = await findPerson(tx, services, person)
    await demandSensible(tx, gift)
    const granted = await grantCoupon(tx, services, { userId: found, validDays, reason: 'granted', ...gift })
    await recordAct(tx, services, hand, {
      act: 'coupon',
      userId: found,
      details: {
        coupon_id: granted,
        kind: gift.kind,
        ...(gift.kind === 'fee_reduction'
          ? { fee_reduction_centavos: gift.feeReductionCentavos }
          : { extension_days: gift.extensionDays }),
        valid_days: validDays,
      },
    })
    return { userId: found, couponId: granted }
  })
  return {
    text: `${userId} has a coupon now: ${showGift(gift)}, usable for ${showDays(validDays)}.`,
    json: { user_id: userId, coupon_id: couponId },
  }
}
