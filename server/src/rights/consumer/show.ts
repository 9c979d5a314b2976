import { addBusinessDays, addDays, civilDayOf, startOfDay } from '@hola/core/calendar.ts'
import type { Holidays } from '@hola/core/calendar.ts'
import { COMPLAINT_ANSWER_BUSINESS_DAYS, CONSUMER_ANSWER_HOURS } from '@hola/core/consumer.ts'
import type { RetOf } from '@hola/core/contract/contract.ts'
import type { RequestRow } from './store.ts'

/** So long after it came a request has its number, by message, at the latest. */
export const ANSWER_MS = CONSUMER_ANSWER_HOURS * 3_600_000

/** When a request is answered at the latest: a complaint within so many business days, whole ones. */
export const answerUntil = (
  { kind, receivedAt }: Pick<RequestRow, 'kind' | 'receivedAt'>,
  holidays: Holidays,
): Date => {
  if (kind !== 'complaint') return new Date(receivedAt.getTime() + ANSWER_MS)
  const lastDay = addBusinessDays(civilDayOf(receivedAt), COMPLAINT_ANSWER_BUSINESS_DAYS, holidays)
  return new Date(startOfDay(addDays(lastDay, 1)).getTime() - 1)
}

/** A request as the calls answer it. */
export const showRequest = (request: RequestRow, answer: string, holidays: Holidays): RetOf<'consumer/request'> => ({
  tracking_number: request.trackingNumber,
  kind: request.kind,
  state: request.state,
  received_at: request.receivedAt.toISOString(),
  answer_until_at: answerUntil(request, holidays).toISOString(),
  concluded_at: request.concludedAt?.toISOString() ?? null,
  answer,
})
