import { COUPON_ALONE_DAYS_MAX, COUPON_ALONE_FEE_MAX } from '@hola/core/desk-contract/proposals.ts'
import { checkPhone } from '@hola/core/identifiers/phone.ts'
import type { Centavos } from '@hola/core/money.ts'
import { findAccount, hasAccount, keyOf } from '../../person/account/public.ts'
import type { Tx } from '../../platform/db/public.ts'
import { inTransaction } from '../../platform/db/public.ts'
import { NotPossible, giveCouponAlone } from '../../staff/proposal/public.ts'
import { sayProblem } from '../desk/public.ts'
import type { Services } from '../services.ts'
import type { Answer } from './print.ts'
import { showDays, showPesos } from './print.ts'
import { DeskProblem } from './problem.ts'
import type { By } from './proposals.ts'
import { propose } from './proposals.ts'
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

const isSmall = (gift: Gift): boolean =>
  gift.kind === 'fee_reduction'
    ? gift.feeReductionCentavos <= COUPON_ALONE_FEE_MAX
    : gift.extensionDays <= COUPON_ALONE_DAYS_MAX

const showGift = (gift: Gift): string =>
  gift.kind === 'fee_reduction'
    ? `${showPesos(gift.feeReductionCentavos)} off the fee`
    : `${showDays(gift.extensionDays)} more to pay, without interest`

/** A small one at once; a larger one is proposed. */
export const giveCoupon = async (
  services: Services,
  by: By,
  { person, gift, validDays }: { person: string; gift: Gift; validDays: number },
): Promise<Answer> => {
  const userId = await inTransaction(services.pool, (tx) => findPerson(tx, services, person))
  const details = {
    user_id: userId,
    fee_reduction_centavos: gift.kind === 'fee_reduction' ? gift.feeReductionCentavos : null,
    extension_days: gift.kind === 'fee_reduction' ? null : gift.extensionDays,
    valid_days: validDays,
  }
  if (!isSmall(gift)) return propose(services, by, { kind: 'coupon', details })
  const couponId = await inTransaction(services.pool, async (tx) => {
    const { memberId, name } = by.member
    const given = await giveCouponAlone(tx, services, { memberId, name, why: by.why }, details)
    if (given instanceof NotPossible) throw new DeskProblem(`Not possible now: ${sayProblem(given, 'en')}`)
    return given.act.details['coupon_id']
  })
  return {
    text: `${userId} has a coupon now: ${showGift(gift)}, usable for ${showDays(validDays)}.`,
    json: { user_id: userId, coupon_id: couponId },
  }
}
