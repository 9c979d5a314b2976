import type { CivilDay } from '@hola/core/calendar.ts'
import type { Payment, Waiver } from '@hola/core/loan/account.ts'
import type { PaymentPlan } from '@hola/core/loan/plan.ts'
import type { RulesVersion } from '@hola/core/loan/rules.ts'
import type { OrderState } from '@hola/core/loan/order-states.ts'
import { canMove } from '@hola/core/loan/order-states.ts'
import type { Centavos } from '@hola/core/money.ts'
import { add } from '@hola/core/money.ts'
import type { Tx } from '../../platform/db/public.ts'
import { noteOrder } from '../../platform/task.ts'

export type OrderKey = { readonly userId: string; readonly orderId: string }

/** A payment on the day that counts, and on the day on which the payer paid. */
export type ReceivedPayment = Payment & { readonly paidDay: CivilDay }

/** A signed loan as it is kept, with what was paid on it. */
export type OrderRow = OrderKey & {
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
  readonly lateOneTimeUnpaidMin: Centavos
  readonly lateDailyBasisPoints: number
  readonly lateMaxBasisPoints: number
  readonly partialPaymentMin: Centavos
  readonly rulesVersion: RulesVersion
  readonly agreedPayoutDay: CivilDay
  readonly agreedDueDay: CivilDay
  /** The last day of the right to withdraw: from the signature on, and from when the money came if that was later. */
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
  /** When she said that she withdraws; what was paid by the last day decides what becomes of it. */
  readonly withdrawnAt: Date | null
  /** What was credited and not taken back. */
  readonly payments: readonly ReceivedPayment[]
  /** Credit that was given back. */
  readonly refunded: Centavos
} & Relief

/** What the lender has granted on a loan and not taken back. */
export type Relief = {
  readonly waivers: readonly (Waiver & { readonly waiverId: string })[]
  readonly plan: (PaymentPlan & { readonly planId: string }) | null
  readonly writtenOffDay: CivilDay | null
}

/** Before every id. */
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000'

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
  late_one_time_unpaid_min_centavos: 'lateOneTimeUnpaidMin',
  late_daily_basis_points: 'lateDailyBasisPoints',
  late_max_basis_points: 'lateMaxBasisPoints',
  partial_payment_min_centavos: 'partialPaymentMin',
  rules_version: 'rulesVersion',
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
  withdrawn_at: 'withdrawnAt',
} as const satisfies Record<string, keyof OrderRow>

const selectedColumns = Object.entries(columns).map(([column, field]) => `${column} AS "${field}"`)

/** What was granted on an order, for a query over rows that have its key. */
const selectedRelief = (key: string): string[] => [
  `(SELECT coalesce(jsonb_agg(jsonb_build_object('waiverId', waiver_id, 'day', day, 'amount', amount_centavos)
                              ORDER BY made_at, waiver_id), '[]')
      FROM waiver
     WHERE waiver.user_id = ${key}.user_id AND waiver.order_id = ${key}.order_id
       AND NOT EXISTS (SELECT FROM waiver_reversal AS reversal
                        WHERE reversal.user_id = waiver.user_id AND reversal.waiver_id = waiver.waiver_id)) AS waivers`,
  `(SELECT jsonb_build_object('planId', plan_id, 'day', day, 'parts',
             (SELECT jsonb_agg(jsonb_build_object('dueDay', due_day, 'amount', part.amount_centavos) ORDER BY part_number)
                FROM payment_plan_part AS part
               WHERE part.user_id = payment_plan.user_id AND part.plan_id = payment_plan.plan_id))
      FROM payment_plan
     WHERE payment_plan.user_id = ${key}.user_id AND payment_plan.order_id = ${key}.order_id
       AND NOT EXISTS (SELECT FROM payment_plan_reversal AS reversal
                        WHERE reversal.user_id = payment_plan.user_id AND reversal.plan_id = payment_plan.plan_id)
     ORDER BY made_at DESC, plan_id LIMIT 1) AS plan`,
  `(SELECT day FROM write_off
     WHERE write_off.user_id = ${key}.user_id AND write_off.order_id = ${key}.order_id
       AND NOT EXISTS (SELECT FROM write_off_reversal AS reversal
                        WHERE reversal.user_id = write_off.user_id AND reversal.write_off_id = write_off.write_off_id)
     ORDER BY made_at LIMIT 1) AS "writtenOffDay"`,
]

/** What was paid on an order and what was given back, for a query over `loan_order`. */
const selectedMoney = [
  `(SELECT coalesce(jsonb_agg(jsonb_build_object('day', coalesce(counted_day, paid_day), 'paidDay', paid_day,
                                                 'amount', amount_centavos) ORDER BY paid_day, heard_at), '[]')
      FROM receipt
     WHERE receipt.user_id = loan_order.user_id AND receipt.order_id = loan_order.order_id
       AND receipt.state = 'credited') AS payments`,
  `(SELECT coalesce(sum(amount_centavos), 0)::bigint FROM refund
     WHERE refund.user_id = loan_order.user_id AND refund.order_id = loan_order.order_id
       AND NOT EXISTS (SELECT FROM refund_reversal AS reversal
                        WHERE reversal.user_id = refund.user_id AND reversal.refund_id = refund.refund_id)) AS refunded`,
]

