import type { PhotosKeptBecause } from '@hola/core/privacy.ts'
import { findApplication, isLiveApproval } from '../../person/application/public.ts'
import type { Tx } from '../../platform/db/public.ts'
import { forgetFace, forgetPhotos } from '../../person/identity/public.ts'
import { isOpenOrder, listOrders } from '../../lending/order/public.ts'
import type { Services } from '../services.ts'

type Means = Pick<Services, 'clock'>

/** Why photos cannot be deleted now, also when the consent to them is withdrawn; null when they can. */
export const photosNeeded = async (tx: Tx, { clock }: Means, userId: string): Promise<PhotosKeptBecause | null> => {
  const row = await findApplication(tx, userId, { locked: false })
  if (row?.state === 'in_review' || isLiveApproval({ row, now: clock.now() })) return 'open_application'
  const orders = await listOrders(tx, userId)
  if (orders.some(isOpenOrder)) return 'open_loan'
  return orders.some(({ paidOutAt }) => paidOutAt !== null) ? 'law' : null
}

/**
 * Deletes the photos of somebody who does not agree to them any more, as far as nothing needs them, with everything that
 * was made of her face. Returns the files to delete when the transaction has ended; undefined when all have to stay.
 */
export const forgetPhotosOf = async (tx: Tx, { clock }: Means, userId: string): Promise<string[] | undefined> => {
  // From here on nobody submits or decides.
  await findApplication(tx, userId, { locked: true })
  const needed = await photosNeeded(tx, { clock }, userId)
  if (needed === 'open_application' || needed === 'open_loan') return undefined
  const files = await forgetPhotos(tx, { userId, at: clock.now(), keepsCard: needed === 'law' })
  await forgetFace(tx, { userId, at: clock.now() })
  return files
}
