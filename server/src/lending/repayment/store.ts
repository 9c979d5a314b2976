import type { CivilDay } from '@hola/core/calendar.ts'
import { orderNumbersIn } from '@hola/core/identifiers/order-number.ts'
import type { Centavos } from '@hola/core/money.ts'
import type { Tx, WaitingPage } from '../../platform/db/public.ts'
import { waitingSql } from '../../platform/db/public.ts'
import type { OrderKey } from '../order/public.ts'

export type PaymentKey = { readonly userId: string; readonly paymentId: string }

export type PaymentKind = 'part' | 'payoff' | 'withdrawal'

export type PaymentState = 'asked' | 'failed' | 'waiting' | 'credited' | 'expired' | 'rejected' | 'reversed'

/** A payment that a borrower asked for. */
export type PaymentRow = PaymentKey &
  OrderKey & {
    readonly kind: PaymentKind
    readonly methodId: string
    readonly provider: string
    readonly amount: Centavos
    readonly state: PaymentState
    readonly reference: string
    readonly requestedAt: Date
    readonly expiresAt: Date
    /** How often the provider was asked about it: the job that counts is the one that knows this number. */
    readonly asks: number
  }

const selectedPayment = `user_id AS "userId", payment_id AS "paymentId", order_id AS "orderId", kind,
  method_id AS "methodId", provider, amount_centavos AS amount, state, reference, requested_at AS "requestedAt",
  expires_at AS "expiresAt", asks`

/** A payment that the provider has yet to be asked for. */
export const insertPayment = async (tx: Tx, payment: Omit<PaymentRow, 'state' | 'asks'>): Promise<void> => {
  await tx.query(
    `INSERT INTO payment (user_id, payment_id, order_id, kind, method_id, provider, amount_centavos, state, reference,
                          requested_at, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, 'asked', $8, $9, $10)`,
    [
      payment.userId,
      payment.paymentId,
      payment.orderId,
      payment.kind,
      payment.methodId,
      payment.provider,
      payment.amount,
      payment.reference,
      payment.requestedAt,
      payment.expiresAt,
    ],
  )
}

export const findPayment = async (tx: Tx, { userId, paymentId }: PaymentKey): Promise<PaymentRow | undefined> => {
  const { rows } = await tx.query<PaymentRow>(
    `SELECT ${selectedPayment} FROM payment WHERE user_id = $1 AND payment_id = $2`,
    [userId, paymentId],
  )
  return rows[0]
}

/**
 * The payment that a payer's words name: its reference, also in another spelling and among other words. Undefined where
 * they name none, or several: then a person looks.
 */
export const findPaymentByReference = async (tx: Tx, words: string): Promise<PaymentRow | undefined> => {
  const { rows } = await tx.query<PaymentRow>(`SELECT ${selectedPayment} FROM payment WHERE reference = ANY($1)`, [
    [words, ...orderNumbersIn(words)],
  ])
  return rows.length === 1 ? rows[0] : undefined
}

/** The provider has said how to pay. Money that came before it keeps its word. */
export const updatePaymentAnswered = async (
  tx: Tx,
  { userId, paymentId }: PaymentKey,
  answer: {
    readonly sealedInstructions: Buffer
    readonly providerRequestId: string | null
    readonly expiresAt: Date
  },
): Promise<void> => {
  await tx.query(
    `UPDATE payment SET state = CASE WHEN state = 'asked' THEN 'waiting' ELSE state END, sealed_instructions = $3,
            provider_request_id = $4, expires_at = $5
      WHERE user_id = $1 AND payment_id = $2`,
    [userId, paymentId, answer.sealedInstructions, answer.providerRequestId, answer.expiresAt],
  )
}

/** Changes the state of a payment that is in one of these. */
export const updatePaymentState = async (
  tx: Tx,
  { userId, paymentId }: PaymentKey,
  { from, to }: { readonly from: readonly PaymentState[]; readonly to: PaymentState },
): Promise<void> => {
  await tx.query('UPDATE payment SET state = $3 WHERE user_id = $1 AND payment_id = $2 AND state = ANY($4)', [
    userId,
    paymentId,
    to,
    from,
  ])
}

/**
 * Counts a question about a payment that nobody has told us of, and ends it when its time is over. Undefined when we have
 * been told meanwhile, or when somebody else has counted this question.
 */
