import type { CivilDay } from '@hola/core/calendar.ts'
import type { PlanPart } from '@hola/core/loan/plan.ts'
import type { Centavos } from '@hola/core/money.ts'
import type { Tx } from '../../platform/db/public.ts'
import type { OrderKey } from '../order/public.ts'

type Made = { readonly day: CivilDay; readonly amount: Centavos; readonly madeAt: Date }

export type WaiverKey = { readonly userId: string; readonly waiverId: string }

export const insertWaiver = async (tx: Tx, waiver: OrderKey & WaiverKey & Made): Promise<void> => {
  await tx.query(
    `INSERT INTO waiver (user_id, waiver_id, order_id, day, amount_centavos, made_at) VALUES ($1, $2, $3, $4, $5, $6)`,
    [waiver.userId, waiver.waiverId, waiver.orderId, waiver.day, waiver.amount, waiver.madeAt],
  )
}

/** Of which order a waiver is; undefined when there is none. */
export const findWaivedOrder = async (tx: Tx, { userId, waiverId }: WaiverKey): Promise<OrderKey | undefined> => {
  const { rows } = await tx.query<OrderKey>(
    'SELECT user_id AS "userId", order_id AS "orderId" FROM waiver WHERE user_id = $1 AND waiver_id = $2',
    [userId, waiverId],
  )
  return rows[0]
}

export const insertWaiverReversal = async (tx: Tx, { userId, waiverId }: WaiverKey, madeAt: Date): Promise<void> => {
  await tx.query('INSERT INTO waiver_reversal (user_id, waiver_id, made_at) VALUES ($1, $2, $3)', [
    userId,
    waiverId,
    madeAt,
  ])
}

export type WriteOffKey = { readonly userId: string; readonly writeOffId: string }

export const insertWriteOff = async (tx: Tx, writeOff: OrderKey & WriteOffKey & Made): Promise<void> => {
  await tx.query(
    `INSERT INTO write_off (user_id, write_off_id, order_id, day, amount_centavos, made_at)
     VALUES ($1, $2, $3, $4, $5, $6)`,
    [writeOff.userId, writeOff.writeOffId, writeOff.orderId, writeOff.day, writeOff.amount, writeOff.madeAt],
  )
}

/** The write-off of an order that was not taken back. */
export const findWriteOff = async (tx: Tx, { userId, orderId }: OrderKey): Promise<WriteOffKey | undefined> => {
  const { rows } = await tx.query<WriteOffKey>(
    `SELECT user_id AS "userId", write_off_id AS "writeOffId" FROM write_off
      WHERE user_id = $1 AND order_id = $2
        AND NOT EXISTS (SELECT FROM write_off_reversal AS reversal
                         WHERE reversal.user_id = write_off.user_id AND reversal.write_off_id = write_off.write_off_id)`,
    [userId, orderId],
  )
  return rows[0]
}

export const insertWriteOffReversal = async (
  tx: Tx,
  { userId, writeOffId }: WriteOffKey,
  madeAt: Date,
): Promise<void> => {
  await tx.query('INSERT INTO write_off_reversal (user_id, write_off_id, made_at) VALUES ($1, $2, $3)', [
    userId,
    writeOffId,
    madeAt,
  ])
}

export type PlanKey = { readonly userId: string; readonly planId: string }

export const insertPlan = async (
  tx: Tx,
  plan: OrderKey & PlanKey & Made & { readonly parts: readonly PlanPart[] },
): Promise<void> => {
  await tx.query(
    `INSERT INTO payment_plan (user_id, plan_id, order_id, day, amount_centavos, made_at) VALUES ($1, $2, $3, $4, $5, $6)`,
    [plan.userId, plan.planId, plan.orderId, plan.day, plan.amount, plan.madeAt],
  )
  await tx.query(
    `INSERT INTO payment_plan_part (user_id, plan_id, part_number, due_day, amount_centavos)
     SELECT $1, $2, part_number, due_day, amount
       FROM unnest($3::date[], $4::bigint[]) WITH ORDINALITY AS part (due_day, amount, part_number)`,
    [plan.userId, plan.planId, plan.parts.map(({ dueDay }) => dueDay), plan.parts.map(({ amount }) => amount)],
  )
}

export const insertPlanReversal = async (tx: Tx, { userId, planId }: PlanKey, madeAt: Date): Promise<void> => {
  await tx.query('INSERT INTO payment_plan_reversal (user_id, plan_id, made_at) VALUES ($1, $2, $3)', [
    userId,
    planId,
    madeAt,
  ])
}
