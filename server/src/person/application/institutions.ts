import { checkAccount } from '@hola/core/identifiers/account.ts'
import type { SavedWithdrawal } from '@hola/core/stored/steps.ts'
import type { Reference } from '../../platform/reference/public.ts'

/**
 * Whether there is such a bank or wallet. A bank that no list has yet is known by the CBU it gave out: its code is the
 * CBU's own, and the CBU's check digits are right. Any kind of account goes with any of them: some wallets are banks by
 * now, and a bank's customers keep their CBU when it merges.
 */
export const isInstitution = (
  { institution_kind: kind, institution_id: institutionId, account_number: typed }: SavedWithdrawal,
  { banks, wallets }: Pick<Reference, 'banks' | 'wallets'>,
): boolean => {
  if (kind === 'wallet') return wallets.some(({ id }) => id === institutionId)
  if (banks.some(({ code }) => code === institutionId)) return true
  const account = checkAccount(typed)
  return account.ok && account.value.kind === 'cbu' && account.value.bankCode === institutionId
}
