import type { refusals } from '@hola/core/errors.ts'

type Named = 'too_many_requests' | 'internal' | 'unavailable' | 'timed_out'

/** Answers that say nothing about a request. Checked against the closed list by its type, which weighs nothing. */
export const refusalCodes: { readonly [Name in Named]: (typeof refusals)[Name]['code'] } = {
  too_many_requests: '429',
  internal: '500',
  unavailable: '503',
  timed_out: '504',
}
