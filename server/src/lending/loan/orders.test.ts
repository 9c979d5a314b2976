import { orderTransitions } from '@hola/core/loan/order-states.ts'
import type { OrderState } from '@hola/core/loan/order-states.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Answer } from '../../person/application/test-application.ts'
import { testDatabase } from '../../platform/db/test-database.ts'
import { openTestServer } from '../../edge/http/test-server.ts'
import { orderNumberOf } from '../order/order-number.ts'
import { insertLoan, newBorrower } from './test-borrower.ts'

const { pool } = await testDatabase()
// A Wednesday, so that 91 days before is one as well and no due day moves.
const noon = new Date('2026-11-18T15:00:00Z')
let now = noon
const server = await openTestServer(pool, { clock: { now: () => now } })
const { services } = server

beforeEach(() => {
  now = noon
})

const DAY_MS = 86_400_000

describe('the states of an order are one table', () => {
  test('the database has the same rows as the code', async () => {
    const { rows } = await pool.query<{ from_state: string; to_state: string }>(
      'SELECT from_state, to_state FROM order_transition',
    )
    const pairs = (all: readonly (readonly [string, string])[]) => all.map((pair) => pair.join(' → ')).toSorted()
    expect(pairs(rows.map((row) => [row.from_state, row.to_state]))).toEqual(pairs(orderTransitions))
  })

  test('anything else is refused by the database', async () => {
    const { userId } = await newBorrower(server)
    const states: OrderState[] = ['pending', 'payout_failed', 'in_repayment', 'cleared', 'review_failed', 'cancelled']
    const orderId = await insertLoan(services, userId, { state: 'in_repayment' })
    const taken: string[] = []
    for (const from of states)
      for (const to of states) {
        const moved = await pool
          .query(
            `UPDATE loan_order
                SET previous_state = $2, state = $3, cleared_at = CASE WHEN $3 = 'cleared' THEN $4::timestamptz END
              WHERE order_id = $1`,
            [orderId, from, to, now],
          )
          .catch((error: unknown) => error)
        if (!(moved instanceof Error)) taken.push(`${from} → ${to}`)
      }
    const allowed = orderTransitions.filter(([from]) => from !== 'signing').map((pair) => pair.join(' → '))
    expect(taken.toSorted()).toEqual(allowed.toSorted())
  })
})

describe('My loan', () => {
  test('what is going on and what is over, in groups', async () => {
    const { userId, call } = await newBorrower(server)
    const made: Record<string, string> = {}
    for (const [name, state, signedDaysAgo] of [
      ['old pending', 'pending', 3],
      ['pending', 'pending', 1],
      ['late', 'in_repayment', 92],
      ['on time', 'in_repayment', 30],
      ['failed payout', 'payout_failed', 2],
      ['cleared', 'cleared', 100],
      ['cancelled', 'cancelled', 50],
      ['cleared before', 'cleared', 200],
      ['failed review', 'review_failed', 20],
    ] as const)
      made[await insertLoan(services, userId, { state, signedDaysAgo })] = name
    const groupsOf = async (path: 'user/get_processing_order' | 'user/get_complete_order') => {
      const { ret } = await call(path)
      expect(ret.next_cursor).toBe(null)
      return ret.groups.map(({ group, orders }) => [group, orders.map((order) => [made[order.order_id], order.state])])
    }
    expect(await groupsOf('user/get_processing_order')).toEqual([
      ['failed_payouts', [['failed payout', 'payout_failed']]],
      [
        'pending',
        [
          ['pending', 'pending'],
          ['old pending', 'pending'],
        ],
      ],
      [
        'in_repayment',
        [
          ['on time', 'in_repayment'],
          ['late', 'overdue'],
        ],
      ],
    ])
    expect(await groupsOf('user/get_complete_order')).toEqual([
      ['failed_review', [['failed review', 'review_failed']]],
      [
        'complete',
        [
          ['cancelled', 'cancelled'],
          ['cleared', 'cleared'],
          ['cleared before', 'cleared'],
        ],
      ],
    ])
  })

  test('a long list goes on at the cursor: every order once, groups whole and in order', async () => {
    const { userId, call } = await newBorrower(server)
    const ids: string[] = []
    // Five of a day, so that a page ends among orders of the same moment.
    for (let count = 0; count < 47; count += 1) {
      const state = (['in_repayment', 'pending', 'payout_failed'] as const)[count % 3] ?? 'pending'
      ids.push(await insertLoan(services, userId, { state, signedDaysAgo: Math.floor(count / 5) }))
    }
    const seen: { group: string; id: string; at: string }[] = []
    let cursor: string | null = null
    const lengths: number[] = []
    do {
      const { ret }: Answer<'user/get_processing_order'> = await call(
        'user/get_processing_order',
        cursor === null ? {} : { cursor },
      )
      const page = ret.groups.flatMap(({ group, orders }) =>
        orders.map((order) => ({ group, id: order.order_id, at: order.applied_at })),
      )
      lengths.push(page.length)
      seen.push(...page)
      cursor = ret.next_cursor
    } while (cursor !== null)
    expect(lengths).toEqual([20, 20, 7])
    expect(seen.map(({ id }) => id).toSorted()).toEqual(ids.toSorted())
    const ranks = seen.map(({ group }) => ['failed_payouts', 'pending', 'in_repayment'].indexOf(group))
    expect(ranks).toEqual(ranks.toSorted((one, other) => one - other))
    for (const rank of [0, 1, 2]) {
      const times = seen.filter((_, index) => ranks[index] === rank).map(({ at }) => at)
      expect(times).toEqual(times.toSorted().toReversed())
    }
  })

  test.each(['x', 'AAAA', Buffer.from('7 99999999999999 zz').toString('base64url')])(
    'a cursor that we never gave out is refused: %s',
    async (cursor) => {
      const { call } = await newBorrower(server)
      expect((await call('user/get_processing_order', { cursor }, 'es')).code).toBe('40000')
    },
  )

  test('of somebody without orders is empty', async () => {
    const { call } = await newBorrower(server)
    for (const path of ['user/get_processing_order', 'user/get_complete_order'] as const)
      expect((await call(path)).ret).toEqual({ groups: [], next_cursor: null })
  })
})

