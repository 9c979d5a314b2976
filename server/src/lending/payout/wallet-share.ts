import { WHOLE_BASIS_POINTS } from '@hola/core/loan/quote.ts'
import { roundHalfUp } from '@hola/core/money.ts'
import type { Tx } from '../../platform/db/public.ts'
import { countWallets } from './store.ts'

/** Fewer payouts say nothing about what people choose. */
const SHARE_PAYOUTS_MIN = 100
/** What people choose lately; more of them would only take longer to count. */
const SHARE_PAYOUTS_MAX = 1_000

/** How many of the newest payouts went to a wallet, in basis points; null when there are too few to say so. */
export const walletShare = async (tx: Tx): Promise<number | null> => {
  const { payouts, wallets } = await countWallets(tx, SHARE_PAYOUTS_MAX)
  if (payouts < SHARE_PAYOUTS_MIN) return null
  return Number(roundHalfUp(BigInt(wallets) * BigInt(WHOLE_BASIS_POINTS), BigInt(payouts)))
}
