import type { CivilDay } from '@hola/core/calendar.ts'
import type { RetOf } from '@hola/core/contract/contract.ts'
import type { Centavos } from '@hola/core/money.ts'
import { keptInstructions } from '@hola/core/stored/loan.ts'
import type { Tx } from '../../platform/db/public.ts'
import type { AssociatedData, Sealer } from '../../platform/sealed/public.ts'
import type { Services } from '../services.ts'
import type { OrderKey } from './store.ts'

/** A payment as its borrower sees it, from the moment it is asked for. */
export type ShownPayment = RetOf<'loan/order'>['order']['payments'][number]

type PaymentRow = {
  readonly userId: string
  readonly paymentId: string
  readonly state: ShownPayment['state']
  readonly methodId: string
  readonly amount: Centavos
  readonly requestedAt: Date
  readonly expiresAt: Date | null
  readonly paidDay: CivilDay | null
  readonly paid: Centavos | null
  readonly reference: string
  /** Null where the money came before the provider had said how to pay. */
  readonly sealedInstructions: Buffer | null
}

/** As many as an answer carries. */
const PAYMENTS_MAX = 100

const associatedDataOf = (userId: string, paymentId: string): AssociatedData => ({
  table: 'payment',
  column: 'sealed_instructions',
  row: [userId, paymentId],
})

type PaymentKey = { readonly userId: string; readonly paymentId: string }

export const sealInstructions = (
  sealer: Sealer,
  { userId, paymentId }: PaymentKey,
  instructions: ShownPayment['instructions'],
): Buffer => sealer.seal(keptInstructions.writeText(instructions), associatedDataOf(userId, paymentId))

const none = { cvu: null, alias: null, qr_text: null, checkout_url: null, ticket_url: null, barcode: null }

const openInstructions = (
  sealer: Sealer,
  { userId, paymentId }: PaymentKey,
  sealed: Buffer | null,
): ShownPayment['instructions'] =>
  sealed === null
    ? none
    : keptInstructions.readText(sealer.open(sealed, associatedDataOf(userId, paymentId)).toString())

/** What she was told how to pay on an order, the newest first, each with the day it was paid. */
export const findPayments = async (
  tx: Tx,
  { sealer }: Pick<Services, 'sealer'>,
  { userId, orderId }: OrderKey,
): Promise<ShownPayment[]> => {
  const { rows } = await tx.query<PaymentRow>(
    `SELECT user_id AS "userId", payment_id AS "paymentId", state, method_id AS "methodId", amount_centavos AS amount,
            requested_at AS "requestedAt", expires_at AS "expiresAt", reference,
            sealed_instructions AS "sealedInstructions",
            (SELECT min(paid_day) FROM receipt
              WHERE receipt.user_id = payment.user_id AND receipt.order_id = payment.order_id
                AND receipt.payment_id = payment.payment_id) AS "paidDay",
            (SELECT sum(amount_centavos)::bigint FROM receipt
              WHERE receipt.user_id = payment.user_id AND receipt.order_id = payment.order_id
                AND receipt.payment_id = payment.payment_id AND receipt.state = payment.state) AS paid
       FROM payment WHERE user_id = $1 AND order_id = $2 AND state NOT IN ('asked', 'failed')
      ORDER BY requested_at DESC, payment_id LIMIT $3`,
    [userId, orderId, PAYMENTS_MAX],
  )
  return rows.map((row) => ({
    payment_id: row.paymentId,
    state: row.state,
    method_id: row.methodId,
    amount_centavos: row.amount,
    requested_at: row.requestedAt.toISOString(),
    expires_at: row.expiresAt?.toISOString() ?? null,
    paid_day: row.paidDay,
    paid_centavos: row.paid,
    reference: row.reference,
    instructions: openInstructions(sealer, row, row.sealedInstructions),
  }))
}
