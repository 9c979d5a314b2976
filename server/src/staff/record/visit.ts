import { say } from '@hola/i18n/words.ts'
import type { Tx } from '../../platform/db/public.ts'
import { findLastAct, recordAct } from '../act/public.ts'
import type { SignedIn } from '../member/public.ts'
import type { Services } from '../services.ts'

/** A record that stays open on a screen asks for news again and again: within this time it is one visit. */
const VISIT_MS = 15 * 60_000

type Visitor = Pick<SignedIn, 'memberId' | 'name'>

/**
 * Writes down that a member looks at the record of a person, or of a loan of hers, unless it was written down a moment
 * ago. Says when it was. Whatever shows a record calls this first, in its own transaction.
 */
export const recordVisit = async (
  tx: Tx,
  services: Services,
  { memberId, name }: Visitor,
  { userId, orderId }: { readonly userId: string; readonly orderId?: string },
): Promise<Date> => {
  const act = orderId === undefined ? 'see_person' : 'see_loan'
  const now = services.clock.now()
  const since = new Date(now.getTime() - VISIT_MS)
  const last = await findLastAct(tx, { memberId, act, userId, orderId, since })
  if (last !== undefined) return last
  const why = say(orderId === undefined ? 'desk_visit_person' : 'desk_visit_loan', 'es', {})
  const details = orderId === undefined ? {} : { order_id: orderId }
  await recordAct(tx, services, { memberId, name, why }, { act, userId, details })
  return now
}
