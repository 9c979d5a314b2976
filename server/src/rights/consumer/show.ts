import { addBusinessDays, addDays, civilDayOf, startOfDay } from '@hola/core/calendar.ts'
import type { CivilDay, Holidays } from '@hola/core/calendar.ts'
import {
  COMPLAINT_ANSWER_BUSINESS_DAYS,
  CONSUMER_ANSWER_HOURS,
  DATA_ACCESS_ANSWER_DAYS,
  DATA_CHANGE_ANSWER_BUSINESS_DAYS,
  isWritten,
} from '@hola/core/consumer.ts'
import type { RetOf } from '@hola/core/contract/contract.ts'
import type { RequestKind, RequestRow } from './store.ts'

/** So long after it came a request has its number, by message, at the latest. */
export const ANSWER_MS = CONSUMER_ANSWER_HOURS * 3_600_000

const endOfDay = (day: CivilDay): Date => new Date(startOfDay(addDays(day, 1)).getTime() - 1)

/** So many business days a person has for what she answers in words; the other clocks count hours or calendar days. */
export const businessDaysFor: Readonly<Partial<Record<RequestKind, number>>> = {
  complaint: COMPLAINT_ANSWER_BUSINESS_DAYS,
  data_change: DATA_CHANGE_ANSWER_BUSINESS_DAYS,
}

/** When a request is answered at the latest: by the law of its kind, and days are whole ones. */
export const answerUntil = (
  { kind, receivedAt }: Pick<RequestRow, 'kind' | 'receivedAt'>,
  holidays: Holidays,
): Date => {
  const receivedDay = civilDayOf(receivedAt)
  const businessDays = businessDaysFor[kind]
  if (businessDays !== undefined) return endOfDay(addBusinessDays(receivedDay, businessDays, holidays))
  if (kind === 'data_access') return endOfDay(addDays(receivedDay, DATA_ACCESS_ANSWER_DAYS))
  return new Date(receivedAt.getTime() + ANSWER_MS)
}

/**
 * When what the clock is for was done; null while it runs. What is answered in words has been when it ended. Of the others
 * she has her number and is known, so that what can be carried out is; or it ended without that.
 */
export const answeredAt = (request: RequestRow): Date | null => {
  const { kind, acknowledgedAt, provenAt, concludedAt } = request
  if (isWritten(kind)) return concludedAt
  if (acknowledgedAt === null || provenAt === null) return concludedAt
  return provenAt > acknowledgedAt ? provenAt : acknowledgedAt
}

/** Whether the law’s time was kept; while the clock runs, whether it has passed. */
export const isLate = (request: RequestRow, holidays: Holidays, now: Date): boolean =>
  (answeredAt(request) ?? now) > answerUntil(request, holidays)

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
