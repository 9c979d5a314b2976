import { newsTopics } from '@hola/core/news.ts'
import { pesos } from '@hola/core/money.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { transfer } from '../../person/application/test-application.ts'
import { findOwner } from '../../person/account/own-address.ts'
import { keyOf, sealAddress } from '../../person/account/address.ts'
import { insertAddress, updateLanguage } from '../../person/account/store.ts'
import { openTestServer } from '../../edge/http/test-server.ts'
import type { Services } from '../../edge/services.ts'
import { testDatabase } from '../../platform/db/test-database.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { jobTable } from '../../platform/jobs/table.ts'
import { insertLoan, newBorrower } from '../loan/test-borrower.ts'
import { openReviewServer, newDni } from '../review/test-review.ts'
import type { Message, Sent } from '../../providers/messages/port.ts'
import { SendProblem } from '../../providers/messages/port.ts'
import { sendNews } from './send-news.ts'

const { pool } = await testDatabase()
// A Saturday night: what she waits for is told at any hour.
const night = new Date('2026-11-15T02:30:00Z')
let now = night
const server = await openTestServer(pool, { clock: { now: () => now } })
const review = await openReviewServer(pool, { now: () => now })

let sent: Message[] = []
let answer: () => Promise<Sent>
const recorded = (services: Services): Services => ({
  ...services,
  messages: {
    send: async (message) => {
      sent.push(message)
      return answer()
    },
  },
})
const services = recorded(server.services)

beforeEach(() => {
  now = night
  sent = []
  answer = async () => 'sent'
})

type Job = Parameters<typeof sendNews>[1]

/** The news that waits for a person, in the order in which it was filed; later tries after their time only. */
const waitingFor = async (userId: string): Promise<Job[]> => {
  const { rows } = await pool.query<{ data: unknown }>(
    `SELECT data FROM pgboss.job
      WHERE name = 'news' AND data->>'user_id' = $1 AND state = 'created'
        AND (data->>'try_number' = '1' OR start_after <= $2)
      ORDER BY created_on, (data->>'try_number')::int`,
    [userId, now],
  )
  return rows.map(({ data }) => jobTable.news.data.parse(data))
}

/** Sends all that waits, each twice: a job may run twice. */
const tell = async (userId: string, by: Services = services): Promise<void> => {
  for (const job of await waitingFor(userId)) for (const _ of [1, 2]) await sendNews(by, job)
}

const file = (job: Omit<Job, 'try_number'>) => sendNews(services, { ...job, try_number: 1 })

describe('the decision', () => {
  let phones = 0
  const decided = async (ending?: string) => {
    const person = await review.submitted(ending === undefined ? {} : { dni: newDni(ending) })
    await updateLanguage(pool, person.userId, 'es')
    phones += 1
    const address = { kind: 'phone', value: `+54911400000${String(phones).padStart(2, '0')}` } as const
    const key = keyOf(services.sealer, address)
    const sealedAddress = sealAddress(services.sealer, key, address.value)
    await inTransaction(pool, (tx) =>
      insertAddress(tx, { ...key, userId: person.userId, sealedAddress, createdAt: now }),
    )
    now = new Date(now.getTime() + 120_000)
    await review.run(person)
    await tell(person.userId, recorded(review.services))
    return person
  }

  test('approved: how much and until when, once, at the address she logs in with', async () => {
    await decided()
    expect(sent).toMatchObject([
      { channel: 'phone', language: 'es', subject: 'Tu solicitud está aprobada', code: null },
    ])
    expect(sent[0]?.text).toContain('hasta $ 200.000')
    expect(sent[0]?.text).toContain('Vale hasta el 21/11/2026 a las 23:31')
  })

  test('refused: from when she may try again; why is read in the app, not in a message', async () => {
    await decided('9003')
    expect(sent).toHaveLength(1)
    expect(sent[0]?.text).toContain('desde el 28/11/2026 a las 23:32')
    expect(sent[0]?.text).not.toMatch(/deud|situaci|BCRA|Central/i)
  })

  test('nobody but her is ever written to: not the contacts she named, not under any other number', async () => {
    const person = await decided()
    const own = await inTransaction(pool, (tx) => findOwner(tx, services.sealer, person.userId))
    expect(sent.map(({ to }) => to)).toEqual([own?.address.value])
    const { info } = (await person.call('app/get_extra_info')).ret
    const named = [info?.emergency_contact_1.contact_phone, info?.emergency_contact_2.contact_phone]
    expect(named).not.toContain(own?.address.value)
  })
})

