import type { CivilDay } from '@hola/core/calendar.ts'
import type { Tx } from '../../platform/db/public.ts'
import type { OrderKey } from '../order/public.ts'

export type HandoverRow = OrderKey & {
  readonly agency: string
  readonly noticeNumber: number
  readonly noticeDay: CivilDay
  readonly handedDay: CivilDay
  readonly handedAt: Date
}

export const insertHandover = async (tx: Tx, handover: HandoverRow): Promise<void> => {
  await tx.query(
    `INSERT INTO agency_handover (user_id, order_id, agency, notice_number, notice_day, handed_day, handed_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [
      handover.userId,
      handover.orderId,
      handover.agency,
      handover.noticeNumber,
      handover.noticeDay,
      handover.handedDay,
      handover.handedAt,
    ],
  )
}

export const findHandover = async (
  tx: Tx,
  { userId, orderId }: OrderKey,
): Promise<Pick<HandoverRow, 'agency' | 'handedDay'> | undefined> => {
  const { rows } = await tx.query<Pick<HandoverRow, 'agency' | 'handedDay'>>(
    `SELECT agency, handed_day AS "handedDay" FROM agency_handover WHERE user_id = $1 AND order_id = $2`,
    [userId, orderId],
  )
  return rows[0]
}
