import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { startWorkers } from '../../app.ts'
import { testDatabase } from '../../platform/db/test-database.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { logInSomebody, openTestServer } from '../http/test-server.ts'
import { insertLoan } from '../../lending/loan/test-borrower.ts'
import { MESSAGES_SHOWN, recordMessage } from '../../providers/messages/sandbox-outbox.ts'
import { CLOCK_OFFSET_MAX_MS } from './shapes.ts'

const { pool } = await testDatabase()
const real = new Date('2026-11-16T15:00:00.000Z')
const clock = { now: () => real }
const { app, services } = await openTestServer(pool, { clock })
const DAY_MS = 86_400_000

const get = async (path: string) => (await app.inject(`/sandbox/api/${path}`)).json()
const post = (path: string, payload: object, headers: Record<string, string> = {}) =>
  app.inject({ method: 'POST', url: `/sandbox/api/${path}`, payload, headers })
const homeNow = async (server = app) =>
  (await server.inject({ method: 'POST', url: '/api/app/home', payload: {} })).json().ret.now_at
const at = (offsetMs: number) => ({
  code: '0',
  msg: '',
  ret: {
    now: new Date(real.getTime() + offsetMs).toISOString(),
    real_now: real.toISOString(),
    offset_ms: offsetMs,
  },
})

describe('the clock', () => {
  test('starts at real time, moves forward step by step, to a date, and back to real time', async () => {
    expect(await get('clock')).toEqual(at(0))
    expect((await post('clock', { advance_ms: 120_000 })).json()).toEqual(at(120_000))
    expect((await post('clock', { advance_ms: DAY_MS })).json()).toEqual(at(DAY_MS + 120_000))
    expect((await post('clock', { to: '2026-11-20T12:00:00-03:00' })).json()).toEqual(at(4 * DAY_MS))
    expect(await get('clock')).toEqual(at(4 * DAY_MS))
    expect(await homeNow()).toBe('2026-11-20T15:00:00.000Z')
    expect((await post('clock/reset', {})).json()).toEqual(at(0))
    expect(await homeNow()).toBe('2026-11-16T15:00:00.000Z')
  })

  test('survives a restart and is the same for every process', async () => {
    const second = await openTestServer(pool, { clock })
    await post('clock', { advance_ms: DAY_MS })
    expect(await homeNow(second.app)).toBe('2026-11-17T15:00:00.000Z')
    const restarted = await openTestServer(pool, { clock })
    expect(restarted.services.clock.now().toISOString()).toBe('2026-11-17T15:00:00.000Z')
    await post('clock/reset', {})
  })

  test('people who move it at once move it one after the other', async () => {
    const people = Array.from({ length: 12 })
    // Connections first, so that the moves really run beside each other.
    await Promise.all(people.map(() => pool.query('SELECT pg_sleep(0.05)')))
    await Promise.all(people.map(() => post('clock', { advance_ms: 1_000 })))
    expect(await get('clock')).toEqual(at(12_000))
    await post('clock/reset', {})
  })

  test.each([
    ['back by a duration', { advance_ms: -1 }, '40000'],
    ['by nothing', { advance_ms: 0 }, '40000'],
    ['by half a millisecond', { advance_ms: 0.5 }, '40000'],
    ['by text', { advance_ms: '1000' }, '40000'],
    ['to a past instant', { to: '2026-11-16T14:59:59Z' }, '40000'],
    ['to no instant', { to: 'tomorrow' }, '40000'],
    ['beyond a century', { advance_ms: CLOCK_OFFSET_MAX_MS + 1 }, '40000'],
    ['to a year beyond a century', { to: '2199-01-01T00:00:00Z' }, '40000'],
    ['by both', { advance_ms: 1, to: '2027-01-01T00:00:00Z' }, '40000'],
    ['by neither', {}, '40000'],
  ])('does not move %s', async (_, body, code) => {
    const answer = await post('clock', body)
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ code, ret: null })
    expect(await get('clock')).toEqual(at(0))
  })

  test('says in Spanish that it only moves forward', async () => {
    const answer = await post('clock', { to: '2026-11-16T14:59:59Z' }, { language: 'es' })
    expect(answer.json().msg).toBe('Revisá "to": el reloj solo avanza, hasta un siglo como máximo')
  })

  test('takes the jobs along: after 31 days the clean-up has removed an expired session', async () => {
    await startWorkers(services)
    const { userId } = await logInSomebody(services)
    const sessions = async () =>
      (await pool.query('SELECT session_id FROM session WHERE user_id = $1', [userId])).rows.length
    expect(await sessions()).toBe(1)
    await post('clock', { advance_ms: 31 * DAY_MS })
    await expect.poll(sessions).toBe(0)
    await post('clock/reset', {})
  })
})