describe('the money and the payments', () => {
  const borrower = async () => {
    const person = await newBorrower(server)
    await updateLanguage(pool, person.userId, 'es')
    return person
  }

  test('sent: how much, to which account, what is due and when', async () => {
    const { userId, address } = await borrower()
    const orderId = await insertLoan(services, userId, { state: 'in_repayment', signedDaysAgo: 1 })
    await file({ user_id: userId, kind: 'money_sent', subject: 'attempt-1', order_id: orderId })
    expect(sent).toMatchObject([{ to: address.value, subject: 'Te enviamos el dinero' }])
    expect(sent[0]?.text).toContain(`terminada en ${transfer.account_number.slice(-4)}`)
  })

  test('sent back: nothing is owed, and until when the account can be corrected', async () => {
    const { userId } = await borrower()
    const orderId = await insertLoan(services, userId, { state: 'payout_failed', signedDaysAgo: 0 })
    await pool.query('UPDATE loan_order SET state_since = $2 WHERE order_id = $1', [orderId, now])
    const job = { user_id: userId, kind: 'money_back', order_id: orderId } as const
    await file({ ...job, subject: 'attempt-1' })
    await file({ ...job, subject: 'attempt-1' })
    expect(sent).toHaveLength(1)
    expect(sent[0]?.text).toContain('No debés nada por eso')
    expect(sent[0]?.text).toContain('hasta el 17/11/2026 a las 23:30')
    // Corrected meanwhile: what would be said is no longer true.
    await pool.query(`UPDATE loan_order SET previous_state = 'payout_failed', state = 'pending' WHERE order_id = $1`, [
      orderId,
    ])
    await file({ ...job, subject: 'attempt-2' })
    expect(sent).toHaveLength(1)
  })

  test('a payment credited: how much came and what is left; two payments are two messages', async () => {
    const { userId } = await borrower()
    const orderId = await insertLoan(services, userId, { state: 'in_repayment', signedDaysAgo: 10 })
    const credited = (subject: string) =>
      file({
        user_id: userId,
        kind: 'payment_credited',
        subject,
        order_id: orderId,
        amount_centavos: pesos(12_345),
      })
    await credited('sandbox one')
    await credited('sandbox one')
    await credited('sandbox two')
    expect(sent.map(({ text }) => text.includes('recibimos tu pago de $ 12.345') || text)).toEqual([true, true])
    expect(sent[0]?.text).toMatch(/quedan \$ [\d.]+/)
  })

  test('a message is short, without exclamation marks, and an SMS says who writes', async () => {
    const { userId } = await borrower()
    const orderId = await insertLoan(services, userId, { state: 'cleared', signedDaysAgo: 40 })
    await file({
      user_id: userId,
      kind: 'payment_credited',
      subject: 'sandbox last',
      order_id: orderId,
      amount_centavos: pesos(100),
    })
    expect(sent[0]?.text).toMatch(/^Hola: /)
    expect(sent[0]?.text).toContain('erminaste de pagar tu préstamo')
    expect(sent[0]?.text).not.toMatch(/[!¡]/)
    expect(sent[0]?.text.length).toBeLessThanOrEqual(300)
  })
})

describe('what she has turned off', () => {
  test('is not told, and is told again once it is on', async () => {
    const person = await newBorrower(server)
    const orderId = await insertLoan(services, person.userId, { state: 'in_repayment', signedDaysAgo: 1 })
    const job = { user_id: person.userId, kind: 'money_sent', order_id: orderId } as const
    expect(await person.call('user/message_choice', { off: ['money'] })).toMatchObject({
      code: '0',
      ret: {
        topics: [
          { topic: 'decision', is_on: true },
          { topic: 'money', is_on: false },
          { topic: 'payment', is_on: true },
          { topic: 'due', is_on: true },
          { topic: 'level', is_on: true },
        ],
      },
    })
    await file({ ...job, subject: 'attempt-1' })
    expect(sent).toEqual([])
    await person.call('user/message_choice', { off: [] })
    expect((await person.call('user/message_choice')).ret.topics.every(({ is_on }) => is_on)).toBe(true)
    await file({ ...job, subject: 'attempt-2' })
    expect(sent).toHaveLength(1)
  })

  test('is hers alone: what another has turned off is told to her', async () => {
    const [one, other] = [await newBorrower(server), await newBorrower(server)]
    await one.call('user/message_choice', { off: Object.values(newsTopics).slice(0, 1) })
    expect((await other.call('user/message_choice')).ret.topics.every(({ is_on }) => is_on)).toBe(true)
  })

  test('a topic that there is not is refused', async () => {
    const person = await newBorrower(server)
    expect((await person.call('user/message_choice', { off: ['codes'] as never })).code).toBe('40000')
  })
})

test('a provider that is down is tried again a few times, one that says nobody is there is not', async () => {
  const { userId } = await newBorrower(server)
  const orderId = await insertLoan(services, userId, { state: 'in_repayment', signedDaysAgo: 1 })
  const job = { user_id: userId, kind: 'money_sent', order_id: orderId } as const
  const tryAll = async (subject: string): Promise<number> => {
    sent = []
    await file({ ...job, subject })
    for (const _ of [1, 2, 3, 4]) {
      now = new Date(now.getTime() + 3_600_000)
      for (const next of await waitingFor(userId)) if (next.subject === subject) await sendNews(services, next)
    }
    return sent.length
  }
  answer = async () => new SendProblem('unavailable', 'down')
  expect(await tryAll('attempt-1')).toBe(3)
  answer = async () => new SendProblem('unreachable', 'nobody')
  expect(await tryAll('attempt-2')).toBe(1)
})

test('is filed with what has happened: what its transaction takes back tells nothing', async () => {
  const { userId } = await newBorrower(server)
  const before = (await waitingFor(userId)).length
  await inTransaction(pool, async (tx) => {
    await services.jobs.enqueue(tx, 'news', { user_id: userId, kind: 'approved', subject: 'x', try_number: 1 })
    throw new Error('undone')
  }).catch(() => undefined)
  expect(await waitingFor(userId)).toHaveLength(before)
})
