import { REFUSAL_RETRY_MS } from '@hola/core/constants.ts'

/** When a refused person may try again, to the millisecond. */
export const retryAfter = (refusedAt: Date): Date => new Date(refusedAt.getTime() + REFUSAL_RETRY_MS)
