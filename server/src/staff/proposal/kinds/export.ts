import { findErasure } from '../../../rights/privacy/public.ts'
import type { Kind } from '../kind.ts'
import { NotPossible } from '../kind.ts'
import { findOrderByNumber } from '../order.ts'

/** Lets whoever proposed it write out, once, who a borrower is that erased her account, for an authority that asks. */
export const exportData: Kind<'export'> = {
  carryOut: async (tx, _services, { order_number: orderNumber }) => {
    const key = await findOrderByNumber(tx, orderNumber)
    if (typeof key === 'string') return new NotPossible('no_such_loan')
    const kept = (await findErasure(tx, key.userId))?.sealedIdentity ?? null
    if (kept === null) return new NotPossible('nothing_kept')
    return {
      ...key,
      effects: [{ name: 'export', before: null, after: 'form, photos' }],
      act: { act: 'allow_export', details: { order_id: key.orderId } },
    }
  },
}
