import { inTransaction } from '../../platform/db/public.ts'
import type { JobData, jobTable } from '../../platform/jobs/public.ts'
import type { Services } from '../services.ts'
import { askForOtherAccount } from './conclude.ts'

/** The job after a person's decision at the desk. Run twice, or after it was sent again, it does nothing. */
export const askForAccountByJob = async (
  services: Services,
  { user_id: userId, order_id: orderId }: JobData<typeof jobTable, 'payout-other-account'>,
): Promise<void> => {
  await inTransaction(services.pool, (tx) => askForOtherAccount(tx, services, { userId, orderId }))
}
