import type { Centavos } from '@hola/core/money.ts'
import type { Tx, WaitingPage } from '../../platform/db/public.ts'
import { waitingSql } from '../../platform/db/public.ts'
import type { OrderKey } from '../order/public.ts'
import type { PayoutFailure, PayoutFault } from '../../providers/payout/public.ts'

export type AttemptKey = OrderKey & { readonly attemptNumber: number }

/** One try to send the money of an order. */
export type AttemptRow = AttemptKey & {
  readonly provider: string
  readonly key: string
  readonly state: 'asked' | 'accepted' | 'settled' | 'failed'
  readonly providerPayoutId: string | null
  /** Of one that failed: what is wrong with her account, or whose fault it was when it is not that. */
  readonly failureReason: PayoutFailure | PayoutFault | null
  /** The provider's own, for the staff. */
  readonly words: string | null
  readonly isWallet: boolean
  /** How often the provider was asked: the job that counts is the one that knows this number. */
  readonly asks: number
  readonly askedAt: Date
  readonly concludedAt: Date | null
}

const selected = `user_id AS "userId", order_id AS "orderId", attempt_number AS "attemptNumber", provider,
  idempotency_key AS key, state, provider_payout_id AS "providerPayoutId", failure_reason AS "failureReason",
  provider_words AS words, is_wallet AS "isWallet", asks, asked_at AS "askedAt", concluded_at AS "concludedAt"`

export const insertAttempt = async (
  tx: Tx,
  attempt: Omit<AttemptRow, 'state' | 'providerPayoutId' | 'failureReason' | 'words' | 'asks' | 'concludedAt'>,
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
  said: Pick<AttemptRow, 'state' | 'providerPayoutId' | 'failureReason' | 'words' | 'concludedAt'>,
): Promise<void> => {
  const { rowCount } = await tx.query(
    `UPDATE payout_attempt SET state = $4, provider_payout_id = coalesce(provider_payout_id, $5), failure_reason = $6,
            provider_words = $7, concluded_at = $8
      WHERE user_id = $1 AND order_id = $2 AND attempt_number = $3 AND state <> 'settled'`,
    [
      userId,
      orderId,
      attemptNumber,
      said.state,
      said.providerPayoutId,
      said.failureReason,
      said.words,
      said.concludedAt,
    ],
  )
  if (rowCount !== 1) throw new Error(`attempt ${attemptNumber} of order ${orderId} is settled`)
}