/** An order is read with its payments in one query, so that no list of orders asks once for each. */
const selected = [...selectedColumns, ...selectedMoney, ...selectedRelief('loan_order')].join(', ')

/** A new order, which only signing makes. */
export const insertOrder = async (tx: Tx, order: OrderRow): Promise<void> => {
  noteOrder(order.orderNumber)
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
  const [order] = rows
  if (order !== undefined) noteOrder(order.orderNumber)
  return order
}

/** Every order of a person, the newest first. */
export const listOrders = async (tx: Tx, userId: string): Promise<OrderRow[]> => {
  const { rows } = await tx.query<OrderRow>(
    `SELECT ${selected} FROM loan_order WHERE user_id = $1 ORDER BY signed_at DESC, order_id`,
    [userId],
  )
  return rows
}

/** A place in the list of loans that are due: by their due day, the oldest first. */
export type DuePlace = OrderKey & { readonly dueDay: CivilDay }

/** Loans that were due on one of these days and are not repaid, the longest due first; one page after a place. */
export const listDueOrders = async (
  tx: Tx,
  {
    from,
    to,
    after,
    limit,
  }: {
    readonly from: CivilDay
    readonly to: CivilDay
    readonly after: DuePlace | undefined
    readonly limit: number
  },
): Promise<OrderRow[]> => {
  const { rows } = await tx.query<OrderRow>(
    `SELECT ${selected} FROM loan_order
      WHERE state = 'in_repayment' AND due_day BETWEEN $1 AND $2
        AND (due_day, user_id, order_id) > ($3, $4, $5)
      ORDER BY due_day, user_id, order_id LIMIT $6`,
    [from, to, after?.dueDay ?? from, after?.userId ?? BEFORE_ALL, after?.orderId ?? BEFORE_ALL, limit],
  )
  return rows
}

/** How many those are, counted up to a limit. */
export const countDueOrders = async (
  tx: Tx,
  { from, to, limit }: { readonly from: CivilDay; readonly to: CivilDay; readonly limit: number },
): Promise<number> => {
  const { rows } = await tx.query<{ count: number }>(
    `SELECT count(*) AS count FROM (
       SELECT FROM loan_order WHERE state = 'in_repayment' AND due_day BETWEEN $1 AND $2 LIMIT $3) AS counted`,
    [from, to, limit],
  )
  return Number(rows[0]?.count ?? 0)
}

/**
 * Waits until nobody else moves the order, then reads it, by a statement of its own: what one that waits reads may be
 * old. Orders are locked before the quota, everywhere.
 */
export const lockOrder = async (tx: Tx, { userId, orderId }: OrderKey): Promise<OrderRow | undefined> => {
  const [, order] = await Promise.all([
    tx.query('SELECT 1 FROM loan_order WHERE user_id = $1 AND order_id = $2 FOR NO KEY UPDATE', [userId, orderId]),
    findOrder(tx, userId, orderId),
  ])
  return order
}

/** What of an order decides what is owed on it, besides the money that came and went. */
export const owingFields = [
  'amount',
  'fee',
  'arrival',
  'termDays',
  'feeBasisPoints',
  'tnaBasisPoints',
  'vatBasisPoints',
  'lateOneTimeBasisPoints',
  'lateOneTimeUnpaidMin',
  'lateDailyBasisPoints',
  'lateMaxBasisPoints',
  'rulesVersion',
  'agreedPayoutDay',
  'agreedDueDay',
  'payoutDay',
  'dueDay',
  'withdrawalUntilDay',
  'withdrawnAt',
] as const satisfies readonly (keyof OrderRow)[]

export type Owing = Pick<OrderRow, (typeof owingFields)[number] | 'refunded' | keyof Relief> & {
  readonly payments: readonly Payment[]
}

/** What the books of an order are made from, without the rest. */
export type OwingOrder = OrderKey & Owing

const owingColumns = Object.entries(columns)
  .filter(([, field]) => (['userId', 'orderId', ...owingFields] as string[]).includes(field))
  .map(([column, field]) => `${column} AS "${field}"`)

type Money = Pick<Owing, 'payments' | 'refunded' | keyof Relief>

/** Of a loan on which nothing was granted. */
export const noRelief: Relief = { waivers: [], plan: null, writtenOffDay: null }

/**
 * The next open loans after a place, in the order of their keys, locked, and what is owed on them. What was paid is read
 * by statements after the one that locks: they then see what whoever had the lock has written. All look up by key, so
 * that a batch costs the same however many loans there are: OFFSET 0 keeps the database from reading a whole table.
 */
