import { createHmac } from 'node:crypto'
import type { Secrets } from '../platform/services.ts'

/** What the sandbox's own bank and collector sign with: nobody outside can, as with a real provider. */
export const sandboxWebhookSecret = ({ fieldKey }: Pick<Secrets, 'fieldKey'>): string =>
  createHmac('sha256', fieldKey).update('webhooks of the sandbox').digest('hex')