export const updatePaymentAsked = async (
  tx: Tx,
  { userId, paymentId }: PaymentKey,
  { askNumber, now }: { readonly askNumber: number; readonly now: Date },
): Promise<PaymentRow | undefined> => {
  const { rows } = await tx.query<PaymentRow>(
    `UPDATE payment SET asks = asks + 1, state = CASE WHEN expires_at <= $4 THEN 'expired' ELSE state END
      WHERE user_id = $1 AND payment_id = $2 AND asks = $3 AND state IN ('waiting', 'expired')
      RETURNING ${selectedPayment}`,
    [userId, paymentId, askNumber, now],
  )
  return rows[0]
}

/** Payments without an end that were asked for before an instant, the oldest first, after a place in that order. */
export const listOpenPayments = async (
  tx: Tx,
  {
    requestedBefore,
    after,
    limit,
  }: {
    readonly requestedBefore: Date
    readonly after: Pick<PaymentRow, 'requestedAt' | 'paymentId'> | undefined
    readonly limit: number
  },
): Promise<PaymentRow[]> => {
  const { rows } = await tx.query<PaymentRow>(
    `SELECT ${selectedPayment} FROM payment
      WHERE state IN ('asked', 'waiting') AND requested_at < $1
        AND ($2::timestamptz IS NULL OR (requested_at, payment_id) > ($2, $3::uuid))
      ORDER BY requested_at, payment_id LIMIT $4`,
    [requestedBefore, after?.requestedAt ?? null, after?.paymentId ?? null, limit],
  )
  return rows
}

export type ReceiptKey = { readonly provider: string; readonly providerPaymentId: string }

/** Money that came. */
export type ReceiptRow = ReceiptKey & {
  readonly amount: Centavos
  readonly paidDay: CivilDay
  /** The day that counts instead; null where it is the day on which it was paid. */
  readonly countedDay: CivilDay | null
  readonly reference: string | null
  readonly state: 'credited' | 'suspense' | 'reversed'
  readonly userId: string | null
  readonly orderId: string | null
  readonly paymentId: string | null
  readonly heardAt: Date
  readonly reversedAt: Date | null
  /** Why a provider has taken it back, where it says so. */
  readonly reversalCause: 'chargeback' | 'refund' | null
}

const selectedReceipt = `provider, provider_payment_id AS "providerPaymentId", amount_centavos AS amount,
  paid_day AS "paidDay", counted_day AS "countedDay", reference, state, user_id AS "userId", order_id AS "orderId", payment_id AS "paymentId",
  heard_at AS "heardAt", reversed_at AS "reversedAt", reversal_cause AS "reversalCause"`

/** False when it is written already: another process was faster. */
export const insertReceipt = async (tx: Tx, receipt: ReceiptRow): Promise<boolean> => {
  const { rowCount } = await tx.query(
    `INSERT INTO receipt (provider, provider_payment_id, amount_centavos, paid_day, counted_day, reference, state, user_id,
                          order_id, payment_id, heard_at, reversed_at, reversal_cause)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) ON CONFLICT DO NOTHING`,
    [
      receipt.provider,
      receipt.providerPaymentId,
      receipt.amount,
      receipt.paidDay,
      receipt.countedDay,
      receipt.reference,
      receipt.state,
      receipt.userId,
      receipt.orderId,
      receipt.paymentId,
      receipt.heardAt,
      receipt.reversedAt,
      receipt.reversalCause,
    ],
  )
  return rowCount === 1
}

/** `locked`, nobody else moves it until the transaction ends. */
export const findReceipt = async (
  tx: Tx,
  { provider, providerPaymentId }: ReceiptKey,
  { locked }: { readonly locked: boolean },
): Promise<ReceiptRow | undefined> => {
  const { rows } = await tx.query<ReceiptRow>(
    `SELECT ${selectedReceipt} FROM receipt WHERE provider = $1 AND provider_payment_id = $2
     ${locked ? 'FOR NO KEY UPDATE' : ''}`,
    [provider, providerPaymentId],
  )
  return rows[0]
}

/** Where money belongs now. What came, and when, is never changed. */
export const updateReceipt = async (
  tx: Tx,
  { provider, providerPaymentId }: ReceiptKey,
  now: Pick<ReceiptRow, 'state' | 'userId' | 'orderId' | 'paymentId' | 'reversedAt' | 'reversalCause'>,
): Promise<void> => {
  await tx.query(
    `UPDATE receipt SET state = $3, user_id = $4, order_id = $5, payment_id = $6, reversed_at = $7, reversal_cause = $8
      WHERE provider = $1 AND provider_payment_id = $2`,
    [
      provider,
      providerPaymentId,
      now.state,
      now.userId,
      now.orderId,
      now.paymentId,
      now.reversedAt,
      now.state === 'reversed' ? now.reversalCause : null,
    ],
  )
}

