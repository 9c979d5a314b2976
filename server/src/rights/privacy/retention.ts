import { civilDayOf } from '@hola/core/calendar.ts'
import { DEVICE_DATA_KEPT_DAYS } from '@hola/core/device/limits.ts'
import { updateDeleted } from '../../person/consent/public.ts'
import { inTransaction } from '../../platform/db/public.ts'
import { deleteGoneFaces } from '../../person/identity/public.ts'
import { deleteEnded, deleteOldUploads } from '../../person/device-data/public.ts'
import type { Services } from '../services.ts'
import { logAccess } from '../../platform/access-log.ts'
import { forgetPhotosOf } from './photos.ts'
import { forgetIdentities, listUnwantedPhotos } from './store.ts'

const KEPT_MS = DEVICE_DATA_KEPT_DAYS * 24 * 3_600_000
const BATCH_ROWS = 1_000
/** A process asks every minute which faces are gone. */
const GONE_FACES_KEPT_MS = 7 * 24 * 3_600_000

/**
 * The daily job: what a phone sent goes after its time or with its consent, photos that had to stay when their consent
 * was withdrawn go when nothing needs them any more, and what the law had us keep of an erased account after the law's
 * time. Run late or twice it does the same.
 */
export const deleteTooOld = async (services: Services): Promise<void> => {
  const { log } = services
  const recordsCount = await deleteRecords(services)
  const photosCount = await deletePhotos(services)
  const identitiesCount = await inTransaction(services.pool, (tx) =>
    forgetIdentities(tx, civilDayOf(services.clock.now())),
  )
  const goneBefore = new Date(services.clock.now().getTime() - GONE_FACES_KEPT_MS)
  await inTransaction(services.pool, (tx) => deleteGoneFaces(tx, goneBefore))
  log.info({ recordsCount, photosCount, identitiesCount }, 'old data deleted')
}

const deleteRecords = async (services: Services): Promise<number> => {
  const { pool, clock } = services
  const now = clock.now()
  await inTransaction(pool, (tx) => deleteOldUploads(tx, new Date(now.getTime() - KEPT_MS)))
  let total = 0
  for (;;) {
    const count = await inTransaction(pool, async (tx) => {
      const owners = await deleteEnded(tx, now, BATCH_ROWS)
      for (const userId of new Set(owners))
        await logAccess(tx, services, {
          userId,
          actor: 'retention',
          categories: ['device_data'],
          purpose: 'too_old',
        })
      return owners.length
    })
    total += count
    if (count < BATCH_ROWS) return total
  }
}

const deletePhotos = async (services: Services): Promise<number> => {
  const { pool, clock, files } = services
  let total = 0
  for (const userId of await inTransaction(pool, listUnwantedPhotos)) {
    const names = await inTransaction(pool, async (tx) => {
      const unneeded = await forgetPhotosOf(tx, services, userId)
      if (unneeded === undefined || unneeded.length === 0) return []
      await updateDeleted(tx, {
        userId,
        kind: 'biometric',
        deletedAt: clock.now(),
        deletedCount: unneeded.length,
      })
      await logAccess(tx, services, {
        userId,
        actor: 'retention',
        categories: ['photos'],
        purpose: 'consent_withdrawn',
      })
      return unneeded
    })
    for (const name of names) await files.delete(name)
    total += names.length
  }
  return total
}
