import type { RetOf } from '@hola/core/contract/contract.ts'
import type { WireLanguage } from '@hola/core/language.ts'
import type { Tx } from '../../platform/db/public.ts'
import type { PayoutFailure } from '../../providers/payout/public.ts'
import type { OrderKey } from './store.ts'

type Reason = NonNullable<RetOf<'loan/order'>['order']['payout_failure']>['reason']

/** What happened, and what she can do about it. */
const words: Readonly<Record<PayoutFailure, Readonly<Record<WireLanguage, string>>>> = {
  wrong_account: {
    en: 'The bank says that this account does not exist. Check its number or alias, figure by figure, or choose another account of yours.',
    es: 'El banco dice que esa cuenta no existe. Revisá el CBU, CVU o alias número por número, o elegí otra cuenta tuya.',
  },
  account_closed: {
    en: 'The bank says that this account is closed. Choose another account of yours.',
    es: 'El banco dice que esa cuenta está cerrada. Elegí otra cuenta tuya.',
  },
  holder_mismatch: {
    en: 'The bank says that this account is somebody else’s. We can only pay into one in your own name: choose one of yours.',
    es: 'El banco dice que esa cuenta es de otra persona. Solo podemos transferirte a una que esté a tu nombre: elegí una tuya.',
  },
  limit: {
    en: 'The bank says that this account can take no more money this month. Choose another account of yours.',
    es: 'El banco dice que esa cuenta no puede recibir más dinero este mes. Elegí otra cuenta tuya.',
  },
  other: {
    en: 'The bank did not say why. Check the account or choose another one of yours; if it happens again, write to us.',
    es: 'El banco no dijo por qué. Revisá la cuenta o elegí otra tuya; si vuelve a pasar, escribinos.',
  },
}

export const payoutFailureReason = (failure: PayoutFailure, language: WireLanguage): Reason => ({
  code: failure,
  text: words[failure][language],
})

/** Why the last try to send the money of an order failed; null when it did not, or there was none. */
export const findPayoutFailure = async (tx: Tx, { userId, orderId }: OrderKey): Promise<PayoutFailure | null> => {
  const { rows } = await tx.query<{ failure: PayoutFailure | null }>(
    `SELECT failure_reason AS failure FROM payout_attempt WHERE user_id = $1 AND order_id = $2
      ORDER BY attempt_number DESC LIMIT 1`,
    [userId, orderId],
  )
  return rows[0]?.failure ?? null
}
