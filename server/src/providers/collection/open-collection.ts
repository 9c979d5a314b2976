import type { Clock } from '@hola/core/clock.ts'
import type { Pool } from '../../db/pool.ts'
import { bankTransfer } from './bank-transfer.ts'
import { mercadoPagoCollection } from './mercado-pago.ts'
import type { Collector, CollectionProblem, PayInstructions } from './port.ts'
import { sandboxCollection } from './sandbox.ts'
import type { CollectionProviders } from './settings.ts'

type Ground = { readonly pool: Pool; readonly clock: Clock; readonly publicUrl: string }

/** Everybody who takes money for us by the settings. Of two that offer the same way to pay, the first is taken. */
export const openCollection = (
  { main, bankTransfer: account }: CollectionProviders,
  { pool, clock, publicUrl }: Ground,
): readonly Collector[] => [
  askingOnce(
    main.provider === 'mercado-pago'
      ? mercadoPagoCollection(main, { publicUrl })
      : sandboxCollection({ pool, clock, publicUrl }),
  ),
  ...(account === undefined ? [] : [bankTransfer(account)]),
]

/** A payment that is being asked for is not asked for beside it: whoever comes meanwhile gets the same answer. */
export const askingOnce = (collector: Collector): Collector => {
  const asking = new Map<string, Promise<PayInstructions | CollectionProblem>>()
  return {
    ...collector,
    request: (ask) => {
      const known = asking.get(ask.paymentId)
      if (known !== undefined) return known
      const answer = collector.request(ask).finally(() => asking.delete(ask.paymentId))
      asking.set(ask.paymentId, answer)
      return answer
    },
  }
}
