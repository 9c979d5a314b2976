import { addDays, civilDayOf } from '@hola/core/calendar.ts'
import { inTransaction } from '../../platform/db/public.ts'
import type { JobData, jobTable } from '../../platform/jobs/public.ts'
import type { Services } from '../services.ts'
import { handleReceipt } from './receive.ts'
import { listReceiptsToCheck, updateReceiptChecked } from './store.ts'

const DAY_MS = 86_400_000

/** A payment is asked about again after so long: about a dozen times while it can be charged back. */
const APART_MS = 15 * DAY_MS
/** So many a day and provider, so far apart: below what one server asks on an ordinary afternoon, over within three hours. */
const PER_DAY_MAX = 2_000
const SPREAD_MS = 5_000

/**
 * The daily job. A payer's bank can take a card payment back months later, and the message about it may not arrive: what
 * can still be charged back is asked about again. What does not fit into a day comes first on the next.
 */
export const sweepChargebacks = async ({ pool, clock, jobs, collectors, log }: Services): Promise<void> => {
  const now = clock.now()
  for (const { provider, chargebackDays: days } of collectors) {
    if (days === undefined) continue
    const due = await inTransaction(pool, (tx) =>
      listReceiptsToCheck(tx, {
        provider,
        askedBefore: new Date(now.getTime() - APART_MS),
        // Some days more, for the look after the last day.
        paidFrom: addDays(civilDayOf(now), -days - 2 * (APART_MS / DAY_MS)),
        days,
        limit: PER_DAY_MAX,
      }),
    )
    await inTransaction(pool, async (tx) => {
      for (const [index, { providerPaymentId }] of due.entries())
        await jobs.enqueue(
          tx,
          'receipt-check',
          { provider, provider_payment_id: providerPaymentId },
          { startAfter: new Date(now.getTime() + index * SPREAD_MS) },
        )
    })
    log.info({ count: due.length }, 'payments that can be charged back are asked about again')
    if (due.length === PER_DAY_MAX)
      log.warn({ count: due.length }, 'more payments wait to be asked about than fit a day')
  }
}

/** Asks about one of them. One that has no answer today is among tomorrow's. */
export const checkReceipt = async (
  services: Services,
  { provider, provider_payment_id: providerPaymentId }: JobData<typeof jobTable, 'receipt-check'>,
): Promise<void> => {
  const receipt = { provider, providerPaymentId }
  const askedAt = services.clock.now()
  const problem = await handleReceipt(services, receipt)
  if (problem !== undefined) services.log.warn(`a payment could not be asked about again: ${problem.reason}`)
  if (problem?.kind === 'unavailable') return
  await inTransaction(services.pool, (tx) => updateReceiptChecked(tx, receipt, askedAt))
}
