import type { TransferInfo } from '@hola/core/application/withdrawal.ts'
import { checkAccount } from '@hola/core/identifiers/account.ts'
import type { Reference } from '../catalog/reference.ts'
import type { Handler } from '../handler.ts'
import { inSpanishOrder } from './spanish-order.ts'

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
    // Said only as a figure computed from real payouts, and there are none yet.
    wallet_share_basis_points: null,
  }
}

/**
 * Whether there is such a bank or wallet. A bank that no list has yet is known by the CBU it gave out: its code is the
 * CBU's own, and the CBU's check digits are right. Any kind of account goes with any of them: some wallets are banks by
 * now, and a bank's customers keep their CBU when it merges.
 */
export const isInstitution = (
  { institution_kind: kind, institution_id: institutionId, account_number: typed }: TransferInfo,
  { banks, wallets }: Pick<Reference, 'banks' | 'wallets'>,
): boolean => {
  if (kind === 'wallet') return wallets.some(({ id }) => id === institutionId)
  if (banks.some(({ code }) => code === institutionId)) return true
  const account = checkAccount(typed)
  return account.ok && account.value.kind === 'cbu' && account.value.bankCode === institutionId
}
