import { personCode } from '@hola/core/desk-contract/codes.ts'
import type { DeskRetOf } from '@hola/core/desk-contract/contract.ts'
import { COUNT_MAX } from '@hola/core/desk-contract/counts.ts'
import { PAYOUT_LATE_MS } from '@hola/core/desk-contract/payouts.ts'
import type { Refusal } from '@hola/core/errors.ts'
import { refuse } from '@hola/core/errors.ts'
import { correctUntil } from '../../lending/order/public.ts'
import type { UnpaidOrder } from '../../lending/payout/public.ts'
import { ASKS_MAX, askAgain, canAsk, canSend, countUnpaid, listUnpaid, sendAgain } from '../../lending/payout/public.ts'
import { inTransaction } from '../../platform/db/public.ts'
import type { Act } from '../../staff/act/public.ts'
import { recordAct } from '../../staff/act/public.ts'
import type { SignedIn } from '../../staff/member/public.ts'
import { findOrderByNumber } from '../../staff/proposal/public.ts'
import type { Services } from '../services.ts'
import type { DeskHandler } from './context.ts'
import { readPayoutPlace, writePayoutPlace } from './place.ts'

const PAGE = 100

type Shown = DeskRetOf<'payouts/list'>['payouts'][number]

const standingOf = ({ orderState, attemptState }: UnpaidOrder): Shown['standing'] => {
  if (orderState === 'payout_failed') return 'failed'
  if (attemptState === 'accepted') return 'accepted'
  return attemptState === 'asked' ? 'unknown' : 'not_sent'
}

const show = (one: UnpaidOrder, late: Date): Shown => {
  const last =
    one.attemptState === null ? undefined : { state: one.attemptState, providerPayoutId: one.providerPayoutId }
  return {
    order_number: one.orderNumber,
    person_code: personCode(one.userId),
    since_at: one.since.toISOString(),
    amount_centavos: one.amount,
    standing: standingOf(one),
    is_late: one.orderState === 'pending' && one.since <= late,
    provider: one.provider,
    provider_payout_id: one.providerPayoutId,
    failure_reason: one.orderState === 'payout_failed' ? (one.failureReason ?? 'other') : null,
    ask_count: one.asks ?? 0,
    asks_max: ASKS_MAX,
    cancelled_at: one.orderState === 'payout_failed' ? correctUntil({ stateSince: one.since }).toISOString() : null,
    can_ask: canAsk(last),
    can_send: canSend(one.orderState, last),
  }
}

export const listPayouts: DeskHandler<'payouts/list'> = async ({ services }, { only, after }) => {
  const { pool, clock } = services
  const now = clock.now()
  const late = new Date(now.getTime() - PAYOUT_LATE_MS)
  const place = after === undefined ? undefined : readPayoutPlace(after)
  if (after !== undefined && place === undefined) return refuse('bad_request')
  return inTransaction(pool, async (tx) => {
    const rows = await listUnpaid(tx, {
      only: only ?? 'all',
      late,
      after: place,
      limit: PAGE + 1,
    })
    const page = rows.slice(0, PAGE)
    const last = rows.length > PAGE ? page.at(-1) : undefined
    const most = COUNT_MAX
    return {
      payouts: page.map((one) => show(one, late)),
      next: last === undefined ? null : writePayoutPlace(last),
      late_count: await countUnpaid(tx, { only: 'late', late, most }),
      failed_count: await countUnpaid(tx, { only: 'failed', late, most }),
      under_way_count: await countUnpaid(tx, { only: 'under_way', late, most }),
      now_at: now.toISOString(),
    }
  })
}

/** Files a job about one payout, and writes down who had it filed and why. */
const fileJob = (
  services: Services,
  { memberId, name }: SignedIn,
  { order_number: orderNumber, why }: { readonly order_number: string; readonly why: string },
  { act, file }: { readonly act: Act['act']; readonly file: typeof askAgain },
): Promise<Record<string, never> | Refusal> =>
  inTransaction(services.pool, async (tx) => {
    const key = await findOrderByNumber(tx, orderNumber)
    if (typeof key === 'string' || !(await file(tx, services, key))) return refuse('payout_not_waiting')
    const { userId, orderId } = key
    await recordAct(tx, services, { memberId, name, why }, { act, userId, details: { order_id: orderId } })
    return {}
  })

export const askPayout: DeskHandler<'payouts/ask'> = ({ services, member }, body) =>
  fileJob(services, member, body, { act: 'ask_payout', file: askAgain })

export const sendPayout: DeskHandler<'payouts/send'> = ({ services, member }, body) =>
  fileJob(services, member, body, { act: 'send_payout', file: sendAgain })