/**
 * Money of a provider that may still be charged back and that nobody has asked about for a while, the longest unasked
 * first: paid by checkout, or under no payment of ours. One look after the last day that counts ends it.
 */
export const listReceiptsToCheck = async (
  tx: Tx,
  {
    provider,
    askedBefore,
    paidFrom,
    days,
    limit,
  }: {
    readonly provider: string
    readonly askedBefore: Date
    readonly paidFrom: CivilDay
    readonly days: number
    readonly limit: number
  },
): Promise<ReceiptKey[]> => {
  const { rows } = await tx.query<ReceiptKey>(
    `SELECT receipt.provider, provider_payment_id AS "providerPaymentId"
       FROM receipt
       LEFT JOIN payment ON payment.user_id = receipt.user_id AND payment.payment_id = receipt.payment_id
      WHERE receipt.state <> 'reversed' AND receipt.provider = $1 AND coalesce(checked_at, heard_at) < $2
        AND paid_day >= $3 AND coalesce(checked_at, heard_at) < (paid_day + $4::integer)::timestamptz
        AND (payment.method_id = 'checkout' OR payment.method_id IS NULL)
      ORDER BY coalesce(checked_at, heard_at), provider_payment_id LIMIT $5`,
    [provider, askedBefore, paidFrom, days, limit],
  )
  return rows
}

/** It was asked about. */
export const updateReceiptChecked = async (
  tx: Tx,
  { provider, providerPaymentId }: ReceiptKey,
  checkedAt: Date,
): Promise<void> => {
  await tx.query('UPDATE receipt SET checked_at = $3 WHERE provider = $1 AND provider_payment_id = $2', [
    provider,
    providerPaymentId,
    checkedAt,
  ])
}

/** On which day money counts instead of the one on which it was paid; null for that one. */
export const updateCountedDay = async (
  tx: Tx,
  { provider, providerPaymentId }: ReceiptKey,
  countedDay: CivilDay | null,
): Promise<void> => {
  await tx.query('UPDATE receipt SET counted_day = $3 WHERE provider = $1 AND provider_payment_id = $2', [
    provider,
    providerPaymentId,
    countedDay,
  ])
}

/** All money of a payment, whatever became of it. */
export const listReceiptsOf = async (tx: Tx, { userId, paymentId }: PaymentKey): Promise<ReceiptRow[]> => {
  const { rows } = await tx.query<ReceiptRow>(
    `SELECT ${selectedReceipt} FROM receipt WHERE user_id = $1 AND payment_id = $2`,
    [userId, paymentId],
  )
  return rows
}

/** Nothing of a payment is there any more, and none of it was taken back: it can be paid again while its time lasts. */
export const reopenPayment = async (tx: Tx, { userId, paymentId }: PaymentKey, now: Date): Promise<void> => {
  await tx.query(
    `UPDATE payment
        SET state = CASE WHEN expires_at > $3 AND sealed_instructions IS NOT NULL THEN 'waiting' ELSE 'expired' END
      WHERE user_id = $1 AND payment_id = $2 AND state = 'credited'`,
    [userId, paymentId, now],
  )
}

/** What the staff did about money that had been entered or placed by hand. */
export type ReceiptReversal = ReceiptKey & {
  readonly kind: 'unplaced' | 'reversed' | 'returned' | 'restored'
  /** The loan that it had been paid on. */
  readonly order: OrderKey | null
  readonly madeAt: Date
}

export const insertReceiptReversal = async (tx: Tx, reversal: ReceiptReversal): Promise<void> => {
  const { provider, providerPaymentId, kind, order, madeAt } = reversal
  await tx.query(
    `INSERT INTO receipt_reversal (provider, provider_payment_id, reversal_number, kind, user_id, order_id, made_at)
     SELECT $1, $2, coalesce(max(reversal_number), 0) + 1, $3, $4, $5, $6
       FROM receipt_reversal WHERE provider = $1 AND provider_payment_id = $2`,
    [provider, providerPaymentId, kind, order?.userId ?? null, order?.orderId ?? null, madeAt],
  )
}

