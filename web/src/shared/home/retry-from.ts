import { formatDate, formatTime } from '@hola/i18n/format-date.ts'

const MINUTE_MS = 60_000

/** From when she may try again. The server counts to the second; whoever comes at the minute named is never too early. */
export const retryFrom = (retryAt: string): { date: string; time: string } => {
  const minute = new Date(Math.ceil(Date.parse(retryAt) / MINUTE_MS) * MINUTE_MS)
  return { date: formatDate(minute), time: formatTime(minute) }
}
