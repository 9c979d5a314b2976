import type { Clock, Random } from '@hola/core/clock.ts'
import type { Tx } from '../../platform/db/public.ts'
import { findMigrationTimes } from '../../platform/db/public.ts'
import { insertSession } from './store.ts'
import { newSessionToken, newToken } from './token.ts'

/** Decisions, section 6: a token lives 30 days. */
export const SESSION_VALID_MS = 30 * 24 * 3_600_000

/** With this migration came the version whose tokens name their person. */
const NAMING_MIGRATION = '0053-keys-with-their-person.sql'
/**
 * A server of the version before does not know such a token. An upgrade goes from server to server, and until its end both
 * versions answer her: for a day after the migration she gets a token of the kind before, which both know.
 */
const UPGRADE_MS = 24 * 3_600_000
/** All migrations within this time: the tables are new, and no version before has ever answered from them. */
const NEW_TABLES_MS = 3_600_000

const mayNamePerson = async (tx: Tx, now: Date): Promise<boolean> => {
  const { firstAt, appliedAt } = await findMigrationTimes(tx, NAMING_MIGRATION)
  const areNew = appliedAt.getTime() - firstAt.getTime() < NEW_TABLES_MS
  return areNew || now.getTime() - appliedAt.getTime() >= UPGRADE_MS
}

/** Logs one device in. The token leaves here once, towards that device; the database keeps only its hash. */
export const openSession = async (
  tx: Tx,
  { clock, random }: { clock: Clock; random: Random },
  userId: string,
): Promise<{ sessionId: string; token: string; expiresAt: Date }> => {
  const createdAt = clock.now()
  const namesPerson = await mayNamePerson(tx, createdAt)
  const { token, tokenSha256 } = namesPerson ? newSessionToken(random, userId) : newToken(random)
  const sessionId = random.uuid()
  const expiresAt = new Date(createdAt.getTime() + SESSION_VALID_MS)
  await insertSession(tx, { userId, sessionId, tokenSha256, createdAt, expiresAt })
  return { sessionId, token, expiresAt }
}
