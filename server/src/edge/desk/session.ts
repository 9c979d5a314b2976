import { deskContract } from '@hola/core/desk-contract/contract.ts'
import type { DeskCall } from '@hola/core/desk-contract/call.ts'
import { Refusal, refuse } from '@hola/core/errors.ts'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { parseToken } from '../../person/account/public.ts'
import type { Tx } from '../../platform/db/public.ts'
import { inTransaction } from '../../platform/db/public.ts'
import { recordAct } from '../../staff/act/public.ts'
import type { Member, SignedIn } from '../../staff/member/public.ts'
import {
  beginConfirmation,
  beginRegistration,
  beginSignIn,
  checkSignIn,
  confirmPairing,
  endSession,
  openStaffSession,
  register,
  sandboxStaff,
} from '../../staff/member/public.ts'
import type { DeskContext, DeskHandler } from './context.ts'

const showSignedIn = ({ memberId, name, role, isMadeUp, expiresAt }: SignedIn) => ({
  member_id: memberId,
  name,
  role,
  is_made_up: isMadeUp,
  expires_at: expiresAt.toISOString(),
})

/** Opens a session of a browser for a member, and writes that down. */
const open = async (tx: Tx, { services }: DeskContext, member: Member, why: string) => {
  const opened = await openStaffSession(tx, services, { member, channel: 'desk' })
  const { memberId, name } = member
  await recordAct(
    tx,
    services,
    { memberId, name, why },
    {
      act: 'sign_in',
      userId: null,
      details: { session_id: opened.sessionId },
    },
  )
  return opened
}

/** The cookie is set when the session is there for good, and not when the transaction is tried again. */
const signIn = async (context: DeskContext, why: string, find: (tx: Tx) => Promise<Member | Refusal>) => {
  const opened = await inTransaction(context.services.pool, async (tx) => {
    const member = await find(tx)
    return member instanceof Refusal ? member : open(tx, context, member, why)
  })
  if (opened instanceof Refusal) return opened
  context.keepSession(opened.token)
  return showSignedIn(opened)
}

export const beginSession: DeskHandler<'session/begin'> = async ({ services }) => ({
  options: (await inTransaction(services.pool, (tx) => beginSignIn(tx, services, services.settings.desk))) as never,
})

export const signInByPasskey: DeskHandler<'session/sign_in'> = (context, { response }) =>
  signIn(context, 'with a passkey', (tx) =>
    checkSignIn(tx, context.services, context.services.settings.desk, response as AuthenticationResponseJSON),
  )

export const sandboxMembers: DeskHandler<'session/sandbox_members'> = async ({ services }) => {
  const members = await inTransaction(services.pool, (tx) => sandboxStaff(tx, services))
  return { members: members.map(({ memberId, name, role }) => ({ member_id: memberId, name, role })) }
}

export const sandboxSignIn: DeskHandler<'session/sandbox_sign_in'> = (context, { member_id: memberId }) =>
  signIn(context, 'made up for the sandbox', async (tx) => {
    const members = await sandboxStaff(tx, context.services)
    return members.find((member) => member.memberId === memberId) ?? refuse('staff_not_found')
  })

export const me: DeskHandler<'session/me'> = async ({ member }) => showSignedIn(member)

export const signOut: DeskHandler<'session/sign_out'> = async ({ services, member, forgetSession }) => {
  await inTransaction(services.pool, (tx) => endSession(tx, services, member))
  forgetSession()
  return {}
}

/** Only for a call that asks for it, and with the body as the server will read it. */
export const challenge: DeskHandler<'session/challenge'> = async ({ services, member }, { path, body }) => {
  const call = Object.entries<DeskCall>(deskContract).find(([name]) => name === path)?.[1]
  const read = call?.kind === 'confirmed' ? call.body.safeParse(body) : undefined
  if (read?.success !== true) return refuse('bad_request')
  const options = await inTransaction(services.pool, (tx) =>
    beginConfirmation(tx, services, services.settings.desk, member, { path, body: read.data }),
  )
  return { options: options as never }
}

export const letCommandLineIn: DeskHandler<'session/let_command_line_in'> = async (
  { services, member },
  { code, why },
) =>
  (await inTransaction(services.pool, (tx) =>
    confirmPairing(tx, services, { memberId: member.memberId, name: member.name, why }, code),
  )) ?? {}

const invitedBy = ({ token, code }: { readonly token: string; readonly code: string }) => ({
  token: parseToken(token) ?? new Uint8Array(),
  code,
})

export const beginInvitation: DeskHandler<'invitation/begin'> = async ({ services }, invitation) => {
  const options = await inTransaction(services.pool, (tx) =>
    beginRegistration(tx, services, services.settings.desk, invitedBy(invitation)),
  )
  return options instanceof Refusal ? options : { options: options as never }
}

export const acceptInvitation: DeskHandler<'invitation/accept'> = (context, { response, ...invitation }) =>
  signIn(context, 'with a new passkey', (tx) =>
    register(tx, context.services, context.services.settings.desk, {
      ...invitedBy(invitation),
      response: response as RegistrationResponseJSON,
    }),
  )
