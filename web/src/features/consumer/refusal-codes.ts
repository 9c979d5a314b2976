import type { refusals } from '@hola/core/errors.ts'

type Named = 'invalid_body' | 'order_not_found'

/** The refusals that these pages answer to. Checked against the closed list by its type, which weighs nothing. */
export const refusalCodes: { readonly [Name in Named]: (typeof refusals)[Name]['code'] } = {
  invalid_body: '40000',
  order_not_found: '20303',
}
