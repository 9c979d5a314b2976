import { createHmac } from 'node:crypto'
import type { Secrets } from '../platform/services.ts'
import { mercadoPagoWebhook } from './mercado-pago/public.ts'
import type { Webhook } from './webhook.ts'

/** What the sandbox's own bank and collector sign with: nobody outside can, as with a real provider. */
export const sandboxWebhookSecret = ({ fieldKey }: Pick<Secrets, 'fieldKey'>): string =>
  createHmac('sha256', fieldKey).update('webhooks of the sandbox').digest('hex')

/** The sandbox's providers sign and write like Mercado Pago. */
export const sandboxWebhook = (secrets: Pick<Secrets, 'fieldKey'>, kind: string): Webhook =>
  mercadoPagoWebhook(sandboxWebhookSecret(secrets), kind)
