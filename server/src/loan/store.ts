import type { CivilDay } from '@hola/core/calendar.ts'
import type { OrderState } from '@hola/core/loan/order-states.ts'
import type { Centavos } from '@hola/core/money.ts'
import type { Tx } from '../db/transaction.ts'

/** A signed loan as it is kept. */
export type OrderRow = {
  readonly userId: string
  readonly orderId: string
  readonly orderNumber: string
  readonly state: OrderState
  readonly stateSince: Date
  readonly productId: string
  readonly productVersion: number
  readonly amount: Centavos
  readonly feeBefore: Centavos
  readonly fee: Centavos
  readonly arrival: Centavos
  readonly interest: Centavos
  readonly vat: Centavos
  readonly repayment: Centavos
  readonly termDays: number
  readonly feeBasisPoints: number
  readonly tnaBasisPoints: number
  readonly vatBasisPoints: number
  readonly teaBasisPoints: number
  readonly cfteaBasisPoints: number
  readonly lateOneTimeBasisPoints: number
  readonly lateDailyBasisPoints: number
  readonly lateMaxBasisPoints: number
  readonly partialPaymentMin: Centavos
  readonly agreedPayoutDay: CivilDay
  readonly agreedDueDay: CivilDay
  readonly withdrawalUntilDay: CivilDay
  readonly couponId: string | null
  readonly sealedAccount: Buffer
  readonly agreementSha256: Buffer
  readonly signedAt: Date
  readonly paidOutAt: Date | null
  readonly payoutDay: CivilDay | null
  readonly dueDay: CivilDay | null
  readonly extensionDays: number
  readonly clearedAt: Date | null
}

/** Column and field, in one list, so that what is written and what is read cannot differ. */
const columns = {
  user_id: 'userId',
  order_id: 'orderId',
  order_number: 'orderNumber',
  state: 'state',
  state_since: 'stateSince',
  product_id: 'productId',
  product_version: 'productVersion',
  amount_centavos: 'amount',
  fee_before_centavos: 'feeBefore',
  fee_centavos: 'fee',
  arrival_centavos: 'arrival',
  interest_centavos: 'interest',
  vat_centavos: 'vat',
  repayment_centavos: 'repayment',
  term_days: 'termDays',
  fee_basis_points: 'feeBasisPoints',
  tna_basis_points: 'tnaBasisPoints',
  vat_basis_points: 'vatBasisPoints',
  tea_basis_points: 'teaBasisPoints',
  cftea_basis_points: 'cfteaBasisPoints',
  late_one_time_basis_points: 'lateOneTimeBasisPoints',
  late_daily_basis_points: 'lateDailyBasisPoints',
  late_max_basis_points: 'lateMaxBasisPoints',
  partial_payment_min_centavos: 'partialPaymentMin',
  agreed_payout_day: 'agreedPayoutDay',
  agreed_due_day: 'agreedDueDay',
  withdrawal_until_day: 'withdrawalUntilDay',
  coupon_id: 'couponId',
  sealed_account: 'sealedAccount',
  agreement_sha256: 'agreementSha256',
  signed_at: 'signedAt',
  paid_out_at: 'paidOutAt',
  payout_day: 'payoutDay',
  due_day: 'dueDay',
  extension_days: 'extensionDays',
  cleared_at: 'clearedAt',
} as const satisfies Record<string, keyof OrderRow>

const selected = Object.entries(columns)
  .map(([column, field]) => `${column} AS "${field}"`)
  .join(', ')

/** A new order, which only signing makes. */
export const insertOrder = async (tx: Tx, order: OrderRow): Promise<void> => {
  const names = Object.keys(columns)
  const values = Object.values(columns).map((field) => order[field])
  await tx.query(
    `INSERT INTO loan_order (previous_state, ${names.join(', ')})
     VALUES ('signing', ${names.map((_, index) => `$${index + 1}`).join(', ')})`,
    values,
  )
}

export const findOrder = async (tx: Tx, userId: string, orderId: string): Promise<OrderRow | undefined> => {
  const { rows } = await tx.query<OrderRow>(`SELECT ${selected} FROM loan_order WHERE user_id = $1 AND order_id = $2`, [
    userId,
    orderId,
  ])
  return rows[0]
}

/** Every order of a person, the newest first. */
export const listOrders = async (tx: Tx, userId: string): Promise<OrderRow[]> => {
  const { rows } = await tx.query<OrderRow>(
    `SELECT ${selected} FROM loan_order WHERE user_id = $1 ORDER BY signed_at DESC, order_id`,
    [userId],
  )
  return rows
}

export type OrderEventKind = 'signed'

/** Appends what happened to an order after what happened before. */
export const insertOrderEvent = async (
  tx: Tx,
  event: { userId: string; orderId: string; kind: OrderEventKind; at: Date; amount: Centavos | null },
): Promise<void> => {
  await tx.query(
    `INSERT INTO order_event (user_id, order_id, event_number, kind, at, amount_centavos)
     SELECT $1, $2, coalesce(max(event_number), 0) + 1, $3, $4, $5
       FROM order_event WHERE user_id = $1 AND order_id = $2`,
    [event.userId, event.orderId, event.kind, event.at, event.amount],
  )
}

/** A place in a person's list of orders: the one after which a page begins. */
export type OrderPlace = { readonly groupIndex: number; readonly signedAt: Date; readonly orderId: string }

/** Orders in groups of states, the first group first and the newest of each first; one page after a place. */
export const listOrderPage = async (
  tx: Tx,
  userId: string,
  {
    groups,
    after,
    limit,
  }: { groups: readonly (readonly OrderState[])[]; after: OrderPlace | undefined; limit: number },
): Promise<OrderRow[]> => {
  const groupIndex = '($3::integer[])[array_position($2::text[], state)]'
  const { rows } = await tx.query<OrderRow>(
    `SELECT ${selected} FROM loan_order
      WHERE user_id = $1 AND state = ANY($2)
        AND ($4::integer IS NULL OR ${groupIndex} > $4
          OR ${groupIndex} = $4 AND (signed_at < $5 OR signed_at = $5 AND order_id > $6))
      ORDER BY ${groupIndex}, signed_at DESC, order_id LIMIT $7`,
    [
      userId,
      groups.flat(),
      groups.flatMap((states, index) => states.map(() => index)),
      after?.groupIndex ?? null,
      after?.signedAt ?? null,
      after?.orderId ?? null,
      limit,
    ],
  )
  return rows
}

export type ApplyRequestRow = {
  readonly applyId: string
  readonly bodyIndex: Buffer
  readonly sealedAnswer: Buffer
}

/** What was answered to a request to sign. */
export const findApplyRequest = async (
  tx: Tx,
  userId: string,
  applyId: string,
): Promise<ApplyRequestRow | undefined> => {
  const { rows } = await tx.query<ApplyRequestRow>(
    `SELECT apply_id AS "applyId", body_index AS "bodyIndex", sealed_answer AS "sealedAnswer"
       FROM apply_request WHERE user_id = $1 AND apply_id = $2`,
    [userId, applyId],
  )
  return rows[0]
}

export const insertApplyRequest = async (
  tx: Tx,
  request: ApplyRequestRow & { userId: string; orderId: string; answeredAt: Date },
): Promise<void> => {
  await tx.query(
    `INSERT INTO apply_request (user_id, apply_id, body_index, order_id, sealed_answer, answered_at)
     VALUES ($1, $2, $3, $4, $5, $6)`,
    [request.userId, request.applyId, request.bodyIndex, request.orderId, request.sealedAnswer, request.answeredAt],
  )
}
