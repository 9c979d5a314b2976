import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { testDatabase } from '../../platform/db/test-database.ts'
import { recordingPool } from '../../platform/db/test-recording-pool.ts'
import { createLog } from '../../platform/log.ts'
import { sweepFiles } from './file-sweep.ts'

type Files = Parameters<typeof sweepFiles>[0]['files']

const { pool } = await testDatabase()
const now = new Date('2026-11-16T15:00:00Z')
const yesterday = new Date('2026-11-15T15:00:00Z')

const PAGE_FILES = 500
const nameOf = (number: number): string => createHash('sha256').update(String(number)).digest('hex')

/** A store of so many files that are nobody's; it makes up their names while they are listed. */
const storeOf = (count: number) => {
  let listed = 0
  let deleted = 0
  let heldMax = 0
  const store: Pick<Files, 'list' | 'delete'> = {
    async *list() {
      while (listed < count) {
        const from = listed
        listed = Math.min(count, listed + PAGE_FILES)
        heldMax = Math.max(heldMax, listed - deleted)
        yield Array.from({ length: listed - from }, (_, at) => ({ name: nameOf(from + at), writtenAt: yesterday }))
      }
    },
    delete: async () => {
      deleted += 1
    },
  }
  return { store, seen: () => ({ listed, deleted, heldMax }) }
}

const sweep = async (count: number) => {
  const { store, seen } = storeOf(count)
  const recording = recordingPool(pool)
  const files = store as Files
  const means = { pool: recording.pool, machineClock: { now: () => now }, files, log: createLog('silent') }
  const sent = await recording.record(() => sweepFiles(means))
  const asked = sent.filter(({ text }) => text.includes('file_name'))
  return { ...seen(), questions: asked.length, longest: Math.max(...asked.map(({ values }) => values[0]?.length ?? 0)) }
}

test('the sweep holds one page of files at a time, however many there are', async () => {
  const [few, many] = [await sweep(2_000), await sweep(20_000)]
  expect(few).toMatchObject({ listed: 2_000, deleted: 2_000, heldMax: PAGE_FILES, questions: 4 })
  expect(many).toMatchObject({ listed: 20_000, deleted: 20_000, heldMax: PAGE_FILES, questions: 40 })
  expect(many.longest).toBe(few.longest)
})
