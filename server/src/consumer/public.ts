import type { Tx } from '../db/transaction.ts'
import type { Services } from '../services.ts'
import { settleRequest } from './settle.ts'
import { listOpenNumbers } from './store.ts'

/**
 * Ends what a person asked for through the two buttons and that waited for one of her loans: whoever moves an order calls
 * it in the same transaction. A withdrawal is done when its loan is given up, the end of the service when no loan is open.
 */
export const settleRequestsOf = async (tx: Tx, services: Services, userId: string): Promise<void> => {
  for (const trackingNumber of await listOpenNumbers(tx, userId)) await settleRequest(tx, services, trackingNumber)
}
