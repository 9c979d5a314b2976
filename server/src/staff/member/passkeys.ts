import { createHash } from 'node:crypto'
import type { Refusal } from '@hola/core/errors.ts'
import { refuse } from '@hola/core/errors.ts'
import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import { canonicalJson } from '../../platform/canonical-json.ts'
import type { Tx } from '../../platform/db/public.ts'
import { recordAct } from '../act/public.ts'
import type { Services } from '../services.ts'
import { openInvitation } from './invitations.ts'
import type { SignedIn } from './sessions.ts'
import type { Challenge, Member, Passkey } from './store.ts'
import {
  findMember,
  insertChallenge,
  insertPasskey,
  listPasskeys,
  lockPasskey,
  takeChallenge,
  updateCounter,
} from './store.ts'

/** Where the desk is, as browsers know it: a passkey of one address opens no other. */
export type DeskAddress = { readonly origin: string }

const CHALLENGE_MS = 5 * 60_000
const CHALLENGE_BYTES = 32
/** ES256, EdDSA and RS256: what phones, computers and security keys have. */
const ALGORITHMS = [-7, -8, -257]

// Some megabytes of certificates and parsers, which a server of borrowers never needs.
const webauthn = () => import('@simplewebauthn/server')

const rpIdOf = ({ origin }: DeskAddress): string => new URL(origin).hostname

const transportsOf = (passkey: Passkey): AuthenticatorTransport[] => [
  ...(passkey.transports as readonly AuthenticatorTransport[]),
]

type Means = Pick<Services, 'clock' | 'random'>

const makeChallenge = async (
  tx: Tx,
  { clock, random }: Means,
  challenge: Pick<Challenge, 'purpose' | 'memberId' | 'callSha256'>,
): Promise<Uint8Array<ArrayBuffer>> => {
  const bytes = new Uint8Array(random.bytes(CHALLENGE_BYTES))
  const createdAt = clock.now()
  const expiresAt = new Date(createdAt.getTime() + CHALLENGE_MS)
  await insertChallenge(tx, { ...challenge, challenge: Buffer.from(bytes).toString('base64url'), createdAt, expiresAt })
  return bytes
}

/** What the browser was asked to sign, as it says itself; the signature covers it. */
const challengeIn = (clientDataJSON: string): string => {
  try {
    const read: unknown = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString())
    const challenge = typeof read === 'object' && read !== null && 'challenge' in read ? read.challenge : undefined
    return typeof challenge === 'string' ? challenge : ''
  } catch {
    return ''
  }
}

/** What the library finds wrong it throws; whoever sent it is told only that it does not count. */
const verified = async <Result extends { readonly verified: boolean }>(
  check: () => Promise<Result>,
): Promise<Result | undefined> => {
  try {
    const result = await check()
    return result.verified ? result : undefined
  } catch {
    return undefined
  }
}

type Invited = { readonly token: Uint8Array; readonly code: string }

/** What a browser needs to make a passkey for whoever was invited. */
export const beginRegistration = async (
  tx: Tx,
  services: Means,
  address: DeskAddress,
  invited: Invited,
): Promise<PublicKeyCredentialCreationOptionsJSON | Refusal> => {
  const opened = await openInvitation(tx, services, invited)
  if (opened === undefined) return refuse('invitation_not_usable')
  const { memberId, name } = opened.member
  const challenge = await makeChallenge(tx, services, { purpose: 'register', memberId, callSha256: null })
  const { generateRegistrationOptions } = await webauthn()
  return generateRegistrationOptions({
    rpName: 'Hola',
    rpID: rpIdOf(address),
    userName: name,
    userID: new Uint8Array(Buffer.from(memberId)),
    challenge,
    attestationType: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: ALGORITHMS,
  })
}

/** Keeps the passkey of whoever was invited, and uses the invitation up. */
export const register = async (
  tx: Tx,
  services: Services,
  address: DeskAddress,
  { response, ...invited }: Invited & { readonly response: RegistrationResponseJSON },
): Promise<Member | Refusal> => {
  const opened = await openInvitation(tx, services, invited)
  if (opened === undefined) return refuse('invitation_not_usable')
  const { member } = opened
  const now = services.clock.now()
  const challenge = await takeChallenge(tx, challengeIn(response.response.clientDataJSON), now)
  if (challenge?.purpose !== 'register' || challenge.memberId !== member.memberId) return refuse('passkey_refused')
  const { verifyRegistrationResponse } = await webauthn()
  const result = await verified(() =>
    verifyRegistrationResponse({
      response,
      expectedChallenge: challenge.challenge,
      expectedOrigin: address.origin,
      expectedRPID: rpIdOf(address),
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    }),
  )
  if (result?.verified !== true) return refuse('passkey_refused')
  const { credential } = result.registrationInfo
  const isNew = await insertPasskey(tx, {
    memberId: member.memberId,
    credentialId: Buffer.from(credential.id, 'base64url'),
    publicKey: Buffer.from(credential.publicKey),
    counter: credential.counter,
    transports: credential.transports ?? [],
    createdAt: now,
  })
  if (!isNew) return refuse('passkey_refused')
  await opened.use()
  const { memberId, name } = member
  await recordAct(
    tx,
    services,
    { memberId, name, why: 'invited' },
    { act: 'register_passkey', userId: null, details: { member_id: memberId } },
  )
  return member
}

