import type { CivilDay } from '@hola/core/calendar.ts'
import type { personEventGroups, personEventKinds } from '@hola/core/desk-contract/people.ts'
import type { OrderState } from '@hola/core/loan/order-states.ts'
import type { Centavos } from '@hola/core/money.ts'
import type { OrderKey } from '../../lending/order/public.ts'
import type { Tx } from '../../platform/db/public.ts'

// What the staff sees of a person or of a loan is gathered here from the tables of many rooms; nothing is written.

/** A place in a list that is ordered by a time and an id. */
export type Place = { readonly at: Date; readonly id: string }

export const findAccountRow = async (
  tx: Tx,
  userId: string,
): Promise<{ readonly createdAt: Date; readonly blockedAt: Date | null } | undefined> => {
  const { rows } = await tx.query<{ createdAt: Date; blockedAt: Date | null }>(
    'SELECT created_at AS "createdAt", blocked_at AS "blockedAt" FROM account WHERE user_id = $1',
    [userId],
  )
  return rows[0]
}

/** Whose request has this number; `userId` is null while nobody knows. */
export const findRequest = async (tx: Tx, trackingNumber: string): Promise<{ userId: string | null } | undefined> => {
  const { rows } = await tx.query<{ userId: string | null }>(
    'SELECT user_id AS "userId" FROM consumer_request WHERE tracking_number = $1',
    [trackingNumber],
  )
  return rows[0]
}

/** The loans that have one of these numbers. */
export const listOrdersOfNumbers = async (
  tx: Tx,
  numbers: readonly string[],
): Promise<(OrderKey & { orderNumber: string })[]> => {
  const { rows } = await tx.query<OrderKey & { orderNumber: string }>(
    `SELECT user_id AS "userId", order_id AS "orderId", order_number AS "orderNumber" FROM loan_order
      WHERE upper(order_number) = ANY($1) LIMIT 20`,
    [numbers],
  )
  return rows
}

export type PersonEvent = {
  readonly at: Date
  readonly id: string
  readonly kind: (typeof personEventKinds)[number]
  readonly name: string
  readonly orderNumber: string | null
  readonly amount: Centavos | null
  readonly actor: string | null
  readonly why: string | null
  readonly subject: string | null
}

export type EventGroup = (typeof personEventGroups)[number]

type Source = {
  readonly groups: readonly EventGroup[]
  readonly table: string
  readonly at: string
  readonly id: string
  readonly kind: string
  readonly name: string
  readonly order?: string
  readonly amount?: string
  readonly actor?: string
  readonly why?: string
  readonly subject?: string
  readonly where?: string
}

const OPENS = `act IN ('search_person', 'see_person', 'open_field', 'see_case', 'see_photos', 'see_books', 'see_loan',
  'see_document', 'see_request', 'see_erased')`

/**
 * Where the events of a person are. Each is read by her id from its own table and cut to one page before all are put in
 * one order, so that a page costs the same however long her history is.
 */
const sources: readonly Source[] = [
  { groups: ['all'], table: 'account', at: 'created_at', id: `'account'`, kind: 'account_opened', name: `''` },
  {
    groups: ['all'],
    table: 'application',
    at: 'submitted_at',
    id: 'application_id::text',
    kind: 'application_submitted',
    name: `''`,
  },
  ...(['approved', 'refused', 'manual'] as const).map((outcome): Source => ({
    groups: ['all'],
    table: 'review_decision',
    at: 'decided_at',
    id: 'decision_id::text',
    kind: `decided_${outcome}`,
    name: `''`,
    amount: 'limit_centavos',
    actor: 'decided_by',
    where: `outcome = '${outcome}'`,
  })),
  {
    groups: ['all', 'loans'],
    table: 'order_event',
    at: 'at',
    id: `order_id || ' ' || event_number`,
    kind: 'order',
    name: 'kind',
    order: 'order_id',
    amount: 'amount_centavos',
  },
  {
    groups: ['all', 'messages'],
    table: 'reminder',
    at: 'tried_at',
    id: `order_id || ' ' || due_day || ' ' || kind`,
    kind: 'message',
    name: 'kind',
    order: 'order_id',
    subject: 'outcome',
  },
  {
    groups: ['all', 'messages'],
    table: 'news',
    at: 'tried_at',
    id: `kind || ' ' || subject`,
    kind: 'message',
    name: 'kind',
    subject: 'outcome',
  },
  {
    // Its act stands among what the staff did; the reminders that went out by themselves are above.
    groups: ['messages'],
    table: 'contact_attempt',
    at: 'attempted_at',
    id: `'contact ' || contact_number`,
    kind: 'message',
    name: `'contact_' || template`,
    order: 'order_id',
    where: `template NOT IN ('one_day_after', 'seven_days_after')`,
  },
  {
    groups: ['all', 'messages'],
    table: 'contact_opt_out',
    at: 'chosen_at',
    id: `'choice ' || choice_number`,
    kind: 'message',
    name: `CASE WHEN is_out THEN 'opt_out' ELSE 'opt_in' END`,
    where: 'member_id IS NULL',
  },
  {
    groups: ['all', 'messages'],
    table: 'consumer_request',
    at: 'received_at',
    id: 'tracking_number',
    kind: 'request_received',
    name: 'kind',
    order: 'order_id',
    subject: 'tracking_number',
  },
  {
    groups: ['all', 'messages'],
    table: 'consumer_request',
    at: 'concluded_at',
    id: `tracking_number || ' end'`,
    kind: 'request_concluded',
    name: 'kind',
    order: 'order_id',
    subject: 'tracking_number',
  },
  { groups: ['all'], table: 'consent', at: 'given_at', id: 'consent_id::text', kind: 'consent_given', name: 'kind' },
  {
    groups: ['all'],
    table: 'consent',
    at: 'withdrawn_at',
    id: `consent_id || ' end'`,
    kind: 'consent_withdrawn',
    name: 'kind',
  },
  {
    groups: ['all', 'loans'],
    table: 'coupon',
    at: 'granted_at',
    id: 'coupon_id::text',
    kind: 'coupon',
    name: 'kind',
    amount: 'fee_reduction_centavos',
    subject: 'extension_days::text',
  },
  {
    groups: ['all', 'staff'],
    table: 'desk_act',
    at: 'acted_at',
    id: 'act_id::text',
    kind: 'act',
    name: 'act',
    order: `(details->>'order_id')::uuid`,
    amount: `(details->>'amount_centavos')::bigint`,
    actor: 'actor',
    why: 'why',
    subject: `coalesce(details->>'field', details->>'kind')`,
  },
  {
    groups: ['openings'],
    table: 'desk_act',
    at: 'acted_at',
    id: 'act_id::text',
    kind: 'act',
    name: 'act',
    order: `(details->>'order_id')::uuid`,
    actor: 'actor',
    why: 'why',
    subject: `details->>'field'`,
    where: OPENS,
  },
]

