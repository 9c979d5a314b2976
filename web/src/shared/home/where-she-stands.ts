import { REFUSAL_RETRY_DAYS } from '@hola/core/constants.ts'
import type { RetOf } from '@hola/core/contract/contract.ts'
import { formatDate, formatTime } from '@hola/i18n/format-date.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { linkTo, linkToTab } from '../../lib/link.ts'
import { exactPesos, shortPesos } from '../offers/quote-parts.ts'
import { dueWords } from '../orders/due-words.ts'
import { retryFrom } from './retry-from.ts'
import { reviewWords } from './review-words.ts'
import type { Standing } from './standing.ts'
import { startStanding } from './start-standing.ts'
import { stepUrls } from './step-urls.ts'

type Home = RetOf<'app/home'>
type Order = NonNullable<Home['active_order']>

const goHome = () => ({ name: m.photos_review_home(), ...linkToTab('/') })

const choose = () => ({ name: m.home_choose(), ...linkTo('/pages/loan/loan-info-choose/loan-info-choose') })

/** Where a person stands, in a heading, a sentence and the one way on: for every page that is not Home itself. */
export const standingOf = (home: Home): Standing => {
  const { next_action: next, active_order: order } = home
  if (order) return withOrder(order, next.kind)
  switch (home.state) {
    case 'guest':
      return { ...startStanding(), title: m.home_init_guest_title() }
    case 'in_review':
      return {
        ...reviewWords({ stage: home.review_stage, expectedAt: home.review_expected_at, nowAt: home.now_at }),
        action: { name: m.photos_review_check(), ...linkTo('/pages/index/review-state/review-state') },
      }
    case 'approved':
      return approved(home)
    case 'refused':
      return {
        title: m.home_refused_title(),
        text: [
          m.photos_review_refused({ days: REFUSAL_RETRY_DAYS }),
          home.retry_at && m.photos_review_refused_until(retryFrom(home.retry_at)),
        ]
          .filter(Boolean)
          .join(' '),
        action: { name: m.home_refused_see_why(), ...linkTo('/pages/index/review-state/review-state') },
      }
    case 'expired':
      return { title: m.home_expired_title(), text: m.home_again_text(), action: goHome() }
    default:
      return toContinue(home)
  }
}

/** Nothing sent: begun, a photo to take again, free to ask again with what is on file, or nothing at all. */
const toContinue = ({ next_action: { kind, step } }: Home): Standing => {
  switch (kind) {
    case 'continue_application':
      return {
        title: m.photos_review_none(),
        text: m.photos_review_none_text(),
        action: { name: m.photos_review_continue(), ...linkTo(stepUrls[step ?? 'basic']) },
      }
    case 'retake_photos':
      return {
        title: m.photos_review_retake(),
        text: m.photos_review_retake_text(),
        action: { name: m.photos_review_retake_go(), ...linkTo(stepUrls.photos) },
      }
    case 'apply_again':
      return { title: m.home_again_title(), text: m.home_again_text(), action: goHome() }
    default:
      return startStanding()
  }
}

const approved = ({ next_action: next, quota, expires_at: until, notices }: Home): Standing => {
  if (next.kind !== 'choose_loan' || !quota)
    // Nothing of the limit can be borrowed now; a notice says why.
    return {
      title: m.photos_review_approved(),
      text: notices.map(({ text }) => text).join(' '),
      action: goHome(),
    }
  return {
    title: m.photos_review_approved(),
    text: [
      m.home_approved_amount({ amount: shortPesos(quota.available_centavos) }),
      until && m.photos_review_approved_until({ date: formatDate(until), time: formatTime(until) }),
    ]
      .filter(Boolean)
      .join(' '),
    action: choose(),
  }
}

const withOrder = (order: Order, next: Home['next_action']['kind']): Standing => {
  const see = {
    name: m.home_order_see(),
    ...linkTo(`/pages/order-detail/order-detail?order_id=${order.order_id}`),
  }
  switch (order.state) {
    case 'payout_failed':
      return { title: m.orders_group_failed_payouts(), text: m.orders_payout_failed(), action: see }
    case 'in_repayment':
    case 'overdue':
      return {
        title: dueWords(order),
        text: m.orders_settle_today({ amount: exactPesos(order.payoff_centavos) }),
        action: see,
      }
    case 'cleared':
      return {
        title: m.home_cleared_title(),
        text: m.home_cleared_on({ date: order.cleared_at === null ? '' : formatDate(order.cleared_at) }),
        action:
          next === 'choose_loan'
            ? choose()
            : next === 'apply_again' || next === 'continue_application'
              ? { name: m.home_cleared_again(), ...linkToTab('/') }
              : see,
      }
    default:
      return { title: m.orders_group_pending(), text: m.orders_processing(), action: see }
  }
}
