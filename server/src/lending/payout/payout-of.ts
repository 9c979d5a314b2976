import { readSteps } from '../../person/application/public.ts'
import type { Reference } from '../../platform/reference/public.ts'
import type { Tx } from '../../platform/db/public.ts'
import type { OrderRow, PayoutAccount } from '../order/public.ts'
import { openAccount } from '../order/public.ts'
import type { Payout } from '../../providers/payout/public.ts'
import type { Services } from '../services.ts'

/** What is sent for an order under a key. It is the same for as long as an attempt is open: the account only changes after. */
export const payoutOf = async (
  tx: Tx,
  services: Pick<Services, 'sealer'>,
  order: OrderRow,
  key: string,
): Promise<Payout> => {
  const { kind, number, holderName } = openAccount(services.sealer, order, order.sealedAccount)
  const { basic } = await readSteps(tx, services.sealer, order.userId)
  if (basic === null) throw new Error('a loan of somebody without a name')
  return {
    key,
    amount: order.arrival,
    account: { kind, number },
    holder: { name: holderName, cuil: basic.info.cuil },
  }
}

/** An order keeps the name of what was chosen, and that of a wallet is its brand. */
export const isWallet = ({ institutionName }: PayoutAccount, { wallets }: Pick<Reference, 'wallets'>): boolean =>
  wallets.some(({ id, brand }) => institutionName === brand || institutionName === id)
