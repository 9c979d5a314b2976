import * as z from 'zod/mini'
import {
  base64,
  basisPoints,
  count,
  cursor,
  askedDay,
  day,
  days,
  lateDays,
  instant,
  line,
  listOf,
  money,
  sentence,
  sha256,
  signedMoney,
  typed,
  uuid,
  whole,
} from '../contract/fields.ts'
import { PLAN_PARTS_MAX } from '../loan/plan.ts'
import { deskCalls } from './call.ts'
import { personCodeField } from './codes.ts'
import { proposalKindNames } from './proposals.ts'

/** Which loans a list shows; the late ones by how many days they are. */
export const loanGroups = [
  'all',
  'on_time',
  'late',
  'late_1_30',
  'late_31_60',
  'late_61_90',
  'late_91',
  'waiting',
  'cleared',
  'cancelled',
] as const

export type LoanGroup = (typeof loanGroups)[number]

export const loanDocuments = ['agreement', 'statement', 'clearance'] as const

export type LoanDocument = (typeof loanDocuments)[number]

const orderNumber = typed(40)
const orderState = z.enum([
  'pending',
  'payout_failed',
  'in_repayment',
  'overdue',
  'cleared',
  'review_failed',
  'cancelled',
])
const planState = z.enum(['running', 'complete', 'broken'])

/** What a loan owes on a day, line by line. */
const lines = z.strictObject({
  day,
  principal_centavos: money,
  interest_centavos: money,
  vat_centavos: money,
  late_one_time_centavos: money,
  late_daily_centavos: money,
  payoff_centavos: money,
  credit_centavos: money,
  overdue_days: lateDays,
})

/** Where a payment went. */
const split = z.strictObject({
  late_centavos: signedMoney,
  vat_centavos: signedMoney,
  interest_centavos: signedMoney,
  principal_centavos: signedMoney,
  credit_centavos: signedMoney,
})

export const loanCalls = deskCalls({
  'loans/list': {
    power: 'see_loans',
    kind: 'read',
    summary: 'Loans without names: the longest late first, or the newest first.',
    body: z.strictObject({ show: z.enum(loanGroups), after: z.optional(cursor) }),
    ret: z.strictObject({
      loans: listOf(
        z.strictObject({
          order_number: line(40),
          person_code: personCodeField,
          state: orderState,
          overdue_days: lateDays,
          amount_centavos: money,
          signed_at: instant,
          due_day: z.nullable(day),
          has_plan: z.boolean(),
          is_written_off: z.boolean(),
        }),
        100,
      ),
      next: z.nullable(cursor),
    }),
  },
  'loans/show': {
    power: 'see_loans',
    kind: 'act',
    summary: 'A loan: what it owes today and on other days, what was paid and granted. The visit is written down.',
    body: z.strictObject({ order_number: orderNumber, day: z.optional(askedDay) }),
    ret: z.strictObject({
      order_id: uuid,
      order_number: line(40),
      user_id: uuid,
      now_at: instant,
      seen_at: instant,
      today: day,
      state: orderState,
      product_id: line(40),
      product_version: whole(1, 1_000_000),
      amount_centavos: money,
      arrival_centavos: money,
      term_days: days,
      cftea_basis_points: basisPoints,
      signed_at: instant,
      payout_day: z.nullable(day),
      due_day: z.nullable(day),
      cleared_at: z.nullable(instant),
      written_off_day: z.nullable(day),
      partial_payment_min_centavos: money,
      account_masked: z.nullable(line(200)),
      /** Null while the money has not left. */
      owed: z.nullable(lines),
      /** The due day, today, tomorrow and some days to come; the one that was asked for among them. */
      days: listOf(lines, 12),
      /** What is owed at the end of each day, for a line. */
      line: listOf(z.strictObject({ day, payoff_centavos: money }), 200),
      payments: listOf(
        z.strictObject({
          provider: line(40),
          provider_payment_id: line(100),
          amount_centavos: money,
          paid_day: day,
          state: z.enum(['credited', 'reversed']),
          split: z.nullable(split),
        }),
        200,
      ),
      refunds: listOf(
        z.strictObject({
          refund_id: uuid,
          amount_centavos: money,
          asked_at: instant,
          way: z.enum(['by_hand', 'provider']),
          state: z.enum(['booked', 'sending', 'sent', 'failed']),
        }),
        100,
      ),
      waivers: listOf(z.strictObject({ waiver_id: uuid, day, amount_centavos: money }), 100),
      plan: z.nullable(
        z.strictObject({
          state: planState,
          made_on_day: day,
          parts: listOf(z.strictObject({ due_day: day, amount_centavos: money, is_paid: z.boolean() }), PLAN_PARTS_MAX),
        }),
      ),
      documents: listOf(z.enum(loanDocuments), loanDocuments.length),
    }),
  },
  'loans/books': {
    power: 'see_loans',
    kind: 'act',
    summary: 'The books of a loan entry by entry, the newest first, and whether all of them are whole.',
    body: z.strictObject({ order_number: orderNumber, before_count: z.optional(count) }),
    ret: z.strictObject({
      is_intact: z.boolean(),
      problem: z.nullable(
        z.enum(['entry_missing', 'entry_changed', 'chain_broken', 'entry_does_not_add_up', 'books_differ_from_loan']),
      ),
      entry_count: count,
      entries: listOf(
        z.strictObject({
          entry_count: count,
          effective_day: day,
          booked_at: instant,
          cause: line(40),
          /** What it did to what she owes, and what she owed then. */
          change_centavos: signedMoney,
          owed_centavos: signedMoney,
          entry_sha256: sha256,
        }),
        100,
      ),
    }),
  },
  'loans/what_if': {
    power: 'see_loans',
    kind: 'act',
    summary: 'What is left of a loan if so much is paid on a day.',
    body: z.strictObject({ order_number: orderNumber, day: askedDay, amount_centavos: money }),
    ret: z.strictObject({ before: lines, after: lines, split, next_week: lines }),
  },
  'loans/offers': {
    power: 'make_proposals',
    kind: 'act',
    summary: 'What can be proposed about a loan now, and of the rest why not.',
    body: z.strictObject({ order_number: orderNumber }),
    ret: z.strictObject({
      offers: listOf(
        z.strictObject({
          kind: z.enum(proposalKindNames),
          /** What it would be about: a refund, a waiver, a receipt. Null for the loan as a whole. */
          subject_id: z.nullable(line(160)),
          amount_centavos: z.nullable(money),
          /** Null when it is possible. */
          problem: z.nullable(sentence),
        }),
        60,
      ),
    }),
  },
  'loans/document': {
    power: 'see_loans',
    kind: 'act',
    summary:
      'A document of a loan as a PDF: the signed agreement, the statement of account, the clearance certificate.',
    body: z.strictObject({ order_number: orderNumber, document: z.enum(loanDocuments), why: typed(500) }),
    ret: z.strictObject({ file_name: line(100), pdf_base64: base64(4_000_000) }),
  },
})
