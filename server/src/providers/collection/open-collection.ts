import { bankTransfer } from './bank-transfer.ts'
import { mercadoPagoCollection } from './mercado-pago.ts'
import type { Collector } from './port.ts'
import { sandboxCollection } from './sandbox.ts'
import type { CollectionProviders } from './settings.ts'

type Means = Parameters<typeof sandboxCollection>[0]

/** Everybody who takes money for us by the settings. Of two that offer the same way to pay, the first is taken. */
export const openCollection = (
  { main, bankTransfer: account }: CollectionProviders,
  means: Means,
): readonly Collector[] => [
  main.provider === 'mercado-pago' ? mercadoPagoCollection(main, means) : sandboxCollection(means),
  ...(account === undefined ? [] : [bankTransfer(account)]),
]
