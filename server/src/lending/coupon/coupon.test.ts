import { pesos } from '@hola/core/money.ts'
import { describe, expect, test } from 'vitest'
import { newApplicant } from '../../person/application/test-application.ts'
import { testDatabase } from '../../platform/db/test-database.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { openTestServer } from '../../edge/http/test-server.ts'
import { readCouponGifts } from './gifts.ts'
import { grantCoupon, grantFirstApprovalCoupon } from './coupons.ts'

const { pool } = await testDatabase()
let now = new Date('2026-11-16T15:00:00Z')
const server = await openTestServer(pool, { clock: { now: () => now } })
const { services } = server

test('a first approval gives $ 2.000 off the fee for 30 days, once, also when two reviews race', async () => {
  const { userId, call, onAnotherDevice } = await newApplicant(server)
  const grant = () => inTransaction(pool, (tx) => grantFirstApprovalCoupon(tx, services, userId))
  await Promise.all([grant(), grant()])
  now = new Date('2026-12-01T15:00:00Z')
  await grant()
  expect((await call('coupon/my_coupon')).ret.coupons).toEqual([
    {
      coupon_id: expect.any(String),
      kind: 'fee_reduction',
      title: 'Welcome coupon',
      state: 'usable',
      fee_reduction_centavos: pesos(2_000),
      expires_at: '2026-12-16T15:00:00.000Z',
      used_at: null,
      order_id: null,
    },
  ])
  now = new Date('2026-12-16T15:00:00Z')
  // The session of the first device ends on the same day.
  const device = await onAnotherDevice()
  expect((await device.call('coupon/my_coupon', {}, 'es')).ret.coupons).toMatchObject([
    { state: 'expired', title: 'Cupón de bienvenida' },
  ])
})

test('granted ones add up, the newest first', async () => {
  const { userId, call } = await newApplicant(server)
  const ids: string[] = []
  for (const days of [1, 2]) {
    now = new Date(now.getTime() + 1000)
    const gift = {
      userId,
      kind: 'interest_free_extension',
      extensionDays: days,
      validDays: 10,
      reason: 'granted',
    } as const
    ids.push(await inTransaction(pool, (tx) => grantCoupon(tx, services, gift)))
  }
  expect((await call('coupon/my_coupon')).ret.coupons.map(({ coupon_id }) => coupon_id)).toEqual(ids.toReversed())
})

describe('what is given without anybody deciding it', () => {
  test('as shipped', () => {
    expect(readCouponGifts()).toEqual({
      first_approval: { kind: 'fee_reduction', feeReductionCentavos: pesos(2_000), validDays: 30 },
      cleared_on_time: { kind: 'interest_free_extension', extensionDays: 7, validDays: 180 },
    })
  })

  const fee = { kind: 'fee_reduction', fee_reduction_centavos: 100, valid_days: 1 }
  test.each([
    ['nothing off', { ...fee, fee_reduction_centavos: 0 }, 'fee_reduction_centavos'],
    ['for no days', { ...fee, valid_days: 0 }, 'valid_days'],
    ['of both kinds', { ...fee, extension_days: 3 }, 'extension_days'],
    ['of no kind', { ...fee, kind: 'cash' }, 'kind'],
  ])('a coupon %s keeps the server from starting', (_, first_approval, reason) => {
    expect(() => readCouponGifts(JSON.stringify({ first_approval, cleared_on_time: fee }))).toThrow(reason)
  })
})
