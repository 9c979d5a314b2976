import type { Pool } from '../db/pool.ts'
import type { Tx } from '../db/transaction.ts'
import type { Channel, MessagesRet } from './shapes.ts'

export const MESSAGES_SHOWN = 100

export type OutboxMessage = {
  id: string
  sentAt: Date
  channel: Channel
  recipient: string
  text: string
  /** The verification code inside the text, when there is one. */
  code?: string
}

/** "Sends" a message in sandbox mode: it appears on the sandbox page when the caller's transaction commits. */
export const recordMessage = async (tx: Tx, message: OutboxMessage): Promise<void> => {
  await tx.query(
    'INSERT INTO sandbox_message (id, sent_at, channel, recipient, text, code) VALUES ($1, $2, $3, $4, $5, $6)',
    [message.id, message.sentAt, message.channel, message.recipient, message.text, message.code ?? null],
  )
}

/** The newest messages first. A plain read on the pool: nothing else happens with it. */
export const listMessages = async (pool: Pool): Promise<MessagesRet> => {
  const { rows } = await pool.query<{
    id: string
    sent_at: Date
    channel: Channel
    recipient: string
    text: string
    code: string | null
  }>(`SELECT id, sent_at, channel, recipient, text, code FROM sandbox_message ORDER BY sent_at DESC, id LIMIT $1`, [
    MESSAGES_SHOWN,
  ])
  return { messages: rows.map((row) => ({ ...row, sent_at: row.sent_at.toISOString() })) }
}
