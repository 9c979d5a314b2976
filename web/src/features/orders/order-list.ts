import type { Remote } from '../../lib/remote.ts'
import type { OrderGroup } from './order-groups.ts'

export type OrderListPath = 'user/get_processing_order' | 'user/get_complete_order'

/** One of the two lists as far as it was read, and the rest: none, still to be asked for, on its way, not to be had. */
export type OrderList = {
  readonly remote: Remote<readonly OrderGroup[]>
  readonly rest: 'none' | 'waiting' | 'loading' | 'failed'
}
