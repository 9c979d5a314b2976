import { registry } from '../registry.ts'
import { mercadoPago } from './mercado-pago.ts'
import type { PayoutMeans, Payouts } from './port.ts'
import { sandbox } from './sandbox.ts'

/** Who can send the money of a loan to the borrower. */
export const payoutRegistry = registry<PayoutMeans, Payouts>({
  setting: 'PAYOUT',
  meaning: 'who sends the money of a loan: sandbox goes by the account number',
  need: 'a provider that sends real money',
  adapters: [sandbox, mercadoPago],
})
