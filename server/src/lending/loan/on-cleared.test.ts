import { addDays, civilDay } from '@hola/core/calendar.ts'
import { pesos } from '@hola/core/money.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { findCoupons, spendCoupon } from '../coupon/coupons.ts'
import { testDatabase } from '../../platform/db/test-database.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { openTestServer } from '../../edge/http/test-server.ts'
import { accountOf } from '../order/account-of.ts'
import { ownHistory } from '../order/standing.ts'
import type { OrderKey } from '../order/store.ts'
import { findOrder } from '../order/store.ts'
import { extend, noonOf, payOutLoan, receive, refund, takeBack, withdraw } from './test-books.ts'
import { newBorrower } from './test-borrower.ts'

const { pool } = await testDatabase()
// A Wednesday, and 91 days later is one as well: no due day moves.
const firstDay = civilDay('2026-11-18')
let now = noonOf(firstDay)
const server = await openTestServer(pool, { clock: { now: () => now } })
const { services } = server

const DUE_DAYS = 91

/** So many days after the payout. */
const onDay = (days: number): void => {
  now = noonOf(addDays(firstDay, days))
}

beforeEach(() => onDay(0))

const newLoan = async (): Promise<OrderKey> => payOutLoan(services, (await newBorrower(server)).userId)

const payoffOf = async ({ userId, orderId }: OrderKey, days: number) => {
  const order = await inTransaction(pool, (tx) => findOrder(tx, userId, orderId))
  return (order && accountOf(order, addDays(firstDay, days))?.payoff) ?? pesos(0)
}

/** Pays everything on a day, and we hear of it then or later. */
const payOff = async (key: OrderKey, paidDays: number, heardDays = paidDays): Promise<string> => {
  onDay(heardDays)
  return receive(services, key, await payoffOf(key, paidDays), addDays(firstDay, paidDays))
}

const couponsOf = ({ userId }: OrderKey) => inTransaction(pool, (tx) => findCoupons(tx, userId))

const sevenDays = { kind: 'interest_free_extension', reason: 'cleared_on_time', extensionDays: 7, usedAt: null }

describe('a coupon for seven more days', () => {
  test.each([
    ['paid on the due day', DUE_DAYS, DUE_DAYS, 1],
    ['given back on the day it came', 0, 0, 0],
    ['given back a day too soon to count', 13, 13, 0],
    ['given back a day too soon to count, heard of later', 13, 20, 0],
    ['paid early, on the first day that counts', 14, 14, 1],
    ['paid on the due day, heard of two days later', DUE_DAYS, DUE_DAYS + 2, 1],
    ['paid the day after', DUE_DAYS + 1, DUE_DAYS + 1, 0],
  ])('a coupon is given or not: %s', async (_, paidDays, heardDays, count) => {
    const key = await newLoan()
    await payOff(key, paidDays, heardDays)
    const coupons = await couponsOf(key)
    expect(coupons).toHaveLength(count)
    for (const coupon of coupons) {
      expect(coupon).toMatchObject({ ...sevenDays, orderId: null })
      expect(coupon.expiresAt).toEqual(new Date(now.getTime() + 180 * 86_400_000))
    }
  })

  test('the day to which the loan was extended is on time', async () => {
    const key = await newLoan()
    await extend(services, key, 7)
    await payOff(key, DUE_DAYS + 7)
    expect(await couponsOf(key)).toHaveLength(1)
  })

  test('for each loan one, whatever happens to it afterwards', async () => {
    const key = await newLoan()
    await payOff(key, 15)
    await receive(services, key, pesos(1_000))
    await refund(services, key, pesos(1_000))
    expect(await couponsOf(key)).toHaveLength(1)
    onDay(0)
    const other = await payOutLoan(services, key.userId)
    await payOff(other, 20)
    expect(await couponsOf(key)).toHaveLength(2)
  })

  test('not for a loan from which she withdrew', async () => {
    const key = await newLoan()
    await withdraw(services, key)
    await payOff(key, 3)
    expect(await couponsOf(key)).toEqual([])
  })
})

describe('loans that are given back at once', () => {
  const standing = async (person: Awaited<ReturnType<typeof newBorrower>>) => {
    const { ret } = await person.call('app/membership_info', {})
    const { ret: home } = await person.call('app/home', {})
    return { ...ret, available: home.quota?.available_centavos }
  }

  test('raise neither level nor limit, however many; one that was out for fourteen days does', async () => {
    const person = await newBorrower(server)
    for (let count = 0; count < 7; count += 1) await payOff(await payOutLoan(services, person.userId), 0)
    // At the first level 75 % of $ 400.000 is open, at the second 85 %.
    const first = { level: 1, loans_cleared_on_time_count: 0, loan_counts_from_days: 14, available: pesos(300_000) }
    expect(await standing(person)).toMatchObject(first)
    const history = await inTransaction(pool, (tx) => ownHistory(tx, services, person.userId))
    expect(history).toMatchObject({ clearedOnTimeCount: 0, clearedLateCount: 0 })

    onDay(0)
    const key = await payOutLoan(services, person.userId)
    await payOff(key, 14)
    const device = await person.onAnotherDevice()
    expect((await device.call('app/membership_info', {})).ret).toMatchObject({
      level: 2,
      loans_cleared_on_time_count: 1,
    })
    expect(await inTransaction(pool, (tx) => ownHistory(tx, services, person.userId))).toMatchObject({
      clearedOnTimeCount: 1,
    })
  })
})

describe('a payment that is taken back', () => {
  test('takes the coupon along, and paying again in time brings it back', async () => {
    const key = await newLoan()
    const receiptId = await payOff(key, 14)
    expect(await couponsOf(key)).toHaveLength(1)
    onDay(15)
    await takeBack(services, key, receiptId)
    expect(await couponsOf(key)).toEqual([])
    await payOff(key, 20)
    expect(await couponsOf(key)).toMatchObject([sevenDays])
  })

  test('takes it for good when she then pays late', async () => {
    const key = await newLoan()
    const receiptId = await payOff(key, 14)
    onDay(15)
    await takeBack(services, key, receiptId)
    await payOff(key, DUE_DAYS + 3)
    expect(await couponsOf(key)).toEqual([])
  })

  test('takes it when another payment clears the loan, but too late', async () => {
    const key = await newLoan()
    const first = await payOff(key, DUE_DAYS)
    onDay(DUE_DAYS + 4)
    await receive(services, key, pesos(200_000))
    expect(await couponsOf(key)).toHaveLength(1)
    await takeBack(services, key, first)
    expect(await inTransaction(pool, (tx) => findOrder(tx, key.userId, key.orderId))).toMatchObject({
      state: 'cleared',
    })
    expect(await couponsOf(key)).toEqual([])
  })

  test('leaves a coupon that was used, and paying again brings no second', async () => {
    const key = await newLoan()
    const receiptId = await payOff(key, 14)
    const [coupon] = await couponsOf(key)
    if (coupon === undefined) throw new Error('no coupon')
    onDay(12)
    const other = await payOutLoan(services, key.userId)
    await inTransaction(pool, (tx) => spendCoupon(tx, services, { ...other, couponId: coupon.couponId }))
    onDay(15)
    await takeBack(services, key, receiptId)
    expect(await couponsOf(key)).toMatchObject([{ couponId: coupon.couponId, orderId: other.orderId }])
    await payOff(key, 20)
    expect(await couponsOf(key)).toHaveLength(1)
  })
})
