import { refuse } from '@hola/core/errors.ts'
import { agreementReference, findSignatory } from '../agreement/public.ts'
import { findCoupons } from '../coupon/public.ts'
import { inTransaction } from '../../platform/db/public.ts'
import type { Handler } from '../services.ts'
import { detailOf, findOrder, findPayments, findPayoutFailure, openAccount } from '../order/public.ts'

/** One order with everything its page shows. Somebody else's and one that is not there answer alike. */
export const order: Handler<'loan/order'> = async ({ services, language, user: { userId } }, { order_id: orderId }) =>
  inTransaction(services.pool, async (tx) => {
    const found = await findOrder(tx, userId, orderId)
    if (found === undefined) return refuse('order_not_found')
    const [agreement, borrower, payoutFailure, coupons, payments] = await Promise.all([
      agreementReference(tx, userId, found.agreementSha256),
      findSignatory(tx, services, userId, found.agreementSha256),
      findPayoutFailure(tx, found),
      findCoupons(tx, userId),
      findPayments(tx, services, found),
    ])
    return {
      order: detailOf(found, {
        now: services.clock.now(),
        holidays: services.reference.holidays,
        language,
        account: openAccount(services.sealer, found, found.sealedAccount),
        payoutFailure,
        agreement,
        coupons,
        payments,
      }),
      borrower,
    }
  })
