import type { RetOf } from '@hola/core/contract/contract.ts'
import type { MessageTopic } from '@hola/core/news.ts'
import { messageTopics } from '@hola/core/news.ts'
import { inTransaction } from '../../platform/db/public.ts'
import type { Handler } from '../services.ts'
import { listTopicsOff, replaceTopicsOff } from './choice-store.ts'

/** What she is told of; with `off`, what she wants to hear nothing of from now on. */
export const messageChoice: Handler<'user/message_choice'> = async ({ services, user: { userId } }, body) =>
  inTransaction(services.pool, async (tx) => {
    if (body.off !== undefined) await replaceTopicsOff(tx, { userId, topics: body.off, at: services.clock.now() })
    return show(await listTopicsOff(tx, userId))
  })

const show = (off: readonly MessageTopic[]): RetOf<'user/message_choice'> => ({
  topics: messageTopics.map((topic) => ({ topic, is_on: !off.includes(topic) })),
})
