import { setTimeout as wait } from 'node:timers/promises'
import type { Power } from '@hola/core/desk-contract/roles.ts'
import { may } from '@hola/core/desk-contract/roles.ts'
import { parseToken } from '../../person/account/public.ts'
import { inTransaction } from '../../platform/db/public.ts'
import { recordAct } from '../../staff/act/public.ts'
import type { SignedIn } from '../../staff/member/public.ts'
import {
  PAIRING_MS,
  beginPairing,
  endSession,
  findSignedIn,
  inviteFirst,
  openStaffSession,
  sandboxStaff,
} from '../../staff/member/public.ts'
import type { Services } from '../services.ts'
import type { Answer } from './print.ts'
import { showTime } from './print.ts'
import { DeskProblem, UsageProblem } from './problem.ts'
import type { SessionKeeper } from './session-file.ts'

/** What a command may use besides its answer: where the session is kept, and a way to say something before it is done. */
export type Terminal = { readonly session: SessionKeeper; readonly say: (line: string) => void }

const HOW = 'sign in by: npm run desk -- sign-in'

/** What asks for the passkey at the desk is done here only so soon after signing in, which took the passkey. */
const FRESH_MS = 5 * 60_000

const POLL_MS = 1_000

const findMemberOf = async (services: Services, { session }: Terminal): Promise<SignedIn | undefined> => {
  const token = parseToken((await session.read()) ?? '')
  return token && inTransaction(services.pool, (tx) => findSignedIn(tx, services, token))
}

/** Who is signed in, if she may do this. */
export const demandMember = async (
  services: Services,
  terminal: Terminal,
  { power, isSensitive = false }: { readonly power: Power; readonly isSensitive?: boolean },
): Promise<SignedIn> => {
  const member = await findMemberOf(services, terminal)
  if (member === undefined) throw new DeskProblem(`Nobody is signed in, or not any more: ${HOW}`)
  if (!may(member.role, power))
    throw new DeskProblem(`${member.name} works as ${member.role}: that role may not do this.`)
  if (isSensitive && services.clock.now().getTime() - member.signedInAt.getTime() > FRESH_MS)
    throw new DeskProblem(`This is done within ${FRESH_MS / 60_000} minutes of signing in: ${HOW}`)
  return member
}

const welcome = ({ name, role, expiresAt }: SignedIn): Answer => ({
  text: `Signed in as ${name}, ${role}, until ${showTime(expiresAt)}.`,
  json: { name, role, expires_at: expiresAt.toISOString() },
})

/** In the sandbox one of its made-up members signs in by her name. */
const signInMadeUp = async (services: Services, { session }: Terminal, name: string): Promise<Answer> => {
  if (services.settings.mode !== 'sandbox')
    throw new UsageProblem('--as is for the sandbox alone: sign in without it, and confirm the code at the desk.')
  const { token, ...member } = await inTransaction(services.pool, async (tx) => {
    const all = await sandboxStaff(tx, services)
    const found = all.find((one) => one.name.localeCompare(name, 'es', { sensitivity: 'base' }) === 0)
    if (found === undefined)
      throw new DeskProblem(
        `The sandbox has ${all.map((one) => `${one.name} (${one.role})`).join(', ')}, and no "${name}".`,
      )
    const opened = await openStaffSession(tx, services, { member: found, channel: 'command_line' })
    const { memberId } = found
    await recordAct(
      tx,
      services,
      { memberId, name: found.name, why: 'made up for the sandbox' },
      {
        act: 'sign_in',
        userId: null,
        details: { session_id: opened.sessionId },
      },
    )
    return opened
  })
  await session.keep(token)
  return welcome(member)
}

/** Shows a code and waits until a member has confirmed it at the desk with her passkey. */
export const signIn = async (
  services: Services,
  terminal: Terminal,
  madeUpName: string | undefined,
): Promise<Answer> => {
  if (madeUpName !== undefined) return signInMadeUp(services, terminal, madeUpName)
  const { token, code } = await inTransaction(services.pool, (tx) => beginPairing(tx, services))
  await terminal.session.keep(token)
  terminal.say(`Confirm this code at the desk, under your name: ${code}`)
  for (let waitedMs = 0; waitedMs < PAIRING_MS; waitedMs += POLL_MS) {
    const member = await findMemberOf(services, terminal)
    if (member !== undefined) return welcome(member)
    await wait(POLL_MS)
  }
  await terminal.session.forget()
  throw new DeskProblem('Nobody confirmed the code in time.')
}

export const signOut = async (services: Services, terminal: Terminal): Promise<Answer> => {
  const member = await findMemberOf(services, terminal)
  if (member !== undefined) await inTransaction(services.pool, (tx) => endSession(tx, services, member))
  await terminal.session.forget()
  return { text: 'Nobody is signed in.', json: { is_signed_in: false } }
}

const inviteWords = {
  enough_supervisors: 'Two supervisors can sign in: everybody else is invited at the desk, by two people.',
  name_taken: 'Somebody of the staff has that name.',
} as const

/** The way in for the first two supervisors of a lender. */
export const inviteFirstSupervisor = async (services: Services, name: string): Promise<Answer> => {
  if (name.length > 60 || /\p{Cc}/u.test(name)) throw new UsageProblem('A name has 60 characters at most, on one line.')
  const invited = await inTransaction(services.pool, (tx) => inviteFirst(tx, services, name))
  if (typeof invited === 'string') throw new DeskProblem(inviteWords[invited])
  const link = `${services.settings.desk.origin}/#/invitation/${invited.token}`
  return {
    text: `${name} opens this link once, within 24 hours, and types the code ${invited.code}:\n${link}`,
    json: { name, link, code: invited.code, expires_at: invited.expiresAt.toISOString() },
  }
}
