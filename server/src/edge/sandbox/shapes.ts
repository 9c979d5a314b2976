import { genderIds } from '@hola/core/application/option-ids.ts'
import { choiceOf, chosenDay, personName, typedText } from '@hola/core/form/fields.ts'
import { checkDni } from '@hola/core/identifiers/dni.ts'
import * as z from 'zod/mini'
import { specimenVariants } from '../../person/identity/public.ts'
import { channels } from '../../providers/messages/public.ts'
import { payoutFailures } from '../../providers/payout/public.ts'

/**
 * What the sandbox page and the browser tests exchange with the server. The routes exist only in MODE=sandbox:
 *
 *   GET  /sandbox/api/messages      ->  ret: messagesRet, newest first, at most 100
 *   GET  /sandbox/api/clock         ->  ret: clockRet
 *   POST /sandbox/api/clock         body: clockMove, forward only  ->  ret: clockRet
 *   POST /sandbox/api/clock/reset   body: {}  ->  ret: clockRet, back at real time
 *   POST /sandbox/api/specimens     body: specimensBody  ->  ret: specimensRet
 *   GET  /sandbox/api/loans         ->  ret: loansRet, those being repaid, newest first, at most 100
 *   GET  /sandbox/api/payouts           ->  ret: payoutsRet, newest first, at most 100
 *   POST /sandbox/api/payouts/settle    body: payoutBody  ->  ret: payoutsRet; one that is under way or was lost is paid now
 *   POST /sandbox/api/payouts/fail      body: payoutFailBody  ->  ret: payoutsRet
 *   POST /sandbox/api/payouts/message   body: payoutBody  ->  ret: payoutsRet; the bank tells of it, once more
 *   GET  /sandbox/api/payments           ->  ret: paymentsRet, newest first, at most 100 of each
 *   POST /sandbox/api/payments/pay       body: payBody  ->  ret: paymentsRet; any reference, also one that is nobody's
 *   POST /sandbox/api/payments/message   body: moneyBody  ->  ret: paymentsRet; the collector tells of it, once more
 *   POST /sandbox/api/payments/reverse   body: moneyBody  ->  ret: paymentsRet; the payer's bank takes it back
 *
 * Every answer wears the API's envelope `{ code, msg, ret }`: code "0" and an empty msg on success, a refusal of the
 * closed list otherwise. Instants are ISO 8601 in UTC; the page shows them in Argentine time.
 */

/** A century: far enough for any loan, near enough to keep every date within what PostgreSQL and the calendar hold. */
export const CLOCK_OFFSET_MAX_MS = 100 * 366 * 24 * 3_600_000

const message = z.strictObject({
  id: z.uuid(),
  sent_at: z.iso.datetime(),
  channel: z.enum(channels),
  /** E.164 phone or e-mail address. */
  recipient: z.string(),
  text: z.string(),
  /** The verification code inside the text, for one tap to copy; null when the message carries none. */
  code: z.nullable(z.string()),
})

export const messagesRet = z.strictObject({ messages: z.array(message) })
export type MessagesRet = z.output<typeof messagesRet>

export const clockRet = z.strictObject({
  /** What the product believes to be now. */
  now: z.iso.datetime(),
  /** The machine's own time. */
  real_now: z.iso.datetime(),
  /** now − real_now: 0 as long as nobody moved the clock. */
  offset_ms: z.int().check(z.nonnegative()),
})
export type ClockRet = z.output<typeof clockRet>

/** Forward by a duration, or forward to an instant. An instant that lies in the past is refused. */
export const clockMove = z.union([
  z.strictObject({ advance_ms: z.int().check(z.positive(), z.maximum(CLOCK_OFFSET_MAX_MS)) }),
  z.strictObject({ to: z.iso.datetime({ offset: true }) }),
])
export type ClockMove = z.output<typeof clockMove>

/** Whom the photographs are to show, as typed into the form, and what is to be wrong with them. */
export const specimensBody = z.strictObject({
  first_name: personName(),
  last_name: personName(),
  dni: typedText(20, checkDni),
  birth_day: chosenDay(),
  gender: choiceOf(genderIds),
  variant: choiceOf(specimenVariants),
})
export type SpecimensBody = z.output<typeof specimensBody>

/** Three JPEG images. */
export const specimensRet = z.strictObject({
  front_base64: z.string(),
  back_base64: z.string(),
  selfie_base64: z.string(),
})
export type SpecimensRet = z.output<typeof specimensRet>

const loan = z.strictObject({ order_id: z.uuid(), order_number: z.string(), due_day: z.iso.date() })

export const loansRet = z.strictObject({ loans: z.array(loan) })
export type LoansRet = z.output<typeof loansRet>

const payout = z.strictObject({
  payout_key: z.string(),
  order_id: z.uuid(),
  order_number: z.string(),
  amount_centavos: z.int(),
  asked_at: z.iso.datetime(),
  /** What the bank has: lost is what it knows nothing of. */
  bank_state: z.enum(['under_way', 'settled', 'failed', 'lost']),
  failure_reason: z.nullable(z.enum(payoutFailures)),
  /** What the product knows: asked is what it has no answer to. */
  attempt_state: z.enum(['asked', 'accepted', 'settled', 'failed']),
})

export const payoutsRet = z.strictObject({ payouts: z.array(payout) })
export type PayoutsRet = z.output<typeof payoutsRet>

const payoutKey = z.string().check(z.maxLength(64))

export const payoutBody = z.strictObject({ payout_key: payoutKey })
export type PayoutBody = z.output<typeof payoutBody>

export const payoutFailBody = z.strictObject({ payout_key: payoutKey, reason: z.enum(payoutFailures) })
export type PayoutFailBody = z.output<typeof payoutFailBody>

const payment = z.strictObject({
  payment_id: z.uuid(),
  order_id: z.uuid(),
  order_number: z.string(),
  kind: z.enum(['part', 'payoff', 'withdrawal']),
  method_id: z.string(),
  reference: z.string(),
  amount_centavos: z.int(),
  requested_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
  state: z.enum(['waiting', 'credited', 'expired', 'rejected', 'reversed']),
})

const receivedMoney = z.strictObject({
  provider_payment_id: z.string(),
  reference: z.string(),
  amount_centavos: z.int(),
  paid_day: z.iso.date(),
  /** What the collector has. */
  collector_state: z.enum(['credited', 'pending', 'rejected', 'reversed']),
  /** What the product has made of it; null as long as it has not heard of it. */
  receipt_state: z.nullable(z.enum(['credited', 'suspense', 'reversed'])),
})

/** What borrowers were told how to pay, and the money that came. */
export const paymentsRet = z.strictObject({ payments: z.array(payment), money: z.array(receivedMoney) })
export type PaymentsRet = z.output<typeof paymentsRet>

export const payBody = z.strictObject({
  /** What the payer writes: that of a payment, or anything else. */
  reference: z.string().check(z.minLength(1), z.maxLength(60)),
  /** What was asked for unless it says otherwise; a reference that is nobody's needs it. */
  amount_centavos: z.optional(z.int().check(z.positive(), z.maximum(100_000_000_000))),
  /** Today unless it says otherwise; never a day that has not come. */
  paid_day: z.optional(chosenDay()),
  /** So many payments, each with an id of its own. */
  times: z.optional(z.int().check(z.positive(), z.maximum(5))),
})
export type PayBody = z.output<typeof payBody>

export const moneyBody = z.strictObject({ provider_payment_id: z.string().check(z.maxLength(64)) })
export type MoneyBody = z.output<typeof moneyBody>
