import * as z from 'zod/mini'
import { count, cursor, instant, line, listOf, money, typed } from '../contract/fields.ts'
import { deskCalls } from './call.ts'
import { personCodeField } from './codes.ts'
import { cappedCount } from './counts.ts'

/** A payout takes seconds, and some minutes at a slow bank: longer than this it hangs. */
export const PAYOUT_LATE_MS = 15 * 60_000

/**
 * not_sent: nobody was asked to pay it yet. unknown: the provider was asked and nobody knows what became of it. accepted:
 * the provider has it and has not settled it. failed: it came back, and the borrower is asked for another account.
 */
export const payoutStandings = ['not_sent', 'unknown', 'accepted', 'failed'] as const

export type PayoutStanding = (typeof payoutStandings)[number]

const payout = z.strictObject({
  order_number: line(40),
  /** Whose it is, as a code that names nobody. */
  person_code: personCodeField,
  since_at: instant,
  amount_centavos: money,
  standing: z.enum(payoutStandings),
  is_late: z.boolean(),
  provider: z.nullable(line(40)),
  provider_payout_id: z.nullable(line(200)),
  failure_reason: z.nullable(line(40)),
  ask_count: count,
  asks_max: count,
  /** Of one that failed: when the loan is cancelled unless she names another account. */
  cancelled_at: z.nullable(instant),
  /** What a member may have done about it now. */
  can_ask: z.boolean(),
  can_send: z.boolean(),
})

const act = { body: z.strictObject({ order_number: typed(40), why: typed(500) }), ret: z.strictObject({}) }

export const payoutCalls = deskCalls({
  'payouts/list': {
    power: 'see_money',
    kind: 'read',
    summary: 'Money of signed loans that has not arrived, the oldest first. Names nobody.',
    body: z.strictObject({
      only: z.optional(z.enum(['late', 'failed', 'under_way'])),
      after: z.optional(cursor),
    }),
    ret: z.strictObject({
      payouts: listOf(payout, 100),
      next: z.nullable(cursor),
      late_count: cappedCount,
      failed_count: cappedCount,
      under_way_count: cappedCount,
      now_at: instant,
    }),
  },
  'payouts/ask': {
    power: 'retry_jobs',
    kind: 'act',
    summary: 'Files the question to the provider what became of a payout; the server asks, and writes the answer down.',
    ...act,
  },
  'payouts/send': {
    power: 'retry_jobs',
    kind: 'act',
    summary: 'Files the job again that sends the money of a signed loan; never a second payout beside one under way.',
    ...act,
  },
})
