import { inTransaction } from '../../platform/db/public.ts'
import type { Handler } from '../services.ts'
import { revokeSession } from './store.ts'

/** This device only: the others stay logged in. */
export const logout: Handler<'user/logout'> = async ({ services, user }) => {
  await inTransaction(services.pool, (tx) => revokeSession(tx, user.userId, user.sessionId, services.clock.now()))
  return {}
}
