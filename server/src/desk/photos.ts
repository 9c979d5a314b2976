import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { inTransaction } from '../db/transaction.ts'
import { photoKinds } from '../identity/photo-kinds.ts'
import { listPhotoFiles } from '../identity/store.ts'
import type { Services } from '../services.ts'
import { record } from './acts.ts'
import type { Hand } from './acts.ts'
import { demandWaiting } from './decide.ts'
import type { Answer } from './print.ts'
import { DeskProblem } from './problem.ts'

const OWNER_ONLY = 0o600
const OWNER_FOLDER = 0o700

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

const makeFolder = async (folder: string): Promise<void> => {
  await mkdir(folder, { recursive: true, mode: OWNER_FOLDER }).catch((error: unknown) => {
    throw new DeskProblem(`${folder} cannot be made: ${reasonOf(error)}`)
  })
}

/** Never over a file that is there: it may be what somebody else is looking at. */
const writeNew = async (path: string, bytes: Buffer): Promise<void> => {
  await writeFile(path, bytes, { flag: 'wx', mode: OWNER_ONLY }).catch((error: unknown) => {
    throw new DeskProblem(`${path} cannot be written: ${reasonOf(error)}`)
  })
  // Whatever the machine's default takes away or a folder's own rules add.
  await chmod(path, OWNER_ONLY)
}

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
    record(tx, services, hand, {
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
