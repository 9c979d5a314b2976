import { APPROVAL_VALID_MS } from '@hola/core/constants.ts'
import { pesos } from '@hola/core/money.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Applicant } from '../../person/application/test-application.ts'
import { newApplicant } from '../../person/application/test-application.ts'
import { testDatabase } from '../../platform/db/test-database.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { openTestServer } from '../../edge/http/test-server.ts'
import { approve } from '../loan/test-approval.ts'
import { insertLoan, newBorrower } from '../loan/test-borrower.ts'
import { setLimit, settleQuota, settleQuotaOf } from './quota.ts'

const { pool } = await testDatabase()
// A Wednesday, so that 91 days before is one as well and no due day moves.
const noon = new Date('2026-11-18T15:00:00Z')
let now = noon
const server = await openTestServer(pool, { clock: { now: () => now } })
const { services } = server

beforeEach(() => {
  now = noon
})

const stored = async (userId: string) =>
  (
    await pool.query(
      `SELECT total_centavos AS total, used_centavos AS used, frozen_centavos AS frozen,
              remaining_centavos AS remaining, available_centavos AS available FROM quota WHERE user_id = $1`,
      [userId],
    )
  ).rows[0]

/** As Home shows it, whatever was last written down. */
const read = async ({ call }: Applicant) => {
  const { quota: shown } = (await call('app/home')).ret
  return (
    shown && {
      total: shown.total_centavos,
      used: shown.used_centavos,
      frozen: shown.frozen_centavos,
      remaining: shown.remaining_centavos,
      available: shown.available_centavos,
    }
  )
}
const settle = (userId: string) => inTransaction(pool, (tx) => settleQuota(tx, services, userId))

const quota = (total: number, available: number, { used = 0, frozen = 0 } = {}) => ({
  total: pesos(total),
  used: pesos(used),
  frozen: pesos(frozen),
  remaining: pesos(total - used - available),
  available: pesos(available),
})

