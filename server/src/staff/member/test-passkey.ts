import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto'
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'

/** A passkey in software, ES256, without attestation: what a phone or a security key does, for tests. */

const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const ATTESTED = 0x40

const sha256 = (data: string | Uint8Array): Buffer => createHash('sha256').update(data).digest()
const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url')

/** CBOR, as much of it as an authenticator writes. */
const head = (major: number, length: number): Buffer => {
  if (length < 24) return Buffer.from([(major << 5) | length])
  if (length < 256) return Buffer.from([(major << 5) | 24, length])
  return Buffer.from([(major << 5) | 25, length >> 8, length & 0xff])
}
const cborInt = (value: number): Buffer => (value >= 0 ? head(0, value) : head(1, -1 - value))
const cborBytes = (bytes: Uint8Array): Buffer => Buffer.concat([head(2, bytes.length), bytes])
const cborText = (words: string): Buffer => Buffer.concat([head(3, words.length), Buffer.from(words)])
const cborMap = (...pairs: [Buffer, Buffer][]): Buffer => Buffer.concat([head(5, pairs.length), ...pairs.flat()])

export type TestPasskey = {
  readonly create: (options: PublicKeyCredentialCreationOptionsJSON) => RegistrationResponseJSON
  readonly get: (options: PublicKeyCredentialRequestOptionsJSON) => AuthenticationResponseJSON
}

/** `isVerified`: whether the device asks for a finger or a PIN, as ours must. */
export const testPasskey = (origin: string, { isVerified = true } = {}): TestPasskey => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const credentialId = randomBytes(32)
  const id = text(credentialId)
  let counter = 0

  const authenticatorData = (rpId: string, flags: number, more: Buffer = Buffer.alloc(0)): Buffer => {
    counter += 1
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([
      sha256(rpId),
      Buffer.from([flags | USER_PRESENT | (isVerified ? USER_VERIFIED : 0)]),
      count,
      more,
    ])
  }
  const clientData = (type: string, challenge: string): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))

  return {
    create: ({ challenge, rp }) => {
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
      const key = cborMap(
        [cborInt(1), cborInt(2)],
        [cborInt(3), cborInt(-7)],
        [cborInt(-1), cborInt(1)],
        [cborInt(-2), cborBytes(Buffer.from(x, 'base64url'))],
        [cborInt(-3), cborBytes(Buffer.from(y, 'base64url'))],
      )
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, credentialId.length]), credentialId, key])
      const attestation = cborMap(
        [cborText('fmt'), cborText('none')],
        [cborText('attStmt'), cborMap()],
        [cborText('authData'), cborBytes(authenticatorData(rp.id ?? '', ATTESTED, attested))],
      )
      return {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: text(clientData('webauthn.create', challenge)),
          attestationObject: text(attestation),
          transports: ['internal'],
        },
      }
    },
    get: ({ challenge, rpId = '' }) => {
      const data = authenticatorData(rpId, 0)
      const client = clientData('webauthn.get', challenge)
      const signature = createSign('sha256').update(data).update(sha256(client)).sign(privateKey)
      return {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: { clientDataJSON: text(client), authenticatorData: text(data), signature: text(signature) },
      }
    },
  }
}
