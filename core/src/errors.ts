/** `words`: what its sentence has to be told, by the names of the parameters in `i18n/messages/errors`. */
type Entry = { readonly code: string; readonly status: number; readonly words?: readonly string[] }

/**
 * The closed list of refusals: everything the server can answer other than a success. `code` is what the client
 * decides by, `status` is for proxies and logs. Its sentence is the message `errors_<name>`, which says what to do next.
 *
 * Three are fixed by the specification's section 8: code 301 is silent in the client, the texts `bad request` (logs
 * out) and `invalid loan_daycount` (the client gets null) are compared letter by letter and so never translated.
 */
export const refusals = {
  bad_request: { code: '400', status: 400 },
  invalid_body: { code: '40000', status: 400, words: ['field', 'problem'] },
  login_needed: { code: '10001', status: 401 },
  unauthorised: { code: '401', status: 401 },
  account_blocked: { code: '403', status: 403 },
  not_ready: { code: '301', status: 200 },
  no_consent: { code: '301', status: 200 },
  unknown_path: { code: '404', status: 404 },
  body_too_large: { code: '413', status: 413 },
  too_many_requests: { code: '429', status: 429, words: ['seconds'] },
  internal: { code: '500', status: 500, words: ['request_id'] },
  unavailable: { code: '503', status: 503 },
  timed_out: { code: '504', status: 503 },

  wrong_code: { code: '20101', status: 200, words: ['tries'] },
  code_expired: { code: '20102', status: 200 },
  code_resend_too_soon: { code: '20103', status: 200, words: ['seconds'] },
  too_many_codes: { code: '20104', status: 200, words: ['minutes'] },
  too_many_tries: { code: '20105', status: 200 },
  message_not_sent: { code: '20106', status: 200 },
  texts_changed: { code: '20107', status: 200 },
  no_address_on_file: { code: '20108', status: 200 },
  codes_paused: { code: '20109', status: 200, words: ['minutes'] },
  different_phone_needed: { code: '20201', status: 200 },
  id_photo_needed: { code: '20202', status: 200 },
  application_refused: { code: '20203', status: 200, words: ['days'] },
  unknown_option: { code: '20204', status: 200, words: ['field'] },
  locality_not_in_district: { code: '20205', status: 200 },
  application_incomplete: { code: '20206', status: 200 },
  application_locked: { code: '20207', status: 200 },
  biometric_consent_needed: { code: '20208', status: 200 },
  image_not_an_image: { code: '20209', status: 200 },
  image_too_small: { code: '20210', status: 200 },
  image_too_large: { code: '20211', status: 200 },
  image_damaged: { code: '20212', status: 200 },
  no_retakes_left: { code: '20213', status: 200 },
  account_holder_mismatch: { code: '20214', status: 200 },
  application_decided: { code: '20215', status: 200 },
  card_differs: { code: '20216', status: 200 },
  card_expired: { code: '20217', status: 200 },
  photo_to_retake: { code: '20218', status: 200 },
  applications_stopped: { code: '20219', status: 200 },
  invalid_loan_daycount: { code: '20301', status: 200 },
  quota_too_small: { code: '20302', status: 200, words: ['available'] },
  order_not_found: { code: '20303', status: 200 },
  request_id_reused: { code: '20304', status: 200 },
  not_approved: { code: '20305', status: 200 },
  approval_expired: { code: '20306', status: 200 },
  amount_not_offered: { code: '20307', status: 200, words: ['min', 'max', 'step'] },
  agreement_changed: { code: '20308', status: 200 },
  coupon_not_usable: { code: '20309', status: 200 },
  agreement_not_accepted: { code: '20310', status: 200 },
  payment_too_small: { code: '20401', status: 200, words: ['min'] },
  nothing_to_pay: { code: '20402', status: 200 },
  pay_method_not_offered: { code: '20403', status: 200 },
  pay_method_failed: { code: '20404', status: 200 },
  extension_not_possible: { code: '20405', status: 200 },
  withdrawal_not_possible: { code: '20406', status: 200 },
  withdrawn_already: { code: '20409', status: 200 },
  not_cleared_yet: { code: '20407', status: 200 },
  payout_not_failed: { code: '20408', status: 200 },
  consumer_request_not_found: { code: '20501', status: 200 },
  consent_text_changed: { code: '20601', status: 200 },
  erasure_loan_open: { code: '20602', status: 200 },
  erasure_credit_open: { code: '20603', status: 200 },
  erasure_review_open: { code: '20604', status: 200 },
  erasure_request_open: { code: '20605', status: 200 },

  // The lender's desk.
  not_your_role: { code: '20701', status: 403 },
  passkey_needed: { code: '20702', status: 200 },
  passkey_refused: { code: '20703', status: 200 },
  invitation_not_usable: { code: '20704', status: 200 },
  pairing_not_found: { code: '20705', status: 200 },
  staff_not_found: { code: '20706', status: 200 },
  last_supervisor: { code: '20707', status: 200 },
  proposal_not_found: { code: '20708', status: 200 },
  proposal_decided: { code: '20709', status: 200 },
  proposal_own: { code: '20710', status: 200 },
  proposal_changed: { code: '20711', status: 200 },
  person_not_found: { code: '20713', status: 200 },
  too_many_searches: { code: '20714', status: 200, words: ['minutes'] },
  loan_not_found: { code: '20715', status: 200 },
  document_not_there: { code: '20716', status: 200 },
  two_people_needed: { code: '20717', status: 200 },
  no_debt_on_day: { code: '20718', status: 200 },
  contact_not_allowed: { code: '20741', status: 200, words: ['problem'] },
  request_not_possible: { code: '20742', status: 200, words: ['problem'] },
  proposal_not_possible: { code: '20712', status: 200, words: ['problem'] },
  work_not_found: { code: '20731', status: 200 },
  work_taken: { code: '20732', status: 200, words: ['name'] },
  work_not_yours: { code: '20733', status: 200 },
  case_not_found: { code: '20734', status: 200 },
  case_not_opened: { code: '20735', status: 200 },
  case_not_decidable: { code: '20736', status: 200, words: ['problem'] },
  job_not_found: { code: '20751', status: 200 },
  payout_not_waiting: { code: '20752', status: 200 },
  statement_not_readable: { code: '20753', status: 200, words: ['problem'] },
  day_not_over: { code: '20754', status: 200 },
  receipt_not_found: { code: '20755', status: 200 },
  payout_needs_two: { code: '20756', status: 200 },
} as const satisfies Record<string, Entry>

export type RefusalName = keyof typeof refusals

type WordsOf<Name extends RefusalName> = (typeof refusals)[Name] extends { readonly words: readonly (infer Word)[] }
  ? Word & string
  : never

/** The words that a refusal's sentence needs: none, or one for each parameter, and no others. */
type WordArguments<Name extends RefusalName> = [WordsOf<Name>] extends [never]
  ? []
  : [words: Readonly<Record<WordsOf<Name>, string | number>>]

/** A refusal on its way to the client. It is a value to return, never thrown: only bugs throw. */
export class Refusal {
  readonly name: RefusalName
  readonly words: Readonly<Record<string, string | number>>
  /** When asking again can help, for machines: the Retry-After header. */
  readonly retryAfterSeconds: number | undefined

  constructor(name: RefusalName, words: Readonly<Record<string, string | number>>, retryAfterSeconds?: number) {
    this.name = name
    this.words = words
    this.retryAfterSeconds = retryAfterSeconds
  }
}

export const refuse = <Name extends RefusalName>(name: Name, ...[words]: WordArguments<Name>): Refusal =>
  new Refusal(name, words ?? {})

export const withRetryAfter = ({ name, words }: Refusal, seconds: number): Refusal => new Refusal(name, words, seconds)
