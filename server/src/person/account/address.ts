import type { AssociatedData, BlindIndex, Sealer } from '../../platform/sealed/public.ts'

export type AddressKind = 'phone' | 'mail'

/** Where a person gets her codes: an E.164 phone or an e-mail address in small letters. */
export type Address = { readonly kind: AddressKind; readonly value: string }

/** An address as the database knows it: the row of it, in the version in which it stands there. */
export type AddressKey = { readonly kind: AddressKind; readonly addressIndex: Buffer }

/** An address that is looked for: it may stand there in the version of any key. */
export type SoughtAddress = { readonly kind: AddressKind; readonly addressIndex: BlindIndex }

export const keyOf = (sealer: Sealer, { kind, value }: Address): SoughtAddress => ({
  kind,
  addressIndex: sealer.blindIndex(value, `login ${kind}`),
})

const associatedDataOf = ({ kind, addressIndex }: AddressKey): AssociatedData => ({
  table: 'login_address',
  column: 'sealed_address',
  row: [kind, addressIndex.toString('hex')],
})

export const sealAddress = (sealer: Sealer, key: AddressKey, value: string): Buffer =>
  sealer.seal(value, associatedDataOf(key))

export const openAddress = (sealer: Sealer, key: AddressKey, sealed: Buffer): string =>
  sealer.open(sealed, associatedDataOf(key)).toString()

const HIDDEN = '•••'

/**
 * As much of an address as its owner needs to recognise it: the last four digits, or the first letter and the host.
 * Nobody else learns where to write to.
 */
export const maskAddress = ({ kind, value }: Address): string => {
  if (kind === 'phone') return `+54 9 ${HIDDEN} ${value.slice(-4)}`
  const at = value.lastIndexOf('@')
  return `${value.slice(0, 1)}${HIDDEN}${value.slice(at)}`
}
