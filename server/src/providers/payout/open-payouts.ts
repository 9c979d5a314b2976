import type { Services } from '../../services.ts'
import { mercadoPagoPayouts } from './mercado-pago.ts'
import type { Payouts } from './port.ts'
import { sandboxPayouts } from './sandbox.ts'

/** Who sends the money, as the settings name it. */
export const openPayouts = ({
  settings: { providers, publicUrl },
  pool,
  clock,
  random,
  jobs,
}: Pick<Services, 'settings' | 'pool' | 'clock' | 'random' | 'jobs'>): Payouts =>
  providers.payout.provider === 'mercado-pago'
    ? mercadoPagoPayouts(providers.payout, { publicUrl })
    : sandboxPayouts({
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
