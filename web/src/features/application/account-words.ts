import { readAccount } from '@hola/core/identifiers/account.ts'
import type { RetOf } from '@hola/core/contract/contract.ts'
import { m } from '@hola/i18n/compiled/messages.js'

type Institutions = RetOf<'app/get_bank_list'>
type Kind = 'bank' | 'wallet'

/**
 * Whose a CVU seems to be, by its first seven digits: seen on many published accounts, and in no official list. It is a
 * hint beside the field and never a reason to refuse.
 */
const walletHints: Readonly<Record<string, string>> = {
  '0000003': 'mercado-pago',
  '0000007': 'uala',
  '0000013': 'prex',
  '0000076': 'personal-pay',
  '0000168': 'lemon',
}

/** The bank or wallet that a number belongs to, as soon as it says so. */
export const institutionOf = (
  typed: string,
  { banks, wallets }: Institutions,
): { kind: Kind; id: string; name: string } | undefined => {
  const { bankCode, pspPrefix, missing, problem } = readAccount(typed)
  const bank = banks.find(({ id }) => id === bankCode)
  if (bank) return { kind: 'bank', id: bank.id, name: bank.short_name }
  // A bank that no list has yet is known by the CBU it gave out, once its check digits are right.
  if (bankCode !== null && missing === 0 && problem === null)
    return { kind: 'bank', id: bankCode, name: m.application_bank_unknown({ code: bankCode }) }
  const wallet = wallets.find(({ id }) => pspPrefix !== null && id === walletHints[pspPrefix])
  return wallet && { kind: 'wallet', id: wallet.id, name: wallet.name }
}

/** What the field recognises while somebody types, in a few words; nothing before there is anything to say. */
export const accountWords = (typed: string, institutions: Institutions): string | undefined => {
  const { kind, bankCode, missing, problem } = readAccount(typed)
  if (problem !== null || kind === 'nothing') return undefined
  if (kind === 'number') return m.application_account_number()
  if (kind === 'alias') return missing > 0 ? m.application_account_alias_short() : m.application_account_alias()
  const name = institutionOf(typed, institutions)?.name
  const known =
    kind === 'cbu'
      ? (name ?? m.application_bank_unknown({ code: bankCode ?? '' }))
      : (name ?? m.application_account_wallet())
  const what = kind === 'cbu' ? m.application_account_cbu({ name: known }) : m.application_account_cvu({ name: known })
  return missing > 0 ? m.application_account_missing({ what, count: missing }) : what
}
