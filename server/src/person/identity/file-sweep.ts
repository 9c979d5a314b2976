import { inTransaction } from '../../platform/db/public.ts'
import type { Services } from '../services.ts'
import { listUsedFiles } from './store.ts'

/** Far longer than an upload takes between its file and its row. */
const YOUNG_MS = 3_600_000

/**
 * The daily job: deletes files that belong to no photo. They are left behind where a server stops between writing a file
 * and its row, or between replacing a row and deleting the file, and where an account is deleted. It goes by pages, so that
 * it takes no more memory for a million files than for a thousand.
 */
export const sweepFiles = async ({
  pool,
  machineClock,
  files,
  log,
}: Pick<Services, 'pool' | 'machineClock' | 'files' | 'log'>): Promise<void> => {
  const now = machineClock.now()
  let count = 0
  for await (const page of files.list()) {
    const names = page.filter(({ writtenAt }) => now.getTime() - writtenAt.getTime() > YOUNG_MS).map(({ name }) => name)
    const used = new Set(await inTransaction(pool, (tx) => listUsedFiles(tx, names)))
    for (const name of names.filter((one) => !used.has(one))) {
      await files.delete(name)
      count += 1
    }
  }
  log.info({ count }, 'files swept')
}
