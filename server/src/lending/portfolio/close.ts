import type { CivilDay } from '@hola/core/calendar.ts'
import { addDays, civilDay, civilDayOf, startOfDay } from '@hola/core/calendar.ts'
import type { Tx } from '../../platform/db/public.ts'
import { inTransaction } from '../../platform/db/public.ts'
import type { Services } from '../services.ts'
import type { Day } from './store.ts'
import {
  allowTime,
  deleteClose,
  findFirsts,
  findLastClose,
  insertAgeing,
  insertClose,
  insertFlow,
  insertReasons,
  insertRoll,
} from './store.ts'

/** A server that stood still, or one that is new to this, makes up for at most so many days. */
const DAYS_BACK = 400
/** So many are one job, which is far below the time that a job has; the next one goes on. */
const DAYS_PER_JOB = 20

const dayOf = (day: CivilDay): Day => ({ day, from: startOfDay(day), before: startOfDay(addDays(day, 1)) })

const isLastOfMonth = (day: CivilDay): boolean => addDays(day, 1).endsWith('-01')

/** The last day of the month before. */
export const monthEndBefore = (day: CivilDay): CivilDay => addDays(civilDay(`${day.slice(0, 8)}01`), -1)

/** Counts one day from the books, anew if it was counted before. */
export const closeDay = async (tx: Tx, { clock }: Pick<Services, 'clock'>, day: CivilDay): Promise<void> => {
  const counted = dayOf(day)
  await allowTime(tx)
  await deleteClose(tx, day)
  await insertClose(tx, day, clock.now())
  await insertAgeing(tx, counted)
  await insertFlow(tx, counted)
  await insertReasons(tx, counted)
  if (isLastOfMonth(day)) await insertRoll(tx, dayOf(monthEndBefore(day)), counted)
}

/** The nightly job: every day that is over and was not counted, each in a transaction of its own. */
export const closeDays = async (services: Services, daysMax: number = DAYS_PER_JOB): Promise<void> => {
  const { pool, clock, jobs, log } = services
  const yesterday = addDays(civilDayOf(clock.now()), -1)
  const first = await inTransaction(pool, async (tx) => {
    const last = await findLastClose(tx)
    if (last !== undefined) return addDays(last, 1)
    const { payoutDay, decidedAt } = await findFirsts(tx)
    const decidedDay = decidedAt && civilDayOf(decidedAt)
    return payoutDay && decidedDay && payoutDay > decidedDay ? decidedDay : (payoutDay ?? decidedDay ?? undefined)
  })
  if (first === undefined) return
  const earliest = addDays(yesterday, -DAYS_BACK)
  let day = first < earliest ? earliest : first
  let count = 0
  for (; day <= yesterday && count < daysMax; day = addDays(day, 1)) {
    const closing = day
    await inTransaction(pool, (tx) => closeDay(tx, services, closing))
    count += 1
  }
  log.info({ count }, 'days of the portfolio counted')
  if (day <= yesterday)
    await inTransaction(pool, (tx) => jobs.enqueue(tx, 'portfolio-close', {}, { singletonKey: day }))
}
