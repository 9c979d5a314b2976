import type { PayoutFailure, PayoutFault } from '../../providers/payout/public.ts'
import { payoutFaults } from '../../providers/payout/public.ts'

/** Whether an attempt failed for a reason that is not about the borrower's account: nothing is asked of her. */
export const isFault = (reason: PayoutFailure | PayoutFault | null): reason is PayoutFault =>
  payoutFaults.some((fault) => fault === reason)
