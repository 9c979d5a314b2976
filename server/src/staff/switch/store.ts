import type { Tx } from '../../platform/db/public.ts'

export type StopRow = {
  readonly stopId: string
  readonly target: string
  readonly why: string
  readonly stoppedBy: string
  /** By name. */
  readonly stopper: string
  readonly stoppedAt: Date
  readonly untilAt: Date
}

const selected = `switch_stop.stop_id AS "stopId", target, why, stopped_by AS "stoppedBy", staff_member.name AS stopper,
  stopped_at AS "stoppedAt", until_at AS "untilAt", ended_at AS "endedAt"`
const joined = `switch_stop JOIN staff_member ON staff_member.member_id = switch_stop.stopped_by
  LEFT JOIN switch_stop_end ON switch_stop_end.stop_id = switch_stop.stop_id`

export const insertStop = async (tx: Tx, stop: Omit<StopRow, 'stopper'>): Promise<void> => {
  await tx.query(
    `INSERT INTO switch_stop (stop_id, target, why, stopped_by, stopped_at, until_at) VALUES ($1, $2, $3, $4, $5, $6)`,
    [stop.stopId, stop.target, stop.why, stop.stoppedBy, stop.stoppedAt, stop.untilAt],
  )
}

/** What is stopped at an instant, the longest stopped first. */
export const listStops = async (tx: Tx, now: Date): Promise<Omit<StopRow, 'stopper'>[]> => {
  const { rows } = await tx.query<Omit<StopRow, 'stopper'>>(
    `SELECT stop_id AS "stopId", target, why, stopped_by AS "stoppedBy", stopped_at AS "stoppedAt", until_at AS "untilAt"
       FROM switch_stop
      WHERE until_at > $1 AND NOT EXISTS (SELECT FROM switch_stop_end WHERE switch_stop_end.stop_id = switch_stop.stop_id)
      ORDER BY stopped_at, stop_id`,
    [now],
  )
  return rows
}

/** The last stops, the newest first, with who stopped and when two people started it again. Only the desk knows names. */
export const listStopHistory = async (
  tx: Tx,
  limit: number,
): Promise<(StopRow & { readonly endedAt: Date | null })[]> => {
  const { rows } = await tx.query<StopRow & { endedAt: Date | null }>(
    `SELECT ${selected} FROM ${joined} ORDER BY stopped_at DESC, switch_stop.stop_id LIMIT $1`,
    [limit],
  )
  return rows
}

export const insertStopEnd = async (tx: Tx, stopId: string, at: Date): Promise<void> => {
  await tx.query('INSERT INTO switch_stop_end (stop_id, ended_at) VALUES ($1, $2) ON CONFLICT DO NOTHING', [stopId, at])
}