/** What the staff last did about this money. */
export const findLastReversal = async (
  tx: Tx,
  { provider, providerPaymentId }: ReceiptKey,
): Promise<ReceiptReversal['kind'] | undefined> => {
  const { rows } = await tx.query<Pick<ReceiptReversal, 'kind'>>(
    `SELECT kind FROM receipt_reversal WHERE provider = $1 AND provider_payment_id = $2
      ORDER BY reversal_number DESC LIMIT 1`,
    [provider, providerPaymentId],
  )
  return rows[0]?.kind
}

/** The newest quote for everything of an order that has this very amount, is not paid and was good on a day. */
export const findQuoteOf = async (
  tx: Tx,
  { userId, orderId }: OrderKey,
  { amount, from, before }: { readonly amount: Centavos; readonly from: Date; readonly before: Date },
): Promise<PaymentRow | undefined> => {
  const { rows } = await tx.query<PaymentRow>(
    `SELECT ${selectedPayment} FROM payment
      WHERE user_id = $1 AND order_id = $2 AND kind = 'payoff' AND amount_centavos = $3
        AND state IN ('waiting', 'expired') AND requested_at < $5 AND expires_at >= $4
      ORDER BY requested_at DESC LIMIT 1`,
    [userId, orderId, amount, from, before],
  )
  return rows[0]
}

/** Money that nobody could place, the oldest first. */
export const listReceiptsInSuspense = async (tx: Tx): Promise<ReceiptRow[]> => {
  const { rows } = await tx.query<ReceiptRow>(
    `SELECT ${selectedReceipt} FROM receipt WHERE state = 'suspense' ORDER BY heard_at, provider, provider_payment_id`,
  )
  return rows
}

const suspenseColumns = {
  since: 'heard_at',
  id: [
    ['provider', 'text'],
    ['provider_payment_id', 'text'],
  ],
} as const

/** A page of the same. */
export const listWaitingReceipts = async (tx: Tx, page: WaitingPage): Promise<ReceiptRow[]> => {
  const { and, orderAndLimit, values } = waitingSql(suspenseColumns, page)
  const { rows } = await tx.query<ReceiptRow>(
    `SELECT ${selectedReceipt} FROM receipt WHERE state = 'suspense' ${and} ${orderAndLimit}`,
    values,
  )
  return rows
}

/** How many there are, up to the limit of the page. */
export const countWaitingReceipts = async (tx: Tx, page: WaitingPage): Promise<number> => {
  const { and, orderAndLimit, values } = waitingSql(suspenseColumns, page)
  const { rows } = await tx.query<{ count: number }>(
    `SELECT count(*) AS count FROM (SELECT FROM receipt WHERE state = 'suspense' ${and} ${orderAndLimit}) AS counted`,
    values,
  )
  return rows[0]?.count ?? 0
}

export type RepayRequestRow = {
  readonly bodyIndex: Buffer
  readonly paymentId: string | null
  /** Null while the provider is being asked. */
  readonly sealedAnswer: Buffer | null
}

/** `locked`, nobody else goes on with it until the transaction ends. */
export const findRepayRequest = async (
  tx: Tx,
  userId: string,
  requestId: string,
  { locked }: { readonly locked: boolean },
): Promise<RepayRequestRow | undefined> => {
  const { rows } = await tx.query<RepayRequestRow>(
    `SELECT body_index AS "bodyIndex", payment_id AS "paymentId", sealed_answer AS "sealedAnswer"
       FROM repay_request WHERE user_id = $1 AND request_id = $2 ${locked ? 'FOR UPDATE' : ''}`,
    [userId, requestId],
  )
  return rows[0]
}

/** Writes down a request, or with which payment or answer it goes on; false when it has an answer. */
export const upsertRepayRequest = async (
  tx: Tx,
  request: RepayRequestRow & { readonly userId: string; readonly requestId: string; readonly answeredAt: Date | null },
): Promise<boolean> => {
  const { rowCount } = await tx.query(
    `INSERT INTO repay_request (user_id, request_id, body_index, payment_id, sealed_answer, answered_at)
     VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (user_id, request_id) DO UPDATE
        SET body_index = excluded.body_index, payment_id = excluded.payment_id,
            sealed_answer = excluded.sealed_answer, answered_at = excluded.answered_at
      WHERE repay_request.sealed_answer IS NULL`,
    [request.userId, request.requestId, request.bodyIndex, request.paymentId, request.sealedAnswer, request.answeredAt],
  )
  return rowCount === 1
}

