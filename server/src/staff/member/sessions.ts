import type { StaffRole } from '@hola/core/desk-contract/roles.ts'
import { hashToken, newToken } from '../../person/account/public.ts'
import type { Tx } from '../../platform/db/public.ts'
import type { Services } from '../services.ts'
import type { Channel, Member } from './store.ts'
import { findOpenSession, insertSession, updateEnded, updateSeen } from './store.ts'

const MINUTE_MS = 60_000

/** A day's work; then she signs in again, however busy she was. */
export const SESSION_MS = 8 * 60 * MINUTE_MS

/** A desk that nobody touches for so long may have somebody else sitting at it. */
export const IDLE_MS = 15 * MINUTE_MS

/** A session is not written to with every call. */
const SEEN_STEP_MS = MINUTE_MS

/** A member at work. */
export type SignedIn = {
  readonly memberId: string
  readonly sessionId: string
  readonly name: string
  readonly role: StaffRole
  readonly isMadeUp: boolean
  readonly channel: Channel
  readonly signedInAt: Date
  readonly expiresAt: Date
}

type Means = Pick<Services, 'clock' | 'random'>

/** Opens a session for a token that whoever asks holds already; the database keeps only its hash. */
export const openSessionFor = async (
  tx: Tx,
  { clock, random }: Means,
  { member, channel, tokenSha256 }: { member: Member; channel: Channel; tokenSha256: Buffer },
): Promise<SignedIn> => {
  const signedInAt = clock.now()
  const sessionId = random.uuid()
  const expiresAt = new Date(signedInAt.getTime() + SESSION_MS)
  const { memberId, name, role, isMadeUp } = member
  await insertSession(tx, {
    memberId,
    sessionId,
    tokenSha256,
    channel,
    createdAt: signedInAt,
    expiresAt,
    seenAt: signedInAt,
  })
  return { memberId, sessionId, name, role, isMadeUp, channel, signedInAt, expiresAt }
}

/** The token leaves here once, towards the member's browser. */
export const openStaffSession = async (
  tx: Tx,
  means: Means,
  { member, channel }: { readonly member: Member; readonly channel: Channel },
): Promise<SignedIn & { readonly token: string }> => {
  const { token, tokenSha256 } = newToken(means.random)
  return { ...(await openSessionFor(tx, means, { member, channel, tokenSha256 })), token }
}

/**
 * Whose live session a token opens. Undefined: unknown, ended, over, idle for too long, or its member is suspended, or made
 * up in a database that was a sandbox before.
 */
export const findSignedIn = async (
  tx: Tx,
  { clock, settings }: Pick<Services, 'clock' | 'settings'>,
  token: Uint8Array,
): Promise<SignedIn | undefined> => {
  const found = await findOpenSession(tx, hashToken(token))
  if (found === undefined || (found.member.isMadeUp && settings.mode !== 'sandbox')) return undefined
  const now = clock.now()
  const idleMs = now.getTime() - found.seenAt.getTime()
  if (now >= found.expiresAt || idleMs >= IDLE_MS) return undefined
  if (idleMs >= SEEN_STEP_MS) await updateSeen(tx, found, now)
  const { sessionId, channel, createdAt: signedInAt, expiresAt } = found
  const { memberId, name, role, isMadeUp } = found.member
  return { memberId, sessionId, name, role, isMadeUp, channel, signedInAt, expiresAt }
}

export const endSession = (tx: Tx, { clock }: Pick<Services, 'clock'>, signedIn: SignedIn): Promise<void> =>
  updateEnded(tx, signedIn, clock.now())
