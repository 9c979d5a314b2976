import type { JobData, jobTable } from '../jobs/table.ts'
import { sandboxWebhookSecret } from '../payout/hear.ts'
import type { ProviderDoor } from '../providers/door.ts'
import { hearOnce } from '../providers/heard.ts'
import { readNotification } from '../providers/mercado-pago/notification.ts'
import type { Services } from '../services.ts'
import { handleReceipt } from './receive.ts'

/** What a message about money from a borrower is called. */
const KIND = 'payment'

/** The way in for messages about payments, of the provider that takes them. */
export const collectionDoor = ({ settings, jobs }: Pick<Services, 'settings' | 'jobs'>): ProviderDoor => {
  const { main } = settings.providers.collection
  const secret = main.provider === 'mercado-pago' ? main.webhookSecret : sandboxWebhookSecret(settings)
  return {
    provider: main.provider,
    subject: 'collection',
    read: (knock) => readNotification(secret, KIND, knock),
    hear: (tx, { subjectId }) =>
      jobs.enqueue(tx, 'receipt-heard', { provider: main.provider, provider_payment_id: subjectId }),
  }
}

/** The sandbox's collector tells of money, through the same door as everybody. */
export const tellOfMoney = (
  services: Services,
  { messageId, providerPaymentId }: { readonly messageId: string; readonly providerPaymentId: string },
): Promise<void> =>
  hearOnce(services, collectionDoor(services), { messageId, kind: KIND, subjectId: providerPaymentId })

/** The job after a message: whatever it said, the provider is asked. */
export const followReceipt = (
  services: Services,
  { provider, provider_payment_id: providerPaymentId }: JobData<typeof jobTable, 'receipt-heard'>,
): Promise<void> => handleReceipt(services, { provider, providerPaymentId })
