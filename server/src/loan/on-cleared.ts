import type { Tx } from '../db/transaction.ts'
import type { Services } from '../services.ts'
import type { OrderRow } from './store.ts'

/**
 * What follows when a loan is repaid, in the same transaction. It runs once for each clearing: an order that opened
 * again because a payment was taken back can be cleared a second time.
 */
export const onCleared = async (_tx: Tx, _services: Services, _order: OrderRow): Promise<void> => {}
