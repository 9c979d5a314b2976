import type { MercadoPagoSettings } from '../mercado-pago/public.ts'
import type { SettingsReader } from '../settings-reader.ts'
import { oneOf } from '../settings-reader.ts'

/** Who sends the money of a loan to the borrower. */
export type PayoutProvider =
  | { readonly provider: 'sandbox' }
  | ({ readonly provider: 'mercado-pago' } & MercadoPagoSettings)

/** The rows of the one table of settings that this room reads. */
export const payoutSettingsTable = [
  {
    name: 'PAYOUT',
    default: 'sandbox',
    meaning: 'who sends the money of a loan: sandbox goes by the account number; mercado-pago in production',
  },
] as const

export const readPayoutProvider = (
  { inProduction, given, read, complain }: SettingsReader,
  mercadoPago: MercadoPagoSettings,
): PayoutProvider => {
  const chosen = read('PAYOUT', oneOf('sandbox', 'mercado-pago'), 'sandbox or mercado-pago') ?? 'sandbox'
  if (inProduction && (given('PAYOUT') ?? 'sandbox') === 'sandbox') {
    const is = given('PAYOUT') === undefined ? 'missing' : '"sandbox"'
    complain('PAYOUT', `PAYOUT is ${is}: production needs a provider that sends real money, mercado-pago`)
  }
  return chosen === 'mercado-pago' ? { provider: 'mercado-pago', ...mercadoPago } : { provider: 'sandbox' }
}
