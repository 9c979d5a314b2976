import { argentineTime, civilDayOf } from '@hola/core/calendar.ts'
import type { RetOf } from '@hola/core/contract/contract.ts'
import type { WireLanguage } from '@hola/core/language.ts'
import { WITHDRAWAL_BUSINESS_DAYS } from '@hola/core/loan/withdrawal.ts'
import { writtenDay } from '@hola/core/written.ts'
import { say } from '@hola/i18n/words.ts'
import type { LeadingOrder } from '../../lending/order/public.ts'
import { PAYOUT_CORRECTION_MS, payoutFailureReason } from '../../lending/order/public.ts'

const HOUR_MS = 3_600_000

type Home = RetOf<'app/home'>
type Notice = Home['notices'][number]

/** What a person should know that the figures alone do not say. */
export const noticesOf = ({
  state,
  canBorrow,
  order,
  language,
}: {
  readonly state: Home['state']
  readonly canBorrow: boolean
  /** The one that Home is about. */
  readonly order: LeadingOrder | undefined
  readonly language: WireLanguage
}): Notice[] => {
  const { withdrawal_state: withdrawal = null, withdrawal_until_day: until = null } = order?.summary ?? {}
  if (withdrawal === 'waiting') {
    const text =
      until === null
        ? say('home_notice_withdrawn_under_way', language, { days: WITHDRAWAL_BUSINESS_DAYS })
        : say('home_notice_withdrawn', language, { until: writtenDay(until) })
    return [{ notice_id: 'withdrawn', tone: 'info', text }]
  }
  if (order !== undefined && order.payoutFailure !== null && order.correctUntil !== null) {
    const until = order.correctUntil
    const reason = payoutFailureReason(order.payoutFailure, language).text
    const wait = say('home_notice_correct_until', language, {
      hours: PAYOUT_CORRECTION_MS / HOUR_MS,
      day: writtenDay(civilDayOf(until)),
      time: argentineTime(until).slice(11, 16),
    })
    return [{ notice_id: 'payout_failure', tone: 'warning', text: `${reason} ${wait}` }]
  }
  if (state === 'overdue')
    return [{ notice_id: 'quota_closed', tone: 'warning', text: say('home_notice_quota_closed', language) }]
  if (withdrawal === 'lapsed' && until !== null && order?.summary.state === 'in_repayment')
    return [
      {
        notice_id: 'withdrawal_lapsed',
        tone: 'info',
        text: say('home_notice_withdrawal_lapsed', language, { until: writtenDay(until) }),
      },
    ]
  if (state === 'approved' && !canBorrow)
    return [{ notice_id: 'nothing_to_borrow', tone: 'info', text: say('home_notice_nothing_to_borrow', language) }]
  return []
}