/** What is learnt of an attempt that stays open: its id with the provider, which is never given up again, and its words. */
export const updateHeard = async (
  tx: Tx,
  { userId, orderId, attemptNumber }: AttemptKey,
  { providerPayoutId, words }: Pick<AttemptRow, 'providerPayoutId' | 'words'>,
): Promise<void> => {
  await tx.query(
    `UPDATE payout_attempt SET provider_payout_id = coalesce(provider_payout_id, $4), provider_words = coalesce($5, provider_words)
      WHERE user_id = $1 AND order_id = $2 AND attempt_number = $3 AND state IN ('asked', 'accepted')`,
    [userId, orderId, attemptNumber, providerPayoutId, words],
  )
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

/**
 * Orders that have waited in a state since before an instant without an attempt that is under way, the oldest first. What a
 * person must look at is not among them.
 */
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
        AND coalesce((SELECT failure_reason FROM payout_attempt
                       WHERE payout_attempt.user_id = loan_order.user_id AND payout_attempt.order_id = loan_order.order_id
                       ORDER BY attempt_number DESC LIMIT 1), '') NOT IN ('request', 'rail')
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

/** An order whose money has not left, with the last try to send it; all of that is null when there was none. */
export type UnpaidOrder = OrderKey & {
  readonly orderNumber: string
  readonly orderState: 'pending' | 'payout_failed'
  readonly since: Date
  readonly amount: Centavos
  readonly attemptNumber: number | null
  readonly provider: string | null
  readonly key: string | null
  readonly providerPayoutId: string | null
  readonly attemptState: AttemptRow['state'] | null
  readonly failureReason: AttemptRow['failureReason']
  readonly words: string | null
  readonly askedAt: Date | null
  readonly asks: number | null
}

/**
 * Which of them: her account was refused, held for a person, waiting since before an instant, or waiting since then. What
 * is held is among neither of the last two.
 */
export type UnpaidFilter = {
  readonly only: 'failed' | 'held' | 'late' | 'under_way' | 'stuck' | 'all'
  /** What waits since before this instant is late. */
  readonly late: Date
}

/** Its last attempt was refused, and not for her account: nothing of it is under way. */
const isHeld = `coalesce((SELECT attempt.state FROM payout_attempt AS attempt
  WHERE attempt.user_id = loan_order.user_id AND attempt.order_id = loan_order.order_id
  ORDER BY attempt_number DESC LIMIT 1), '') = 'failed'`

const unpaidConditions = {
  failed: `loan_order.state = 'payout_failed'`,
  held: `loan_order.state = 'pending' AND ${isHeld}`,
  late: `loan_order.state = 'pending' AND state_since <= $1 AND NOT ${isHeld}`,
  under_way: `loan_order.state = 'pending' AND state_since > $1 AND NOT ${isHeld}`,
  stuck: `(loan_order.state = 'payout_failed' OR state_since <= $1)`,
  all: 'true',
} as const satisfies Readonly<Record<UnpaidFilter['only'], string>>

/** Orders whose money has not left, the oldest first, after a place in that order. */
export const listUnpaid = async (
  tx: Tx,
  {
    only,
    late,
    after,
    limit,
  }: UnpaidFilter & {
    readonly after?: { readonly since: Date; readonly orderId: string } | undefined
    readonly limit: number | null
  },
): Promise<UnpaidOrder[]> => {
  const { rows } = await tx.query<UnpaidOrder>(
    `SELECT loan_order.user_id AS "userId", loan_order.order_id AS "orderId", order_number AS "orderNumber",
            loan_order.state AS "orderState", state_since AS since, arrival_centavos AS amount,
            last.attempt_number AS "attemptNumber", last.provider, last.idempotency_key AS key,
            last.provider_payout_id AS "providerPayoutId", last.state AS "attemptState",
            last.failure_reason AS "failureReason", last.provider_words AS words, last.asked_at AS "askedAt", last.asks
       FROM loan_order
       LEFT JOIN LATERAL (SELECT * FROM payout_attempt AS attempt
                           WHERE attempt.user_id = loan_order.user_id AND attempt.order_id = loan_order.order_id
                           ORDER BY attempt_number DESC LIMIT 1) AS last ON true
      WHERE loan_order.state IN ('pending', 'payout_failed') AND ($1::timestamptz IS NOT NULL) AND ${unpaidConditions[only]}
        AND ($2::timestamptz IS NULL OR (state_since, loan_order.order_id) > ($2, $3::uuid))
      ORDER BY state_since, loan_order.order_id LIMIT $4`,
    [late, after?.since ?? null, after?.orderId ?? null, limit],
  )
  return rows
}

/** How many there are, up to a bound. */
export const countUnpaid = async (
  tx: Tx,
  { only, late, most }: UnpaidFilter & { readonly most: number },
): Promise<number> => {
  const { rows } = await tx.query<{ count: number }>(
    `SELECT count(*) AS count
       FROM (SELECT FROM loan_order
              WHERE state IN ('pending', 'payout_failed') AND ($1::timestamptz IS NOT NULL) AND ${unpaidConditions[only]}
              LIMIT $2) AS counted`,
    [late, most],
  )
  return rows[0]?.count ?? 0
}

/** An order whose money has not left, with the last try to send it; of that all is null when there was none. */
export type WaitingPayout = OrderKey & {
  readonly orderNumber: string
  readonly since: Date
  readonly amount: Centavos
  readonly provider: string | null
  readonly attemptState: AttemptRow['state'] | null
  readonly failureReason: AttemptRow['failureReason']
  readonly asks: number | null
}

type UnpaidState = 'pending' | 'payout_failed'

const waitingColumns = {
  since: 'state_since',
  id: [
    ['loan_order.user_id', 'uuid'],
    ['loan_order.order_id', 'uuid'],
  ],
} as const

/** Orders in a state in which their money has not left, the longest waiting first. */
export const listWaitingPayouts = async (tx: Tx, state: UnpaidState, page: WaitingPage): Promise<WaitingPayout[]> => {
  const { and, orderAndLimit, values } = waitingSql(waitingColumns, page, [state])
  const { rows } = await tx.query<WaitingPayout>(
    `SELECT loan_order.user_id AS "userId", loan_order.order_id AS "orderId", order_number AS "orderNumber",
            state_since AS since, arrival_centavos AS amount, last.provider, last.state AS "attemptState",
            last.failure_reason AS "failureReason", last.asks
       FROM loan_order
       LEFT JOIN LATERAL (SELECT provider, attempt.state, failure_reason, asks FROM payout_attempt AS attempt
                           WHERE attempt.user_id = loan_order.user_id AND attempt.order_id = loan_order.order_id
                           ORDER BY attempt_number DESC LIMIT 1) AS last ON true
      WHERE loan_order.state IN ('pending', 'payout_failed') AND loan_order.state = $1 ${and} ${orderAndLimit}`,
    values,
  )
  return rows
}

/** How many there are, up to the limit of the page. */
export const countWaitingPayouts = async (tx: Tx, state: UnpaidState, page: WaitingPage): Promise<number> => {
  const { and, orderAndLimit, values } = waitingSql(waitingColumns, page, [state])
  const { rows } = await tx.query<{ count: number }>(
    `SELECT count(*) AS count FROM (
       SELECT FROM loan_order WHERE state IN ('pending', 'payout_failed') AND state = $1 ${and} ${orderAndLimit}) AS counted`,
    values,
  )
  return rows[0]?.count ?? 0
}

/** Payouts that were asked for and whose end nobody knows yet, up to a limit, and since when the first of them is. */
export const sumOpenAttempts = async (
  tx: Tx,
  limit: number,
): Promise<{ readonly count: number; readonly since: Date | null }> => {
  const { rows } = await tx.query<{ count: number; since: Date | null }>(
    `SELECT count(*) AS count, min(asked_at) AS since
       FROM (SELECT asked_at FROM payout_attempt WHERE state IN ('asked', 'accepted') ORDER BY asked_at LIMIT $1) AS open`,
    [limit],
  )
  return rows[0] ?? { count: 0, since: null }
}

/** What was paid out since an instant. */
export const sumPaidOut = async (
  tx: Tx,
  from: Date,
): Promise<{ readonly count: number; readonly amount: Centavos }> => {
  const { rows } = await tx.query<{ count: number; amount: Centavos }>(
    `SELECT count(*) AS count, coalesce(sum(arrival_centavos), 0)::bigint AS amount
       FROM payout_attempt AS attempt JOIN loan_order USING (user_id, order_id)
      WHERE attempt.state = 'settled' AND attempt.concluded_at >= $1`,
    [from],
  )
  return rows[0] ?? { count: 0, amount: 0 as Centavos }
}
