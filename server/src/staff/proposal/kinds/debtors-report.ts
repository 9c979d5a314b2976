import { findClosed } from '../../../lending/portfolio/public.ts'
import type { Kind } from '../kind.ts'
import { NotPossible } from '../kind.ts'

/** Lets whoever proposed it write out, for a day, the debtors' report that the central bank asks for. */
export const debtorsReport: Kind<'debtors_report'> = {
  carryOut: async (tx, _services, { day }) => {
    const closed = await findClosed(tx, day)
    if (closed === undefined) return new NotPossible('day_not_counted')
    return {
      userId: null,
      orderId: null,
      effects: [
        { name: 'export', before: null, after: 'CUIL, nombre, situación, deuda' },
        { name: 'loans_count', before: null, after: closed.loansCount },
        { name: 'principal_centavos', before: null, after: closed.principal },
      ],
      act: { act: 'allow_export', details: { day } },
    }
  },
}
