import * as z from 'zod/mini'
import { basicInfo } from '../application/basic.ts'
import { extraInfo } from '../application/social.ts'
import { transferInfo } from '../application/withdrawal.ts'
import { sentSteps } from '../stored/steps.ts'
import { calls } from './call.ts'
import {
  base64,
  basisPoints,
  count,
  day,
  days,
  instant,
  label,
  line,
  listOf,
  money,
  sentence,
  slug,
  url,
  uuid,
  version,
  whole,
} from './fields.ts'
import {
  applicationProgress,
  applicationStep,
  cardCheck,
  cardInfo,
  coupon,
  loanQuote,
  option,
  orderSummary,
  payoutAccount,
  photoKind,
  photoStatus,
  pricing,
  quota,
  reason,
  reviewStage,
} from './shapes.ts'

const nothing = z.strictObject({})

const optionList = listOf(option, 60)

/** 8 MB of photograph; base64 makes it a third longer, and the fields around it are small. */
const IMAGE_BYTES_MAX = 8 * 1024 * 1024
const image = base64(IMAGE_BYTES_MAX)
const IMAGE_BODY_LIMIT_BYTES = Math.ceil(IMAGE_BYTES_MAX / 3) * 4 + 4096

const saved = z.strictObject({ saved_at: instant, application: applicationProgress })

/** Why a step cannot be changed now: what is reviewed stays what was sent, and an approval what it was given for. */
const lockedBy = z.nullable(z.enum(['review', 'approval']))

