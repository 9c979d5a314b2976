import type { MessageTopic } from '@hola/core/news.ts'
import type { Tx } from '../../platform/db/public.ts'

/** What a person wants to hear nothing of. */
export const listTopicsOff = async (tx: Tx, userId: string): Promise<MessageTopic[]> => {
  const { rows } = await tx.query<{ topic: MessageTopic }>('SELECT topic FROM message_choice WHERE user_id = $1', [
    userId,
  ])
  return rows.map(({ topic }) => topic)
}

export const isTopicOff = async (tx: Tx, userId: string, topic: MessageTopic): Promise<boolean> =>
  (await listTopicsOff(tx, userId)).includes(topic)

/** These and no others are off. What was off before keeps its time. */
export const replaceTopicsOff = async (
  tx: Tx,
  { userId, topics, at }: { readonly userId: string; readonly topics: readonly MessageTopic[]; readonly at: Date },
): Promise<void> => {
  await tx.query('DELETE FROM message_choice WHERE user_id = $1 AND topic <> ALL ($2::text[])', [userId, topics])
  await tx.query(
    `INSERT INTO message_choice (user_id, topic, off_at) SELECT $1, unnest($2::text[]), $3 ON CONFLICT DO NOTHING`,
    [userId, topics, at],
  )
}
