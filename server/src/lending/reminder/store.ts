import { addDays, startOfDay } from '@hola/core/calendar.ts'
import type { CivilDay } from '@hola/core/calendar.ts'
import type { ReminderKind } from '@hola/core/reminder.ts'
import type { Tx } from '../../platform/db/public.ts'

/** One message about an order: for the day on which it is or was due, or on which the right to withdraw ends. */
export type MessageKey = {
  readonly userId: string
  readonly orderId: string
  readonly dueDay: CivilDay
  readonly kind: ReminderKind | 'new_level'
}

/** One reminder: of an order, for the day on which it is due, of a kind. */
export type ReminderKey = MessageKey & { readonly kind: ReminderKind }

type Cursor = { readonly userId: string; readonly orderId: string }

/** Before every id. */
export const FIRST_CURSOR: Cursor = {
  userId: '00000000-0000-0000-0000-000000000000',
  orderId: '00000000-0000-0000-0000-000000000000',
}

/** Orders that are due on a day and of which this reminder is not under way, in the order of their ids, after a cursor. */
export const listDueOrders = async (
  tx: Tx,
  {
    dueDay,
    kind,
    after,
    limit,
  }: { readonly dueDay: CivilDay; readonly kind: ReminderKind; readonly after: Cursor; readonly limit: number },
): Promise<Cursor[]> => {
  const { rows } = await tx.query<Cursor>(
    `SELECT user_id AS "userId", order_id AS "orderId" FROM loan_order
      WHERE state = 'in_repayment' AND due_day = $1 AND (user_id, order_id) > ($3, $4)
        AND NOT EXISTS (
          SELECT FROM reminder
           WHERE reminder.user_id = loan_order.user_id AND reminder.order_id = loan_order.order_id
             AND reminder.due_day = $1 AND reminder.kind = $2)
      ORDER BY user_id, order_id LIMIT $5`,
    [dueDay, kind, after.userId, after.orderId, limit],
  )
  return rows
}

/** Orders with a part of a payment plan that is due on a day, like the orders themselves. */
export const listDueParts = async (
  tx: Tx,
  {
    dueDay,
    kind,
    after,
    limit,
  }: { readonly dueDay: CivilDay; readonly kind: ReminderKind; readonly after: Cursor; readonly limit: number },
): Promise<Cursor[]> => {
  const { rows } = await tx.query<Cursor>(
    `SELECT DISTINCT plan.user_id AS "userId", plan.order_id AS "orderId"
       FROM payment_plan_part AS part JOIN payment_plan AS plan USING (user_id, plan_id)
       JOIN loan_order ON loan_order.user_id = plan.user_id AND loan_order.order_id = plan.order_id
      WHERE part.due_day = $1 AND loan_order.state = 'in_repayment' AND (plan.user_id, plan.order_id) > ($3, $4)
        AND NOT EXISTS (
          SELECT FROM payment_plan_reversal AS reversal
           WHERE reversal.user_id = plan.user_id AND reversal.plan_id = plan.plan_id)
        AND NOT EXISTS (
          SELECT FROM reminder
           WHERE reminder.user_id = plan.user_id AND reminder.order_id = plan.order_id
             AND reminder.due_day = $1 AND reminder.kind = $2)
      ORDER BY 1, 2 LIMIT $5`,
    [dueDay, kind, after.userId, after.orderId, limit],
  )
  return rows
}

/**
 * Loans that were withdrawn from, whose last day to give back is one of these, and of which that reminder is not under way,
 * in the order of their days and ids, after a cursor.
 */
export const listEndingWithdrawals = async (
  tx: Tx,
  {
    from,
    to,
    after,
    limit,
  }: {
    readonly from: CivilDay
    readonly to: CivilDay
    readonly after: Cursor & { readonly untilDay: CivilDay }
    readonly limit: number
  },
): Promise<(Cursor & { readonly untilDay: CivilDay })[]> => {
  const { rows } = await tx.query<Cursor & { untilDay: CivilDay }>(
    `SELECT user_id AS "userId", order_id AS "orderId", withdrawal_until_day AS "untilDay" FROM loan_order
      WHERE state = 'in_repayment' AND withdrawn_at IS NOT NULL AND withdrawal_until_day BETWEEN $1 AND $2
        AND (withdrawal_until_day, user_id, order_id) > ($3, $4, $5)
        AND NOT EXISTS (
          SELECT FROM reminder
           WHERE reminder.user_id = loan_order.user_id AND reminder.order_id = loan_order.order_id
             AND reminder.due_day = loan_order.withdrawal_until_day AND reminder.kind = 'withdrawal_ends')
      ORDER BY withdrawal_until_day, user_id, order_id LIMIT $6`,
    [from, to, after.untilDay, after.userId, after.orderId, limit],
  )
  return rows
}

/** Whether she holds a quote for everything that was asked for in time and is still good: paid with it, she is not late. */
export const hasGoodQuote = async (
  tx: Tx,
  { userId, orderId, dueDay }: Pick<ReminderKey, 'userId' | 'orderId' | 'dueDay'>,
  now: Date,
): Promise<boolean> => {
  const { rowCount } = await tx.query(
    `SELECT 1 FROM payment
      WHERE user_id = $1 AND order_id = $2 AND kind = 'payoff' AND state = 'waiting' AND requested_at < $3
        AND expires_at > $4 LIMIT 1`,
    [userId, orderId, startOfDay(addDays(dueDay, 1)), now],
  )
  return rowCount === 1
}

/**
 * Writes down that a reminder is tried now, for the first time or again. False when this try was made before, or the
 * reminder has gone out, or another order of tries was meant: then nobody sends anything.
 */
export const claimTry = async (
  tx: Tx,
  { userId, orderId, dueDay, kind }: MessageKey,
  { tryNumber, triedAt }: { readonly tryNumber: number; readonly triedAt: Date },
): Promise<boolean> => {
  const values = [userId, orderId, dueDay, kind, tryNumber, triedAt]
  const { rowCount } =
    tryNumber === 1
      ? await tx.query(
          `INSERT INTO reminder (user_id, order_id, due_day, kind, tries, tried_at) VALUES ($1, $2, $3, $4, $5, $6)
           ON CONFLICT DO NOTHING`,
          values,
        )
      : await tx.query(
          `UPDATE reminder SET tries = $5, tried_at = $6
            WHERE user_id = $1 AND order_id = $2 AND due_day = $3 AND kind = $4
              AND tries = $5 - 1 AND outcome IS NULL`,
          values,
        )
  return rowCount === 1
}

/** What became of a reminder: nobody tries it again. */
export const updateOutcome = async (
  tx: Tx,
  { userId, orderId, dueDay, kind }: MessageKey,
  outcome: 'sent' | 'unreachable',
): Promise<void> => {
  await tx.query(
    'UPDATE reminder SET outcome = $5 WHERE user_id = $1 AND order_id = $2 AND due_day = $3 AND kind = $4',
    [userId, orderId, dueDay, kind, outcome],
  )
}

/** On which days each of these people was told of a payment that lay ahead or was due that day, since an instant. */
export const listNotices = async (
  tx: Tx,
  userIds: readonly string[],
  since: Date,
): Promise<{ readonly userId: string; readonly at: Date }[]> => {
  const { rows } = await tx.query<{ userId: string; at: Date }>(
    `SELECT user_id AS "userId", tried_at AS at FROM reminder
      WHERE user_id = ANY($1::uuid[]) AND kind IN ('three_days_before', 'on_the_day') AND tried_at >= $2`,
    [userIds, since],
  )
  return rows
}