export const appCalls = calls({
  'app/home': {
    access: 'guest',
    summary: 'Everything Home shows: the state of the application or loan, with the one next action.',
    body: nothing,
    ret: z.strictObject({
      state: z.enum([
        'guest',
        'not_applied',
        'in_review',
        'approved',
        'refused',
        'expired',
        'pending',
        'payout_failed',
        'in_repayment',
        'overdue',
        'cleared',
      ]),
      /** The server's clock, so that "3 days left" does not depend on the phone's. */
      now_at: instant,
      /** Null for a guest. */
      person: z.nullable(z.strictObject({ first_name: z.nullable(line(60)), contact_masked: line(254) })),
      limit_centavos: z.nullable(money),
      quota: z.nullable(quota),
      next_action: z.strictObject({
        kind: z.enum([
          'start_application',
          'continue_application',
          'check_review',
          'retake_photos',
          'choose_loan',
          'apply_again',
          'see_order',
          'fix_payout_account',
          'pay',
          'see_help',
        ]),
        /** Where to continue an application. */
        step: z.nullable(applicationStep),
        /** The order that the action is about. */
        order_id: z.nullable(uuid),
      }),
      /** When an approval ends. */
      expires_at: z.nullable(instant),
      /** When a review that is running should be decided. */
      review_expected_at: z.nullable(instant),
      /** Null unless in review. */
      review_stage: z.nullable(reviewStage),
      /** When a refused person may try again, to the second. */
      retry_at: z.nullable(instant),
      refusal_reasons: listOf(reason, 10),
      /** What keeps an application from being sent: null when the card and the form agree. */
      card_check: z.nullable(cardCheck),
      payout_account: z.nullable(payoutAccount),
      best_coupon: z.nullable(coupon),
      active_order: z.nullable(orderSummary),
      notices: listOf(
        z.strictObject({ notice_id: slug, tone: z.enum(['info', 'good', 'warning']), text: sentence }),
        20,
      ),
    }),
  },

  'app/get_login_option': {
    access: 'guest',
    summary: 'The ways to log in, and the versions of the texts that must be agreed to.',
    body: nothing,
    ret: z.strictObject({
      options: listOf(z.strictObject({ channel: z.enum(['phone', 'mail']), is_default: z.boolean() }), 2),
      country_code: z.string().check(z.maxLength(4), z.regex(/^\d+$/)),
      code_length_digits: whole(4, 8),
      privacy_version: version,
      terms_version: version,
      /** Whether nothing here is real: the app then shows what only testers look for. */
      is_sandbox: z.boolean(),
    }),
  },

  'app/get_list_page1_new': {
    access: 'user',
    summary: 'The option lists of the basic step.',
    body: nothing,
    ret: z.strictObject({
      genders: optionList,
      educations: optionList,
      industries: optionList,
      loan_purposes: optionList,
      overdue_periods: optionList,
    }),
  },

  'app/get_basic_info': {
    access: 'user',
    summary: 'The basic step as it was last saved; null before.',
    body: nothing,
    ret: z.strictObject({ info: z.nullable(sentSteps.basic), saved_at: z.nullable(instant), locked_by: lockedBy }),
  },

  'app/save_basic_info': {
    access: 'user',
    summary: 'Saves the basic step.',
    body: basicInfo,
    ret: saved,
  },

  'app/get_area': {
    access: 'user',
    summary:
      'The areas inside one area: provinces of the country (parent null), then districts, then localities; with every_locality, all localities of a province.',
    body: z.strictObject({ parent_id: z.nullable(slug), every_locality: z.optional(z.boolean()) }),
    ret: z.strictObject({
      level: z.enum(['province', 'district', 'locality']),
      /** The district only where localities of more than one are listed. */
      areas: listOf(z.strictObject({ id: slug, name: label, district_id: z.optional(slug) }), 1000),
    }),
  },

  'app/get_list_page2_new': {
    access: 'user',
    summary: 'The option lists of the social step.',
    body: nothing,
    ret: z.strictObject({
      employment_types: optionList,
      marital_statuses: optionList,
      relationships: optionList,
    }),
  },

  'app/get_extra_info': {
    access: 'user',
    summary: 'The social step as it was last saved; null before.',
    body: nothing,
    ret: z.strictObject({ info: z.nullable(sentSteps.social), saved_at: z.nullable(instant), locked_by: lockedBy }),
  },

  'app/save_extra_info': {
    access: 'user',
    summary: 'Saves the social step.',
    body: extraInfo,
    ret: saved,
  },

  'app/get_bank_list': {
    access: 'user',
    summary: 'Banks and mobile wallets that can receive a payout.',
    body: nothing,
    ret: z.strictObject({
      banks: listOf(z.strictObject({ id: slug, name: label, short_name: label, is_common: z.boolean() }), 200),
      wallets: listOf(z.strictObject({ id: slug, name: label }), 100),
      /** The share of real payouts that went to a wallet; null until there are enough of them to say so. */
      wallet_share_basis_points: z.nullable(whole(0, 10_000)),
    }),
  },

  'app/get_bank_info': {
    access: 'user',
    summary: 'The payout account as it was last saved; null before.',
    body: nothing,
    ret: z.strictObject({ info: z.nullable(sentSteps.withdrawal), saved_at: z.nullable(instant), locked_by: lockedBy }),
  },

  'app/save_transfer_info': {
    access: 'user',
    summary: 'Saves the payout account and, when an order is named, pays out that failed order again.',
    body: z.extend(transferInfo, { order_id: z.optional(uuid) }),
    ret: z.strictObject({
      saved_at: instant,
      application: applicationProgress,
      resubmitted_order: z.nullable(orderSummary),
    }),
  },

  'app/upload_image_info': {
    access: 'user',
    summary: 'Stores one photograph: ID card front, back, or selfie. The same id sent again stores it once.',
    body: z.strictObject({
      upload_id: uuid,
      kind: photoKind,
      image_base64: image,
      /** The biometric consent text that was agreed to before the camera opened. */
      consent_version: version,
    }),
    ret: z.strictObject({ photo: photoStatus, application: applicationProgress }),
    body_limit_bytes: IMAGE_BODY_LIMIT_BYTES,
  },

  'app/get_card_info': {
    access: 'user',
    summary: 'What was read from the photographs of the ID card, so that nobody has to type it.',
    body: nothing,
    ret: z.strictObject({
      /** `reading` for a few seconds after a photograph has come; `unread` when none of them could be read. */
      state: z.enum(['no_photo', 'reading', 'read', 'unread']),
      /** The sides of the card that are on file. */
      sides: listOf(z.enum(['id_front', 'id_back']), 2),
      /** Null unless read. */
      card: z.nullable(cardInfo),
    }),
  },

  'app/get_product_list': {
    access: 'guest',
    summary: 'The products with their full cost and a worked example.',
    body: nothing,
    ret: z.strictObject({
      products: listOf(
        z.strictObject({
          product_id: slug,
          version,
          name: label,
          amount_min_centavos: money,
          amount_max_centavos: money,
          amount_step_centavos: money,
          /** With the day each would be due if the money left today. */
          terms: listOf(z.strictObject({ term_days: days, due_day: day }), 20),
          default_term_days: days,
          pricing,
          partial_payment_min_centavos: money,
          example: loanQuote,
        }),
        20,
      ),
    }),
  },

  'app/get_pay_option': {
    access: 'guest',
    summary: 'The ways to repay; with an order of the user, also what can be paid on it now.',
    body: z.strictObject({ order_id: z.optional(uuid) }),
    ret: z.strictObject({
      methods: listOf(
        z.strictObject({
          method_id: slug,
          kind: z.enum(['transfer', 'checkout', 'cash_slip']),
          name: label,
          /** How to pay this way, step by step. */
          steps: listOf(sentence, 10),
          credited_text: sentence,
        }),
        20,
      ),
      /** Null without an order. */
      payable: z.nullable(
        z.strictObject({
          order_id: uuid,
          payoff_centavos: money,
          partial_payment_min_centavos: money,
          valid_until_at: instant,
        }),
      ),
    }),
  },

  'app/membership_info': {
    access: 'user',
    summary: 'The membership level, what it gives, and how to reach the next.',
    body: nothing,
    ret: z.strictObject({
      level: whole(1, 10),
      loans_cleared_on_time_count: count,
      /** So many days after its payout a loan that is paid off counts. */
      loan_counts_from_days: days,
      /** Null at the highest level. */
      loans_to_next_level_count: z.nullable(count),
      levels: listOf(
        z.strictObject({
          level: whole(1, 10),
          name: label,
          loans_cleared_on_time_count: count,
          fee_basis_points: basisPoints,
          /** The share of the limit that is open at this level. */
          limit_opened_basis_points: whole(0, 10_000),
        }),
        10,
      ),
    }),
  },

  'app/get_app_list': {
    access: 'guest',
    summary: "The lender's other apps.",
    body: nothing,
    ret: z.strictObject({
      apps: listOf(z.strictObject({ app_id: slug, name: label, description: sentence, url: z.nullable(url) }), 50),
    }),
  },
})
