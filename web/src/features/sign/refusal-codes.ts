import type { refusals } from '@hola/core/errors.ts'

type Named =
  | 'wrong_code'
  | 'code_expired'
  | 'too_many_tries'
  | 'code_resend_too_soon'
  | 'too_many_codes'
  | 'invalid_loan_daycount'
  | 'quota_too_small'
  | 'amount_not_offered'
  | 'not_approved'
  | 'approval_expired'
  | 'agreement_changed'
  | 'coupon_not_usable'
  | 'request_id_reused'
  | 'too_many_requests'
  | 'internal'
  | 'unavailable'
  | 'timed_out'

/** The refusals that these pages answer to. Checked against the closed list by its type, which weighs nothing. */
export const refusalCodes: { readonly [Name in Named]: (typeof refusals)[Name]['code'] } = {
  wrong_code: '20101',
  code_expired: '20102',
  too_many_tries: '20105',
  code_resend_too_soon: '20103',
  too_many_codes: '20104',
  invalid_loan_daycount: '20301',
  quota_too_small: '20302',
  amount_not_offered: '20307',
  not_approved: '20305',
  approval_expired: '20306',
  agreement_changed: '20308',
  coupon_not_usable: '20309',
  request_id_reused: '20304',
  too_many_requests: '429',
  internal: '500',
  unavailable: '503',
  timed_out: '504',
}
