import type { OrderKey } from '../../lending/order/public.ts'
import type { Tx } from '../../platform/db/public.ts'
import type { Settled, StaffProblem, WholeRequest } from '../../rights/consumer/public.ts'
import { answerAsStaff, confirmRequest, openRequest } from '../../rights/consumer/public.ts'
import type { Hand } from '../act/public.ts'
import { recordAct } from '../act/public.ts'
import type { Services } from '../services.ts'

// What a member of the staff does with a consumer’s request, written down with it: at the desk and at the command line.

/** Opens a request with its address and what was typed; undefined when no request has this number. */
export const seeRequest = async (
  tx: Tx,
  services: Services,
  hand: Hand,
  typed: string,
): Promise<WholeRequest | undefined> => {
  const found = await openRequest(tx, services, typed)
  if (found === undefined) return undefined
  const { userId, trackingNumber } = found.request
  await recordAct(tx, services, hand, { act: 'see_request', userId, details: { tracking_number: trackingNumber } })
  return found
}

/** Who asked is known by other means than a log-in: her request is carried out. */
export const confirmByHand = async (
  tx: Tx,
  services: Services,
  hand: Hand,
  { typed, order }: { readonly typed: string; readonly order: OrderKey | undefined },
): Promise<Settled | StaffProblem> => {
  const confirmed = await confirmRequest(tx, services, { typed, order })
  if (typeof confirmed === 'string') return confirmed
  const { trackingNumber, userId, orderId } = confirmed.request
  await recordAct(tx, services, hand, {
    act: 'confirm_request',
    userId,
    details: { tracking_number: trackingNumber, order_id: orderId },
  })
  return confirmed
}

/** Words of a person, to whoever asked. */
export const answerByHand = async (
  tx: Tx,
  services: Services,
  hand: Hand,
  { typed, words, isEnd }: { readonly typed: string; readonly words: string; readonly isEnd: boolean },
): Promise<Settled | StaffProblem> => {
  const answered = await answerAsStaff(tx, services, { typed, words, isEnd })
  if (typeof answered === 'string') return answered
  const { trackingNumber, userId } = answered.request
  await recordAct(tx, services, hand, {
    act: 'answer_request',
    userId,
    details: { tracking_number: trackingNumber, is_end: isEnd ? 1 : 0 },
  })
  return answered
}