export type ReceiptPlace = ReceiptKey & { readonly heardAt: Date }

/** Money that came, by where it stands: what is nobody's the oldest first, everything else the newest first. */
export const listReceiptPage = async (
  tx: Tx,
  {
    state,
    after,
    limit,
  }: {
    readonly state: ReceiptRow['state']
    readonly after: ReceiptPlace | undefined
    readonly limit: number
  },
): Promise<(ReceiptRow & { readonly orderNumber: string | null })[]> => {
  const [sign, order] = state === 'suspense' ? ['>', 'ASC'] : ['<', 'DESC']
  const { rows } = await tx.query<ReceiptRow & { readonly orderNumber: string | null }>(
    `SELECT ${selectedReceipt},
            (SELECT order_number FROM loan_order
              WHERE loan_order.user_id = receipt.user_id AND loan_order.order_id = receipt.order_id) AS "orderNumber"
       FROM receipt
      WHERE state = $1
        AND ($2::timestamptz IS NULL OR (heard_at, provider, provider_payment_id) ${sign} ($2, $3::text, $4::text))
      ORDER BY heard_at ${order}, provider ${order}, provider_payment_id ${order} LIMIT $5`,
    [state, after?.heardAt ?? null, after?.provider ?? null, after?.providerPaymentId ?? null, limit],
  )
  return rows
}

/** How much money is nobody's, and of how many receipts, up to a bound. */
export const sumSuspense = async (
  tx: Tx,
  most: number,
): Promise<{ readonly count: number; readonly amount: Centavos }> => {
  const { rows } = await tx.query<{ count: number; amount: Centavos }>(
    `SELECT count(*) AS count, coalesce(sum(amount_centavos), 0)::bigint AS amount
       FROM (SELECT amount_centavos FROM receipt WHERE state = 'suspense' ORDER BY heard_at LIMIT $1) AS counted`,
    [most],
  )
  return rows[0] ?? { count: 0, amount: 0 as Centavos }
}

/** Money of these days and amounts, whatever became of it, of one provider. */
export const listReceiptsLike = async (
  tx: Tx,
  provider: string,
  wanted: readonly { readonly paidDay: CivilDay; readonly amount: Centavos }[],
): Promise<Pick<ReceiptRow, 'providerPaymentId' | 'paidDay' | 'amount'>[]> => {
  if (wanted.length === 0) return []
  const { rows } = await tx.query<Pick<ReceiptRow, 'providerPaymentId' | 'paidDay' | 'amount'>>(
    `SELECT receipt.provider_payment_id AS "providerPaymentId", receipt.paid_day AS "paidDay",
            receipt.amount_centavos AS amount
       FROM (SELECT DISTINCT * FROM unnest($2::date[], $3::bigint[]) AS one (paid_day, amount_centavos)) AS wanted
       JOIN receipt USING (paid_day, amount_centavos)
      WHERE receipt.provider = $1 AND receipt.state <> 'reversed'`,
    [provider, wanted.map(({ paidDay }) => paidDay), wanted.map(({ amount }) => amount)],
  )
  return rows
}

/** Which of these ids of a provider are known. */
export const listKnownReceipts = async (
  tx: Tx,
  provider: string,
  ids: readonly string[],
): Promise<(Pick<ReceiptRow, 'providerPaymentId' | 'state'> & { readonly orderNumber: string | null })[]> => {
  if (ids.length === 0) return []
  const { rows } = await tx.query<
    Pick<ReceiptRow, 'providerPaymentId' | 'state'> & { readonly orderNumber: string | null }
  >(
    `SELECT provider_payment_id AS "providerPaymentId", receipt.state, loan_order.order_number AS "orderNumber"
       FROM receipt
       LEFT JOIN loan_order ON loan_order.user_id = receipt.user_id AND loan_order.order_id = receipt.order_id
      WHERE provider = $1 AND provider_payment_id = ANY($2)`,
    [provider, ids],
  )
  return rows
}

/** A loan that money may belong to, and what led to it. */
export type Lead = OrderKey & { readonly at: number; readonly by: 'reference' | 'dni' | 'amount' }

/** Money as far as it can lead to a loan; `at` is its place among those that are asked about. */
export type Sought = {
  readonly at: number
  readonly amount: Centavos
  readonly paidDay: CivilDay
  /** Everything that may be the reference of a payment or the number of a loan. */
  readonly numbers: readonly string[]
  readonly dniIndexes: readonly Buffer[]
}

