import type { refusals } from '@hola/core/errors.ts'

type Named = 'invalid_body' | 'wrong_code' | 'code_resend_too_soon' | 'too_many_codes' | 'texts_changed'

/** The refusals that these pages answer to. Checked against the closed list by its type, which weighs nothing. */
export const refusalCodes: { readonly [Name in Named]: (typeof refusals)[Name]['code'] } = {
  invalid_body: '40000',
  wrong_code: '20101',
  code_resend_too_soon: '20103',
  too_many_codes: '20104',
  texts_changed: '20107',
}
