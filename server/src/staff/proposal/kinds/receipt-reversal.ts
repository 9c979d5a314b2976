import type { OrderKey } from '../../../lending/order/public.ts'
import {
  findReceipt,
  restoreTransfer,
  returnTransfer,
  reverseTransfer,
  unplaceReceipt,
} from '../../../lending/repayment/public.ts'
import type { Tx } from '../../../platform/db/public.ts'
import type { Act } from '../../act/public.ts'
import type { Services } from '../../services.ts'
import { loanEffects, problemOf } from '../effects.ts'
import type { CarriedOut, Kind, NotPossible } from '../kind.ts'

type Receipt = { readonly provider: string; readonly provider_payment_id: string }
type Reverse = typeof unplaceReceipt | typeof reverseTransfer | typeof returnTransfer | typeof restoreTransfer

/** Whose money it was is known before: afterwards it may be nobody's. */
const reversed = async (
  tx: Tx,
  services: Services,
  { provider, provider_payment_id: providerPaymentId }: Receipt,
  { act, reverse }: { readonly act: Act['act']; readonly reverse: Reverse },
): Promise<CarriedOut | NotPossible> => {
  const receipt = { provider, providerPaymentId }
  const before = await findReceipt(tx, receipt, { locked: false })
  const result = await reverse(tx, services, receipt)
  if (typeof result === 'string') return problemOf(result)
  const { userId = null, orderId = null } = before ?? {}
  const key: OrderKey | null = userId === null || orderId === null ? null : { userId, orderId }
  return {
    userId,
    orderId,
    effects: [
      { name: 'money', before: before?.state ?? null, after: result.receipt.state },
      { name: 'amount_centavos', before: result.receipt.amount, after: result.receipt.amount },
      ...(key === null || result.effect === null ? [] : await loanEffects(tx, key, result.effect)),
    ],
    act: {
      act,
      details: { provider, provider_payment_id: providerPaymentId, amount_centavos: result.receipt.amount },
    },
  }
}

export const unplacing: Kind<'unplacing'> = {
  carryOut: (tx, services, details) => reversed(tx, services, details, { act: 'unplace', reverse: unplaceReceipt }),
}

export const transferReversal: Kind<'transfer_reversal'> = {
  carryOut: (tx, services, details) =>
    reversed(tx, services, details, { act: 'reverse_transfer', reverse: reverseTransfer }),
}

export const transferRestoration: Kind<'transfer_restoration'> = {
  carryOut: (tx, services, details) =>
    reversed(tx, services, details, { act: 'restore_transfer', reverse: restoreTransfer }),
}

export const transferReturn: Kind<'transfer_return'> = {
  carryOut: (tx, services, details) =>
    reversed(tx, services, details, { act: 'return_transfer', reverse: returnTransfer }),
}
