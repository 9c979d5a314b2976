import type { Pool } from '../../platform/db/public.ts'
import { inTransaction } from '../../platform/db/public.ts'
import type { Sealer } from '../../platform/sealed/public.ts'
import { openFaceMatrix } from './face-matrix.ts'
import { openDescriptor } from './face-seal.ts'
import { adoptFaces, findOldestTransaction, listFacesAfter, listGoneAfter, placeBefore } from './face-store.ts'
import type { FacePlace } from './face-store.ts'
import type { Descriptor } from './faces.ts'

/**
 * The faces of everybody in the memory of this process, as new as the database whenever it is searched. The first search
 * fills it, or `refresh` before that; afterwards only what has changed is read.
 */
export type FaceIndex = {
  /**
   * The ids of the faces that can be within a distance, the nearest first, of all that were committed before the
   * call. So of two people who leave their faces at the same moment, in any two processes, whoever commits last finds the
   * other, as long as both search after their commit.
   */
  readonly search: (descriptor: Descriptor, distanceMax: number) => Promise<string[]>
  readonly refresh: () => Promise<void>
  readonly size: () => number
  readonly bytesCount: () => number
  readonly close: () => void
}

type Means = {
  readonly pool: Pool
  readonly sealer: Sealer
  /** What was erased could not be asked for in the background: the next minute or the next search asks again. */
  readonly onError: (error: unknown) => void
}

const PAGE_ROWS = 1_000
/** So long a face that was erased can stay in memory while nobody searches. */
const REFRESH_MS = 60_000
const ADOPT_ROWS = 10_000

export const openFaceIndex = ({ pool, sealer, onError }: Means): FaceIndex => {
  const matrix = openFaceMatrix()
  // Transactions end in another order than they begin: a row can appear below others that were read before. Everything that
  // was written by transactions below these two is here; what later ones wrote is read again each time.
  let facesBefore = 0n
  let goneBefore = 0n
  /** Of what is read again, the faces that the matrix has, each by the transaction that wrote it. */
  const held = new Map<string, bigint>()
  let timer: NodeJS.Timeout | undefined

  /** What a transaction and later ones wrote, page by page. */
  async function* pagesOf<Row extends FacePlace>(
    from: bigint,
    list: (after: FacePlace, limit: number) => Promise<readonly Row[]>,
  ): AsyncGenerator<readonly Row[]> {
    for (let after: FacePlace = placeBefore(from); ;) {
      const page = await list(after, PAGE_ROWS)
      yield page
      const last = page.at(-1)
      if (last === undefined || page.length < PAGE_ROWS) return
      after = last
    }
  }

  const adoptRestored = async (): Promise<void> => {
    while ((await inTransaction(pool, (tx) => adoptFaces(tx, ADOPT_ROWS))) === ADOPT_ROWS);
  }

  const completeFaces = (readTo: bigint, oldest: bigint): void => {
    const before = readTo < oldest ? readTo : oldest
    if (before <= facesBefore) return
    facesBefore = before
    for (const [faceId, writtenBy] of held) if (writtenBy < before) held.delete(faceId)
  }

  const readOn = async (): Promise<void> => {
    if (timer === undefined) await adoptRestored()
    // Asked before the faces are read: what had ended by then is seen by whoever reads later.
    const oldest = await inTransaction(pool, findOldestTransaction)
    const faces = (after: FacePlace, limit: number) => inTransaction(pool, (tx) => listFacesAfter(tx, after, limit))
    for await (const page of pagesOf(facesBefore, faces)) {
      for (const { faceId, userId, sealedDescriptor, writtenBy } of page) {
        if (held.has(faceId)) continue
        matrix.add(faceId, openDescriptor(sealer, userId, sealedDescriptor))
        held.set(faceId, writtenBy)
      }
      // Page by page, so that little has to be remembered and a reading that fails is not begun again.
      completeFaces(page.at(-1)?.writtenBy ?? oldest, oldest)
    }
    completeFaces(oldest, oldest)
    const gone = (after: FacePlace, limit: number) => inTransaction(pool, (tx) => listGoneAfter(tx, after, limit))
    for await (const page of pagesOf(goneBefore, gone))
      for (const { faceId } of page) {
        matrix.remove(faceId)
        held.delete(faceId)
      }
    goneBefore = oldest
    timer ??= setInterval(() => void refresh().catch(onError), REFRESH_MS).unref()
  }

  let running: Promise<void> = Promise.resolve()
  let next: Promise<void> | undefined
  /** Whoever calls gets a reading that begins after the call; all who call while one runs share the next. */
  const refresh = (): Promise<void> => {
    next ??= running
      // Whoever waited for that one was told.
      .catch(() => {})
      .then(() => {
        next = undefined
        return (running = readOn())
      })
    return next
  }

  return {
    search: async (descriptor, distanceMax) => {
      await refresh()
      return matrix.findNear(descriptor, distanceMax)
    },
    refresh,
    size: matrix.size,
    bytesCount: matrix.bytesCount,
    close: () => clearInterval(timer),
  }
}
