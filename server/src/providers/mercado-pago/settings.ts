import { createPrivateKey } from 'node:crypto'
import type { SettingsReader } from '../settings-reader.ts'
import { baseUrl } from '../settings-reader.ts'

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

/** The rows of the one table of settings that this room reads. */
export const mercadoPagoSettingsTable = [
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
] as const

const secret = (text: string): string | undefined => (/^[\x21-\x7e]{16,512}$/.test(text) ? text : undefined)

const signingKey = (text: string): string | undefined => {
  try {
    const key = createPrivateKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'pkcs8' })
    return key.asymmetricKeyType === 'ed25519' ? text : undefined
  } catch {
    return undefined
  }
}

/** Read whoever was chosen; what is missing is complained of when one of the choosers is set to Mercado Pago. */
export const readMercadoPago = (
  { inProduction, given, read, complain }: SettingsReader,
  choosers: readonly string[],
): MercadoPagoSettings => {
  const chosenBy = choosers.find((name) => given(name) === 'mercado-pago')
  const needed = (name: string, expected: string): void => {
    if (chosenBy !== undefined && given(name) === undefined)
      complain(name, `${name} is missing: ${chosenBy}=mercado-pago needs ${expected}`)
  }
  const aToken = 'the access token, at least 16 characters without spaces'
  const aSecret = 'the secret of the webhooks, at least 16 characters without spaces'
  const aKey =
    'an Ed25519 private key, PKCS #8 DER as base64 (openssl genpkey -algorithm ed25519 -outform DER | base64 -w0)'
  needed('MERCADO_PAGO_TOKEN', aToken)
  needed('MERCADO_PAGO_WEBHOOK_SECRET', aSecret)
  if (inProduction && given('PAYOUT') === 'mercado-pago') needed('MERCADO_PAGO_KEY', aKey)
  const key = read('MERCADO_PAGO_KEY', signingKey, aKey, 'hidden')
  const schemes = inProduction ? ['https:'] : ['https:', 'http:']
  return {
    url: read('MERCADO_PAGO_URL', baseUrl(schemes), `like ${MERCADO_PAGO_URL}`) ?? MERCADO_PAGO_URL,
    token: read('MERCADO_PAGO_TOKEN', secret, aToken, 'hidden') ?? '',
    webhookSecret: read('MERCADO_PAGO_WEBHOOK_SECRET', secret, aSecret, 'hidden') ?? '',
    ...(key === undefined ? {} : { signingKey: key }),
  }
}
