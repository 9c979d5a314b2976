import * as z from 'zod/mini'
import { count, cursor, instant, line, listOf, money, typed } from '../contract/fields.ts'
import { deskCalls } from './call.ts'
import { personCodeField } from './codes.ts'
import { cappedCount } from './counts.ts'

/** A payout takes seconds, and some minutes at a slow bank: longer than this it hangs. */
export const PAYOUT_LATE_MS = 15 * 60_000

/**
 * not_sent: nobody was asked to pay it yet. unknown: the provider was asked and nobody knows what became of it. accepted:
 * the provider has it and has not settled it. held: refused for a reason of the lender or the rail; the borrower is asked
 * nothing. failed: her account was refused, and she is asked for another one.
 */
export const payoutStandings = ['not_sent', 'unknown', 'accepted', 'held', 'failed'] as const

export type PayoutStanding = (typeof payoutStandings)[number]

/**
 * Whose fault a refusal was that is not about her account. balance: the lender's money with the provider does not suffice.
 * access: its key, signature or rights. request: something in this one request. rail: the provider or a bank behind it.
 */
export const payoutFaults = ['balance', 'access', 'request', 'rail'] as const

export type PayoutFaultCode = (typeof payoutFaults)[number]

/** Payouts stand still by themselves: the provider has refused several in a row for one of the first two faults. */
export const payoutHalt = z.strictObject({
  fault: z.enum(payoutFaults),
  /** The provider's own. */
  words: line(300),
  since_at: instant,
  /** How often one was let through to see whether it is mended. */
  trial_count: count,
})

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
  fault: z.nullable(z.enum(payoutFaults)),
  /** What the provider said last, when it was no plain success. */
  provider_words: z.nullable(line(300)),
  ask_count: count,
  asks_max: count,
  /** Of one that failed: when the loan is cancelled unless she names another account. */
  cancelled_at: z.nullable(instant),
  /** What a member may have done about it now. */
  can_ask: z.boolean(),
  can_send: z.boolean(),
  can_ask_account: z.boolean(),
  /** It was without an answer and without an id for so long that two people decide whether it is sent again. */
  is_too_old: z.boolean(),
})

const act = { body: z.strictObject({ order_number: typed(40), why: typed(500) }), ret: z.strictObject({}) }

export const payoutCalls = deskCalls({
  'payouts/list': {
    power: 'see_money',
    kind: 'read',
    summary: 'Money of signed loans that has not arrived, the oldest first. Names nobody.',
    body: z.strictObject({
      only: z.optional(z.enum(['held', 'late', 'failed', 'under_way'])),
      after: z.optional(cursor),
    }),
    ret: z.strictObject({
      payouts: listOf(payout, 100),
      next: z.nullable(cursor),
      held_count: cappedCount,
      late_count: cappedCount,
      failed_count: cappedCount,
      under_way_count: cappedCount,
      halt: z.nullable(payoutHalt),
      now_at: instant,
    }),
  },
  'payouts/ask': {
    power: 'retry_jobs',
    kind: 'act',
    summary: 'Files the question to the provider what became of a payout; the server asks, and writes the answer down.',
    /** With the provider's id of it when somebody has found it there; it counts when the provider has it under our key. */
    body: z.strictObject({ ...act.body.shape, provider_payout_id: z.optional(typed(200)) }),
    ret: act.ret,
  },
  'payouts/send': {
    power: 'retry_jobs',
    kind: 'act',
    summary:
      'Files the job again that sends the money of a signed loan; never a second payout beside one under way. What nobody knows the end of is proposed.',
    ...act,
  },
  'payouts/account': {
    power: 'retry_jobs',
    kind: 'act',
    summary: 'Has the borrower asked for another account, for a payout that is held although nothing was said of hers.',
    ...act,
  },
})