describe('messages', () => {
  const message = (sentAt: Date, code?: string) => ({
    id: randomUUID(),
    sentAt,
    channel: 'sms' as const,
    recipient: '+5491123456789',
    text: `Your code is ${code ?? 'not here'}`,
    ...(code === undefined ? {} : { code }),
  })

  test('none at first; then those of committed transactions, the newest first', async () => {
    expect(await get('messages')).toEqual({ code: '0', msg: '', ret: { messages: [] } })
    const first = message(real, '123456')
    const second = message(new Date(real.getTime() + 1))
    await inTransaction(pool, (tx) => recordMessage(tx, services.sealer, first))
    await inTransaction(pool, (tx) => recordMessage(tx, services.sealer, second))
    const failing = inTransaction(pool, async (tx) => {
      await recordMessage(tx, services.sealer, message(real, '999999'))
      throw new Error('changed my mind')
    })
    await expect(failing).rejects.toThrow('changed my mind')
    expect((await get('messages')).ret.messages).toEqual([
      {
        id: second.id,
        sent_at: '2026-11-16T15:00:00.001Z',
        channel: 'sms',
        recipient: '+5491123456789',
        text: 'Your code is not here',
        code: null,
      },
      {
        id: first.id,
        sent_at: '2026-11-16T15:00:00.000Z',
        channel: 'sms',
        recipient: '+5491123456789',
        text: 'Your code is 123456',
        code: '123456',
      },
    ])
  })

  test('in the database nobody can read to whom they went and what they said', async () => {
    await inTransaction(pool, (tx) => recordMessage(tx, services.sealer, message(real, '654321')))
    const { rows } = await pool.query<{ sealed: string }>(
      `SELECT encode(sealed_message, 'escape') AS sealed FROM sandbox_message`,
    )
    expect(rows.length).toBeGreaterThan(0)
    for (const { sealed } of rows) expect(sealed).not.toMatch(/23456789|Your code|654321/)
  })

  test('at most a hundred are shown', async () => {
    for (let count = 0; count < MESSAGES_SHOWN; count += 1)
      await inTransaction(pool, (tx) =>
        recordMessage(tx, services.sealer, message(new Date(real.getTime() + 10 + count))),
      )
    const { messages } = (await get('messages')).ret
    expect(messages).toHaveLength(MESSAGES_SHOWN)
    expect(messages[0].sent_at).toBe(new Date(real.getTime() + 9 + MESSAGES_SHOWN).toISOString())
  })
})

describe('loans', () => {
  test('those being repaid, with where they are due', async () => {
    const { userId } = await logInSomebody(services)
    await insertLoan(services, userId, { state: 'pending', signedDaysAgo: 1 })
    await insertLoan(services, userId, { state: 'cleared', signedDaysAgo: 100 })
    const older = await insertLoan(services, userId, { state: 'in_repayment', signedDaysAgo: 30 })
    const newer = await insertLoan(services, userId, { state: 'in_repayment', signedDaysAgo: 0 })
    expect((await get('loans')).ret).toEqual({
      loans: [
        { order_id: newer, order_number: newer.slice(0, 8), due_day: '2027-02-15' },
        { order_id: older, order_number: older.slice(0, 8), due_day: '2027-01-18' },
      ],
    })
  })
})
