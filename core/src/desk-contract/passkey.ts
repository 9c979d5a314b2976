import * as z from 'zod/mini'
import { line, listOf, whole } from '../contract/fields.ts'

/**
 * What a browser and the desk say to each other about passkeys, in the words of WebAuthn, so that both take it as it is.
 * A browser may add fields of its own; they are left out.
 */

const bytes = (lengthMax: number) => z.string().check(z.maxLength(lengthMax), z.regex(/^[\w-]*$/))

const credentialId = bytes(1400)
const descriptor = z.object({
  id: credentialId,
  type: z.literal('public-key'),
  transports: z.optional(listOf(line(20), 10)),
})
const timeoutMs = whole(0, 600_000)
const userVerification = z.literal('required')

/** What to sign in or confirm with. */
export const requestOptions = z.object({
  rpId: line(255),
  challenge: bytes(100),
  timeout: timeoutMs,
  userVerification,
  allowCredentials: z.optional(listOf(descriptor, 50)),
})

/** What to make a passkey from. */
export const creationOptions = z.object({
  challenge: bytes(100),
  rp: z.object({ name: line(60), id: line(255) }),
  user: z.object({ id: bytes(100), name: line(60), displayName: line(60) }),
  pubKeyCredParams: listOf(z.object({ alg: whole(-1000, 0), type: z.literal('public-key') }), 10),
  timeout: timeoutMs,
  attestation: z.literal('none'),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.boolean(),
    userVerification,
  }),
})

const credential = {
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
  authenticatorAttachment: z.optional(z.enum(['platform', 'cross-platform'])),
  clientExtensionResults: z.object({}),
}

/** A passkey that was just made. */
export const attestation = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes(4000),
    attestationObject: bytes(8000),
    transports: z.optional(listOf(line(20), 10)),
  }),
})

/** A passkey's signature of a challenge. */
export const assertion = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes(4000),
    authenticatorData: bytes(4000),
    signature: bytes(2000),
    userHandle: z.optional(bytes(200)),
  }),
})

/** A signature; of a made-up member of the sandbox, who has no passkey, the challenge as it was given. */
export const confirmation = z.union([assertion, z.strictObject({ challenge: bytes(100) })])