test('a foreign order and one that is not there answer alike', async () => {
  const [person, other] = [await newBorrower(server), await newBorrower(server)]
  const orderId = await insertLoan(services, other.userId, { state: 'pending' })
  const foreign = await person.call('loan/order', { order_id: orderId })
  expect(foreign).toEqual(await person.call('loan/order', { order_id: services.random.uuid() }))
  expect(foreign.code).toBe('20303')
  expect((await other.call('loan/order', { order_id: orderId })).code).toBe('0')
})

describe('the page of an order', () => {
  test.each([
    [
      'pending',
      { state: 'pending', signedDaysAgo: 1 },
      ['signed done', 'paid_out now', 'withdrawal_open later', 'due later'],
    ],
    [
      'failed payout',
      { state: 'payout_failed', signedDaysAgo: 1 },
      ['signed done', 'payout_failed now', 'paid_out later', 'withdrawal_open later', 'due later'],
    ],
    [
      'paid out, to be given back still',
      { state: 'in_repayment', signedDaysAgo: 5 },
      ['signed done', 'paid_out done', 'withdrawal_open now', 'due later'],
    ],
    [
      'paid out, not to be given back any more',
      { state: 'in_repayment', signedDaysAgo: 40 },
      ['signed done', 'paid_out done', 'withdrawal_open done', 'due now'],
    ],
    [
      'overdue',
      { state: 'in_repayment', signedDaysAgo: 95 },
      ['signed done', 'paid_out done', 'withdrawal_open done', 'due done', 'overdue now'],
    ],
    [
      'cleared',
      { state: 'cleared', signedDaysAgo: 91 },
      ['signed done', 'paid_out done', 'payment done', 'cleared done'],
    ],
    ['cancelled', { state: 'cancelled', signedDaysAgo: 91 }, ['signed done', 'cancelled done']],
    ['failed review', { state: 'review_failed', signedDaysAgo: 91 }, ['signed done']],
  ] as const)('the time line, %s', async (_, made, timeline) => {
    const { userId, call } = await newBorrower(server)
    const orderId = await insertLoan(services, userId, made)
    const { ret } = await call('loan/order', { order_id: orderId })
    expect(ret.order.timeline.map(({ kind, progress }) => `${kind} ${progress}`)).toEqual(timeline)
  })

  test('the right of withdrawal: nothing to give back before the payout, then what came, then none', async () => {
    const { userId, call } = await newBorrower(server)
    const returned = async (made: Parameters<typeof insertLoan>[2]) => {
      const orderId = await insertLoan(services, userId, made)
      return (await call('loan/order', { order_id: orderId })).ret.order.withdrawal
    }
    expect(await returned({ state: 'pending', signedDaysAgo: 1 })).toMatchObject({ return_centavos: 0 })
    expect(await returned({ state: 'in_repayment', signedDaysAgo: 1 })).toMatchObject({ return_centavos: 90_000_00 })
    expect(await returned({ state: 'in_repayment', signedDaysAgo: 30 })).toBe(null)
    expect(await returned({ state: 'cancelled', signedDaysAgo: 1 })).toBe(null)
  })

  test('a failed payout says until when it can be corrected', async () => {
    const { userId, call } = await newBorrower(server)
    const orderId = await insertLoan(services, userId, { state: 'payout_failed', signedDaysAgo: 0 })
    await pool.query('UPDATE loan_order SET state_since = $2 WHERE order_id = $1', [orderId, now])
    expect((await call('loan/order', { order_id: orderId })).ret.order.payout_failure).toEqual({
      reason: { code: 'other', text: expect.any(String) },
      correct_until_at: new Date(noon.getTime() + 3 * DAY_MS).toISOString(),
    })
  })

  test('a clock that was set back to before the payout breaks nothing', async () => {
    const { userId, call } = await newBorrower(server)
    const orderId = await insertLoan(services, userId, { state: 'in_repayment', signedDaysAgo: 0 })
    now = new Date(noon.getTime() - 2 * DAY_MS)
    expect((await call('loan/order', { order_id: orderId })).ret.order).toMatchObject({ payoff_centavos: 100_000_00 })
    expect((await call('app/home')).ret.state).toBe('in_repayment')
  })
})

describe('the number of an order', () => {
  test('is short, the same for the same order, and has no letter that is taken for another', () => {
    expect(orderNumberOf('00000000-0000-4000-8000-000000000000')).toBe(
      orderNumberOf('00000000-0000-4000-8000-000000000000'),
    )
    const numbers = Array.from({ length: 5_000 }, () => orderNumberOf(services.random.uuid()))
    expect(new Set(numbers).size).toBe(numbers.length)
    for (const number of numbers) expect(number).toMatch(/^[2-9A-HJKMNP-TV-Z]{4}(?:-[2-9A-HJKMNP-TV-Z]{4}){2}$/)
  })
})
