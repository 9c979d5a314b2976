import type { Tx } from '../../platform/db/public.ts'
import type { OrderKey } from '../../lending/order/public.ts'
import type { Services } from '../services.ts'
import { settleRequest } from './settle.ts'
import { listAnsweredRegrets, listOpenNumbers } from './store.ts'

/**
 * Ends what a person asked for through the two buttons and that waited for this loan of hers: whoever moves an order calls
 * it in the same transaction. A withdrawal is done when its loan is given up, the end of the service when no loan is open.
 * What is about another of her loans is left alone: its lock comes before that of the quota, which the caller holds.
 */
export const settleRequestsOf = async (tx: Tx, services: Services, { userId, orderId }: OrderKey): Promise<void> => {
  for (const trackingNumber of await listOpenNumbers(tx, { userId, orderId }))
    await settleRequest(tx, services, trackingNumber)
}

/** The money of a loan that was withdrawn from has come: whoever was told to wait is told how much goes back, and by when. */
export const announcePayoutTo = async (tx: Tx, { jobs }: Pick<Services, 'jobs'>, key: OrderKey): Promise<void> => {
  for (const trackingNumber of await listAnsweredRegrets(tx, key))
    await jobs.enqueue(tx, 'consumer-message', { tracking_number: trackingNumber })
}
