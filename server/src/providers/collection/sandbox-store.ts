import type { CivilDay } from '@hola/core/calendar.ts'
import type { Centavos } from '@hola/core/money.ts'
import type { Tx } from '../../platform/db/public.ts'
import type { PayAsk } from './port.ts'

/** A payment that the sandbox's collector was asked for. */
export type SandboxRequest = Pick<PayAsk, 'reference' | 'methodId' | 'amount' | 'expiresAt'> & {
  readonly askedAt: Date
}

/** Money in the books of the sandbox's collector. */
export type SandboxReceipt = {
  readonly providerPaymentId: string
  readonly reference: string
  readonly amount: Centavos
  readonly paidDay: CivilDay
  readonly state: 'credited' | 'pending' | 'rejected' | 'reversed'
}

/** Asked for again, it stays as it was. */
export const insertSandboxRequest = async (tx: Tx, request: SandboxRequest): Promise<void> => {
  await tx.query(
    `INSERT INTO sandbox_pay_request (reference, method_id, amount_centavos, asked_at, expires_at)
     VALUES ($1, $2, $3, $4, $5) ON CONFLICT (reference) DO NOTHING`,
    [request.reference, request.methodId, request.amount, request.askedAt, request.expiresAt],
  )
}

export const findSandboxRequest = async (tx: Tx, reference: string): Promise<SandboxRequest | undefined> => {
  const { rows } = await tx.query<SandboxRequest>(
    `SELECT reference, method_id AS "methodId", amount_centavos AS amount, asked_at AS "askedAt",
            expires_at AS "expiresAt"
       FROM sandbox_pay_request WHERE reference = $1`,
    [reference],
  )
  return rows[0]
}

export const insertSandboxReceipt = async (tx: Tx, receipt: SandboxReceipt & { toldAt: Date }): Promise<void> => {
  await tx.query(
    `INSERT INTO sandbox_pay_receipt (provider_payment_id, reference, amount_centavos, paid_day, state, told_at)
     VALUES ($1, $2, $3, $4, $5, $6)`,
    [receipt.providerPaymentId, receipt.reference, receipt.amount, receipt.paidDay, receipt.state, receipt.toldAt],
  )
}

/** False when there is no such money. */
export const updateSandboxReceipt = async (
  tx: Tx,
  providerPaymentId: string,
  state: SandboxReceipt['state'],
): Promise<boolean> => {
  const { rowCount } = await tx.query('UPDATE sandbox_pay_receipt SET state = $2 WHERE provider_payment_id = $1', [
    providerPaymentId,
    state,
  ])
  return rowCount === 1
}

type Wanted = { readonly providerPaymentId: string } | { readonly reference: string } | { readonly paidDay: CivilDay }

export const listSandboxReceipts = async (tx: Tx, wanted: Wanted): Promise<SandboxReceipt[]> => {
  const [column, value] =
    'paidDay' in wanted
      ? ['paid_day', wanted.paidDay]
      : 'reference' in wanted
        ? ['reference', wanted.reference]
        : ['provider_payment_id', wanted.providerPaymentId]
  const { rows } = await tx.query<SandboxReceipt>(
    `SELECT provider_payment_id AS "providerPaymentId", reference, amount_centavos AS amount, paid_day AS "paidDay", state
       FROM sandbox_pay_receipt WHERE ${column} = $1 ORDER BY told_at, provider_payment_id`,
    [value],
  )
  return rows
}
