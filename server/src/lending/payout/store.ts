import type { Tx } from '../../platform/db/public.ts'
import type { OrderKey } from '../order/public.ts'
import type { PayoutFailure } from '../../providers/payout/public.ts'

export type AttemptKey = OrderKey & { readonly attemptNumber: number }

/** One try to send the money of an order. */
export type AttemptRow = AttemptKey & {
  readonly provider: string
  readonly key: string
  readonly state: 'asked' | 'accepted' | 'settled' | 'failed'
  readonly providerPayoutId: string | null
  readonly failureReason: PayoutFailure | null
  readonly isWallet: boolean
  /** How often the provider was asked: the job that counts is the one that knows this number. */
  readonly asks: number
  readonly askedAt: Date
  readonly concludedAt: Date | null
}

const selected = `user_id AS "userId", order_id AS "orderId", attempt_number AS "attemptNumber", provider,
  idempotency_key AS key, state, provider_payout_id AS "providerPayoutId", failure_reason AS "failureReason",
  is_wallet AS "isWallet", asks, asked_at AS "askedAt", concluded_at AS "concludedAt"`

export const insertAttempt = async (
  tx: Tx,
  attempt: Omit<AttemptRow, 'state' | 'providerPayoutId' | 'failureReason' | 'asks' | 'concludedAt'>,
): Promise<void> => {
  await tx.query(
    `INSERT INTO payout_attempt (user_id, order_id, attempt_number, provider, idempotency_key, state, is_wallet, asked_at)
     VALUES ($1, $2, $3, $4, $5, 'asked', $6, $7)`,
    [
      attempt.userId,
      attempt.orderId,
      attempt.attemptNumber,
      attempt.provider,
      attempt.key,
      attempt.isWallet,
      attempt.askedAt,
    ],
  )
}

/** The attempts of an order, the last one first. */
export const listAttempts = async (tx: Tx, { userId, orderId }: OrderKey): Promise<AttemptRow[]> => {
  const { rows } = await tx.query<AttemptRow>(
    `SELECT ${selected} FROM payout_attempt WHERE user_id = $1 AND order_id = $2 ORDER BY attempt_number DESC`,
    [userId, orderId],
  )
  return rows
}

export const findAttempt = async (
  tx: Tx,
  { userId, orderId, attemptNumber }: AttemptKey,
): Promise<AttemptRow | undefined> => {
  const { rows } = await tx.query<AttemptRow>(
    `SELECT ${selected} FROM payout_attempt WHERE user_id = $1 AND order_id = $2 AND attempt_number = $3`,
    [userId, orderId, attemptNumber],
  )
  return rows[0]
}

/** The attempt that the provider knows by this id of its own. */
export const findAttemptByProviderId = async (
  tx: Tx,
  { provider, providerPayoutId }: { readonly provider: string; readonly providerPayoutId: string },
): Promise<AttemptRow | undefined> => {
  const { rows } = await tx.query<AttemptRow>(
    `SELECT ${selected} FROM payout_attempt WHERE provider_payout_id = $1 AND provider = $2`,
    [providerPayoutId, provider],
  )
  return rows[0]
}

export const findAttemptByKey = async (tx: Tx, key: string): Promise<AttemptRow | undefined> => {
  const { rows } = await tx.query<AttemptRow>(`SELECT ${selected} FROM payout_attempt WHERE idempotency_key = $1`, [
    key,
  ])
  return rows[0]
}

/** What the provider said of an attempt: one that was settled stays so. The caller holds the lock of its order. */
export const updateAttempt = async (
  tx: Tx,
  { userId, orderId, attemptNumber }: AttemptKey,
  said: Pick<AttemptRow, 'state' | 'providerPayoutId' | 'failureReason' | 'concludedAt'>,
): Promise<void> => {
  const { rowCount } = await tx.query(
    `UPDATE payout_attempt SET state = $4, provider_payout_id = coalesce($5, provider_payout_id), failure_reason = $6,
            concluded_at = $7
      WHERE user_id = $1 AND order_id = $2 AND attempt_number = $3 AND state <> 'settled'`,
    [userId, orderId, attemptNumber, said.state, said.providerPayoutId, said.failureReason, said.concludedAt],
  )
  if (rowCount !== 1) throw new Error(`attempt ${attemptNumber} of order ${orderId} is settled`)
}

export const updateAsks = async (
  tx: Tx,
  { userId, orderId, attemptNumber }: AttemptKey,
  asks: number,
): Promise<void> => {
  await tx.query('UPDATE payout_attempt SET asks = $4 WHERE user_id = $1 AND order_id = $2 AND attempt_number = $3', [
    userId,
    orderId,
    attemptNumber,
    asks,
  ])
}

/** Attempts that nobody knows the end of, asked for before an instant; the oldest first. */
export const listOpenAttempts = async (
  tx: Tx,
  { askedBefore, limit }: { readonly askedBefore: Date; readonly limit: number },
): Promise<AttemptRow[]> => {
  const { rows } = await tx.query<AttemptRow>(
    `SELECT ${selected} FROM payout_attempt WHERE state IN ('asked', 'accepted') AND asked_at < $1
      ORDER BY asked_at LIMIT $2`,
    [askedBefore, limit],
  )
  return rows
}

/** Orders that have waited in a state since before an instant without an attempt that is under way. */
export const listUnpaidOrders = async (
  tx: Tx,
  {
    state,
    before,
    limit,
  }: { readonly state: 'pending' | 'payout_failed'; readonly before: Date; readonly limit: number },
): Promise<OrderKey[]> => {
  const { rows } = await tx.query<OrderKey>(
    `SELECT user_id AS "userId", order_id AS "orderId" FROM loan_order
      WHERE state = $1 AND state IN ('pending', 'payout_failed') AND state_since <= $2
        AND NOT EXISTS (SELECT 1 FROM payout_attempt
                         WHERE payout_attempt.user_id = loan_order.user_id
                           AND payout_attempt.order_id = loan_order.order_id AND payout_attempt.state <> 'failed')
      ORDER BY state_since LIMIT $3`,
    [state, before, limit],
  )
  return rows
}

/** Of the newest so many payouts: how many there are, and how many went to a wallet. */
export const countWallets = async (tx: Tx, newest: number): Promise<{ payouts: number; wallets: number }> => {
  const { rows } = await tx.query<{ payouts: number; wallets: number }>(
    `SELECT count(*) AS payouts, count(*) FILTER (WHERE is_wallet) AS wallets
       FROM (SELECT is_wallet FROM payout_attempt WHERE state = 'settled' ORDER BY concluded_at DESC LIMIT $1) AS newest`,
    [newest],
  )
  return rows[0] ?? { payouts: 0, wallets: 0 }
}
