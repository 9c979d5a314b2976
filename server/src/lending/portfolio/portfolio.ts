import type { CivilDay } from '@hola/core/calendar.ts'
import { addDays, civilDay, startOfDay } from '@hola/core/calendar.ts'
import type { Tx } from '../../platform/db/public.ts'
import { monthEndBefore } from './close.ts'
import {
  findLastClose,
  listAgeing,
  listFlows,
  listRolls,
  listVintagePoints,
  sumReasons,
  sumSince,
  sumVintages,
} from './store.ts'

/** A vintage is followed for so many months. */
const MONTHS = 12
/** What is compared with a month before. */
const MONTH_DAYS = 30

/** Everything about the portfolio as it was at the end of the last day that is over, and what has moved since. */
export const readPortfolio = async (tx: Tx, daysCount: number) => {
  const day = await findLastClose(tx)
  if (day === undefined) return undefined
  const since = startOfDay(addDays(day, 1))
  const before = addDays(day, -MONTH_DAYS)
  const fromDay = addDays(day, 1 - daysCount)
  const monthEnds: CivilDay[] = [day]
  for (let end = monthEndBefore(day); monthEnds.length <= MONTHS; end = monthEndBefore(end)) monthEnds.push(end)
  const firstMonth = civilDay(`${(monthEnds.at(-1) ?? day).slice(0, 8)}01`)
  const [moved, ageing, flows, reasons, points, vintages, rolls] = await Promise.all([
    sumSince(tx, since),
    listAgeing(tx, [day, before]),
    listFlows(tx, fromDay, day),
    sumReasons(tx, fromDay, day),
    listVintagePoints(tx, monthEnds),
    sumVintages(tx, firstMonth, day),
    listRolls(tx, firstMonth),
  ])
  return { day, before, fromDay, moved, ageing, flows, reasons, points, vintages, rolls }
}
