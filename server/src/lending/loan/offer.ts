import type { AgreementFacts } from '@hola/core/agreement/facts.ts'
import type { CivilDay } from '@hola/core/calendar.ts'
import { civilDayOf } from '@hola/core/calendar.ts'
import type { Coupon, FeeCoupon } from '@hola/core/coupon.ts'
import { bestFeeCoupon, stateOf } from '@hola/core/coupon.ts'
import { Refusal, refuse } from '@hola/core/errors.ts'
import type { LatePricing, LoanTerms } from '@hola/core/loan/account.ts'
import { lateMaxOf } from '@hola/core/loan/account.ts'
import type { Pricing, Quote } from '@hola/core/loan/quote.ts'
import { quote, WHOLE_BASIS_POINTS } from '@hola/core/loan/quote.ts'
import { CURRENT_RULES_VERSION } from '@hola/core/loan/rules.ts'
import { withdrawalUntilDay } from '@hola/core/loan/withdrawal.ts'
import type { Product } from '@hola/core/product/product.ts'
import { levelOf } from '@hola/core/membership.ts'
import type { Centavos } from '@hola/core/money.ts'
import { centavos, formatPesos, multiplyRate } from '@hola/core/money.ts'
import type { Quota } from '@hola/core/quota.ts'
import type { SavedBasic } from '@hola/core/stored/steps.ts'
import type { Address } from '../../person/account/public.ts'
import type { Approval } from '../../person/application/public.ts'
import { findApplicant, findApproval } from '../../person/application/public.ts'
import type { OfferedProduct } from '../catalog/public.ts'
import { findOffered } from '../catalog/public.ts'
import type { Province } from '../../platform/reference/public.ts'
import { findCoupons } from '../coupon/public.ts'
import type { Tx } from '../../platform/db/public.ts'
import { quotaBy } from '../quota/public.ts'
import type { Services } from '../services.ts'
import type { PayoutAccount } from '../order/public.ts'
import { listOrders, payoutAccountOf, standingOf } from '../order/public.ts'

/** Everything about the loan that a person is offered, at one moment. */
export type Offer = {
  readonly now: Date
  readonly today: CivilDay
  readonly approval: Approval
  readonly quota: Quota
  readonly offered: OfferedProduct
  /** The product's rates with the fee of the person's membership level. */
  readonly pricing: Pricing & LatePricing
  /** The greatest amount that can be asked for now. */
  readonly amountMax: Centavos
  readonly quote: Quote
  readonly terms: LoanTerms
  readonly coupon: FeeCoupon | null
  readonly lastLoan: { readonly amount: Centavos; readonly termDays: number } | null
  readonly account: PayoutAccount
  /** Where the codes of the person go. */
  readonly addresses: readonly Address[]
  readonly agreementFacts: AgreementFacts
}

/** What the person wants; without an amount or a term, what she is likely to want. */
export type Wanted = {
  readonly userId: string
  readonly amount?: Centavos | undefined
  readonly termDays?: number | undefined
  /** Undefined takes the best usable coupon, null none. */
  readonly couponId?: string | null | undefined
}

type Means = Pick<Services, 'clock' | 'sealer' | 'reference' | 'membershipLevels' | 'loanCountsFromDays'>

/**
 * The offer as it is now, or why there is none. The order of the checks is the order in which a person can mend things:
 * first whether she may borrow at all, then term and amount, what is left of her quota, and the coupon.
 */
export const loadOffer = async (tx: Tx, services: Means, wanted: Wanted): Promise<Offer | Refusal> => {
  const { clock, reference, membershipLevels } = services
  const { userId } = wanted
  const now = clock.now()
  const today = civilDayOf(now)

  const [approval, offered, orders, coupons, { steps, addresses }] = await Promise.all([
    findApproval(tx, userId, now, { locked: false }),
    findOffered(tx),
    listOrders(tx, userId),
    findCoupons(tx, userId),
    findApplicant(tx, services, userId),
  ])
  if (approval === undefined) return refuse('not_approved')
  if (!approval.isLive) return refuse('approval_expired')

  if (offered === undefined) return refuse('unavailable')
  const { product } = offered
  if (wanted.termDays !== undefined && !product.term_days.includes(wanted.termDays))
    return refuse('invalid_loan_daycount')
  if (wanted.amount !== undefined && !isOnGrid(product, wanted.amount)) return refuseAmount(product)

  const standing = standingOf(orders, now, services)
  const quota = quotaBy(services, {
    limit: approval.limitCentavos,
    smallestLoan: product.amount_min_centavos,
    standing,
    isApproved: true,
  })
  const amountMax = greatestAmount(product, quota.available)
  if (amountMax === undefined || (wanted.amount !== undefined && wanted.amount > amountMax))
    return refuse('quota_too_small', { available: short(amountMax ?? centavos(0)) })

  const last = orders[0]
  const lastLoan = last === undefined ? null : { amount: last.amount, termDays: last.termDays }
  const amount = wanted.amount ?? defaultAmount(product, amountMax, lastLoan?.amount)
  const termDays = wanted.termDays ?? defaultTerm(product, lastLoan?.termDays)
  const level = levelOf(membershipLevels, standing.clearedLoans)
  const pricing = pricingOf(product, level.feeBasisPoints)

  const fee = multiplyRate(amount, pricing.feeBasisPoints, WHOLE_BASIS_POINTS)
  const coupon = chooseCoupon(coupons, now, fee, wanted.couponId)
  if (coupon instanceof Refusal) return coupon
  const feeReduction = coupon?.feeReduction ?? centavos(0)
  const { holidays } = reference
  const made = quote({ pricing, amount, termDays, payoutDay: today, holidays, feeReduction })

  if (steps.basic === null || steps.withdrawal === null)
    throw new Error('approved without the steps that were approved')
  const account = payoutAccountOf(steps.withdrawal.info, reference)
  return {
    now,
    today,
    approval,
    quota,
    offered,
    pricing,
    amountMax,
    quote: made,
    terms: {
      amount,
      termDays,
      payoutDay: made.payoutDay,
      dueDay: made.dueDay,
      pricing,
      rulesVersion: CURRENT_RULES_VERSION,
    },
    coupon,
    lastLoan,
    account,
    addresses,
    agreementFacts: {
      borrower: borrowerOf(steps.basic.info, addresses, reference.provinces),
      account,
      product: { productId: product.product_id, version: String(offered.versionNumber), name: product.name.es },
      pricing,
      partialPaymentMin: centavos(product.partial_payment_min_centavos),
      quote: made,
      feeReduction,
      lateMax: lateMaxOf(amount, pricing),
      withdrawalUntilDay: withdrawalUntilDay(today, holidays),
      madeOnDay: today,
    },
  }
}

