import * as z from 'zod/mini'
import { genderIds } from '../application/option-ids.ts'
import { PLAN_PARTS_MAX } from '../loan/plan.ts'
import {
  basisPoints,
  count,
  day,
  days,
  lateDays,
  instant,
  label,
  line,
  listOf,
  money,
  sentence,
  sha256,
  slug,
  url,
  uuid,
  version,
  whole,
} from './fields.ts'

/** Shapes that more than one call carries, so that one fact looks the same on every screen. */

/** One choice of a list: the id is stored, the label is in the request's language. */
export const option = z.strictObject({ id: slug, label })

/** Why something was decided, in plain words. */
export const reason = z.strictObject({ code: slug, text: sentence })

/** Every line of what a loan costs. Arrival = amount − fee; repayment = amount + interest + VAT. */
export const loanQuote = z.strictObject({
  amount_centavos: money,
  term_days: days,
  fee_centavos: money,
  arrival_centavos: money,
  interest_centavos: money,
  vat_centavos: money,
  repayment_centavos: money,
  payout_day: day,
  due_day: day,
  tna_basis_points: basisPoints,
  tea_basis_points: basisPoints,
  cftea_basis_points: basisPoints,
})

/** What a product charges: the rates behind the lines of a quote, and what paying late costs. */
export const pricing = z.strictObject({
  fee_basis_points: basisPoints,
  tna_basis_points: basisPoints,
  vat_basis_points: basisPoints,
  /** Never more than what is unpaid on the due day, and none when that is below the smallest sum. */
  late_one_time_basis_points: basisPoints,
  late_one_time_unpaid_min_centavos: money,
  late_daily_basis_points: basisPoints,
  /** Late charges never exceed this share of the amount. */
  late_max_basis_points: basisPoints,
})

/** Who has a submitted application in hand: the rules, the bureau that does not answer, or a person. */
export const reviewStage = z.enum(['automatic', 'waiting_for_bureau', 'with_a_person'])

/** What may be borrowed. Remaining + used + available = total; frozen is the part of remaining that orders hold. */
export const quota = z.strictObject({
  total_centavos: money,
  used_centavos: money,
  frozen_centavos: money,
  remaining_centavos: money,
  available_centavos: money,
})

/** Where the money goes, without the whole account number: enough to recognise it. */
export const payoutAccount = z.strictObject({
  institution_name: label,
  account_kind: z.enum(['cbu', 'cvu', 'alias']),
  account_ending: line(4),
  holder_name: label,
})

const couponFields = {
  coupon_id: uuid,
  title: label,
  state: z.enum(['usable', 'used', 'expired']),
  expires_at: instant,
  used_at: z.nullable(instant),
  order_id: z.nullable(uuid),
}

export const coupon = z.discriminatedUnion('kind', [
  z.strictObject({ ...couponFields, kind: z.literal('fee_reduction'), fee_reduction_centavos: money }),
  z.strictObject({ ...couponFields, kind: z.literal('interest_free_extension'), extension_days: days }),
])

export const orderState = z.enum([
  'pending',
  'payout_failed',
  'in_repayment',
  'overdue',
  'cleared',
  'review_failed',
  'cancelled',
])

export const orderGroup = z.enum(['failed_payouts', 'pending', 'in_repayment', 'failed_review', 'complete'])

const orderFields = {
  order_id: uuid,
  order_number: line(20),
  state: orderState,
  group: orderGroup,
  amount_centavos: money,
  arrival_centavos: money,
  repayment_centavos: money,
  term_days: days,
  applied_at: instant,
  /** Null until the money has left. */
  paid_out_at: z.nullable(instant),
  /** The day that counts now: moved to a business day, and by an extension. Null until the money has left. */
  due_day: z.nullable(day),
  cleared_at: z.nullable(instant),
  /** When the borrower said that she withdraws; null when she has not. */
  withdrawn_at: z.nullable(instant),
  /**
   * waiting: what she received goes back by the last day, and nothing else is owed. complete: it is back. lapsed: it was
   * not back by that day, and the loan is the agreed one from its payout day. Null when nobody has withdrawn.
   */
  withdrawal_state: z.nullable(z.enum(['waiting', 'complete', 'lapsed'])),
  /** The last day of the right to withdraw. Null until the money has left: it counts from when it has come. */
  withdrawal_until_day: z.nullable(day),
  overdue_days: lateDays,
  /** While a payment plan is kept: its next part, with what is missing of it, after so many that are paid. */
  next_part: z.nullable(
    z.strictObject({
      paid_count: whole(0, PLAN_PARTS_MAX),
      part_count: whole(1, PLAN_PARTS_MAX),
      due_day: day,
      amount_centavos: money,
    }),
  ),
  /** The lender no longer counts on it: she owes it all the same, at no further cost, and nobody reminds her. */
  written_off_day: z.nullable(day),
  /** What paying everything today would take. */
  payoff_centavos: money,
  repaid_centavos: money,
}

/** An order as a row of a list or a card shows it. */
export const orderSummary = z.strictObject(orderFields)

/** A payment from the moment it is asked for until it is credited, with how to make it. */
export const payment = z.strictObject({
  payment_id: uuid,
  state: z.enum(['waiting', 'credited', 'expired', 'rejected', 'reversed']),
  method_id: slug,
  amount_centavos: money,
  requested_at: instant,
  expires_at: z.nullable(instant),
  /** The day the payer paid, by the provider's word; it is the day that counts. */
  paid_day: z.nullable(day),
  /** What came, which may be another amount than was asked for. Null until then. */
  paid_centavos: z.nullable(money),
  reference: line(60),
  instructions: z.strictObject({
    cvu: z.nullable(line(22)),
    alias: z.nullable(line(20)),
    qr_text: z.nullable(line(1000)),
    checkout_url: z.nullable(url),
    ticket_url: z.nullable(url),
    barcode: z.nullable(line(100)),
  }),
})

