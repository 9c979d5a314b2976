import { civilDayOf } from '@hola/core/calendar.ts'
import type { WireLanguage } from '@hola/core/language.ts'
import type { Address, NetworkIndexes } from '../../person/account/public.ts'
import { findOwner, keyOf } from '../../person/account/public.ts'
import type { Tx } from '../../platform/db/public.ts'
import type { OrderKey } from '../../lending/order/public.ts'
import type { Services } from '../services.ts'
import type { TypedWords } from './sealed-fields.ts'
import { sealRequestAddress, sealWords } from './sealed-fields.ts'
import type { NewRequest, RequestKind, RequestRow } from './store.ts'
import { findOpenRequest, findRequest, insertRequest, updateLink } from './store.ts'
import { drawTrackingNumber } from './tracking-number.ts'

/** A day has 810.000 numbers of each kind; one that is taken is drawn again. */
const DRAWS_MAX = 100

const NO_NETWORK = { networkIndex: null, block56Index: null, block48Index: null } as const

/** What a request is made from. */
export type Filing = {
  readonly kind: RequestKind
  readonly language: WireLanguage
  readonly address: Address
  /** Where it came from, for the limits; null when none applies. */
  readonly networks: NetworkIndexes | null
  readonly words: TypedWords
  readonly link: { readonly userId: string | null; readonly orderId: string | null }
}

/** Writes down a new request under a number of its own, and with it the job that answers it. */
export const fileRequest = async (
  tx: Tx,
  { sealer, clock, random, jobs }: Services,
  { kind, language, address, networks, words, link }: Filing,
): Promise<RequestRow> => {
  const receivedAt = clock.now()
  for (let draw = 0; draw < DRAWS_MAX; draw += 1) {
    const trackingNumber = drawTrackingNumber(random, kind, civilDayOf(receivedAt))
    const made: NewRequest = {
      ...link,
      trackingNumber,
      kind,
      language,
      channel: address.kind,
      addressIndex: keyOf(sealer, address).addressIndex,
      ...(networks ?? NO_NETWORK),
      sealedAddress: sealRequestAddress(sealer, trackingNumber, address.value),
      sealedWords: sealWords(sealer, trackingNumber, words),
      isProven: link.userId !== null,
      receivedAt,
    }
    if (!(await insertRequest(tx, made))) continue
    await jobs.enqueue(tx, 'consumer-message', { tracking_number: trackingNumber })
    const inserted = await findRequest(tx, trackingNumber)
    if (inserted === undefined) throw new Error(`request ${trackingNumber} is gone`)
    return inserted
  }
  throw new Error('every number drawn for a request was taken')
}

/**
 * Somebody logged in withdraws on the page of her loan: she gets the same number and the same message, to the address she
 * logs in with, as by the button of the law. A request of hers that is going on is that one. The caller holds the lock
 * of the order, and asks once for each.
 */
export const fileWithdrawal = async (
  tx: Tx,
  services: Services,
  { userId, orderId }: OrderKey,
  language: WireLanguage,
): Promise<void> => {
  const open = await findOpenRequest(tx, { userId, orderId, kind: 'regret' })
  if (open !== undefined) {
    await updateLink(tx, open.trackingNumber, { userId, orderId, isProven: true, at: services.clock.now() })
    return
  }
  const owner = await findOwner(tx, services.sealer, userId)
  if (owner === undefined) return
  await fileRequest(tx, services, {
    kind: 'regret',
    language,
    address: owner.address,
    networks: null,
    words: { orderNumber: '', note: '' },
    link: { userId, orderId },
  })
}
