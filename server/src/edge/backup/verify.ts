import type { Random } from '@hola/core/clock.ts'
import { verifyEvidence } from '../../lending/agreement/public.ts'
import { verifyBooks } from '../../lending/loan/public.ts'
import type { Pool } from '../../platform/db/public.ts'
import { inTransaction, poolOfDesk } from '../../platform/db/public.ts'
import { createSealer, loadKeyring, opens } from '../../platform/sealed/public.ts'
import type { Secrets } from '../../platform/services.ts'
import type { FileStore } from '../../providers/files/public.ts'
import { openStoredFile } from '../../providers/files/public.ts'
import { verifyActs } from '../../staff/act/public.ts'
import type { Progress } from '../progress-bar.ts'

const PHOTOS_OPENED = 50
const PAGE = 500
const FIRST = '00000000-0000-0000-0000-000000000000'

export type Verified = {
  readonly loans: number
  readonly signatures: number
  readonly acts: number
  readonly photographs: number
  /** What is not in order, a line each: a backup is made of it all the same. */
  readonly problems: readonly string[]
}

/**
 * Whether what is stored is whole: the books of every loan against its terms and payments with their chain of hashes, the
 * proofs of every signature with the signed documents, the chain of what the staff did, and a sample of photographs, opened.
 */
export const verifyStored = async ({
  pool,
  store,
  secrets,
  random,
  gone = new Set(),
  signal,
  onProgress = () => {},
}: {
  readonly pool: Pool
  readonly store: FileStore
  readonly secrets: Secrets
  readonly random: Random
  /** Photographs that were deleted while the backup was made. */
  readonly gone?: ReadonlySet<string>
  readonly signal?: AbortSignal
  readonly onProgress?: (progress: Progress) => void
}): Promise<Verified> => {
  const sealer = createSealer(await loadKeyring(pool, secrets), random)
  const { rows: counted } = await pool.query<{ count: number }>('SELECT count(*) AS count FROM loan_order')
  const total = counted[0]?.count ?? 0
  const problems: string[] = []
  let [loans, signatures] = [0, 0]
  let lastUser = ''
  for (let after = { userId: FIRST, orderId: FIRST }; ;) {
    const { rows } = await pool.query<{ userId: string; orderId: string }>(
      `SELECT user_id AS "userId", order_id AS "orderId" FROM loan_order
        WHERE (user_id, order_id) > ($1, $2) ORDER BY user_id, order_id LIMIT ${PAGE}`,
      [after.userId, after.orderId],
    )
    for (const key of rows) {
      signal?.throwIfAborted()
      const isolation = { isolation: 'repeatable read' } as const
      const books = await inTransaction(pool, (tx) => verifyBooks(tx, key), isolation)
      if (!books.isIntact) problems.push(`the books of loan ${key.orderId}: ${books.problem}`)
      if (key.userId !== lastUser) {
        const proof = await inTransaction(pool, (tx) => verifyEvidence(tx, { sealer }, key.userId), isolation)
        if (proof.isIntact) signatures += proof.entryCount
        else problems.push(`the signatures of ${key.userId}: ${proof.problem}`)
        lastUser = key.userId
      }
      loans += 1
      onProgress({ done: loans, total, what: 'books and signatures' })
    }
    const last = rows.at(-1)
    if (last === undefined || rows.length < PAGE) break
    after = last
  }
  const acts = await inTransaction(poolOfDesk(pool), verifyActs)
  if (!acts.isIntact) problems.push(`the chain of what the staff did: ${acts.problem}`)

  const { rows: photos } = await pool.query<{ name: string }>(
    `SELECT file_name AS name FROM photo WHERE file_name IS NOT NULL ORDER BY md5(file_name) LIMIT ${PHOTOS_OPENED}`,
  )
  let photographs = 0
  for (const { name } of photos) {
    const sealed = await store.get(name)
    if (sealed === undefined && gone.has(name)) continue
    if (sealed === undefined) problems.push(`photograph ${name}: missing`)
    else if (opens(() => openStoredFile(sealer, name, sealed))) photographs += 1
    else problems.push(`photograph ${name}: does not open`)
    onProgress({ done: photographs, total: photos.length, what: 'photographs opened' })
  }
  return { loans, signatures, acts: acts.isIntact ? acts.actCount : 0, photographs, problems }
}