/** An order with everything its own page shows. */
export const orderDetail = z.strictObject({
  ...orderFields,
  now_at: instant,
  /** The day agreed when signing. */
  repayment_day: z.nullable(day),
  fee_centavos: money,
  fee_basis_points: basisPoints,
  interest_centavos: money,
  vat_centavos: money,
  vat_basis_points: basisPoints,
  tna_basis_points: basisPoints,
  tea_basis_points: basisPoints,
  cftea_basis_points: basisPoints,
  /** What the days since the payout have cost so far, paid or not. Null until the money has left. */
  accrued: z.nullable(
    z.strictObject({
      interest_centavos: money,
      vat_centavos: money,
      late_one_time_centavos: money,
      late_daily_centavos: money,
    }),
  ),
  /** What paying late costs, as it was agreed: of the amount once, of the unpaid principal for each day. */
  late_one_time_basis_points: basisPoints,
  /** Null for a loan of the first rules, whose one-time charge is the whole share of the amount. */
  late_one_time_unpaid_min_centavos: z.nullable(money),
  late_daily_basis_points: basisPoints,
  /** Late charges: the one-time charge and the daily interest, then their sum. */
  late_one_time_centavos: money,
  late_daily_centavos: money,
  liquidated_damages_centavos: money,
  liquidated_damages_max_centavos: money,
  /** Late charges that the lender gave up. */
  waived_centavos: money,
  /** The newest payment plan. running: kept so far. broken: a part was not paid by its day, and the loan is the agreed one. */
  plan: z.nullable(
    z.strictObject({
      state: z.enum(['running', 'complete', 'broken']),
      made_on_day: day,
      parts: listOf(z.strictObject({ due_day: day, amount_centavos: money, is_paid: z.boolean() }), PLAN_PARTS_MAX),
    }),
  ),
  payoff_tomorrow_centavos: money,
  /** What paying today saves against paying on the due day. */
  early_saving_centavos: money,
  /** Paid beyond what was owed: the borrower's, and refundable. */
  credit_centavos: money,
  partial_payment_min_centavos: money,
  payout_account: payoutAccount,
  payout_failure: z.nullable(z.strictObject({ reason, correct_until_at: instant })),
  withdrawal: z.nullable(z.strictObject({ until_day: day, return_centavos: money })),
  extension: z.nullable(z.strictObject({ coupon_id: uuid, extension_days: days, new_due_day: day })),
  agreement: z.strictObject({ version, sha256, page_count: whole(1, 100), signed_at: instant }),
  timeline: listOf(
    z.strictObject({
      kind: z.enum([
        'signed',
        'paid_out',
        'payout_failed',
        'withdrawal_open',
        'withdrawn',
        'payment',
        'extended',
        'due',
        'overdue',
        'waived',
        'part',
        'written_off',
        'cleared',
        'cancelled',
      ]),
      progress: z.enum(['done', 'now', 'later']),
      at: z.nullable(instant),
      day: z.nullable(day),
      amount_centavos: z.nullable(money),
    }),
    100,
  ),
  payments: listOf(payment, 100),
})

/** The four parts of an application. */
export const applicationStep = z.enum(['basic', 'social', 'withdrawal', 'photos'])

export const photoKind = z.enum(['id_front', 'id_back', 'selfie'])

/** What an ID card says of its holder, as the basic step has it. */
export const cardInfo = z.strictObject({
  first_name: line(60),
  last_name: line(60),
  /** The machine-readable lines have room for thirty characters: the end of a long name may be missing. */
  names_cut: z.boolean(),
  national_id_number: z.string().check(z.maxLength(8), z.regex(/^\d{7,8}$/)),
  gender_id: z.enum(genderIds),
  birth_day: day,
  /** Null where neither the card nor the number and the sex tell it. */
  cuil: z.nullable(z.string().check(z.maxLength(11), z.regex(/^\d{11}$/))),
})

/** How far one photo is: which to take again, and why, in plain words. */
export const photoStatus = z.strictObject({
  kind: photoKind,
  state: z.enum(['missing', 'checking', 'accepted', 'retake']),
  reasons: listOf(reason, 5),
  retakes_left_count: count,
})

/**
 * What the photographed card says against the saved form, each as the form would take it. Known as soon as one side of
 * the card is read; with a difference, or a card that has run out, the application cannot be sent.
 */
export const cardCheck = z.strictObject({
  /** A side of the card is still being read. */
  is_reading: z.boolean(),
  differences: listOf(
    z.strictObject({
      field: z.enum(['national_id_number', 'cuil', 'birth_day', 'gender_id', 'first_name', 'last_name']),
      typed: line(60),
      /** Null where the card was not read well enough to be taken over. */
      on_card: z.nullable(line(60)),
    }),
    6,
  ),
  /** The last day of a card that has run out. */
  expired_day: z.nullable(day),
})

/** How far an application is. Each saved step answers with it, so that the page knows where to go next. */
export const applicationProgress = z.strictObject({
  state: z.enum(['not_started', 'in_progress', 'in_review', 'retake', 'approved', 'refused', 'expired']),
  steps: listOf(
    z.strictObject({
      step: applicationStep,
      complete: z.boolean(),
      saved_at: z.nullable(instant),
      missing: listOf(slug, 40),
    }),
    4,
  ),
  next_step: z.nullable(applicationStep),
  can_submit: z.boolean(),
})
