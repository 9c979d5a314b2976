import type { Pool } from '../platform/db/public.ts'
import { inTransaction } from '../platform/db/public.ts'
import type { Services } from './services.ts'
import type { SignedEvent, WebhookEvent, WebhookRoute } from './webhook.ts'

/** By then every provider has given up repeating an event; and one that is handled again does no harm. */
const KEPT_MS = 90 * 86_400_000

/**
 * Whether it is older than anything that is remembered, and so nobody's news but somebody's old copy. `realNow` is the
 * machine's time, which is the sender's; the product's own may have been moved.
 */
export const isTooOld = ({ signedAt }: SignedEvent, realNow: Date): boolean =>
  realNow.getTime() - signedAt.getTime() > KEPT_MS

/** Whether an event was recorded before: one statement, without a transaction, for all its repetitions. */
const isRecorded = async (pool: Pool, provider: string, { eventId }: WebhookEvent): Promise<boolean> => {
  const { rowCount } = await pool.query('SELECT FROM provider_message WHERE provider = $1 AND message_id = $2', [
    provider,
    eventId,
  ])
  return rowCount === 1
}

/**
 * Records an event and enqueues its job, once: also when the same event arrives twice at the same moment. One that
 * contradicts what was kept before leaves no trace, so that it is refused as often as it comes.
 */
export const handleEvent = async (
  { pool, clock }: Pick<Services, 'pool' | 'clock'>,
  { provider, enqueue }: Pick<WebhookRoute, 'provider' | 'enqueue'>,
  event: WebhookEvent,
): Promise<'handled' | 'known' | 'contradicted'> => {
  if (await isRecorded(pool, provider, event)) return 'known'
  return inTransaction(pool, async (tx) => {
    if ((await event.keep?.(tx)) === 'contradicted') return 'contradicted'
    const { rowCount } = await tx.query(
      `INSERT INTO provider_message (provider, message_id, kind, subject_id, received_at)
       VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING`,
      [provider, event.eventId, event.kind, event.subjectId, clock.now()],
    )
    if (rowCount !== 1) return 'known'
    await enqueue(tx, event)
    return 'handled'
  })
}

/** The daily job. */
export const deleteOldEvents = async ({ pool, clock, log }: Services): Promise<void> => {
  const before = new Date(clock.now().getTime() - KEPT_MS)
  const { rowCount } = await inTransaction(pool, (tx) =>
    tx.query('DELETE FROM provider_message WHERE received_at < $1', [before]),
  )
  log.info({ count: rowCount }, 'old webhook events deleted')
}
