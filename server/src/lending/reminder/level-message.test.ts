import { addDays, civilDay, civilDayOf } from '@hola/core/calendar.ts'
import { pesos } from '@hola/core/money.ts'
import { beforeEach, expect, test } from 'vitest'
import { updateLanguage } from '../../person/account/store.ts'
import { testDatabase } from '../../platform/db/test-database.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { openTestServer } from '../../edge/http/test-server.ts'
import type { EnqueueOptions } from '../../platform/jobs/queue.ts'
import { jobTable } from '../../platform/jobs/table.ts'
import { accountOf } from '../order/account-of.ts'
import type { OrderKey } from '../order/store.ts'
import { findOrder } from '../order/store.ts'
import { noonOf, payOutLoan, receive, takeBack } from '../loan/test-books.ts'
import { newBorrower } from '../loan/test-borrower.ts'
import type { Message, Sent } from '../../providers/messages/port.ts'
import { SendProblem } from '../../providers/messages/port.ts'
import type { Services } from '../../edge/services.ts'
import { sendLevelMessage } from './level-message.ts'

const { pool } = await testDatabase()
// A Wednesday.
const firstDay = civilDay('2026-11-18')
let now = noonOf(firstDay)
const server = await openTestServer(pool, { clock: { now: () => now } })

let sent: (Message & { readonly at: Date })[] = []
let answer: () => Promise<Sent>
type Waiting = { readonly data: Parameters<typeof sendLevelMessage>[1]; readonly startAfter: Date }
let waiting: Waiting[] = []

const services: Services = {
  ...server.services,
  messages: {
    send: async (message) => {
      sent.push({ ...message, at: now })
      return answer()
    },
  },
  jobs: {
    ...server.services.jobs,
    enqueue: async (_tx, name, data, options: EnqueueOptions = {}) => {
      if (name === 'level-message')
        waiting.push({ data: jobTable['level-message'].data.parse(data), startAfter: options.startAfter ?? now })
    },
  },
}

/** So many days after the first, at an hour in Argentina. */
const onDay = (days: number, hour = 12): void => {
  now = new Date(noonOf(addDays(firstDay, days)).getTime() + (hour - 12) * 3_600_000)
}

beforeEach(() => {
  onDay(0)
  sent = []
  waiting = []
  answer = async () => 'sent'
})

/** All that waits, in its order, with what it leads to. */
const work = async (): Promise<void> => {
  for (;;) {
    const [next] = waiting.toSorted((one, other) => one.startAfter.getTime() - other.startAfter.getTime())
    if (next === undefined) return
    waiting = waiting.filter((job) => job !== next)
    now = next.startAfter > now ? next.startAfter : now
    await sendLevelMessage(services, next.data)
  }
}

const payOff = async ({ userId, orderId }: OrderKey): Promise<string> => {
  const order = await inTransaction(pool, (tx) => findOrder(tx, userId, orderId))
  const payoff = order && accountOf(order, civilDayOf(now))?.payoff
  return receive(services, { userId, orderId }, payoff ?? pesos(0))
}

const newPerson = async () => (await newBorrower(server)).userId

test('the first loan paid on time: she is told of the second level, once, at her own address', async () => {
  const person = await newBorrower(server)
  await updateLanguage(pool, person.userId, 'es')
  const key = await payOutLoan(services, person.userId)
  onDay(30)
  await payOff(key)
  await work()
  expect(sent).toMatchObject([
    { channel: 'phone', to: person.address.value, language: 'es', subject: 'Llegaste al nivel «Conocido»', code: null },
  ])
  expect(sent[0]?.text).toContain('gastos del 9 % y el 85 %')
})

test.each([
  ['was given back at once', 3],
  ['was paid late', 95],
])('a loan that %s tells nothing', async (_, days) => {
  const key = await payOutLoan(services, await newPerson())
  onDay(days)
  await payOff(key)
  await work()
  expect(sent).toEqual([])
})

test('a loan that leads to no new level tells nothing: the second of three', async () => {
  const userId = await newPerson()
  for (const [from, to] of [
    [0, 20],
    [21, 41],
    [42, 62],
  ] as const) {
    onDay(from)
    const key = await payOutLoan(services, userId)
    onDay(to)
    await payOff(key)
    await work()
  }
  expect(sent.map(({ text }) => /(?:level|nivel) (\d)/.exec(text)?.[1])).toEqual(['2', '3'])
})

test('two loans paid off on one evening: the level is told once', async () => {
  const userId = await newPerson()
  const [one, other] = [await payOutLoan(services, userId), await payOutLoan(services, userId)]
  onDay(20, 22)
  await payOff(one)
  await payOff(other)
  await work()
  expect(sent).toHaveLength(1)
})

test('nobody is written to at night or on a holiday: it waits for the hours', async () => {
  const key = await payOutLoan(services, await newPerson())
  // A Friday evening; the Tuesday after is a holiday.
  onDay(16, 21)
  await payOff(key)
  await work()
  expect(sent.map(({ at }) => at.toISOString())).toEqual(['2026-12-07T12:00:00.000Z'])
})

test('a job that comes late, at night, waits again', async () => {
  const key = await payOutLoan(services, await newPerson())
  onDay(20)
  await payOff(key)
  onDay(20, 23)
  await work()
  expect(sent.map(({ at }) => at.toISOString())).toEqual(['2026-12-09T12:00:00.000Z'])
})

test('a payment that is taken back before she is told: nothing is told; paid again, once', async () => {
  const key = await payOutLoan(services, await newPerson())
  onDay(20, 22)
  const receiptId = await payOff(key)
  await takeBack(services, key, receiptId)
  await work()
  expect(sent).toEqual([])
  onDay(30)
  const second = await payOff(key)
  await work()
  await takeBack(services, key, second)
  onDay(40)
  await payOff(key)
  await work()
  expect(sent).toHaveLength(1)
})

test('a provider that is down is tried three times; one that cannot reach her once', async () => {
  const key = await payOutLoan(services, await newPerson())
  onDay(20)
  answer = async () => new SendProblem('unavailable', 'test_down')
  await payOff(key)
  await work()
  expect(sent).toHaveLength(3)

  const other = await payOutLoan(services, await newPerson())
  onDay(50)
  sent = []
  answer = async () => new SendProblem('unreachable', 'test_gone')
  await payOff(other)
  await work()
  expect(sent).toHaveLength(1)
})
