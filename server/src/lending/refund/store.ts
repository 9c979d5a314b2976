import type { CivilDay } from '@hola/core/calendar.ts'
import type { Centavos } from '@hola/core/money.ts'
import type { Tx } from '../../platform/db/public.ts'
import type { PayoutFailure, PayoutFault } from '../../providers/payout/public.ts'
import type { OrderKey } from '../order/public.ts'

export type RefundKey = { readonly userId: string; readonly refundId: string }

/** by_hand: the staff transfers it at the bank. provider: the payout provider sends it. */
export type RefundWay = 'by_hand' | 'provider'

/** Credit that goes back to a borrower. */
export type RefundRow = RefundKey &
  OrderKey & {
    readonly amount: Centavos
    readonly way: RefundWay
    readonly askedAt: Date
    /** Why it did not happen; null while it counts. */
    readonly reversal: 'not_sent' | 'returned' | 'by_mistake' | null
  }

export const insertRefund = async (tx: Tx, refund: Omit<RefundRow, 'reversal'>): Promise<void> => {
  await tx.query(
    `INSERT INTO refund (user_id, refund_id, order_id, amount_centavos, way, asked_at) VALUES ($1, $2, $3, $4, $5, $6)`,
    [refund.userId, refund.refundId, refund.orderId, refund.amount, refund.way, refund.askedAt],
  )
}

export const findRefund = async (tx: Tx, { userId, refundId }: RefundKey): Promise<RefundRow | undefined> => {
  const { rows } = await tx.query<RefundRow>(
    `SELECT refund.user_id AS "userId", refund.refund_id AS "refundId", order_id AS "orderId",
            amount_centavos AS amount, way, asked_at AS "askedAt", reason AS reversal
       FROM refund LEFT JOIN refund_reversal USING (user_id, refund_id)
      WHERE refund.user_id = $1 AND refund.refund_id = $2`,
    [userId, refundId],
  )
  return rows[0]
}

export const insertRefundReversal = async (
  tx: Tx,
  { userId, refundId }: RefundKey,
  { reason, madeAt }: { readonly reason: NonNullable<RefundRow['reversal']>; readonly madeAt: Date },
): Promise<void> => {
  await tx.query('INSERT INTO refund_reversal (user_id, refund_id, reason, made_at) VALUES ($1, $2, $3, $4)', [
    userId,
    refundId,
    reason,
    madeAt,
  ])
}

/** A refund on its way through the provider. */
export type TransferRow = RefundKey & {
  readonly provider: string
  readonly key: string
  readonly state: 'asked' | 'accepted' | 'settled' | 'failed' | 'returned'
  readonly providerPayoutId: string | null
  readonly failureReason: PayoutFailure | PayoutFault | null
  /** How often it was sent or asked about: the job that counts is the one that knows this number. */
  readonly asks: number
  readonly askedAt: Date
  readonly settledDay: CivilDay | null
  readonly concludedAt: Date | null
}

const selected = `user_id AS "userId", refund_id AS "refundId", provider, idempotency_key AS key, state,
  provider_payout_id AS "providerPayoutId", failure_reason AS "failureReason", asks, asked_at AS "askedAt",
  settled_day AS "settledDay", concluded_at AS "concludedAt"`

export const insertTransfer = async (
  tx: Tx,
  transfer: RefundKey & Pick<TransferRow, 'provider' | 'key' | 'askedAt'>,
): Promise<void> => {
  await tx.query(
    `INSERT INTO refund_transfer (user_id, refund_id, provider, idempotency_key, state, asked_at)
     VALUES ($1, $2, $3, $4, 'asked', $5)`,
    [transfer.userId, transfer.refundId, transfer.provider, transfer.key, transfer.askedAt],
  )
}

export const findTransfer = async (tx: Tx, { userId, refundId }: RefundKey): Promise<TransferRow | undefined> => {
  const { rows } = await tx.query<TransferRow>(
    `SELECT ${selected} FROM refund_transfer WHERE user_id = $1 AND refund_id = $2`,
    [userId, refundId],
  )
  return rows[0]
}

/** The transfer that the provider knows by an id of its own, or under this key. */
export const findTransferBy = async (
  tx: Tx,
  by: { readonly provider: string; readonly providerPayoutId: string } | { readonly key: string },
): Promise<TransferRow | undefined> => {
  const { rows } =
    'key' in by
      ? await tx.query<TransferRow>(`SELECT ${selected} FROM refund_transfer WHERE idempotency_key = $1`, [by.key])
      : await tx.query<TransferRow>(
          `SELECT ${selected} FROM refund_transfer WHERE provider_payout_id = $1 AND provider = $2`,
          [by.providerPayoutId, by.provider],
        )
  return rows[0]
}

/** Counts that it is sent or asked about now; false when somebody else has counted this number, or its end is known. */
export const claimAsk = async (tx: Tx, { userId, refundId }: RefundKey, askNumber: number): Promise<boolean> => {
  const { rowCount } = await tx.query(
    `UPDATE refund_transfer SET asks = asks + 1
      WHERE user_id = $1 AND refund_id = $2 AND asks = $3 AND state IN ('asked', 'accepted')`,
    [userId, refundId, askNumber],
  )
  return rowCount === 1
}

/** What the provider said of it. The caller holds the lock of its order. */
export const updateTransfer = async (
  tx: Tx,
  { userId, refundId }: RefundKey,
  said: Pick<TransferRow, 'state' | 'providerPayoutId' | 'failureReason' | 'settledDay' | 'concludedAt'>,
): Promise<void> => {
  await tx.query(
    `UPDATE refund_transfer
        SET state = $3, provider_payout_id = coalesce(provider_payout_id, $4), failure_reason = $5, settled_day = $6,
            concluded_at = $7
      WHERE user_id = $1 AND refund_id = $2`,
    [userId, refundId, said.state, said.providerPayoutId, said.failureReason, said.settledDay, said.concludedAt],
  )
}

/** Transfers that nobody knows the end of, asked for before an instant; the oldest first. */
export const listOpenTransfers = async (
  tx: Tx,
  { askedBefore, limit }: { readonly askedBefore: Date; readonly limit: number },
): Promise<TransferRow[]> => {
  const { rows } = await tx.query<TransferRow>(
    `SELECT ${selected} FROM refund_transfer WHERE state IN ('asked', 'accepted') AND asked_at < $1
      ORDER BY asked_at LIMIT $2`,
    [askedBefore, limit],
  )
  return rows
}

/** Refunds that were sent and whose end nobody knows yet, up to a limit, and since when the first of them is. */
export const sumOpenTransfers = async (
  tx: Tx,
  limit: number,
): Promise<{ readonly count: number; readonly since: Date | null }> => {
  const { rows } = await tx.query<{ count: number; since: Date | null }>(
    `SELECT count(*) AS count, min(asked_at) AS since
       FROM (SELECT asked_at FROM refund_transfer WHERE state IN ('asked', 'accepted') ORDER BY asked_at LIMIT $1) AS open`,
    [limit],
  )
  return rows[0] ?? { count: 0, since: null }
}
