import { createHash } from 'node:crypto'
import type { Random } from '@hola/core/clock.ts'
import {
  INVITATION_CODE_BYTES,
  invitationCodeOf,
  plainInvitationCode,
} from '@hola/core/desk-contract/invitation-code.ts'
import { hashToken, isSameHash, newToken } from '../../person/account/public.ts'
import type { Tx } from '../../platform/db/public.ts'
import { recordAct } from '../act/public.ts'
import type { Services } from '../services.ts'
import { addMember } from './members.ts'
import type { Member } from './store.ts'
import {
  findMember,
  findMemberByName,
  insertInvitation,
  listWithPasskey,
  lockInvitation,
  lockSupervisors,
  updateInvitation,
  updateInvitationsUsed,
} from './store.ts'

const INVITATION_MS = 24 * 3_600_000

/** Whoever holds the link guesses no code. */
const CODE_TRIES_MAX = 10

/** Nobody is the second person of the first: so the command line invites two supervisors, and then never again. */
const INVITED_FROM_OUTSIDE_MAX = 2

export const drawCode = ({ bytes }: Pick<Random, 'bytes'>): string => invitationCodeOf(bytes(INVITATION_CODE_BYTES))

/** Of a code as it may be typed. */
export const hashCode = (typed: string): Buffer => createHash('sha256').update(plainInvitationCode(typed)).digest()

type Means = Pick<Services, 'clock' | 'random'>

/** A one-time link to a first passkey, for whoever also knows the code. */
export const inviteMember = async (
  tx: Tx,
  { clock, random }: Means,
  { memberId, codeSha256 }: { readonly memberId: string; readonly codeSha256: Buffer },
): Promise<{ readonly token: string; readonly expiresAt: Date }> => {
  const createdAt = clock.now()
  const expiresAt = new Date(createdAt.getTime() + INVITATION_MS)
  const { token, tokenSha256 } = newToken(random)
  await updateInvitationsUsed(tx, memberId, createdAt)
  await insertInvitation(tx, { memberId, tokenSha256, codeSha256, createdAt, expiresAt })
  return { token, expiresAt }
}

export type FirstInvitation = { readonly token: string; readonly code: string; readonly expiresAt: Date }

/** Invites one of the first two supervisors. A link that was not used in time can be made again under the same name. */
export const inviteFirst = async (
  tx: Tx,
  services: Services,
  name: string,
): Promise<FirstInvitation | 'enough_supervisors' | 'name_taken'> => {
  const supervisors = (await lockSupervisors(tx)).filter(({ isMadeUp }) => !isMadeUp)
  const established = await listWithPasskey(
    tx,
    supervisors.map(({ memberId }) => memberId),
  )
  if (established.length >= INVITED_FROM_OUTSIDE_MAX) return 'enough_supervisors'
  const known = await findMemberByName(tx, name)
  const isAgain = known?.role === 'supervisor' && !known.isMadeUp && !established.includes(known.memberId)
  const member = known === undefined ? await addMember(tx, services, { name, role: 'supervisor' }) : known
  if (member === undefined || (known !== undefined && !isAgain)) return 'name_taken'
  const code = drawCode(services.random)
  const { token, expiresAt } = await inviteMember(tx, services, {
    memberId: member.memberId,
    codeSha256: hashCode(code),
  })
  await recordAct(
    tx,
    services,
    { memberId: member.memberId, name, why: 'invited from the command line' },
    { act: 'invite_member', userId: null, details: { member_id: member.memberId, role: 'supervisor' } },
  )
  return { token, code, expiresAt }
}

/** Whom an invitation is for, when link and code belong together and are still good. Wrong codes are counted. */
export const openInvitation = async (
  tx: Tx,
  { clock }: Pick<Services, 'clock'>,
  { token, code }: { readonly token: Uint8Array; readonly code: string },
): Promise<{ readonly member: Member; readonly use: () => Promise<void> } | undefined> => {
  const tokenSha256 = hashToken(token)
  const invitation = await lockInvitation(tx, tokenSha256)
  const now = clock.now()
  if (invitation === undefined || invitation.usedAt !== null || now >= invitation.expiresAt) return undefined
  const { tries } = invitation
  if (tries >= CODE_TRIES_MAX) return undefined
  if (!isSameHash(hashCode(code), invitation.codeSha256)) {
    await updateInvitation(tx, { tokenSha256, usedAt: null, tries: tries + 1 })
    return undefined
  }
  const member = await findMember(tx, invitation.memberId)
  if (member === undefined || member.suspendedAt !== null) return undefined
  return { member, use: () => updateInvitation(tx, { tokenSha256, usedAt: now, tries }) }
}
