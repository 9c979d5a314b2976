import type { Centavos } from '@hola/core/money.ts'
import type { PayoutFailure, PayoutFault } from './port.ts'
import { splitIds } from './mercado-pago-shapes.ts'

// A payout in the shapes in which Mercado Pago writes of it: for the sandbox's bank and for the tests, so that everything
// is read by the one reading in `mercado-pago-shapes.ts`. The examples of `../examples/` have the same members.

/** A transfer as a bank has it in its books. */
export type BankTransfer = {
  readonly key: string
  readonly providerPayoutId: string
  readonly amount: Centavos
  readonly status: string
  readonly detail: string
  readonly createdAt: Date
  readonly updatedAt: Date
}

const pesos = (amount: Centavos): string => {
  const digits = String(amount).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

export const idsOf = ({ providerPayoutId }: BankTransfer) => {
  const ids = splitIds(providerPayoutId)
  if (ids === undefined) throw new Error('a payout without its two ids')
  return ids
}

/** The answer to `GET /v1/payouts/{payout_id}/transactions/{transaction_id}`. */
export const writeTransaction = (one: BankTransfer) => ({
  id: idsOf(one).transactionId,
  status: one.status,
  ...(one.detail === '' ? {} : { status_detail: one.detail }),
  amount: { currency: 'ARS', value: pesos(one.amount) },
  external_reference: one.key,
  created_date: one.createdAt.toISOString(),
  last_update_date: one.updatedAt.toISOString(),
})

/** Their status and detail for what a payout comes to. */
export const statusOf = {
  underWay: ['transaction_in_process', 'pending_bank'],
  settled: ['success', 'accredited'],
  wrong_account: ['rejected', 'invalid_destination_account'],
  account_closed: ['rejected', 'account_closed'],
  holder_mismatch: ['rejected', 'invalid_owner'],
  limit: ['rejected', 'by_caps'],
  other: ['rejected', 'other_reason'],
  balance: ['rejected', 'insufficient_funds'],
  rail: ['rejected', 'by_provider'],
} as const satisfies Readonly<
  Record<'underWay' | 'settled' | PayoutFailure | Exclude<PayoutFault, 'access' | 'request'>, readonly [string, string]>
>