describe('the database takes no quota that does not add up', () => {
  const insert = async (numbers: readonly number[]) => {
    const { userId } = await newApplicant(server)
    return pool.query(
      `INSERT INTO quota (user_id, limit_centavos, total_centavos, used_centavos, frozen_centavos, remaining_centavos,
                          available_centavos, changed_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [userId, ...numbers, now],
    )
  }
  test.each([
    ['a centavo too much', [100, 100, 20, 10, 30, 51], 'quota_adds_up'],
    ['a centavo too little', [100, 100, 20, 10, 29, 50], 'quota_adds_up'],
    ['more frozen than remains', [100, 100, 20, 31, 30, 50], 'frozen_is_remaining'],
    ['a total above limit and loans', [100, 101, 20, 10, 31, 50], 'total_is_limit_or_lent'],
    ['a total below what is lent', [100, 110, 110, 10, 0, 0], 'frozen_is_remaining'],
    ['less than nothing available', [100, 100, 20, 10, 81, -1], 'quota_available_centavos_check'],
    ['less than nothing used', [100, 100, -1, 10, 51, 50], 'quota_used_centavos_check'],
    ['no limit', [0, 0, 0, 0, 0, 0], 'quota_limit_centavos_check'],
  ] as const)('a row is refused: %s', async (_, numbers, constraint) => {
    await expect(insert(numbers)).rejects.toMatchObject({ constraint })
  })

  test('and takes one that does', async () => {
    expect((await insert([100, 100, 20, 10, 30, 50])).rowCount).toBe(1)
  })
})

describe('what is written is what the orders and the approval make of it', () => {
  const loan = { signedDaysAgo: 30 }
  test.each([
    ['approved', [], 0, quota(400_000, 300_000)],
    ['signed', [{ state: 'pending', signedDaysAgo: 0 }], 0, quota(400_000, 200_000, { frozen: 100_000 })],
    ['the payout failed', [{ state: 'payout_failed', ...loan }], 0, quota(400_000, 200_000, { frozen: 100_000 })],
    ['paid out', [{ state: 'in_repayment', ...loan }], 0, quota(400_000, 200_000, { used: 100_000 })],
    ['cancelled', [{ state: 'cancelled', ...loan }], 0, quota(400_000, 300_000)],
    ['refused after signing', [{ state: 'review_failed', ...loan }], 0, quota(400_000, 300_000)],
    ['repaid on time', [{ state: 'cleared', signedDaysAgo: 91 }], 0, quota(400_000, 340_000)],
    ['repaid late', [{ state: 'cleared', signedDaysAgo: 91, clearedDaysAfterDue: 1 }], 0, quota(400_000, 300_000)],
    [
      'the approval has expired',
      [{ state: 'in_repayment', ...loan }],
      APPROVAL_VALID_MS,
      quota(400_000, 0, { used: 100_000 }),
    ],
    ['due today', [{ state: 'in_repayment', signedDaysAgo: 91 }], 0, quota(400_000, 200_000, { used: 100_000 })],
    ['overdue since today', [{ state: 'in_repayment', signedDaysAgo: 92 }], 0, quota(400_000, 0, { used: 100_000 })],
  ] as const)('the quota: %s', async (_, loans, laterMs, expected) => {
    const person = await newBorrower(server)
    const { userId } = person
    for (const made of loans) await insertLoan(services, userId, made)
    now = new Date(noon.getTime() + laterMs)
    expect(await read(person)).toEqual(expected)
    expect(await settle(userId)).toEqual(expected)
    expect(await stored(userId)).toEqual(expected)
    expect(await settle(userId)).toEqual(expected)
  })
})

test('a limit below what is lent already leaves nothing open, and adds up', async () => {
  const { userId } = await newBorrower(server)
  for (let count = 0; count < 3; count += 1)
    await insertLoan(services, userId, { state: 'in_repayment', signedDaysAgo: 30 })
  await approve(services, userId, pesos(150_000))
  expect(await stored(userId)).toEqual(quota(300_000, 0, { used: 300_000 }))
})

test('a new approval opens what the last one had closed, with its own limit', async () => {
  const { userId } = await newBorrower(server)
  now = new Date(noon.getTime() + 10 * 86_400_000)
  expect(await settle(userId)).toEqual(quota(400_000, 0))
  await approve(services, userId, pesos(200_000))
  expect(await stored(userId)).toEqual(quota(200_000, 150_000))
})

test('somebody who was never approved has no quota', async () => {
  const person = await newApplicant(server)
  const { userId } = person
  expect(await read(person)).toBeNull()
  expect(await settle(userId)).toBeUndefined()
})

test('a job ends the approval in the books; run early or twice it writes what is true', async () => {
  const person = await newBorrower(server)
  const { userId } = person
  const { rows } = await pool.query<{ start_after: Date; data: object }>(
    `SELECT start_after, data FROM pgboss.job WHERE name = 'quota-settle' AND data->>'user_id' = $1`,
    [userId],
  )
  expect(rows).toEqual([{ start_after: new Date(noon.getTime() + APPROVAL_VALID_MS), data: { user_id: userId } }])
  await settleQuotaOf(services, { user_id: userId })
  expect(await stored(userId)).toEqual(quota(400_000, 300_000))
  now = new Date(noon.getTime() + APPROVAL_VALID_MS)
  // Nobody has looked: the row is as it was, and whoever reads it sees the truth.
  expect(await stored(userId)).toEqual(quota(400_000, 300_000))
  expect(await read(person)).toEqual(quota(400_000, 0))
  for (const _ of [1, 2]) {
    await settleQuotaOf(services, { user_id: userId })
    expect(await stored(userId)).toEqual(quota(400_000, 0))
  }
})

test('an approval and a signature at once: whichever is first, the order is counted', async () => {
  const { userId } = await newBorrower(server)
  let release = (): void => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  let locked = (): void => {}
  const isLocked = new Promise<void>((resolve) => (locked = resolve))
  // A signature that has the lock and has not finished.
  const signing = inTransaction(pool, async (tx) => {
    await settleQuota(tx, services, userId)
    locked()
    await held
  })
  await isLocked
  const approving = inTransaction(pool, (tx) => setLimit(tx, services, { userId, limitCentavos: pesos(300_000) }))
  await insertLoan(services, userId, { state: 'pending', signedDaysAgo: 0 })
  release()
  await Promise.all([signing, approving])
  expect(await stored(userId)).toEqual(quota(300_000, 125_000, { frozen: 100_000 }))
})
