import { registry } from '../registry.ts'
import { bankNotice } from './bank-notice.ts'
import { bankTransfer } from './bank-transfer.ts'
import { mercadoPago } from './mercado-pago.ts'
import type { CollectionMeans, Collector } from './port.ts'
import { sandbox } from './sandbox.ts'

/** Who can take the borrowers' payments. Of two in use that offer the same way to pay, the first of the setting is taken. */
export const collectionRegistry = registry<CollectionMeans, Collector>({
  setting: 'COLLECTION',
  meaning: 'who takes payments: sandbox is told on /sandbox who pays',
  need: 'a provider that takes real money',
  several: true,
  adapters: [sandbox, mercadoPago, bankNotice, bankTransfer],
})
