import type { Tx } from '../../platform/db/public.ts'
import type { Services } from '../services.ts'
import { CEILING_SHARE_OF_STRANGERS, CLOCK_SKEW_MS, LIMIT_WINDOW_MS } from './limits.ts'
import type { Reader } from './reader.ts'

const MINUTE_MS = 60_000

/** Under this lock the messages of the whole product are counted. The locks of addresses are random numbers of 64 bits. */
const CEILING_LOCK = 1

/** This hour is full for whoever asks. */
export class CeilingReached {
  /** When the oldest minute of it is over. */
  readonly freeAt: Date

  constructor(freeAt: Date) {
    this.freeAt = freeAt
  }
}

/** A message that counts from now on, until it is given back because it did not go out. */
export type CountedMessage = { readonly minute: Date }

export type Hour = { readonly count: number; readonly firstMinute: Date | null; readonly isAlarmed: boolean }

/** The messages of the last hour. A minute counts until all of it is an hour old: so no hour has more than the ceiling. */
export const readHour = async (reader: Reader, now: Date): Promise<Hour> => {
  const { rows } = await reader.query<Hour>(
    `SELECT coalesce(sum(sent_count), 0)::int AS count, min(minute) FILTER (WHERE sent_count > 0) AS "firstMinute",
            coalesce(bool_or(is_alarmed), false) AS "isAlarmed"
       FROM message_minute WHERE minute > $1 AND minute <= $2`,
    [new Date(now.getTime() - LIMIT_WINDOW_MS - MINUTE_MS), new Date(now.getTime() + CLOCK_SKEW_MS)],
  )
  return rows[0] ?? { count: 0, firstMinute: null, isAlarmed: false }
}

type Asked = { readonly max: number; readonly now: Date; readonly isStranger: boolean }

const ofStrangers = (max: number): number => Math.floor(max * CEILING_SHARE_OF_STRANGERS)

/** Whether the hour has room for one more message of a stranger, or of somebody who is known. */
export const findCeiling = (
  { count, firstMinute }: Hour,
  { max, now, isStranger }: Asked,
): CeilingReached | undefined =>
  count < (isStranger ? ofStrangers(max) : max)
    ? undefined
    : new CeilingReached(new Date((firstMinute ?? now).getTime() + LIMIT_WINDOW_MS + MINUTE_MS))

/**
 * Counts one message that somebody's asking makes us send, for all servers at once. Call it last in a transaction: every
 * other message waits for its end.
 */
export const countMessage = async (
  tx: Tx,
  { settings, clock, log }: Pick<Services, 'settings' | 'clock' | 'log'>,
  { isStranger }: Pick<Asked, 'isStranger'>,
): Promise<CountedMessage | CeilingReached> => {
  await tx.query('SELECT pg_advisory_xact_lock($1)', [CEILING_LOCK])
  const now = clock.now()
  const max = settings.messagesPerHourMax
  const hour = await readHour(tx, now)
  const full = findCeiling(hour, { max, now, isStranger })
  if (full !== undefined) return full
  const count = hour.count + 1
  const isAlarm = count >= ofStrangers(max) && !hour.isAlarmed
  const minute = new Date(Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS)
  await tx.query(
    `INSERT INTO message_minute (minute, sent_count, is_alarmed) VALUES ($1, 1, $2)
     ON CONFLICT (minute) DO UPDATE
       SET sent_count = message_minute.sent_count + 1, is_alarmed = message_minute.is_alarmed OR $2`,
    [minute, isAlarm],
  )
  // Once an hour, whichever server it is.
  if (isAlarm) log.error({ count }, 'messages of this hour near their ceiling: strangers get none until it falls')
  return { minute }
}

/** The message did not go out. */
export const uncountMessage = async (tx: Tx, { minute }: CountedMessage): Promise<void> => {
  await tx.query('UPDATE message_minute SET sent_count = sent_count - 1 WHERE minute = $1 AND sent_count > 0', [minute])
}

export const deleteOldMinutes = async (tx: Tx, before: Date): Promise<void> => {
  await tx.query('DELETE FROM message_minute WHERE minute < $1', [before])
}
