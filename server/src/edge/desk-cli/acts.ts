import type { CivilDay } from '@hola/core/calendar.ts'
import { addDays, civilDayOf, startOfDay } from '@hola/core/calendar.ts'
import { inTransaction } from '../../platform/db/public.ts'
import type { Act } from '../../staff/act/public.ts'
import { listActs } from '../../staff/act/public.ts'
import type { Services } from '../services.ts'
import type { Answer } from './print.ts'
import { showTime, table } from './print.ts'

const ACTS_SHOWN_MAX = 1000
const SHOWN_DAYS = 30

const showDetails = (details: Act['details']): string =>
  Object.entries(details)
    .map(([name, value]) => `${name}=${value}`)
    .join(' ')

export const actsTable = (acts: readonly Act[]): string =>
  table(
    ['WHEN', 'WHO', 'ACT', 'ABOUT', 'DETAILS', 'WHY'],
    acts.map((act) => [
      showTime(act.actedAt),
      act.actor,
      act.act,
      act.userId ?? '-',
      showDetails(act.details) || '-',
      act.why,
    ]),
  )

export const actJson = (act: Act): object => ({
  act_id: act.actId,
  acted_at: act.actedAt.toISOString(),
  actor: act.actor,
  act: act.act,
  user_id: act.userId,
  details: act.details,
  why: act.why,
})

export const showActs = async (services: Services, { since }: { since: CivilDay | undefined }): Promise<Answer> => {
  const from = since ?? addDays(civilDayOf(services.clock.now()), -SHOWN_DAYS)
  const acts = await inTransaction(services.pool, (tx) =>
    listActs(tx, { since: startOfDay(from), limit: ACTS_SHOWN_MAX }),
  )
  const heading =
    acts.length === ACTS_SHOWN_MAX ? `The last ${ACTS_SHOWN_MAX} acts since ${from}:` : `Acts since ${from}:`
  return {
    text: acts.length === 0 ? `No acts since ${from}.` : `${heading}\n${actsTable(acts)}`,
    json: acts.map(actJson),
  }
}
