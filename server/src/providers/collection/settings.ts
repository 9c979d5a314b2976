import { checkAccount } from '@hola/core/identifiers/account.ts'
import { checkMail } from '@hola/core/identifiers/mail.ts'
import type { MercadoPagoSettings } from '../mercado-pago/public.ts'
import type { SettingsReader } from '../settings-reader.ts'
import { oneOf } from '../settings-reader.ts'
import type { BankTransferSettings } from './bank-transfer.ts'
import type { MercadoPagoCollectionSettings } from './mercado-pago.ts'

/** Who takes the borrowers' payments; beside it an account of the lender's own. */
export type CollectionProviders = {
  readonly main:
    | { readonly provider: 'sandbox' }
    | ({ readonly provider: 'mercado-pago' } & MercadoPagoCollectionSettings)
  readonly bankTransfer?: BankTransferSettings
}

/** The rows of the one table of settings that this room reads. */
export const collectionSettingsTable = [
  {
    name: 'COLLECTION',
    default: 'sandbox',
    meaning: 'who takes payments: sandbox is told on /sandbox who pays; mercado-pago in production',
  },
  {
    name: 'COLLECTION_PAYER_MAIL',
    default: 'none',
    meaning:
      'mailbox of yours that Mercado Pago is given for every payer of a cash slip, so that it learns nobody’s own; for COLLECTION=mercado-pago',
  },
  {
    name: 'TRANSFER_ACCOUNT',
    default: 'none: no transfers beside COLLECTION',
    meaning: 'CBU or CVU of yours that people can transfer to with a reference; your staff enters what came',
  },
  { name: 'TRANSFER_ALIAS', default: 'none', meaning: 'alias of that account' },
] as const

const mailAddress = (text: string): string | undefined => {
  const mail = checkMail(text)
  return mail.ok ? mail.value : undefined
}

const account = (text: string): string | undefined => {
  const checked = checkAccount(text)
  return checked.ok && checked.value.kind !== 'alias' ? checked.value.text : undefined
}

const alias = (text: string): string | undefined => {
  const checked = checkAccount(text)
  return checked.ok && checked.value.kind === 'alias' ? checked.value.text : undefined
}

export const readCollectionProviders = (
  { inProduction, given, read, complain }: SettingsReader,
  mercadoPago: MercadoPagoSettings,
): CollectionProviders => {
  const chosen = read('COLLECTION', oneOf('sandbox', 'mercado-pago'), 'sandbox or mercado-pago') ?? 'sandbox'
  const aMail = 'an e-mail address of yours'
  const payerMail = read('COLLECTION_PAYER_MAIL', mailAddress, aMail)
  if (chosen === 'mercado-pago' && given('COLLECTION_PAYER_MAIL') === undefined)
    complain('COLLECTION_PAYER_MAIL', `COLLECTION_PAYER_MAIL is missing: COLLECTION=mercado-pago needs ${aMail}`)
  const cvu = read('TRANSFER_ACCOUNT', account, 'a CBU or CVU of 22 digits')
  const name = read('TRANSFER_ALIAS', alias, 'an alias of 6 to 20 letters, digits, dots or hyphens')
  if (given('TRANSFER_ALIAS') !== undefined && given('TRANSFER_ACCOUNT') === undefined)
    complain('TRANSFER_ACCOUNT', 'TRANSFER_ACCOUNT is missing: TRANSFER_ALIAS is the alias of that account')
  if (inProduction && (given('COLLECTION') ?? 'sandbox') === 'sandbox') {
    const is = given('COLLECTION') === undefined ? 'missing' : '"sandbox"'
    complain('COLLECTION', `COLLECTION is ${is}: production needs a provider that takes real money, mercado-pago`)
  }
  return {
    main:
      chosen === 'mercado-pago'
        ? { provider: 'mercado-pago', ...mercadoPago, payerMail: payerMail ?? '' }
        : { provider: 'sandbox' },
    ...(cvu === undefined ? {} : { bankTransfer: { cvu, alias: name ?? null } }),
  }
}
