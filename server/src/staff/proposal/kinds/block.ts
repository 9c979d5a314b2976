import { findBlockedAt, updateBlocked } from '../../../person/account/public.ts'
import type { Kind } from '../kind.ts'
import { NotPossible } from '../kind.ts'

/** Blocks an account: every call of hers is refused with words and a way to a person. */
export const block: Kind<'block'> = {
  carryOut: async (tx, services, { user_id: userId }) => {
    const blockedAt = await findBlockedAt(tx, userId)
    if (blockedAt === undefined) return new NotPossible('no_such_person')
    if (blockedAt !== null) return new NotPossible('blocked_already')
    await updateBlocked(tx, userId, services.clock.now())
    return {
      userId,
      orderId: null,
      effects: [{ name: 'account', before: 'open', after: 'blocked' }],
      act: { act: 'block', details: {} },
    }
  },
}

export const unblock: Kind<'unblock'> = {
  carryOut: async (tx, _services, { user_id: userId }) => {
    const blockedAt = await findBlockedAt(tx, userId)
    if (blockedAt === undefined) return new NotPossible('no_such_person')
    if (blockedAt === null) return new NotPossible('not_blocked')
    await updateBlocked(tx, userId, null)
    return {
      userId,
      orderId: null,
      effects: [{ name: 'account', before: 'blocked', after: 'open' }],
      act: { act: 'unblock', details: {} },
    }
  },
}
