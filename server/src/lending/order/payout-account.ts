import type { RetOf } from '@hola/core/contract/contract.ts'
import { checkAccount } from '@hola/core/identifiers/account.ts'
import type { AgreementFacts } from '@hola/core/agreement/facts.ts'
import { keptPayoutAccount } from '@hola/core/stored/loan.ts'
import type { SavedWithdrawal } from '@hola/core/stored/steps.ts'
import type { Reference } from '../../platform/reference/public.ts'
import type { AssociatedData, Sealer } from '../../platform/sealed/public.ts'
import type { OrderKey } from './store.ts'

/** Where the money goes. */
export type PayoutAccount = AgreementFacts['account']

/** A bank that no list has yet is known by the code in its CBU. */
const institutionName = (
  { institution_kind: kind, institution_id: institutionId }: SavedWithdrawal,
  { banks, wallets }: Pick<Reference, 'banks' | 'wallets'>,
): string =>
  kind === 'bank'
    ? (banks.find(({ code }) => code === institutionId)?.name ?? `Banco ${institutionId}`)
    : (wallets.find(({ id }) => id === institutionId)?.brand ?? institutionId)

export const payoutAccountOf = (
  info: SavedWithdrawal,
  reference: Pick<Reference, 'banks' | 'wallets'>,
): PayoutAccount => {
  const account = checkAccount(info.account_number)
  if (!account.ok) throw new Error('a payout account was saved that is none')
  return {
    institutionName: institutionName(info, reference),
    kind: account.value.kind,
    number: account.value.text,
    holderName: info.full_name,
  }
}

const associatedDataOf = (userId: string, orderId: string): AssociatedData => ({
  table: 'loan_order',
  column: 'sealed_account',
  row: [userId, orderId],
})

export const sealAccount = (sealer: Sealer, { userId, orderId }: OrderKey, account: PayoutAccount): Buffer =>
  sealer.seal(keptPayoutAccount.writeText(account), associatedDataOf(userId, orderId))

export const openAccount = (sealer: Sealer, { userId, orderId }: OrderKey, sealed: Buffer): PayoutAccount =>
  keptPayoutAccount.readText(sealer.open(sealed, associatedDataOf(userId, orderId)).toString())

/** Enough of the account to recognise it. */
export const showAccount = ({
  institutionName: institution_name,
  kind,
  number,
  holderName,
}: PayoutAccount): RetOf<'loan/preview'>['payout_account'] => ({
  institution_name,
  account_kind: kind,
  account_ending: number.slice(-4),
  holder_name: holderName,
})