const branchOf = (source: Source): string =>
  `(SELECT ${source.at} AS at, ${source.id} AS id, '${source.kind}' AS kind, ${source.name} AS name,
           ${source.order ?? 'NULL::uuid'} AS order_id, ${source.amount ?? 'NULL::bigint'} AS amount,
           ${source.actor ?? 'NULL::text'} AS actor, ${source.why ?? 'NULL::text'} AS why,
           ${source.subject ?? 'NULL::text'} AS subject
      FROM ${source.table}
     WHERE user_id = $1 AND ${source.at} IS NOT NULL AND ${source.where ?? 'true'}
       AND ($2::timestamptz IS NULL OR (${source.at}, ${source.id}) < ($2, $3))
     ORDER BY ${source.at} DESC LIMIT $4)`

/** What happened to a person, the newest first, from before a place in that list. */
export const listEvents = async (
  tx: Tx,
  userId: string,
  { group, before, limit }: { readonly group: EventGroup; readonly before: Place | undefined; readonly limit: number },
): Promise<PersonEvent[]> => {
  const branches = sources.filter(({ groups }) => groups.includes(group)).map(branchOf)
  const { rows } = await tx.query<PersonEvent>(
    `SELECT event.at, event.id, event.kind, event.name, order_number AS "orderNumber", event.amount, event.actor,
            event.why, event.subject
       FROM (SELECT * FROM (${branches.join(' UNION ALL ')}) AS found ORDER BY at DESC, id DESC LIMIT $4) AS event
       LEFT JOIN loan_order ON loan_order.user_id = $1 AND loan_order.order_id = event.order_id
      ORDER BY event.at DESC, event.id DESC`,
    [userId, before?.at ?? null, before?.id ?? null, limit],
  )
  return rows
}

export type ListedLoan = OrderKey & {
  readonly orderNumber: string
  readonly state: OrderState
  readonly amount: Centavos
  readonly signedAt: Date
  readonly stateSince: Date
  readonly dueDay: CivilDay | null
  readonly hasPlan: boolean
  readonly isWrittenOff: boolean
}

/** Where a page of loans begins: after this loan in the order of its list. */
export type LoanPlace = OrderKey & { readonly by: string }

type LoanList = {
  /** The column that the list is ordered by, with the type of its values. */
  readonly by: string
  readonly type: 'timestamptz' | 'date'
  readonly isDescending: boolean
  readonly where: string
}

const selectedLoan = `user_id AS "userId", order_id AS "orderId", order_number AS "orderNumber", state,
  amount_centavos AS amount, signed_at AS "signedAt", state_since AS "stateSince", due_day AS "dueDay",
  EXISTS (SELECT FROM payment_plan AS plan
           WHERE plan.user_id = loan_order.user_id AND plan.order_id = loan_order.order_id
             AND NOT EXISTS (SELECT FROM payment_plan_reversal AS reversal
                              WHERE reversal.user_id = plan.user_id AND reversal.plan_id = plan.plan_id)) AS "hasPlan",
  EXISTS (SELECT FROM write_off
           WHERE write_off.user_id = loan_order.user_id AND write_off.order_id = loan_order.order_id
             AND NOT EXISTS (SELECT FROM write_off_reversal AS reversal
                              WHERE reversal.user_id = write_off.user_id AND reversal.write_off_id = write_off.write_off_id)
         ) AS "isWrittenOff"`

