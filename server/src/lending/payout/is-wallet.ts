import type { Reference } from '../../platform/reference/public.ts'
import type { PayoutAccount } from '../order/public.ts'

/** An order keeps the name of what was chosen, and that of a wallet is its brand. */
export const isWallet = ({ institutionName }: PayoutAccount, { wallets }: Pick<Reference, 'wallets'>): boolean =>
  wallets.some(({ id, brand }) => institutionName === brand || institutionName === id)