export const beginSignIn = async (
  tx: Tx,
  services: Means,
  address: DeskAddress,
): Promise<PublicKeyCredentialRequestOptionsJSON> => {
  const challenge = await makeChallenge(tx, services, { purpose: 'sign_in', memberId: null, callSha256: null })
  const { generateAuthenticationOptions } = await webauthn()
  return generateAuthenticationOptions({ rpID: rpIdOf(address), challenge, userVerification: 'required' })
}

/** The passkey that signed a challenge of ours. A challenge counts once, whether the signature was right or not. */
const checkAssertion = async (
  tx: Tx,
  { clock }: Pick<Services, 'clock'>,
  address: DeskAddress,
  { response, isExpected }: { response: AuthenticationResponseJSON; isExpected: (challenge: Challenge) => boolean },
): Promise<Passkey | undefined> => {
  const challenge = await takeChallenge(tx, challengeIn(response.response.clientDataJSON), clock.now())
  if (challenge === undefined || !isExpected(challenge)) return undefined
  const passkey = await lockPasskey(tx, Buffer.from(response.id, 'base64url'))
  if (passkey === undefined) return undefined
  const { verifyAuthenticationResponse } = await webauthn()
  const result = await verified(() =>
    verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge.challenge,
      expectedOrigin: address.origin,
      expectedRPID: rpIdOf(address),
      requireUserVerification: true,
      credential: {
        id: response.id,
        publicKey: new Uint8Array(passkey.publicKey),
        counter: passkey.counter,
        transports: transportsOf(passkey),
      },
    }),
  )
  if (result === undefined) return undefined
  await updateCounter(tx, { ...passkey, counter: result.authenticationInfo.newCounter })
  return passkey
}

/** Who signs in with this passkey. */
export const checkSignIn = async (
  tx: Tx,
  services: Services,
  address: DeskAddress,
  response: AuthenticationResponseJSON,
): Promise<Member | Refusal> => {
  const isExpected = ({ purpose }: Challenge): boolean => purpose === 'sign_in'
  const passkey = await checkAssertion(tx, services, address, { response, isExpected })
  const member = passkey && (await findMember(tx, passkey.memberId))
  return member === undefined || member.suspendedAt !== null ? refuse('passkey_refused') : member
}

/** One call, to be confirmed with a passkey: the same path with another body is another call. */
export type CallToConfirm = { readonly path: string; readonly body: unknown }

const hashCall = ({ path, body }: CallToConfirm): Buffer =>
  createHash('sha256').update(canonicalJson({ path, body })).digest()

/** What a member's passkey is to sign so that one call, and no other, is carried out. */
export const beginConfirmation = async (
  tx: Tx,
  services: Means,
  address: DeskAddress,
  { memberId }: Pick<SignedIn, 'memberId'>,
  call: CallToConfirm,
): Promise<PublicKeyCredentialRequestOptionsJSON> => {
  const challenge = await makeChallenge(tx, services, { purpose: 'confirm', memberId, callSha256: hashCall(call) })
  const passkeys = await listPasskeys(tx, memberId)
  const { generateAuthenticationOptions } = await webauthn()
  return generateAuthenticationOptions({
    rpID: rpIdOf(address),
    challenge,
    userVerification: 'required',
    allowCredentials: passkeys.map((passkey) => ({
      id: passkey.credentialId.toString('base64url'),
      transports: transportsOf(passkey),
    })),
  })
}

/** A passkey's signature, or, of a made-up member of the sandbox, the challenge as it was given. */
export type Confirmation = AuthenticationResponseJSON | { readonly challenge: string }

/** Whether the member confirms this very call, now. */
export const isConfirmed = async (
  tx: Tx,
  services: Services,
  address: DeskAddress,
  { memberId, isMadeUp }: Pick<SignedIn, 'memberId' | 'isMadeUp'>,
  { confirmation, call }: { readonly confirmation: Confirmation; readonly call: CallToConfirm },
): Promise<boolean> => {
  const isExpected = (challenge: Challenge): boolean =>
    challenge.purpose === 'confirm' &&
    challenge.memberId === memberId &&
    challenge.callSha256?.equals(hashCall(call)) === true
  if ('challenge' in confirmation) {
    const challenge = await takeChallenge(tx, confirmation.challenge, services.clock.now())
    return services.settings.mode === 'sandbox' && isMadeUp && challenge !== undefined && isExpected(challenge)
  }
  const passkey = await checkAssertion(tx, services, address, { response: confirmation, isExpected })
  return passkey?.memberId === memberId
}
