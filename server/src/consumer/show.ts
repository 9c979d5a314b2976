import { CONSUMER_ANSWER_HOURS } from '@hola/core/consumer.ts'
import type { RetOf } from '@hola/core/contract/contract.ts'
import type { RequestRow } from './store.ts'

/** So long after it came a request is answered at the latest. */
export const ANSWER_MS = CONSUMER_ANSWER_HOURS * 3_600_000

/** A request as the calls answer it. */
export const showRequest = (
  { trackingNumber, kind, state, receivedAt, concludedAt }: RequestRow,
  answer: string,
): RetOf<'consumer/request'> => ({
  tracking_number: trackingNumber,
  kind,
  state,
  received_at: receivedAt.toISOString(),
  answer_until_at: new Date(receivedAt.getTime() + ANSWER_MS).toISOString(),
  concluded_at: concludedAt?.toISOString() ?? null,
  answer,
})
