import type { RetOf } from '@hola/core/contract/contract.ts'
import { bestFeeCoupon } from '@hola/core/coupon.ts'
import { centavos } from '@hola/core/money.ts'
import { maskAddress } from '../../person/account/public.ts'
import type { Facts } from '../../person/application/public.ts'
import {
  decisionExpectedAt,
  isLiveApproval,
  loadFacts,
  needsCorrection,
  progressOf,
  waitsUntil,
} from '../../person/application/public.ts'
import { smallestAmount } from '../../lending/catalog/public.ts'
import type { StoredCoupon } from '../../lending/coupon/public.ts'
import { findCoupons, showCoupon } from '../../lending/coupon/public.ts'
import { inTransaction } from '../../platform/db/public.ts'
import type { Handler } from '../services.ts'
import type { LeadingOrder } from '../../lending/order/public.ts'
import { findLeadingOrder, listOrders, payoutAccountOf, showAccount, standingOf } from '../../lending/order/public.ts'
import { findLimit, quotaBy, showQuota } from '../../lending/quota/public.ts'
import { noticesOf } from './notices.ts'

type Home = RetOf<'app/home'>
type StateAndAction = Pick<Home, 'state' | 'next_action'>

const action = (
  kind: Home['next_action']['kind'],
  { step = null, orderId = null }: { step?: Home['next_action']['step']; orderId?: string | null } = {},
): Home['next_action'] => ({ kind, step, order_id: orderId })

/** Home of somebody who is not logged in; a user's differs from it in what is known about her. */
const guestHome = (now: Date): Home => ({
  state: 'guest',
  now_at: now.toISOString(),
  person: null,
  limit_centavos: null,
  quota: null,
  next_action: action('start_application'),
  expires_at: null,
  review_expected_at: null,
  review_stage: null,
  retry_at: null,
  refusal_reasons: [],
  card_check: null,
  payout_account: null,
  best_coupon: null,
  active_order: null,
  notices: [],
})

/** What Home shows: the state of the loan or else of the application, with the one next action. */
export const home: Handler<'app/home'> = async ({ services, language, user }) => {
  if (user === undefined) return guestHome(services.clock.now())
  const { userId } = user
  // One moment for all that is read: Home never shows half of what another device is just saving.
  return inTransaction(
    services.pool,
    async (tx) => {
      const [facts, orders, limit, coupons, smallestLoan] = await Promise.all([
        loadFacts(tx, services, { userId, language }),
        listOrders(tx, userId),
        findLimit(tx, userId),
        findCoupons(tx, userId),
        smallestAmount(tx),
      ])
      const order = await findLeadingOrder(tx, services, orders)
      const standing = standingOf(orders, facts.now, services)
      const isApproved = isLiveApproval(facts)
      const quota = limit === undefined ? undefined : quotaBy(services, { limit, smallestLoan, standing, isApproved })
      const canBorrow = quota !== undefined && quota.available >= smallestLoan

      const application = ofApplication(facts, canBorrow)
      const activeOrder = order !== undefined && leads(order, facts) ? order : undefined
      const shown = activeOrder === undefined ? application : ofOrder(activeOrder, application)
      return {
        ...guestHome(facts.now),
        ...shown,
        person: {
          first_name: facts.steps.basic?.info.first_name ?? null,
          contact_masked: maskedContact(facts),
        },
        limit_centavos: facts.row?.limitCentavos ?? null,
        quota: quota === undefined ? null : showQuota(quota),
        expires_at: facts.row?.expiresAt?.toISOString() ?? null,
        review_expected_at: decisionExpectedAt(facts)?.toISOString() ?? null,
        review_stage: facts.row?.reviewStage ?? null,
        retry_at: waitsUntil(facts)?.toISOString() ?? null,
        refusal_reasons: shown.state === 'refused' ? facts.reasons : [],
        card_check:
          progressOf(facts).next_step !== null && needsCorrection(facts.photos.card) ? facts.photos.card : null,
        payout_account: accountOf(facts, activeOrder),
        best_coupon: bestCoupon(coupons, facts),
        active_order: activeOrder?.summary ?? null,
        notices: noticesOf({ state: shown.state, canBorrow, order: activeOrder, language }),
      }
    },
    { isolation: 'repeatable read' },
  )
}

/** The person's phone or, when she logs in by mail, her address: as much of it as she needs to recognise it. */
const maskedContact = ({ addresses }: Facts): string => {
  const contact = addresses[0]
  return contact === undefined ? '' : maskAddress(contact)
}

/** Whether Home is about the order. A repaid one gives way to whatever was decided after it. */
const leads = ({ clearedAt }: LeadingOrder, { row }: Facts): boolean =>
  clearedAt === null || (row?.state === 'approved' && row.decidedAt !== null && row.decidedAt <= clearedAt)

const ofOrder = ({ summary }: LeadingOrder, application: StateAndAction): StateAndAction => {
  const orderId = summary.order_id
  switch (summary.state) {
    case 'overdue':
    case 'in_repayment':
      return { state: summary.state, next_action: action('pay', { orderId }) }
    case 'payout_failed':
      return { state: summary.state, next_action: action('fix_payout_account', { orderId }) }
    case 'pending':
      return { state: summary.state, next_action: action('see_order', { orderId }) }
    default:
      // Repaid: what comes next is another loan, or another application when the approval is over.
      return { state: 'cleared', next_action: application.next_action }
  }
}

const ofApplication = (facts: Facts, canBorrow: boolean): StateAndAction => {
  const { state, next_step: nextStep, can_submit: canSubmit } = progressOf(facts)
  switch (state) {
    case 'not_started':
      return { state: 'not_applied', next_action: action('start_application') }
    case 'in_review':
      return { state: 'in_review', next_action: action('check_review') }
    case 'approved':
      return { state: 'approved', next_action: action(canBorrow ? 'choose_loan' : 'see_help') }
    case 'refused':
      return { state: 'refused', next_action: action('see_help') }
    case 'expired':
      return {
        state: 'expired',
        // With what is on file, unless the years have made some of it incomplete.
        next_action: canSubmit ? action('apply_again') : action('continue_application', { step: nextStep ?? 'photos' }),
      }
    case 'retake':
      return { state: 'not_applied', next_action: action('retake_photos', { step: 'photos' }) }
    default:
      // Refused once, and the wait is over: all that she sent then is on file.
      if (facts.row?.state === 'refused' && canSubmit) {
        return { state: 'not_applied', next_action: action('apply_again') }
      }
      return {
        state: 'not_applied',
        // With everything there, the page of the photos is where it is sent from.
        next_action: action('continue_application', { step: nextStep ?? 'photos' }),
      }
  }
}

/** Where the money of the order goes; before there is one, where that of the next would. */
const accountOf = ({ row, steps, reference }: Facts, order: LeadingOrder | undefined): Home['payout_account'] => {
  if (order !== undefined) return showAccount(order.account)
  if (row?.state !== 'approved' || steps.withdrawal === null) return null
  return showAccount(payoutAccountOf(steps.withdrawal.info, reference))
}

/** Whatever the fee will be. */
const ANY_FEE = centavos(Number.MAX_SAFE_INTEGER)

const bestCoupon = (coupons: readonly StoredCoupon[], { now, language }: Facts): Home['best_coupon'] => {
  const best = bestFeeCoupon(coupons, now, ANY_FEE)
  const stored = coupons.find(({ couponId }) => couponId === best?.couponId)
  return stored === undefined ? null : showCoupon(stored, { now, language })
}
