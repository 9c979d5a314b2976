import { describe, expect, test } from 'vitest'
import { openPool, socketOf } from '../../platform/db/pool.ts'
import { testDatabase } from '../../platform/db/test-database.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { createLog } from '../../platform/log.ts'
import { refusalFor } from './failure.ts'

const { connectionString, pool } = await testDatabase()

const thrownBy = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  )

describe('a database that is away for a moment is no bug: the caller may try again', () => {
  test('the connection is cut in the middle of a statement, without a word', async () => {
    const own = openPool(connectionString, { log: createLog('silent') })
    const client = await own.connect()
    const asked = thrownBy(client.query('SELECT pg_sleep(30)'))
    // As when the machine of the database dies, or a proxy closes what led to it.
    socketOf(client).destroy()
    expect(refusalFor(await asked, undefined, 'en')).toMatchObject({ name: 'unavailable' })
    const next = await thrownBy(client.query('SELECT 1'))
    expect(refusalFor(next, undefined, 'en')).toMatchObject({ name: 'unavailable' })
    client.release(true)
    await own.end()
  })

  test('it is a standby that cannot be written to yet', async () => {
    const error = await thrownBy(
      inTransaction(pool, async (tx) => {
        await tx.query('SET TRANSACTION READ ONLY')
        await tx.query('DELETE FROM session')
      }),
    )
    expect(error).toMatchObject({ code: '25006' })
    expect(refusalFor(error, undefined, 'en')).toMatchObject({ name: 'unavailable' })
  })
})

test.each([
  ['our own', Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })],
  ['a quota of ours', Object.assign(new Error('EDQUOT: disk quota exceeded, write'), { code: 'EDQUOT' })],
  ['that of PostgreSQL', Object.assign(new Error('could not extend file'), { code: '53100' })],
])('a disk that is full is no bug: %s', (_, error) => {
  expect(refusalFor(error, undefined, 'en')).toMatchObject({ name: 'unavailable' })
})

test('another error of the database stays a bug', async () => {
  const error = await thrownBy(inTransaction(pool, (tx) => tx.query('SELECT 1 / 0')))
  expect(refusalFor(error, undefined, 'en')).toBeUndefined()
})
