import { keptSandboxMessage } from '@hola/core/stored/person.ts'
import type { Tx } from '../../platform/db/public.ts'
import type { AssociatedData, Sealer } from '../../platform/sealed/public.ts'
import type { Services } from '../../platform/services.ts'

export const MESSAGES_SHOWN = 100

export const channels = ['sms', 'email', 'whatsapp'] as const
export type Channel = (typeof channels)[number]

export type OutboxMessage = {
  id: string
  sentAt: Date
  channel: Channel
  recipient: string
  text: string
  /** The verification code inside the text, when there is one. */
  code?: string
}

export type SentMessage = ReturnType<typeof keptSandboxMessage.read> & {
  readonly id: string
  readonly sent_at: string
  readonly channel: Channel
}

export const associatedDataOf = (id: string): AssociatedData => ({
  table: 'sandbox_message',
  column: 'sealed_message',
  row: [id],
})

/** "Sends" a message in sandbox mode: it appears on the sandbox page when the caller's transaction commits. */
export const recordMessage = async (
  tx: Tx,
  sealer: Sealer,
  { id, sentAt, channel, recipient, text, code }: OutboxMessage,
): Promise<void> => {
  await tx.query('INSERT INTO sandbox_message (id, sent_at, channel, sealed_message) VALUES ($1, $2, $3, $4)', [
    id,
    sentAt,
    channel,
    sealer.seal(keptSandboxMessage.writeText({ recipient, text, code: code ?? null }), associatedDataOf(id)),
  ])
}

/** The newest messages first. A plain read on the pool: nothing else happens with it. */
export const listMessages = async ({
  pool,
  sealer,
}: Pick<Services, 'pool' | 'sealer'>): Promise<{ messages: SentMessage[] }> => {
  const { rows } = await pool.query<{ id: string; sent_at: Date; channel: Channel; sealed_message: Buffer }>(
    `SELECT id, sent_at, channel, sealed_message FROM sandbox_message ORDER BY sent_at DESC, id LIMIT $1`,
    [MESSAGES_SHOWN],
  )
  return {
    messages: rows.map(({ id, sent_at, channel, sealed_message }) => ({
      id,
      sent_at: sent_at.toISOString(),
      channel,
      ...keptSandboxMessage.readText(sealer.open(sealed_message, associatedDataOf(id)).toString()),
    })),
  }
}