export const lockOpenOrders = async (
  tx: Tx,
  { after, limit }: { readonly after: OrderKey | undefined; readonly limit: number },
): Promise<OwingOrder[]> => {
  const { rows: orders } = await tx.query<Omit<OwingOrder, keyof Money>>(
    `SELECT ${owingColumns.join(', ')} FROM loan_order
      WHERE state = 'in_repayment' AND (user_id, order_id) > ($1, $2)
      ORDER BY user_id, order_id LIMIT $3 FOR NO KEY UPDATE`,
    [after?.userId ?? BEFORE_ALL, after?.orderId ?? BEFORE_ALL, limit],
  )
  const keys = [orders.map(({ userId }) => userId), orders.map(({ orderId }) => orderId)]
  const { rows: paid } = await tx.query<Payment & { orderId: string }>(
    `SELECT key.order_id AS "orderId", paid.*
       FROM unnest($1::uuid[], $2::uuid[]) AS key (user_id, order_id)
      CROSS JOIN LATERAL (
              SELECT coalesce(counted_day, paid_day) AS day, amount_centavos AS amount FROM receipt
               WHERE user_id = key.user_id AND order_id = key.order_id AND state = 'credited'
               ORDER BY paid_day, heard_at OFFSET 0) AS paid`,
    keys,
  )
  const { rows: given } = await tx.query<{ orderId: string; amount: Centavos }>(
    `SELECT key.order_id AS "orderId", given.amount
       FROM unnest($1::uuid[], $2::uuid[]) AS key (user_id, order_id)
      CROSS JOIN LATERAL (
              SELECT amount_centavos AS amount FROM refund
               WHERE user_id = key.user_id AND order_id = key.order_id
                 AND NOT EXISTS (SELECT FROM refund_reversal AS reversal
                                  WHERE reversal.user_id = refund.user_id AND reversal.refund_id = refund.refund_id)
              OFFSET 0) AS given`,
    keys,
  )
  const { rows: granted } = await tx.query<Relief & { orderId: string }>(
    `SELECT key.order_id AS "orderId", ${selectedRelief('key').join(', ')}
       FROM unnest($1::uuid[], $2::uuid[]) AS key (user_id, order_id)`,
    keys,
  )
  const payments = Map.groupBy(paid, ({ orderId }) => orderId)
  const refunds = Map.groupBy(given, ({ orderId }) => orderId)
  const relief = new Map(granted.map(({ orderId, ...rest }) => [orderId, rest]))
  return orders.map((order) => ({
    ...order,
    payments: payments.get(order.orderId) ?? [],
    refunded: add(...(refunds.get(order.orderId) ?? []).map(({ amount }) => amount)),
    ...(relief.get(order.orderId) ?? noRelief),
  }))
}

/** What of an order may change after it was signed. */
export type OrderChange = Partial<
  Pick<
    OrderRow,
    'paidOutAt' | 'payoutDay' | 'dueDay' | 'extensionDays' | 'withdrawalUntilDay' | 'withdrawnAt' | 'sealedAccount'
  >
>

const columnOf = Object.fromEntries(Object.entries(columns).map(([column, field]) => [field, column]))

/** `column = $n` for each field, the first with this number. */
const assignments = (fields: readonly string[], firstNumber: number): string[] =>
  fields.map((field, index) => `${columnOf[field]} = $${firstNumber + index}`)

/**
 * Moves an order from the state it is in to one that may follow. Another state than the caller saw, or one that may not
 * follow, is a bug and throws. The caller holds the lock.
 */
export const moveOrder = async (
  tx: Tx,
  { userId, orderId }: OrderKey,
  { from, to, at, ...change }: OrderChange & { readonly from: OrderState; readonly to: OrderState; readonly at: Date },
): Promise<void> => {
  if (!canMove(from, to)) throw new Error(`an order does not go from ${from} to ${to}`)
  const sets = [
    'previous_state = $3',
    'state = $4',
    'state_since = $5',
    `cleared_at = ${to === 'cleared' ? '$5' : 'NULL'}`,
    ...assignments(Object.keys(change), 6),
  ]
  const { rowCount } = await tx.query(
    `UPDATE loan_order SET ${sets.join(', ')} WHERE user_id = $1 AND order_id = $2 AND state = $3`,
    [userId, orderId, from, to, at, ...Object.values(change)],
  )
  if (rowCount !== 1) throw new Error(`no order ${orderId} that is ${from}`)
}

/** Changes an order that stays in its state. The caller holds the lock. */
export const changeOrder = async (tx: Tx, { userId, orderId }: OrderKey, change: OrderChange): Promise<void> => {
  const { rowCount } = await tx.query(
    `UPDATE loan_order SET ${assignments(Object.keys(change), 3).join(', ')} WHERE user_id = $1 AND order_id = $2`,
    [userId, orderId, ...Object.values(change)],
  )
  if (rowCount !== 1) throw new Error(`no order ${orderId}`)
}

export type OrderEventKind =
  | 'signed'
  | 'paid_out'
  | 'payout_failed'
  | 'resubmitted'
  | 'payment'
  | 'payment_reversed'
  | 'extended'
  | 'withdrawn'
  | 'refunded'
  | 'refund_reversed'
  | 'receipt_reversed'
  | 'waived'
  | 'waiver_reversed'
  | 'written_off'
  | 'write_off_reversed'
  | 'planned'
  | 'plan_reversed'
  | 'corrected'
  | 'cleared'
  | 'reopened'
  | 'cancelled'

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