/** So many of each kind for one receipt: with more of them an amount says nothing. */
const LEADS_MAX = 5

/**
 * The loans that money may belong to: named by its words, of somebody whose document it carries, or with exactly this
 * amount to pay. One query for all that are asked about, each part of it by an index.
 */
export const listLeads = async (tx: Tx, sought: readonly Sought[]): Promise<Lead[]> => {
  const numbers = sought.flatMap(({ at, numbers: all }) => all.map((number) => ({ at, number })))
  const people = sought.flatMap(({ at, dniIndexes }) => dniIndexes.map((dniIndex) => ({ at, dniIndex })))
  const { rows } = await tx.query<Lead>(
    `SELECT named.at, payment.user_id AS "userId", payment.order_id AS "orderId", 'reference' AS by
       FROM unnest($1::integer[], $2::text[]) AS named (at, number) JOIN payment ON payment.reference = named.number
     UNION
     SELECT named.at, loan_order.user_id, loan_order.order_id, 'reference'
       FROM unnest($1::integer[], $2::text[]) AS named (at, number)
       JOIN loan_order ON upper(loan_order.order_number) = named.number
     UNION
     SELECT person.at, loan_order.user_id, loan_order.order_id, 'dni'
       FROM unnest($3::integer[], $4::bytea[]) AS person (at, dni_index)
       JOIN identity_trace ON identity_trace.dni_index = person.dni_index
       JOIN loan_order ON loan_order.user_id = identity_trace.user_id AND loan_order.state = 'in_repayment'
     UNION
     SELECT paid.at, found.user_id, found.order_id, 'amount'
       FROM unnest($5::integer[], $6::bigint[], $7::date[]) AS paid (at, amount, day)
      CROSS JOIN LATERAL (
        (SELECT user_id, order_id FROM payment
          WHERE amount_centavos = paid.amount AND state IN ('waiting', 'expired')
          ORDER BY requested_at DESC LIMIT ${LEADS_MAX})
        UNION
        (SELECT user_id, order_id FROM loan_order
          WHERE state = 'in_repayment' AND repayment_centavos = paid.amount AND due_day >= paid.day
          ORDER BY due_day LIMIT ${LEADS_MAX})
        UNION
        (SELECT user_id, order_id FROM loan_order
          WHERE state = 'in_repayment' AND repayment_centavos = paid.amount AND due_day < paid.day
          ORDER BY due_day DESC LIMIT ${LEADS_MAX})) AS found`,
    [
      numbers.map(({ at }) => at),
      numbers.map(({ number }) => number),
      people.map(({ at }) => at),
      people.map(({ dniIndex }) => dniIndex),
      sought.map(({ at }) => at),
      sought.map(({ amount }) => amount),
      sought.map(({ paidDay }) => paidDay),
    ],
  )
  return rows
}

/** The payments that words name, for many words at once: the number of a loan where exactly one payment is named. */
export const listNamedOrders = async (
  tx: Tx,
  wanted: readonly { readonly at: number; readonly words: string }[],
): Promise<{ readonly at: number; readonly orderNumber: string }[]> => {
  const names = wanted.flatMap(({ at, words }) => [words, ...orderNumbersIn(words)].map((name) => ({ at, name })))
  if (names.length === 0) return []
  const { rows } = await tx.query<{ at: number; orderNumber: string }>(
    `SELECT named.at, min(loan_order.order_number) AS "orderNumber"
       FROM (SELECT DISTINCT * FROM unnest($1::integer[], $2::text[]) AS one (at, name)) AS named
       JOIN payment ON payment.reference = named.name
       JOIN loan_order ON loan_order.user_id = payment.user_id AND loan_order.order_id = payment.order_id
        AND loan_order.payout_day IS NOT NULL
      GROUP BY named.at HAVING count(DISTINCT payment.payment_id) = 1`,
    [names.map(({ at }) => at), names.map(({ name }) => name)],
  )
  return rows
}

/** The money that came and was credited since an instant. */
export const sumCredited = async (
  tx: Tx,
  from: Date,
): Promise<{ readonly count: number; readonly amount: Centavos }> => {
  const { rows } = await tx.query<{ count: number; amount: Centavos }>(
    `SELECT count(*) AS count, coalesce(sum(amount_centavos), 0)::bigint AS amount
       FROM receipt WHERE state = 'credited' AND heard_at >= $1`,
    [from],
  )
  return rows[0] ?? { count: 0, amount: 0 as Centavos }
}
