import type { CivilDay } from '@hola/core/calendar.ts'
import { addDays, civilDayOf, startOfDay } from '@hola/core/calendar.ts'
import type { AccessPurpose, DataCategory } from '@hola/core/privacy.ts'
import type { Tx } from '../../platform/db/public.ts'
import { inTransaction } from '../../platform/db/public.ts'
import { logAccess } from '../../platform/access-log.ts'
import type { Services } from '../services.ts'
import type { Answer } from './print.ts'
import { showTime, table } from './print.ts'
import type { Act } from './store.ts'
import { insertAct, listActs } from './store.ts'

const ACTS_SHOWN_MAX = 1000
const SHOWN_DAYS = 30

/** Who is at the desk, and why. */
export type Hand = { readonly actor: string; readonly why: string }

/** What of a person an act opens, and what for: that is also hers to see. */
const opened: Readonly<
  Partial<Record<Act['act'], { readonly categories: readonly DataCategory[]; readonly purpose: AccessPurpose }>>
> = {
  see_case: { categories: ['form', 'identity_result', 'decisions'], purpose: 'manual_review' },
  see_photos: { categories: ['photos'], purpose: 'manual_review' },
  see_books: { categories: ['loans_and_payments'], purpose: 'support' },
  see_erased: { categories: ['form', 'photos'], purpose: 'support' },
  place: { categories: ['loans_and_payments'], purpose: 'support' },
  transfer: { categories: ['loans_and_payments'], purpose: 'support' },
  refund: { categories: ['loans_and_payments'], purpose: 'support' },
}

/** Writes down an act, in the transaction of what was done. */
export const record = async (
  tx: Tx,
  { clock, random }: Pick<Services, 'clock' | 'random'>,
  { actor, why }: Hand,
  act: Pick<Act, 'act' | 'userId' | 'details'>,
): Promise<void> => {
  await insertAct(tx, { actId: random.uuid(), actedAt: clock.now(), actor, why, ...act })
  const access = opened[act.act]
  if (access !== undefined && act.userId !== null)
    await logAccess(tx, { clock, random }, { userId: act.userId, actor: 'desk', actorName: actor, ...access })
}

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
