import type { KeyObject } from 'node:crypto'
import { generateKeyPairSync, sign } from 'node:crypto'

const element = (tag: number, ...parts: readonly Uint8Array[]): Buffer => {
  const content = Buffer.concat(parts)
  const length =
    content.length < 128 ? [content.length] : [0x82, Math.floor(content.length / 256), content.length % 256]
  return Buffer.concat([Buffer.of(tag, ...length), content])
}
const sequence = (...parts: readonly Uint8Array[]): Buffer => element(0x30, ...parts)
const bytes = (hex: string): Buffer => Buffer.from(hex, 'hex')

const ecdsaWithSha256 = sequence(bytes('06082a8648ce3d040302'))
const commonName = bytes('0603550403')
const subjectAltName = bytes('0603551d11')
const basicConstraints = bytes('0603551d13')

type Party = { readonly name: string; readonly privateKey: KeyObject; readonly publicKey: KeyObject }

const party = (name: string): Party => ({ name, ...generateKeyPairSync('ec', { namedCurve: 'P-256' }) })

const nameOf = ({ name }: Party): Buffer =>
  sequence(element(0x31, sequence(commonName, element(0x0c, Buffer.from(name)))))

let serialNumber = 0

/** What one party says of another, signed: in PEM. */
const certificate = (subject: Party, issuer: Party, { isAuthority }: { readonly isAuthority: boolean }): string => {
  const year = (digits: string): Buffer => element(0x18, Buffer.from(`${digits}0101000000Z`))
  const names = sequence(element(0x87, Buffer.of(127, 0, 0, 1)), element(0x82, Buffer.from('localhost')))
  const extensions = sequence(
    sequence(subjectAltName, element(0x04, names)),
    sequence(basicConstraints, element(0x04, isAuthority ? sequence(bytes('0101ff')) : sequence())),
  )
  serialNumber += 1
  const toBeSigned = sequence(
    element(0xa0, bytes('020102')),
    element(0x02, Buffer.of(serialNumber)),
    ecdsaWithSha256,
    nameOf(issuer),
    sequence(year('2020'), year('2120')),
    nameOf(subject),
    subject.publicKey.export({ type: 'spki', format: 'der' }),
    element(0xa3, extensions),
  )
  const signature = element(0x03, Buffer.of(0), sign('sha256', toBeSigned, issuer.privateKey))
  const lines =
    sequence(toBeSigned, ecdsaWithSha256, signature)
      .toString('base64')
      .match(/.{1,64}/g) ?? []
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n')
}

const keyOf = ({ privateKey }: Party): string => privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()

/** A certificate for this machine that signs itself, made anew for a test: so no key lies in the repository. */
export const selfSignedCertificate = (): { key: string; cert: string } => {
  const own = party('localhost')
  return { key: keyOf(own), cert: certificate(own, own, { isAuthority: true }) }
}

/** A certificate for this machine, signed by an authority that a root signed: the chain that a server should show. */
export const certificateChain = (): { key: string; cert: string; intermediate: string; root: string } => {
  const [root, intermediate, server] = [party('test root'), party('test authority'), party('localhost')]
  return {
    key: keyOf(server),
    cert: certificate(server, intermediate, { isAuthority: false }),
    intermediate: certificate(intermediate, root, { isAuthority: true }),
    root: certificate(root, root, { isAuthority: true }),
  }
}
