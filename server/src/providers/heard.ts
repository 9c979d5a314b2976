import type { Pool } from '../db/pool.ts'
import { inTransaction } from '../db/transaction.ts'
import type { Services } from '../services.ts'
import type { ProviderDoor, ProviderMessage, SignedMessage } from './door.ts'

/** By then every provider has given up repeating a message; and one that is heard again does no harm. */
const KEPT_MS = 90 * 86_400_000

/**
 * Whether it is older than anything that is remembered, and so nobody's news but somebody's old copy. `realNow` is the
 * machine's time, which is the sender's; the product's own may have been moved.
 */
export const isTooOld = ({ signedAt }: SignedMessage, realNow: Date): boolean =>
  realNow.getTime() - signedAt.getTime() > KEPT_MS

/** Whether a message was taken in before: one statement, without a transaction, for all its repetitions. */
const isKnown = async (pool: Pool, provider: string, { messageId }: ProviderMessage): Promise<boolean> => {
  const { rowCount } = await pool.query('SELECT FROM provider_message WHERE provider = $1 AND message_id = $2', [
    provider,
    messageId,
  ])
  return rowCount === 1
}

/** Takes a message in once: a repeated one finds that it was heard, also when both come at the same moment. */
export const hearOnce = async (
  { pool, clock }: Pick<Services, 'pool' | 'clock'>,
  { provider, hear }: Pick<ProviderDoor, 'provider' | 'hear'>,
  message: ProviderMessage,
): Promise<void> => {
  if (await isKnown(pool, provider, message)) return
  await inTransaction(pool, async (tx) => {
    const { rowCount } = await tx.query(
      `INSERT INTO provider_message (provider, message_id, kind, subject_id, received_at)
       VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING`,
      [provider, message.messageId, message.kind, message.subjectId, clock.now()],
    )
    if (rowCount === 1) await hear(tx, message)
  })
}

/** The daily job. */
export const forgetMessages = async ({ pool, clock, log }: Services): Promise<void> => {
  const before = new Date(clock.now().getTime() - KEPT_MS)
  const { rowCount } = await inTransaction(pool, (tx) =>
    tx.query('DELETE FROM provider_message WHERE received_at < $1', [before]),
  )
  log.info({ count: rowCount }, 'messages of providers forgotten')
}
