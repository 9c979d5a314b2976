import * as z from 'zod/mini'
import { calls } from './call.ts'
import {
  base64,
  code,
  day,
  days,
  instant,
  label,
  line,
  listOf,
  money,
  sentence,
  sha256,
  signedMoney,
  slug,
  uuid,
  version,
  whole,
} from './fields.ts'
import {
  applicationProgress,
  cardCheck,
  loanQuote,
  orderDetail,
  payoutAccount,
  photoStatus,
  pricing,
  quota,
  reason,
  reviewStage,
} from './shapes.ts'

/** A coupon: absent takes the best usable one, null takes it off. */
const couponChoice = z.optional(z.nullable(uuid))

const agreementReference = z.strictObject({ version, sha256 })

const ledgerLine = z.strictObject({ account: slug, amount_centavos: signedMoney })

const PDF_BYTES_MAX = 2 * 1024 * 1024

/** Who signed the loan, as she signed it: what a receipt and a statement name. */
const borrower = z.strictObject({ full_name: label, dni: line(10) })

export const loanCalls = calls({
  'loan/apply_info': {
    access: 'user',
    summary:
      'How far the application is and what is missing; with submit, sends it to review; with check_result, asks for the decision.',
    body: z.strictObject({ submit: z.optional(z.boolean()), check_result: z.optional(z.boolean()) }),
    ret: z.strictObject({
      application: applicationProgress,
      photos: listOf(photoStatus, 3),
      card_check: cardCheck,
      submitted_at: z.nullable(instant),
      decision_expected_at: z.nullable(instant),
      /** Null unless in review. */
      review_stage: z.nullable(reviewStage),
      decided_at: z.nullable(instant),
      limit_centavos: z.nullable(money),
      expires_at: z.nullable(instant),
      retry_at: z.nullable(instant),
      reasons: listOf(reason, 10),
    }),
  },

  'loan/preview': {
    access: 'user',
    summary:
      'The whole offer for an amount and a term, by default the last ones. A term that is not offered is refused with the msg "invalid loan_daycount".',
    body: z.strictObject({
      amount_centavos: z.optional(money),
      term_days: z.optional(days),
      coupon_id: couponChoice,
      /** Asks for the agreement's version and hash too, which signing needs. */
      with_agreement: z.optional(z.boolean()),
    }),
    ret: z.strictObject({
      product_id: slug,
      product_version: version,
      amount_min_centavos: money,
      amount_max_centavos: money,
      amount_step_centavos: money,
      terms: listOf(z.strictObject({ term_days: days, due_day: day }), 20),
      /** The rates inside the quote, with the fee of the person's membership level. */
      pricing,
      quote: loanQuote,
      /** When the approval ends, by the clock of the server that says `now_at`. */
      expires_at: instant,
      now_at: instant,
      /** Amount and term of the person's last loan; null for the first. */
      last_loan: z.nullable(z.strictObject({ amount_centavos: money, term_days: days })),
      /** The coupon inside the quote, and the fee without it. */
      coupon: z.nullable(
        z.strictObject({ coupon_id: uuid, fee_reduction_centavos: money, fee_before_centavos: money }),
      ),
      /** What paying on other days would take: early ones first, then late ones. */
      what_if: listOf(
        z.strictObject({
          day,
          from_due_days: whole(-3650, 3650),
          payoff_centavos: money,
          late_one_time_centavos: money,
          late_daily_centavos: money,
        }),
        20,
      ),
      late_max_centavos: money,
      withdrawal_until_day: day,
      payout_account: payoutAccount,
      code_channels: listOf(z.strictObject({ channel: z.enum(['phone', 'mail']), contact_masked: line(254) }), 2),
      agreement: z.nullable(z.extend(agreementReference, { page_count: whole(1, 100) })),
    }),
  },

  'loan/apply': {
    access: 'user',
    summary: 'Signs the agreement and makes the order. The same id and body again return the first answer.',
    body: z.strictObject({
      /** Made by the client and kept until answered. */
      apply_id: uuid,
      amount_centavos: money,
      term_days: days,
      coupon_id: z.nullable(uuid),
      /** Anything but true is refused by its own sentence. */
      agreement_accepted: z.boolean(),
      /** As shown to the person who signs. */
      agreement: agreementReference,
      code_channel: z.enum(['phone', 'mail']),
      code,
    }),
    ret: z.strictObject({ order: orderDetail, quota, expected_payout_at: instant }),
  },

  'loan/contract': {
    access: 'user',
    summary: 'The agreement in full: of an offer before signing, or as signed with its evidence.',
    body: z.discriminatedUnion('of', [
      z.strictObject({
        of: z.literal('offer'),
        amount_centavos: money,
        term_days: days,
        coupon_id: couponChoice,
        with_pdf: z.optional(z.boolean()),
      }),
      z.strictObject({ of: z.literal('order'), order_id: uuid, with_pdf: z.optional(z.boolean()) }),
    ]),
    ret: z.strictObject({
      agreement: z.extend(agreementReference, { page_count: whole(1, 100) }),
      title: label,
      /** The agreement itself, in Spanish whatever the language asked for. */
      sections: listOf(
        z.strictObject({
          section_id: slug,
          heading: label,
          paragraphs: listOf(line(4000), 50),
          /** Figures and facts that stand in a table: in the PDF the same, in the same order. */
          rows: listOf(z.strictObject({ row_id: slug, label, value: line(300) }), 40),
        }),
        60,
      ),
      /** A courtesy translation of the main points; null when the request is in Spanish. */
      courtesy_summary: z.nullable(listOf(sentence, 30)),
      pdf_base64: z.nullable(base64(PDF_BYTES_MAX)),
      /** Null before signing. */
      evidence: z.nullable(
        z.strictObject({
          signed_at: instant,
          signed_at_argentina: line(30),
          contact_masked: line(254),
          code_challenge_id: uuid,
          network_address: line(45),
          user_agent: line(500),
          entry_sha256: sha256,
          previous_entry_sha256: z.nullable(sha256),
        }),
      ),
    }),
  },

  'loan/order': {
    access: 'user',
    summary: 'One order: state, every amount, its time line. A foreign order and a missing one answer alike.',
    body: z.strictObject({ order_id: uuid }),
    ret: z.strictObject({ order: orderDetail, borrower }),
  },

  'loan/statement': {
    access: 'user',
    summary: "The books of one order, entry by entry, chained so that the borrower's own device can verify them.",
    body: z.strictObject({ order_id: uuid, with_pdf: z.optional(z.boolean()) }),
    ret: z.strictObject({
      order_id: uuid,
      order_number: line(20),
      borrower,
      entries: listOf(
        z.strictObject({
          cause: z.enum([
            'payout',
            'accrual',
            'payment',
            'reversal',
            'withdrawal',
            'extension',
            'refund',
            'correction',
            'receipt_reversal',
            'waiver',
            'waiver_reversal',
            'write_off',
            'write_off_reversal',
            'plan',
            'plan_broken',
            'plan_reversal',
            'refund_reversal',
          ]),
          effective_day: day,
          booked_at: instant,
          changes: listOf(ledgerLine, 20),
          balances: listOf(ledgerLine, 20),
          /** Exactly what is hashed: the same facts, with the hash of the entry before. */
          hashed_text: line(4000),
          entry_sha256: sha256,
        }),
        5000,
      ),
      pdf_base64: z.nullable(base64(PDF_BYTES_MAX)),
    }),
  },

  'loan/clearance': {
    access: 'user',
    summary: 'The certificate that nothing is owed any more on an order that was repaid (libre deuda).',
    body: z.strictObject({ order_id: uuid }),
    ret: z.strictObject({ issued_at: instant, sha256, pdf_base64: base64(PDF_BYTES_MAX) }),
  },
})
