import type { Clock } from '@hola/core/clock.ts'
import type { Pool } from '../../db/pool.ts'
import { bankTransfer } from './bank-transfer.ts'
import { mercadoPagoCollection } from './mercado-pago.ts'
import type { Collector } from './port.ts'
import { sandboxCollection } from './sandbox.ts'
import type { CollectionProviders } from './settings.ts'

type Ground = { readonly pool: Pool; readonly clock: Clock; readonly publicUrl: string }

/** Everybody who takes money for us by the settings. Of two that offer the same way to pay, the first is taken. */
export const openCollection = (
  { main, bankTransfer: account }: CollectionProviders,
  { pool, clock, publicUrl }: Ground,
): readonly Collector[] => [
  main.provider === 'mercado-pago'
    ? mercadoPagoCollection(main, { publicUrl })
    : sandboxCollection({ pool, clock, publicUrl }),
  ...(account === undefined ? [] : [bankTransfer(account)]),
]