/** Every list has an index that gives its rows in its order: a page reads as many rows as it shows. */
export const loanLists = {
  all: { by: 'signed_at', type: 'timestamptz', isDescending: true, where: 'true' },
  running: { by: 'due_day', type: 'date', isDescending: false, where: `state = 'in_repayment'` },
  waiting: {
    by: 'state_since',
    type: 'timestamptz',
    isDescending: false,
    where: `state IN ('pending', 'payout_failed')`,
  },
  cleared: { by: 'state_since', type: 'timestamptz', isDescending: true, where: `state = 'cleared'` },
  cancelled: { by: 'state_since', type: 'timestamptz', isDescending: true, where: `state = 'cancelled'` },
} as const satisfies Readonly<Record<string, LoanList>>

/** One page of a list of loans; `dueFrom` and `dueTo` bound the due day of the loans that run, both included. */
export const listLoansQuery = (
  list: LoanList,
  { after, dueFrom, dueTo, limit }: LoanPage,
): { readonly text: string; readonly values: readonly unknown[] } => {
  const { by, type, isDescending, where } = list
  // The keys go up where the time goes down: a row comparison cannot say that.
  const beyond = isDescending
    ? `(${by} < $1::${type} OR ${by} = $1::${type} AND (user_id, order_id) > ($2::uuid, $3::uuid))`
    : `(${by}, user_id, order_id) > ($1::${type}, $2::uuid, $3::uuid)`
  const bounds = [
    ...(dueFrom === undefined ? [] : [`due_day >= '${dueFrom}'`]),
    ...(dueTo === undefined ? [] : [`due_day <= '${dueTo}'`]),
  ]
  const conditions = [
    where,
    ...bounds,
    ...(after === undefined ? [] : [`${by} ${isDescending ? '<=' : '>='} $1::${type}`, beyond]),
  ]
  return {
    text: `SELECT ${selectedLoan} FROM loan_order WHERE ${conditions.join(' AND ')}
            ORDER BY ${by} ${isDescending ? 'DESC' : 'ASC'}, user_id, order_id LIMIT ${limit}`,
    values: after === undefined ? [] : [after.by, after.userId, after.orderId],
  }
}

export type LoanPage = {
  readonly after: LoanPlace | undefined
  readonly dueFrom?: CivilDay | undefined
  readonly dueTo?: CivilDay | undefined
  readonly limit: number
}

export const listLoans = async (tx: Tx, list: LoanList, page: LoanPage): Promise<ListedLoan[]> => {
  const { text, values } = listLoansQuery(list, page)
  const { rows } = await tx.query<ListedLoan>(text, values)
  return rows
}

export type LoanReceipt = {
  readonly provider: string
  readonly providerPaymentId: string
  readonly amount: Centavos
  readonly paidDay: CivilDay
  /** The day that counts. */
  readonly day: CivilDay
  readonly state: 'credited' | 'reversed'
}

/** The money that came for a loan, as the engine takes it: the first one first. */
export const listLoanReceipts = async (tx: Tx, { userId, orderId }: OrderKey): Promise<LoanReceipt[]> => {
  const { rows } = await tx.query<LoanReceipt>(
    `SELECT provider, provider_payment_id AS "providerPaymentId", amount_centavos AS amount, paid_day AS "paidDay",
            coalesce(counted_day, paid_day) AS day, state
       FROM receipt WHERE user_id = $1 AND order_id = $2 AND state <> 'suspense'
      ORDER BY paid_day, heard_at LIMIT 200`,
    [userId, orderId],
  )
  return rows
}

export type LoanRefund = {
  readonly refundId: string
  readonly amount: Centavos
  readonly askedAt: Date
  readonly way: 'by_hand' | 'provider'
  readonly isReversed: boolean
  readonly isSettled: boolean
}

/** The refunds of a loan, the newest first. */
export const listLoanRefunds = async (tx: Tx, { userId, orderId }: OrderKey): Promise<LoanRefund[]> => {
  const { rows } = await tx.query<LoanRefund>(
    `SELECT refund.refund_id AS "refundId", amount_centavos AS amount, refund.asked_at AS "askedAt", way,
            reversal.refund_id IS NOT NULL AS "isReversed", coalesce(transfer.state = 'settled', false) AS "isSettled"
       FROM refund
       LEFT JOIN refund_reversal AS reversal ON reversal.user_id = refund.user_id AND reversal.refund_id = refund.refund_id
       LEFT JOIN refund_transfer AS transfer ON transfer.user_id = refund.user_id AND transfer.refund_id = refund.refund_id
      WHERE refund.user_id = $1 AND refund.order_id = $2 ORDER BY refund.asked_at DESC LIMIT 100`,
    [userId, orderId],
  )
  return rows
}
