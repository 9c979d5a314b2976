import type { Holidays } from '@hola/core/calendar.ts'
import {
  addBusinessDays,
  addDays,
  civilDayOf,
  daysBetween,
  isBusinessDay,
  nextBusinessDay,
  startOfDay,
} from '@hola/core/calendar.ts'
import type { WorkName } from '@hola/core/desk-contract/queue.ts'
import { PAYOUT_CORRECTION_MS } from '../../lending/order/public.ts'
import { answerUntil, businessDaysFor } from '../../rights/consumer/public.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** A payout takes seconds, and some minutes at a slow bank: after these nobody knows what became of it. */
export const PAYOUT_SILENT_MS = 15 * MINUTE_MS
const CASE_MS = 4 * HOUR_MS
const JOB_MS = HOUR_MS

/**
 * One business day later, at the same time of the day. What comes while nobody works counts as come when work begins
 * again, so that whatever came later never ends sooner.
 */
const afterBusinessDay = (since: Date, holidays: Holidays): Date => {
  const day = civilDayOf(since)
  const begins = isBusinessDay(day, holidays) ? since : startOfDay(nextBusinessDay(day, holidays))
  const counted = civilDayOf(begins)
  const next = addBusinessDays(counted, 1, holidays)
  return new Date(begins.getTime() + daysBetween(counted, next) * 24 * HOUR_MS)
}

/** Until when something that waits since an instant has to be done. Whatever waits longer is never due later. */
export const dueAt = (name: Exclude<WorkName, 'proposal'>, since: Date, holidays: Holidays): Date => {
  const later = (ms: number): Date => new Date(since.getTime() + ms)
  switch (name) {
    case 'case':
      return later(CASE_MS)
    case 'payout_silent':
      return later(PAYOUT_SILENT_MS)
    case 'payout_failed':
      return later(PAYOUT_CORRECTION_MS)
    case 'job':
      return later(JOB_MS)
    case 'suspense':
    case 'difference':
      return afterBusinessDay(since, holidays)
    case 'regret':
    case 'unsubscribe':
    case 'complaint':
    case 'data_access':
    case 'data_change':
      return answerUntil({ kind: name, receivedAt: since }, holidays)
  }
}

/** Until when a case that waits since an instant is to be decided. */
export const caseDueAt = (since: Date, holidays: Holidays): Date => dueAt('case', since, holidays)

/** Of a limit in business days: which of them today is. */
export const businessDayOf = (
  name: WorkName,
  since: Date,
  { now, holidays }: { readonly now: Date; readonly holidays: Holidays },
): { readonly number: number; readonly of: number } | null => {
  const of = name === 'complaint' || name === 'data_change' ? businessDaysFor[name] : undefined
  if (of === undefined) return null
  const [first, today] = [civilDayOf(since), civilDayOf(now)]
  let number = 0
  for (let day = addDays(first, 1); day <= today && number < of; day = addDays(day, 1))
    if (isBusinessDay(day, holidays)) number += 1
  return { number: Math.max(1, number), of }
}

const SEARCH_MS = 60 * 24 * HOUR_MS

/**
 * The last instant since which something must wait for `holds` to be true, which it is from some age on; undefined when it
 * never is within two months.
 */
export const lastSince = (now: Date, holds: (since: Date) => boolean): Date | undefined => {
  let [young, old] = [0, SEARCH_MS]
  const at = (ageMs: number): Date => new Date(now.getTime() - ageMs)
  if (!holds(at(old))) return undefined
  while (young < old) {
    const middle = Math.floor((young + old) / 2)
    if (holds(at(middle))) old = middle
    else young = middle + 1
  }
  return at(old)
}
