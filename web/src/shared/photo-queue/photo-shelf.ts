import { PHOTO_DATABASE } from '../../lib/kept-photos.ts'
import type { KeptPhoto, PhotoShelf } from './photo-queue.ts'

const STORE = 'photos'

/** Somebody who did not come back for a week starts anew: her ID card does not lie in a browser for ever. */
const KEEP_MS = 7 * 24 * 3_600_000

const resultOf = <Result>(request: IDBRequest<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error))
  })

/** Open only for as long as one piece of work: a log-out in another tab can delete the database at any moment. */
const inStore = async <Result>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => Promise<Result>,
): Promise<Result> => {
  const opening = indexedDB.open(PHOTO_DATABASE, 1)
  opening.addEventListener('upgradeneeded', () => {
    opening.result.createObjectStore(STORE, { keyPath: ['userId', 'kind'] })
  })
  const database = await resultOf(opening)
  try {
    return await work(database.transaction(STORE, mode).objectStore(STORE))
  } finally {
    database.close()
  }
}

/**
 * The browser's own database: local storage is too small for photos and can be read by whatever reads tokens. Where
 * it is forbidden or full, photos live in memory as long as the page.
 */
export const photoShelf = (now: () => number): PhotoShelf => ({
  async put(photo) {
    await inStore('readwrite', (store) => resultOf(store.put(photo))).catch(() => undefined)
  },

  async remove({ userId, kind, uploadId }) {
    await inStore('readwrite', async (store) => {
      const found: KeptPhoto | undefined = await resultOf(store.get([userId, kind]))
      if (found?.uploadId === uploadId) await resultOf(store.delete([userId, kind]))
    }).catch(() => undefined)
  },

  async list(userId) {
    return inStore('readwrite', async (store) => {
      const all: KeptPhoto[] = await resultOf(store.getAll())
      const isOld = ({ takenAtMs }: KeptPhoto): boolean => now() - takenAtMs > KEEP_MS
      for (const photo of all.filter(isOld)) await resultOf(store.delete([photo.userId, photo.kind]))
      return all.filter((photo) => photo.userId === userId && !isOld(photo))
    }).catch(() => [])
  },
})
