import { personCode } from '@hola/core/desk-contract/codes.ts'
import type { DeskRetOf } from '@hola/core/desk-contract/contract.ts'
import { COUNT_MAX } from '@hola/core/desk-contract/counts.ts'
import { PAYOUT_LATE_MS } from '@hola/core/desk-contract/payouts.ts'
import type { Refusal } from '@hola/core/errors.ts'
import { refuse } from '@hola/core/errors.ts'
import type { OrderKey } from '../../lending/order/public.ts'
import { correctUntil } from '../../lending/order/public.ts'
import type { HaltRow, UnpaidOrder } from '../../lending/payout/public.ts'
import {
  ASKS_MAX,
  askAgain,
  canAsk,
  canAskForAccount,
  canSend,
  countUnpaid,
  fileOtherAccount,
  findHalt,
  isFault,
  listUnpaid,
  needsTwoToSend,
  sendAgain,
} from '../../lending/payout/public.ts'
import type { Tx } from '../../platform/db/public.ts'
import { inTransaction } from '../../platform/db/public.ts'
import type { Act } from '../../staff/act/public.ts'
import { recordAct } from '../../staff/act/public.ts'
import type { SignedIn } from '../../staff/member/public.ts'
import { findOrderByNumber } from '../../staff/proposal/public.ts'
import type { Services } from '../services.ts'
import type { DeskHandler } from './context.ts'
import { oneLine } from './one-line.ts'
import { readPayoutPlace, writePayoutPlace } from './place.ts'

const PAGE = 100

type Shown = DeskRetOf<'payouts/list'>['payouts'][number]

const standingOf = ({ orderState, attemptState, failureReason }: UnpaidOrder): Shown['standing'] => {
  if (orderState === 'payout_failed') return 'failed'
  if (attemptState === 'failed' && isFault(failureReason)) return 'held'
  if (attemptState === 'accepted') return 'accepted'
  return attemptState === 'asked' ? 'unknown' : 'not_sent'
}

export const showHalt = (halt: HaltRow | undefined): DeskRetOf<'payouts/list'>['halt'] =>
  halt === undefined
    ? null
    : {
        fault: halt.fault,
        words: oneLine(halt.words),
        since_at: halt.beganAt.toISOString(),
        trial_count: halt.trials,
      }

const show = (one: UnpaidOrder, { now, late }: { readonly now: Date; readonly late: Date }): Shown => {
  const { orderState, attemptState: state, askedAt, providerPayoutId, failureReason } = one
  const last = state === null || askedAt === null ? undefined : { state, askedAt, providerPayoutId, failureReason }
  const standing = standingOf(one)
  return {
    order_number: one.orderNumber,
    person_code: personCode(one.userId),
    since_at: one.since.toISOString(),
    amount_centavos: one.amount,
    standing,
    is_late: one.orderState === 'pending' && one.since <= late,
    provider: one.provider,
    provider_payout_id: one.providerPayoutId,
    failure_reason: one.orderState === 'payout_failed' ? (one.failureReason ?? 'other') : null,
    fault: standing === 'held' && isFault(failureReason) ? failureReason : null,
    provider_words: one.words === null ? null : oneLine(one.words),
    ask_count: one.asks ?? 0,
    asks_max: ASKS_MAX,
    cancelled_at: one.orderState === 'payout_failed' ? correctUntil({ stateSince: one.since }).toISOString() : null,
    can_ask: canAsk(last),
    can_send: canSend(orderState, last),
    can_ask_account: canAskForAccount(orderState, last),
    is_too_old: needsTwoToSend(orderState, last, now),
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
      payouts: page.map((one) => show(one, { now, late })),
      next: last === undefined ? null : writePayoutPlace(last),
      held_count: await countUnpaid(tx, { only: 'held', late, most }),
      late_count: await countUnpaid(tx, { only: 'late', late, most }),
      failed_count: await countUnpaid(tx, { only: 'failed', late, most }),
      under_way_count: await countUnpaid(tx, { only: 'under_way', late, most }),
      halt: showHalt(await findHalt(tx)),
      now_at: now.toISOString(),
    }
  })
}

/** Files a job about one payout, and writes down who had it filed and why. */
const fileJob = (
  services: Services,
  { memberId, name }: SignedIn,
  { order_number: orderNumber, why }: { readonly order_number: string; readonly why: string },
  {
    act,
    file,
  }: {
    readonly act: Act['act']
    readonly file: (tx: Tx, services: Services, key: OrderKey) => Promise<boolean | Refusal>
  },
): Promise<Record<string, never> | Refusal> =>
  inTransaction(services.pool, async (tx) => {
    const key = await findOrderByNumber(tx, orderNumber)
    if (typeof key === 'string') return refuse('payout_not_waiting')
    const filed = await file(tx, services, key)
    if (filed !== true) return filed === false ? refuse('payout_not_waiting') : filed
    const { userId, orderId } = key
    await recordAct(tx, services, { memberId, name, why }, { act, userId, details: { order_id: orderId } })
    return {}
  })

export const askPayout: DeskHandler<'payouts/ask'> = ({ services, member }, body) =>
  fileJob(services, member, body, {
    act: 'ask_payout',
    file: (tx, given, key) => askAgain(tx, given, key, body.provider_payout_id),
  })

export const sendPayout: DeskHandler<'payouts/send'> = ({ services, member }, body) =>
  fileJob(services, member, body, {
    act: 'send_payout',
    file: async (tx, given, key) => {
      const sent = await sendAgain(tx, given, key, 'one')
      return sent === 'needs_two' ? refuse('payout_needs_two') : sent !== 'not_waiting'
    },
  })

export const askAccount: DeskHandler<'payouts/account'> = ({ services, member }, body) =>
  fileJob(services, member, body, { act: 'ask_account', file: fileOtherAccount })
