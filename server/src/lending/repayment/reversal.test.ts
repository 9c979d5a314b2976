import { addDays, civilDay } from '@hola/core/calendar.ts'
import type { CivilDay } from '@hola/core/calendar.ts'
import { pesos } from '@hola/core/money.ts'
import type { Centavos } from '@hola/core/money.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { openTestServer } from '../../edge/http/test-server.ts'
import type { Tx } from '../../platform/db/public.ts'
import { testDatabase } from '../../platform/db/test-database.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { Collector } from '../../providers/collection/port.ts'
import { noonOf } from '../loan/test-books.ts'
import { verifyBooks } from '../loan/verify-books.ts'
import { restoreTransfer, reverseTransfer, unplaceReceipt } from './reversal.ts'
import { listSuspense, placeSuspense, recordTransfer } from './suspense.ts'
import type { Debtor } from './test-repayment.ts'
import { askToPay, newDebtor, pay } from './test-repayment.ts'

const { pool } = await testDatabase()
const firstDay = civilDay('2026-11-18')
let now = noonOf(firstDay)
const server = await openTestServer(pool, { clock: { now: () => now } })
const byHand = { ...server.services.collectors[0], provider: 'bank-transfer', isEnteredByStaff: true } as Collector
const services = { ...server.services, collectors: [...server.services.collectors, byHand] }
const dayOf = (days: number): CivilDay => addDays(firstDay, days)

beforeEach(() => {
  now = noonOf(firstDay)
})

const inTx = <Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> => inTransaction(pool, work)
const done = <Result extends object>(result: Result | string): Result => {
  if (typeof result === 'string') throw new Error(`not done: ${result}`)
  return result
}
const show = async ({ call, orderId }: Debtor) => (await call('loan/order', { order_id: orderId })).ret.order
const mustBeSound = async (debtor: Debtor): Promise<void> =>
  expect(await inTx((tx) => verifyBooks(tx, debtor))).toMatchObject({ isIntact: true })

let transferCount = 0
/** The staff enters a transfer without a reference. */
const enter = async (amount: Centavos, reference: string | null = null) => {
  transferCount += 1
  const key = { provider: 'bank-transfer', providerPaymentId: `transfer-${transferCount}` }
  await inTx((tx) => recordTransfer(tx, services, { ...key, amount, paidDay: dayOf(0), reference }))
  return key
}
type Key = Awaited<ReturnType<typeof enter>>
const place = async (key: Key, { userId, orderId }: Debtor) =>
  done(await inTx((tx) => placeSuspense(tx, services, { ...key, userId, orderId })))
const rowsOf = async ({ providerPaymentId }: Key) =>
  (
    await pool.query('SELECT kind, order_id FROM receipt_reversal WHERE provider_payment_id = $1 ORDER BY 1', [
      providerPaymentId,
    ])
  ).rows

