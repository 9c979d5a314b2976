import { inTransaction } from '../../platform/db/public.ts'
import type { Handler } from '../services.ts'
import { inSpanishOrder } from '../../person/application/public.ts'
import { walletShare } from './wallet-share.ts'

/** After all that have a rank. */
const UNRANKED = 1000

/**
 * Banks and wallets that can receive a payout: the ones that most people have come first, then the alphabet. Banks that
 * have merged away are in it too, because their CBUs are still in use.
 */
export const getBankList: Handler<'app/get_bank_list'> = async ({ services }) => {
  const { banks, wallets } = services.reference
  return {
    banks: banks
      .toSorted(
        (one, other) => (one.rank ?? UNRANKED) - (other.rank ?? UNRANKED) || inSpanishOrder(one.short, other.short),
      )
      .map(({ code, name, short, rank }) => ({ id: code, name, short_name: short, is_common: rank !== null })),
    wallets: wallets.map(({ id, brand }) => ({ id, name: brand })),
    wallet_share_basis_points: await inTransaction(services.pool, walletShare),
  }
}
