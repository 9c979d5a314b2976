import type { OrderState } from '@hola/core/loan/order-states.ts'
import { pesos } from '@hola/core/money.ts'
import { expect, test } from 'vitest'
import { grantCoupon } from './lending/coupon/coupons.ts'
import { testDatabase } from './platform/db/test-database.ts'
import { recordingPool } from './platform/db/test-recording-pool.ts'
import { inTransaction } from './platform/db/transaction.ts'
import { openTestServer } from './edge/http/test-server.ts'
import { approve } from './lending/loan/test-approval.ts'
import type { Borrower } from './lending/loan/test-borrower.ts'
import { insertLoan, newBorrower, readyToSign } from './lending/loan/test-borrower.ts'

const { pool } = await testDatabase()
const recording = recordingPool(pool)
const noon = new Date('2026-11-18T15:00:00Z')
const server = await openTestServer(recording.pool, { clock: { now: () => noon } })
const { services } = server

/** Somebody with all that a call may have to look for: an approval, coupons, a repaid loan and one in this state. */
const newPerson = async (state: OrderState): Promise<Person> => {
  const person = await newBorrower(server)
  const { userId } = person
  await insertLoan(services, userId, { state: 'cleared', signedDaysAgo: 100 })
  const orderId = await insertLoan(services, userId, { state, signedDaysAgo: 30 })
  await approve(services, userId, pesos(400_000))
  const gift = { kind: 'fee_reduction', feeReductionCentavos: pesos(1_000), validDays: 30, reason: 'granted' } as const
  await inTransaction(pool, (tx) => grantCoupon(tx, services, { userId, ...gift }))
  return { ...person, orderId }
}

type Person = Borrower & { readonly orderId: string }

type Budget = {
  readonly path: string
  readonly trips: number
  readonly statements: number
  readonly of?: OrderState
  readonly body?: (person: Person) => Promise<object> | object
}

const wanted = { amount_centavos: pesos(20_000), term_days: 91 }

/**
 * How often a call may wait for the database, and how many statements it may send: the look-up of the token, BEGIN and
 * COMMIT included. Whoever needs more has to say so here.
 */
const budgets: readonly Budget[] = [
  { path: 'app/home', trips: 3, statements: 14 },
  // Why the money could not be sent is asked for when it is known of which loan.
  { path: 'app/home', of: 'payout_failed', trips: 4, statements: 15 },
  { path: 'user/get_processing_order', trips: 3, statements: 4 },
  { path: 'user/get_complete_order', trips: 3, statements: 5 },
  { path: 'coupon/my_coupon', trips: 3, statements: 4 },
  { path: 'app/membership_info', trips: 3, statements: 4 },
  { path: 'loan/order', trips: 4, statements: 9, body: ({ orderId }) => ({ order_id: orderId }) },
  { path: 'loan/preview', trips: 3, statements: 9 },
  {
    path: 'loan/preview',
    trips: 4,
    statements: 10,
    body: async (person) => {
      const body = { ...wanted, with_agreement: true }
      // The first one prints it, outside any transaction, and keeps it in another.
      await person.call('loan/preview', body)
      return body
    },
  },
  { path: 'loan/apply', trips: 12, statements: 30, body: (person) => readyToSign(services, person, wanted) },
  {
    path: 'deal/repay_request',
    trips: 13,
    statements: 22,
    body: ({ orderId }) => ({
      request_id: services.random.uuid(),
      order_id: orderId,
      kind: 'payoff',
      method_id: 'transfer',
    }),
  },
]

test.each(budgets)(
  '$path: at most $trips round trips and $statements statements',
  async ({ path, of: state = 'in_repayment', trips, statements, body }) => {
    const record = async () => {
      const person = await newPerson(state)
      const asked = (await body?.(person)) ?? {}
      let code = ''
      const sent = await recording.record(async () => {
        ;({ code } = await person.call(path as 'app/home', asked))
      })
      expect(code).toBe('0')
      return sent
    }
    // Before its first job the queue asks for its own settings, once for all.
    await record()
    const sent = await record()
    const shown = sent.map(({ trip, text }) => `${trip} ${text.trim().replaceAll(/\s+/g, ' ').slice(0, 100)}`)
    const isWithin = (sent.at(-1)?.trip ?? Number.NaN) <= trips && sent.length <= statements
    expect(isWithin ? [] : shown).toEqual([])
  },
)

test('a clock that another process moved is seen by the next call, without its own statement', async () => {
  const person = await newPerson('in_repayment')
  const before = (await person.call('app/home')).ret.now_at
  await pool.query('INSERT INTO sandbox_clock (offset_ms) VALUES (3600000)')
  const sent = await recording.record(async () => {
    const after = (await person.call('app/home')).ret.now_at
    expect(Date.parse(after) - Date.parse(before)).toBe(3_600_000)
  })
  expect(sent.filter(({ text }) => text.includes('sandbox_clock'))).toHaveLength(1)
  await pool.query('DELETE FROM sandbox_clock')
})
