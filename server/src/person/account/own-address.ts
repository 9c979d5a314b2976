import type { WireLanguage } from '@hola/core/language.ts'
import { keptOwner } from '@hola/core/stored/person.ts'
import type { Tx } from '../../platform/db/public.ts'
import type { Messages, Sent } from '../../providers/messages/public.ts'
import type { AssociatedData, Sealer } from '../../platform/sealed/public.ts'
import { openAddress } from './address.ts'
import type { Address } from './address.ts'
import { findFirstAddress } from './store.ts'

declare const ownAddressBrand: unique symbol

/**
 * The address under which somebody logs in. It is made here, from what she logged in with, and nowhere else: who asks
 * for one cannot be given the number of anybody she has named.
 */
export type OwnAddress = Address & { readonly [ownAddressBrand]: true }

export type Owner = { readonly address: OwnAddress; readonly language: WireLanguage }

/** Where a person is written to and in which language; undefined for an account without an address. */
export const findOwner = async (tx: Tx, sealer: Sealer, userId: string): Promise<Owner | undefined> => {
  const row = await findFirstAddress(tx, userId)
  if (row === undefined) return undefined
  const { sealedAddress, language, ...key } = row
  const address = { kind: key.kind, value: openAddress(sealer, key, sealedAddress) } as OwnAddress
  // The country's, for somebody who has used none since we write it down.
  return { address, language: language ?? 'es' }
}

/** An owner who is still to be written to when her account is gone. */
export const sealOwner = (sealer: Sealer, owner: Owner, associatedData: AssociatedData): Buffer =>
  sealer.seal(
    keptOwner.writeText({
      address: { kind: owner.address.kind, value: owner.address.value },
      language: owner.language,
    }),
    associatedData,
  )

/** Only an owner is ever sealed here, and nobody else can make one that opens. */
export const openOwner = (sealer: Sealer, sealed: Buffer, associatedData: AssociatedData): Owner =>
  keptOwner.readText(sealer.open(sealed, associatedData).toString()) as Owner

/** Writes to a person about what is hers: to her own address and to no other. */
export const sendToOwner = (
  messages: Messages,
  { address, language }: Owner,
  { subject, text }: { readonly subject: string; readonly text: string },
): Promise<Sent> =>
  messages.send({
    channel: address.kind,
    to: address.value,
    language,
    subject,
    text,
    code: null,
    deliveryId: null,
    validForMs: null,
  })