describe('money that was placed by hand', () => {
  test('goes back to suspense, opens the loan that it had cleared, and clears another', async () => {
    const [debtor, other] = [await newDebtor(server), await newDebtor(server)]
    const key = await enter(pesos(100_000))
    await place(key, debtor)
    expect(await show(debtor)).toMatchObject({ state: 'cleared', payoff_centavos: 0 })
    now = noonOf(dayOf(3))
    const { receipt, effect } = done(await inTx((tx) => unplaceReceipt(tx, services, key)))
    expect(effect).toMatchObject({
      before: { state: 'cleared', account: { payoff: 0 } },
      after: { state: 'in_repayment', account: { principal: pesos(100_000) } },
      entries: [{ cause: 'receipt_reversal' }],
    })
    expect(receipt).toMatchObject({ state: 'suspense', orderId: null, userId: null })
    expect((await show(debtor)).payoff_centavos).toBeGreaterThan(pesos(100_000))
    await place(key, other)
    expect(await show(other)).toMatchObject({ state: 'cleared' })
    for (const one of [debtor, other]) await mustBeSound(one)
    expect(await rowsOf(key)).toEqual([{ kind: 'unplaced', order_id: debtor.orderId }])
  })

  test('on an open quote: the quote can be paid again', async () => {
    const debtor = await newDebtor(server)
    const { payment_id } = await askToPay(services, debtor)
    const key = await enter(pesos(100_000))
    await place(key, debtor)
    expect((await show(debtor)).payments).toMatchObject([{ payment_id, state: 'credited' }])
    done(await inTx((tx) => unplaceReceipt(tx, services, key)))
    expect((await show(debtor)).payments).toMatchObject([{ payment_id, state: 'waiting', paid_centavos: null }])
    await place(key, debtor)
    expect(await show(debtor)).toMatchObject({ state: 'cleared', payments: [{ payment_id, state: 'credited' }] })
    await mustBeSound(debtor)
  })

  test('stays where the payer’s own reference placed it', async () => {
    const debtor = await newDebtor(server)
    const { reference } = await askToPay(services, debtor, { kind: 'part', amount_centavos: pesos(40_000) })
    const providerPaymentId = await pay(services, { reference, amount: pesos(40_000) })
    const unplace = (key: Key) => inTx((tx) => unplaceReceipt(tx, services, key))
    expect(await unplace({ provider: 'sandbox', providerPaymentId })).toBe('not_placed_by_hand')
    expect(await unplace(await enter(pesos(1_000)))).toBe('not_placed')
    expect(await unplace({ provider: 'sandbox', providerPaymentId: 'none' })).toBe('no_such_receipt')
    expect(await show(debtor)).toMatchObject({ repaid_centavos: pesos(40_000) })
  })
})

describe('a transfer that was entered by mistake', () => {
  test('is taken back with what it paid; found to be real after all it is in suspense', async () => {
    const debtor = await newDebtor(server)
    const { reference, payment_id } = await askToPay(services, debtor, { kind: 'part', amount_centavos: pesos(5_000) })
    const key = await enter(pesos(5_000), reference)
    expect(await show(debtor)).toMatchObject({ repaid_centavos: pesos(5_000) })
    done(await inTx((tx) => reverseTransfer(tx, services, key)))
    expect(await show(debtor)).toMatchObject({ repaid_centavos: 0, payments: [{ payment_id, state: 'reversed' }] })
    expect(await inTx((tx) => reverseTransfer(tx, services, key))).toBe('already_reversed')
    const restored = done(await inTx((tx) => restoreTransfer(tx, services, key)))
    expect(restored.receipt).toMatchObject({ state: 'suspense', orderId: null })
    expect(await inTx((tx) => restoreTransfer(tx, services, key))).toBe('not_reversed_by_hand')
    await place(key, debtor)
    expect(await show(debtor)).toMatchObject({ repaid_centavos: pesos(5_000) })
    await mustBeSound(debtor)
  })

  test('in suspense is gone from it', async () => {
    const key = await enter(pesos(7_000))
    expect(done(await inTx((tx) => reverseTransfer(tx, services, key))).effect).toBeNull()
    const left = await inTx((tx) => listSuspense(tx))
    expect(left.map(({ providerPaymentId }) => providerPaymentId)).not.toContain(key.providerPaymentId)
  })

  test('what a provider has said is not taken back by hand', async () => {
    const debtor = await newDebtor(server)
    const { reference } = await askToPay(services, debtor, { kind: 'part', amount_centavos: pesos(40_000) })
    const providerPaymentId = await pay(services, { reference, amount: pesos(40_000) })
    const key = { provider: 'sandbox', providerPaymentId }
    expect(await inTx((tx) => reverseTransfer(tx, services, key))).toBe('not_entered_by_hand')
    expect(await inTx((tx) => restoreTransfer(tx, services, key))).toBe('not_reversed_by_hand')
  })
})
