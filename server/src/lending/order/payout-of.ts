import type { Centavos } from '@hola/core/money.ts'
import { readSteps } from '../../person/application/public.ts'
import type { Tx } from '../../platform/db/public.ts'
import type { Payout } from '../../providers/payout/public.ts'
import type { Services } from '../services.ts'
import { openAccount } from './payout-account.ts'
import type { OrderRow } from './store.ts'

/**
 * What is sent under a key to the account of an order: its money, or credit that goes back. The account only changes before
 * the money of the order has left, and never while an attempt is open.
 */
export const payoutOf = async (
  tx: Tx,
  services: Pick<Services, 'sealer'>,
  order: OrderRow,
  { key, amount }: { readonly key: string; readonly amount: Centavos },
): Promise<Payout> => {
  const { kind, number, holderName } = openAccount(services.sealer, order, order.sealedAccount)
  const { basic } = await readSteps(tx, services.sealer, order.userId)
  if (basic === null) throw new Error('a loan of somebody without a name')
  return { key, amount, account: { kind, number }, holder: { name: holderName, cuil: basic.info.cuil } }
}
