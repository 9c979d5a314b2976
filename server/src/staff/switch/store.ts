import type { Tx } from '../../platform/db/public.ts'

export type StopRow = {
  readonly stopId: string
  readonly target: string
  readonly why: string
  readonly stoppedBy: string
  readonly stoppedAt: Date
  readonly untilAt: Date
}

export const insertStop = async (tx: Tx, stop: StopRow): Promise<void> => {
  await tx.query(
    `INSERT INTO switch_stop (stop_id, target, why, stopped_by, stopped_at, until_at) VALUES ($1, $2, $3, $4, $5, $6)`,
    [stop.stopId, stop.target, stop.why, stop.stoppedBy, stop.stoppedAt, stop.untilAt],
  )
}

/** What is stopped at an instant, the longest stopped first. */
export const listStops = async (tx: Tx, now: Date): Promise<StopRow[]> => {
  const { rows } = await tx.query<StopRow>(
    `SELECT stop_id AS "stopId", target, why, stopped_by AS "stoppedBy", stopped_at AS "stoppedAt", until_at AS "untilAt"
       FROM switch_stop
      WHERE until_at > $1 AND NOT EXISTS (SELECT FROM switch_stop_end WHERE switch_stop_end.stop_id = switch_stop.stop_id)
      ORDER BY stopped_at, stop_id`,
    [now],
  )
  return rows
}

export const insertStopEnd = async (tx: Tx, stopId: string, at: Date): Promise<void> => {
  await tx.query('INSERT INTO switch_stop_end (stop_id, ended_at) VALUES ($1, $2) ON CONFLICT DO NOTHING', [stopId, at])
}
