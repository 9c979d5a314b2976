import type { Clock, Random } from '@hola/core/clock.ts'
import type { Tx } from '../../platform/db/public.ts'
import { insertSession } from './store.ts'
import { newToken } from './token.ts'

/** Decisions, section 6: a token lives 30 days. */
export const SESSION_VALID_MS = 30 * 24 * 3_600_000

/** Logs one device in. The token leaves here once, towards that device; the database keeps only its hash. */
export const openSession = async (
  tx: Tx,
  { clock, random }: { clock: Clock; random: Random },
  userId: string,
): Promise<{ sessionId: string; token: string; expiresAt: Date }> => {
  const { token, tokenSha256 } = newToken(random)
  const sessionId = random.uuid()
  const createdAt = clock.now()
  const expiresAt = new Date(createdAt.getTime() + SESSION_VALID_MS)
  await insertSession(tx, { userId, sessionId, tokenSha256, createdAt, expiresAt })
  return { sessionId, token, expiresAt }
}
