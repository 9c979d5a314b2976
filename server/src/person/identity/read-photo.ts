import { findApplication } from '../application/public.ts'
import { demandConsent } from '../consent/public.ts'
import { inTransaction } from '../../platform/db/public.ts'
import type { Services } from '../services.ts'
import { judge } from './judge.ts'
import { sealReading } from './reading.ts'
import { findUnreadPhoto, updateReading } from './store.ts'

type Means = Pick<Services, 'pool' | 'sealer' | 'clock' | 'random' | 'settings' | 'files' | 'identity' | 'jobs'>

/** The job after each upload: reads one photo and, when it was the last that was awaited, judges all three. */
export const readPhoto = async (
  services: Means,
  { user_id: userId, upload_id: uploadId }: { readonly user_id: string; readonly upload_id: string },
): Promise<void> => {
  const { pool, sealer, files, identity } = services
  const photo = await inTransaction(pool, async (tx) => {
    if ((await demandConsent(tx, services, userId, 'biometric')) !== undefined) return undefined
    return findUnreadPhoto(tx, userId, uploadId)
  })
  // Replaced meanwhile, not ours to read any more, or read before the server was stopped on the way to the verdict.
  if (photo === undefined) return judge(services, userId)
  const reading = await identity.reader.readPhoto(photo.kind, await files.get(photo.fileName))
  await inTransaction(pool, async (tx) => {
    // Before anything else of it, as everybody does who changes an application.
    await findApplication(tx, userId, { locked: true })
    await updateReading(tx, {
      userId,
      uploadId,
      sealedReading: sealReading(sealer, userId, photo.kind, { uploadId, reading }),
    })
  })
  await judge(services, userId)
}

/** The job after the basic step was changed: the photos are as they were, what they are held against is not. */
export const judgeAgain = (services: Means, { user_id: userId }: { readonly user_id: string }): Promise<void> =>
  judge(services, userId)
