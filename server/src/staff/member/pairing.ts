import { newToken } from '../../person/account/public.ts'
import type { Refusal } from '@hola/core/errors.ts'
import { refuse } from '@hola/core/errors.ts'
import type { Tx } from '../../platform/db/public.ts'
import type { Hand } from '../act/public.ts'
import { recordAct } from '../act/public.ts'
import type { Services } from '../services.ts'
import { drawCode, hashCode } from './invitations.ts'
import { openSessionFor } from './sessions.ts'
import { findMember, insertPairing, updatePairing } from './store.ts'

/** As long as it takes to walk to a desk. */
export const PAIRING_MS = 10 * 60_000

/** A command line asks to be let in: it keeps the token and shows the code. */
export const beginPairing = async (
  tx: Tx,
  { clock, random }: Pick<Services, 'clock' | 'random'>,
): Promise<{ readonly token: string; readonly code: string; readonly expiresAt: Date }> => {
  const createdAt = clock.now()
  const expiresAt = new Date(createdAt.getTime() + PAIRING_MS)
  const code = drawCode(random)
  const { token, tokenSha256 } = newToken(random)
  await insertPairing(tx, { codeSha256: hashCode(code), tokenSha256, createdAt, expiresAt })
  return { token, code, expiresAt }
}

/** A member lets the command line in that shows this code: from now on it acts as her. */
export const confirmPairing = async (
  tx: Tx,
  services: Services,
  hand: Hand,
  code: string,
): Promise<Refusal | undefined> => {
  const { memberId } = hand
  const pairing = await updatePairing(tx, { codeSha256: hashCode(code), memberId, at: services.clock.now() })
  const member = await findMember(tx, memberId)
  if (pairing === undefined || member === undefined) return refuse('pairing_not_found')
  const { sessionId } = await openSessionFor(tx, services, {
    member,
    channel: 'command_line',
    tokenSha256: pairing.tokenSha256,
  })
  await recordAct(tx, services, hand, { act: 'let_command_line_in', userId: null, details: { session_id: sessionId } })
  return undefined
}
