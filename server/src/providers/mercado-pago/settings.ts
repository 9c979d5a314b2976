import { createPrivateKey } from 'node:crypto'
import type { AdapterReader } from '../registry.ts'
import type { SettingRow } from '../settings-reader.ts'
import { matching } from '../settings-reader.ts'

/** Its name in the settings, in the database and in the addresses of its webhooks. */
export const MERCADO_PAGO = 'mercado-pago'

/** What Mercado Pago is reached by, whatever it is used for. */
export type MercadoPagoSettings = {
  /** Mercado Pago, or a service that speaks like it. */
  readonly url: string
  readonly token: string
  /** What its messages to us are signed with. */
  readonly webhookSecret: string
  /** What payouts are signed with: an Ed25519 private key, PKCS #8 DER as base64. Only its test environment goes without. */
  readonly signingKey?: string
}

const MERCADO_PAGO_URL = 'https://api.mercadopago.com'

/** The rows of the settings table that its adapters share. */
export const mercadoPagoRows: readonly SettingRow[] = [
  {
    name: 'MERCADO_PAGO_TOKEN',
    default: 'none',
    meaning: 'access token of Mercado Pago; for whatever is set to mercado-pago',
  },
  {
    name: 'MERCADO_PAGO_WEBHOOK_SECRET',
    default: 'none',
    meaning: 'secret under which Mercado Pago signs its messages to PUBLIC_URL/providers/mercado-pago/…',
  },
  {
    name: 'MERCADO_PAGO_KEY',
    default: 'none: its test environment',
    meaning:
      'private key that payouts are signed with: Ed25519, PKCS #8 DER as base64; required in production for PAYOUT=mercado-pago',
  },
  { name: 'MERCADO_PAGO_URL', default: MERCADO_PAGO_URL, meaning: 'address of Mercado Pago' },
]

const secret = matching(/^[\x21-\x7e]{16,512}$/)

const signingKey = (text: string): string | undefined => {
  try {
    const key = createPrivateKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'pkcs8' })
    return key.asymmetricKeyType === 'ed25519' ? text : undefined
  } catch {
    return undefined
  }
}

/** Payouts are signed in production; payments never are. */
export const readMercadoPago = (
  { read, needed, readUrl }: AdapterReader,
  { isKeyNeeded }: { readonly isKeyNeeded: boolean },
): MercadoPagoSettings => {
  const aToken = 'the access token, at least 16 characters without spaces'
  const aSecret = 'the secret of the webhooks, at least 16 characters without spaces'
  const aKey =
    'an Ed25519 private key, PKCS #8 DER as base64 (openssl genpkey -algorithm ed25519 -outform DER | base64 -w0)'
  const key = isKeyNeeded
    ? needed<string | undefined>('MERCADO_PAGO_KEY', signingKey, aKey, undefined, 'hidden')
    : read('MERCADO_PAGO_KEY', signingKey, aKey, 'hidden')
  return {
    url: readUrl('MERCADO_PAGO_URL', MERCADO_PAGO_URL),
    token: needed('MERCADO_PAGO_TOKEN', secret, aToken, '', 'hidden'),
    webhookSecret: needed('MERCADO_PAGO_WEBHOOK_SECRET', secret, aSecret, '', 'hidden'),
    ...(key === undefined ? {} : { signingKey: key }),
  }
}
