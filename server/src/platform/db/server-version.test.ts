import { expect, test } from 'vitest'
import type { Pool } from './pool.ts'
import { refuseOldServer } from './server-version.ts'
import { testDatabase } from './test-database.ts'

const { pool } = await testDatabase()

const answering = (major: number, version: string): Pool =>
  ({ query: async () => ({ rows: [{ major, version }] }) }) as unknown as Pool

test('the PostgreSQL that comes along is new enough, and so is the oldest that we say', async () => {
  await expect(refuseOldServer(pool)).resolves.toBeUndefined()
  await expect(refuseOldServer(answering(15, '15.0'))).resolves.toBeUndefined()
})

test('an older one is refused in one line that says which it must be', async () => {
  await expect(refuseOldServer(answering(14, '14.23'))).rejects.toThrow(
    'The database is PostgreSQL 14.23, and 15 is the oldest that this version works with: move it to a newer one',
  )
})
