import type { CivilDay } from '@hola/core/calendar.ts'
import { addDays, civilDayOf } from '@hola/core/calendar.ts'
import { AGENCY_NOTICE_DAYS } from '@hola/core/contact.ts'
import type { Tx } from '../../platform/db/public.ts'
import { contactFactsOf, findOutcome, listAttempts } from '../contact/public.ts'
import type { OrderKey, OrderRow } from '../order/public.ts'
import { lockOrder } from '../order/public.ts'
import type { Services } from '../services.ts'
import { standingOf } from './late.ts'
import { findHandover, insertHandover } from './store.ts'

export type AgencyProblem =
  | 'no_such_order'
  | 'not_overdue'
  | 'plan_running'
  | 'promised'
  | 'no_notice'
  | 'handed_already'

const LOOKED_BACK = 200

/** The notice that she got about this loan since it is late: the oldest one that reached her. */
const findNotice = async (tx: Tx, { userId, orderId, dueDay }: OrderRow) => {
  const attempts = await listAttempts(tx, { userId, orderId }, LOOKED_BACK)
  const notices = attempts.filter(
    ({ template, contactDay }) => template === 'agency_notice' && dueDay !== null && contactDay > dueDay,
  )
  for (const notice of notices.toReversed()) if ((await findOutcome(tx, notice)) === 'sent') return notice
  return undefined
}

/** Since when she knows that the loan may be handed over; null when she was not told. */
export const findNoticeDay = async (tx: Tx, order: OrderRow): Promise<CivilDay | null> =>
  (await findNotice(tx, order))?.contactDay ?? null

/**
 * Hands a late loan to an agency: only so many days after she was told, not while a promise or a plan of hers runs. Whether a
 * complaint of hers is open is for the caller to know.
 */
export const handToAgency = async (
  tx: Tx,
  services: Services,
  { userId, orderId, agency }: OrderKey & { readonly agency: string },
): Promise<AgencyProblem | { readonly order: OrderRow }> => {
  const order = await lockOrder(tx, { userId, orderId })
  if (order === undefined) return 'no_such_order'
  const handedAt = services.clock.now()
  const today = civilDayOf(handedAt)
  const standing = standingOf(order, today)
  if (standing === 'plan') return 'plan_running'
  if (standing !== 'late' && standing !== 'written_off') return 'not_overdue'
  if ((await findHandover(tx, order)) !== undefined) return 'handed_already'
  const { promisedUntil } = (await contactFactsOf(tx, services, [userId]))(userId)
  if (promisedUntil !== null) return 'promised'
  const notice = await findNotice(tx, order)
  if (notice === undefined || addDays(notice.contactDay, AGENCY_NOTICE_DAYS) > today) return 'no_notice'
  const { contactNumber: noticeNumber, contactDay: noticeDay } = notice
  await insertHandover(tx, { userId, orderId, agency, noticeNumber, noticeDay, handedDay: today, handedAt })
  return { order }
}
