import type { refusals } from '@hola/core/errors.ts'

type Named = 'invalid_body' | 'code_resend_too_soon' | 'texts_changed'

/** The refusals that these pages answer to. Checked against the closed list by its type, which weighs nothing. */
export const refusalCodes: { readonly [Name in Named]: (typeof refusals)[Name]['code'] } = {
  invalid_body: '40000',
  code_resend_too_soon: '20103',
  texts_changed: '20107',
}
