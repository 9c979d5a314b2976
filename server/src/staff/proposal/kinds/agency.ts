import { handToAgency } from '../../../lending/collections/public.ts'
import { hasOpenComplaint } from '../../../rights/consumer/public.ts'
import { problemOf } from '../effects.ts'
import type { Kind } from '../kind.ts'
import { NotPossible } from '../kind.ts'
import { findOrderByNumber } from '../order.ts'

/** Hands a late loan to an agency: after she was told, and never while she waits for the answer to a complaint. */
export const agency: Kind<'agency'> = {
  carryOut: async (tx, services, { order_number: orderNumber, agency: name }) => {
    const key = await findOrderByNumber(tx, orderNumber)
    if (typeof key === 'string') return new NotPossible('no_such_loan')
    if (await hasOpenComplaint(tx, key.userId)) return new NotPossible('complaint_open')
    const result = await handToAgency(tx, services, { ...key, agency: name })
    if (typeof result === 'string') return problemOf(result)
    return {
      ...key,
      effects: [{ name: 'agency', before: null, after: name }],
      act: { act: 'hand_to_agency', details: { order_id: key.orderId, agency: name } },
    }
  },
}
