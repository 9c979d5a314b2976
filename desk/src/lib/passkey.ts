import type { DeskBodyOf } from '@hola/core/desk-contract/contract.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import { startAuthentication, startRegistration } from '@simplewebauthn/browser'
import type { ConfirmedPath } from './desk-client.ts'
import { call, confirmedCall, DeskError } from './desk-client.ts'
import type { SignedIn } from './session.ts'
import { enter } from './session.ts'

/** Whoever closes the browser's own question has not failed at anything: she is told how to go on. */
const asked = async <Answer>(ask: () => Promise<Answer>): Promise<Answer> => {
  try {
    return await ask()
  } catch (problem) {
    throw new DeskError('passkey', m.desk_passkey_given_up(), problem)
  }
}

/** Where the passkey is: what the browser offers first. */
export type PasskeyPlace = 'client-device' | 'hybrid' | 'security-key'

const sign = (options: object, place?: PasskeyPlace) =>
  asked(() =>
    startAuthentication({
      optionsJSON: {
        ...(options as PublicKeyCredentialRequestOptionsJSON),
        ...(place === undefined ? {} : { hints: [place] }),
      },
    }),
  )

type Assertion = DeskBodyOf<'session/sign_in'>['response']
type Attestation = DeskBodyOf<'invitation/accept'>['response']

export const signInByPasskey = async (place?: PasskeyPlace): Promise<void> => {
  const { options } = await call('session/begin', {})
  const response = (await sign(options, place)) as Assertion
  enter(await call('session/sign_in', { response }))
}

/** The link has the token, another person told the code: a passkey is made, and she is in. */
export const acceptInvitation = async (invitation: { token: string; code: string }): Promise<void> => {
  const { options } = await call('invitation/begin', invitation)
  const optionsJSON = options as PublicKeyCredentialCreationOptionsJSON
  const response = (await asked(() => startRegistration({ optionsJSON }))) as Attestation
  enter(await call('invitation/accept', { ...invitation, response }))
}

/** A made-up member of the sandbox has no passkey: she gives the challenge back as it is. */
export const confirm = <Path extends ConfirmedPath>(me: SignedIn, path: Path, body: DeskBodyOf<Path>) =>
  confirmedCall(path, body, async (options) => (me.is_made_up ? { challenge: options.challenge } : sign(options)))
