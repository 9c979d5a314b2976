import type { refusals } from '@hola/core/errors.ts'

type Named = 'quota_too_small' | 'not_approved' | 'approval_expired' | 'amount_not_offered' | 'coupon_not_usable'

/** The refusals that these pages answer to. Checked against the closed list by its type, which weighs nothing. */
export const refusalCodes: { readonly [Name in Named]: (typeof refusals)[Name]['code'] } = {
  quota_too_small: '20302',
  not_approved: '20305',
  approval_expired: '20306',
  amount_not_offered: '20307',
  coupon_not_usable: '20309',
}
