import type { Services } from '../../platform/services.ts'
import { mercadoPagoPayouts } from './mercado-pago.ts'
import type { Payouts } from './port.ts'
import { sandboxPayouts } from './sandbox.ts'
import type { PayoutProvider } from './settings.ts'

/** Who sends the money, as the settings name it. */
export const openPayouts = (
  chosen: PayoutProvider,
  {
    settings: { publicUrl, secrets },
    pool,
    clock,
    random,
    jobs,
  }: Pick<Services, 'settings' | 'pool' | 'clock' | 'random' | 'jobs'>,
): Payouts =>
  chosen.provider === 'mercado-pago'
    ? mercadoPagoPayouts(chosen, { publicUrl })
    : sandboxPayouts({
        secrets,
        pool,
        clock,
        random,
        tellLater: (tx, { messageId, providerPayoutId, at }) =>
          jobs.enqueue(
            tx,
            'sandbox-payout-message',
            { message_id: messageId, provider_payout_id: providerPayoutId },
            { startAfter: at },
          ),
      })
