import { join, resolve } from 'node:path'
import { inTransaction } from '../../platform/db/public.ts'
import { listPhotoFiles, photoKinds } from '../../person/identity/public.ts'
import type { Services } from '../services.ts'
import type { Hand } from '../../staff/act/public.ts'
import { recordAct } from '../../staff/act/public.ts'
import { demandWaiting } from './decide.ts'
import { makeFolder, writeNew } from './folder.ts'
import type { Answer } from './print.ts'

/**
 * Opens the photos of a waiting case into a folder of whoever looks at them. That they were seen is written down before the
 * first byte is: should the writing fail, the book says too much and never too little.
 */
export const writePhotos = async (
  services: Services,
  hand: Hand,
  { userId, folder }: { userId: string; folder: string },
): Promise<Answer> => {
  const place = resolve(folder)
  const found = await inTransaction(services.pool, async (tx) => {
    await demandWaiting(tx, userId)
    return listPhotoFiles(tx, userId)
  })
  await makeFolder(place)
  await inTransaction(services.pool, (tx) =>
    recordAct(tx, services, hand, {
      act: 'see_photos',
      userId,
      details: Object.fromEntries(found.map(({ kind, uploadId }) => [kind, uploadId])),
    }),
  )
  const written: { kind: string; path: string }[] = []
  for (const kind of photoKinds) {
    const photo = found.find((one) => one.kind === kind)
    if (photo === undefined) continue
    const path = join(place, `${userId}-${kind}.jpg`)
    await writeNew(path, await services.files.get(photo.fileName))
    written.push({ kind, path })
  }
  return {
    text: `${written.map(({ path }) => path).join('\n')}\nDelete them when the case is decided.`,
    json: { user_id: userId, photos: written },
  }
}