const short = (amount: Centavos): string => formatPesos(amount, { centavos: false })

const isOnGrid = (product: Product, amount: number): boolean =>
  amount >= product.amount_min_centavos &&
  amount <= product.amount_max_centavos &&
  (amount - product.amount_min_centavos) % product.amount_step_centavos === 0

const refuseAmount = (product: Product): Refusal =>
  refuse('amount_not_offered', {
    min: short(centavos(product.amount_min_centavos)),
    max: short(centavos(product.amount_max_centavos)),
    step: short(centavos(product.amount_step_centavos)),
  })

/** The greatest amount of the grid that is not above `most`; undefined when even the smallest is. */
const greatestAmount = (product: Product, most: number): Centavos | undefined => {
  const { amount_min_centavos: min, amount_max_centavos: max, amount_step_centavos: step } = product
  if (most < min) return undefined
  return centavos(min + Math.floor((Math.min(most, max) - min) / step) * step)
}

const defaultAmount = (product: Product, amountMax: Centavos, last: Centavos | undefined): Centavos => {
  if (last !== undefined && last <= amountMax && isOnGrid(product, last)) return last
  // The example is on the grid and so is the greatest amount: the smaller of the two is as well.
  return centavos(Math.min(product.example.amount_centavos, amountMax))
}

const defaultTerm = (product: Product, last: number | undefined): number =>
  last !== undefined && product.term_days.includes(last) ? last : product.default_term_days

/** A level never makes a product dearer than it is for everybody. */
const pricingOf = (product: Product, levelFeeBasisPoints: number): Pricing & LatePricing => ({
  feeBasisPoints: Math.min(product.fee_basis_points, levelFeeBasisPoints),
  tnaBasisPoints: product.tna_basis_points,
  vatBasisPoints: product.vat_basis_points,
  lateOneTimeBasisPoints: product.late_one_time_basis_points,
  lateOneTimeUnpaidMin: centavos(product.late_one_time_unpaid_min_centavos),
  lateDailyBasisPoints: product.late_daily_basis_points,
  lateMaxBasisPoints: product.late_max_basis_points,
})

const chooseCoupon = (
  coupons: readonly Coupon[],
  now: Date,
  fee: Centavos,
  couponId: Wanted['couponId'],
): FeeCoupon | null | Refusal => {
  if (couponId === null) return null
  // Where there is no fee a coupon would be used up for nothing.
  if (couponId === undefined) return (fee > 0 ? bestFeeCoupon(coupons, now, fee) : undefined) ?? null
  const chosen = coupons.find((coupon) => coupon.couponId === couponId)
  if (chosen?.kind !== 'fee_reduction' || stateOf(chosen, now) !== 'usable') return refuse('coupon_not_usable')
  return chosen
}

const borrowerOf = (
  info: SavedBasic,
  addresses: readonly Address[],
  provinces: readonly Province[],
): AgreementFacts['borrower'] => ({
  fullName: `${info.first_name} ${info.last_name}`,
  dni: info.national_id_number,
  cuil: info.cuil,
  address: writtenAddress(info.address, provinces),
  phone: addresses.find(({ kind }) => kind === 'phone')?.value ?? null,
  mail: addresses.find(({ kind }) => kind === 'mail')?.value ?? null,
})

/** `Av. San Martín 1234, B6660ABC Tandil, Tandil, Buenos Aires` */
const writtenAddress = (address: SavedBasic['address'], provinces: readonly Province[]): string => {
  const province = provinces.find(({ id }) => id === address.province_id)
  const district = province?.districts.find(({ id }) => id === address.district_id)
  const locality =
    address.locality_other ?? district?.communities.find(({ id }) => id === address.locality_id)?.name ?? ''
  const places = [`${address.postal_code} ${locality}`.trim(), district?.name, province?.name]
  return [`${address.street} ${address.street_number}`, ...places].filter(Boolean).join(', ')
}
