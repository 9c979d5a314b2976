import { addBusinessDays, addDays, civilDay, civilDayOf, daysBetween } from '@hola/core/calendar.ts'
import type { CivilDay } from '@hola/core/calendar.ts'
import { withdrawalUntilDay } from '@hola/core/loan/withdrawal.ts'
import { centavos, pesos } from '@hola/core/money.ts'
import { mayContactAt } from '@hola/core/reminder.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Address } from '../../person/account/address.ts'
import { updateLanguage } from '../../person/account/store.ts'
import { extra } from '../../person/application/test-application.ts'
import { testDatabase } from '../../platform/db/test-database.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { openTestServer } from '../../edge/http/test-server.ts'
import type { EnqueueOptions } from '../../platform/jobs/queue.ts'
import { jobTable } from '../../platform/jobs/table.ts'
import { accountOf } from '../order/account-of.ts'
import type { OrderKey } from '../order/store.ts'
import { findOrder } from '../order/store.ts'
import { extend, noonOf, payOutLoan, receive, takeBack, withdraw } from '../loan/test-books.ts'
import { newBorrower } from '../loan/test-borrower.ts'
import { makePlan } from '../servicing/plan.ts'
import { writeOff } from '../servicing/write-off.ts'
import { SendProblem } from '../../providers/messages/port.ts'
import type { Message, Sent } from '../../providers/messages/port.ts'
import type { Services } from '../../edge/services.ts'
import { sendReminder } from './send-reminder.ts'
import { sweepReminders } from './sweep.ts'

const { pool } = await testDatabase()
// A Wednesday, and 91 days later is one as well: no due day moves.
const firstDay = civilDay('2026-11-18')
const due = addDays(firstDay, 91)
let now = noonOf(firstDay)
const server = await openTestServer(pool, { clock: { now: () => now } })

/** What was handed to the provider, and how it answers. */
let sent: (Message & { readonly at: Date })[] = []
let answer: (message: Message) => Promise<Sent>
/** What waits in the queue. */
type Waiting = { readonly data: Parameters<typeof sendReminder>[1]; readonly startAfter: Date }
let waiting: Waiting[] = []

const services: Services = {
  ...server.services,
  messages: {
    send: async (message) => {
      sent.push({ ...message, at: now })
      return answer(message)
    },
  },
  jobs: {
    ...server.services.jobs,
    enqueue: async (_tx, name, data, options: EnqueueOptions = {}) => {
      if (name === 'reminder')
        waiting.push({ data: jobTable.reminder.data.parse(data), startAfter: options.startAfter ?? now })
    },
  },
}

beforeEach(async () => {
  // The loans of the tests before are out of the way: all of them are due on the same day.
  await pool.query(`UPDATE loan_order SET due_day = '2099-12-31', withdrawn_at = NULL WHERE state = 'in_repayment'`)
  now = noonOf(firstDay)
  sent = []
  waiting = []
  answer = async () => 'sent'
})

const at = (day: CivilDay, hour: number): Date => new Date(noonOf(day).getTime() + (hour - 12) * 3_600_000)

/** Everything that waits until an instant, in its order, with what it leads to. */
const workUntil = async (instant: Date): Promise<void> => {
  for (;;) {
    const next = waiting.toSorted((one, other) => one.startAfter.getTime() - other.startAfter.getTime())[0]
    if (next === undefined || next.startAfter > instant) break
    waiting = waiting.filter((job) => job !== next)
    now = next.startAfter > now ? next.startAfter : now
    await sendReminder(services, next.data)
  }
  now = instant
}

/** Days as they pass, each with its sweep in the morning. */
const liveThrough = async (from: CivilDay, to: CivilDay): Promise<void> => {
  for (let day = from; day <= to; day = addDays(day, 1)) {
    now = at(day, 9)
    await sweepReminders(services)
    await workUntil(at(day, 23))
  }
}

const newLoan = async (address?: Address): Promise<OrderKey> =>
  payOutLoan(services, (await newBorrower(server, address === undefined ? {} : { address })).userId)

const payoffOf = async ({ userId, orderId }: OrderKey) => {
  const order = await inTransaction(pool, (tx) => findOrder(tx, userId, orderId))
  return (order && accountOf(order, civilDayOf(now))?.payoff) ?? pesos(0)
}

const fromDue = (): number[] => sent.map((message) => daysBetween(due, civilDayOf(message.at)))

describe('a payment that is due', () => {
  test('is reminded of 3 days before, on the day, 1 and 7 days after, from 9 to 20 h, never again', async () => {
    await newLoan()
    await liveThrough(addDays(due, -6), addDays(due, 25))
    // Three days before is a Sunday: Monday. The others are business days.
    expect(fromDue()).toEqual([-2, 0, 1, 7])
    for (const message of sent) expect(mayContactAt(message.at, services.reference.holidays)).toBe(true)
  })

  test('says the whole amount of the day', async () => {
    const key = await newLoan()
    await liveThrough(due, addDays(due, 1))
    now = at(due, 12)
    const [onTheDay, after] = sent.map(({ text }) => /\$ [\d.]+,\d\d/.exec(text)?.[0] ?? '')
    // $ 5.000 once and $ 4.000 for a day.
    const cents = (text = '') => Number(text.replaceAll(/\D/g, ''))
    expect(cents(onTheDay)).toBe(await payoffOf(key))
    expect(cents(after) - cents(onTheDay)).toBe(900_000)
  })

  test.each([
    // Saturday is its last day: on Monday there is a word again.
    [
      'a slip asked for on the due day is good: nobody is told that she is late until it ends',
      'rapipago',
      0,
      8,
      3,
      [5, 7],
    ],
    ['a transfer asked for in the evening of the due day: nobody on the day after', 'transfer', 0, 21, 1, [2, 7]],
    ['a slip asked for the day after is of a late loan', 'rapipago', 1, 8, 3, [1, 7]],
  ])('with a quote for everything, %s', async (_, methodId, askedFromDue, hour, goodDays, reminded) => {
    const { userId, orderId } = await newLoan()
    const requestedAt = at(addDays(due, askedFromDue), hour)
    const expiresAt = at(addDays(due, goodDays), 24)
    await pool.query(
      `INSERT INTO payment (user_id, payment_id, order_id, kind, method_id, provider, amount_centavos, state, reference,
                            sealed_instructions, requested_at, expires_at)
       VALUES ($1, $2, $3, 'payoff', $7, 'sandbox', 1, 'waiting', $4, '', $5, $6)`,
      [userId, services.random.uuid(), orderId, services.random.uuid(), requestedAt, expiresAt, methodId],
    )
    await liveThrough(addDays(due, 1), addDays(due, 10))
    expect(fromDue()).toEqual(reminded)
  })

  test('a sweep that ran late or twice reminds once', async () => {
    await newLoan()
    for (const hour of [9, 11, 15]) {
      now = at(due, hour)
      await sweepReminders(services)
      await sweepReminders(services)
      await workUntil(at(due, hour + 2))
    }
    expect(sent).toHaveLength(1)
  })

  test.each([
    ['after the hours', at(due, 20)],
    ['on a Saturday', at(addDays(due, 3), 12)],
  ])('%s nothing is planned', async (_, instant) => {
    await newLoan()
    now = instant
    await sweepReminders(services)
    expect(waiting).toEqual([])
  })

  test.each([
    ['before the hours', at(due, 8)],
    ['after the hours', at(due, 20)],
    ['the day after, when another one is due', at(addDays(due, 1), 12)],
  ])('a job that comes %s sends nothing, and nothing is lost by it', async (_, instant) => {
    await newLoan()
    now = at(due, 9)
    await sweepReminders(services)
    const [job] = waiting
    if (job === undefined) throw new Error('nothing planned')
    now = instant
    await sendReminder(services, job.data)
    expect(sent).toEqual([])
    now = at(due, 12)
    await sendReminder(services, job.data)
    expect(sent).toHaveLength(1)
  })
})

describe('who has nothing to pay is not reminded', () => {
  const planned = async () => {
    now = at(due, 9)
    await sweepReminders(services)
    now = at(due, 10)
  }

  test('of a loan that was cleared before the morning', async () => {
    const key = await newLoan()
    now = noonOf(addDays(due, -1))
    await receive(services, key, await payoffOf(key))
    await liveThrough(due, addDays(due, 10))
    expect(sent).toEqual([])
  })

  test('of a loan that was cleared between the morning and the message', async () => {
    const key = await newLoan()
    await planned()
    await receive(services, key, await payoffOf(key))
    await workUntil(at(due, 19))
    expect(sent).toEqual([])
  })

  test('of a loan from which she withdrew and that she gave back', async () => {
    const key = await newLoan()
    await withdraw(services, key)
    await receive(services, key, pesos(90_000))
    await liveThrough(firstDay, addDays(firstDay, 20))
    await liveThrough(addDays(due, -3), addDays(due, 10))
    expect(sent).toEqual([])
  })

  test('of the old day of a loan that was extended; the new day has its own', async () => {
    const key = await newLoan()
    await liveThrough(addDays(due, -3), addDays(due, -1))
    await planned()
    await extend(services, key, 7)
    await workUntil(at(due, 19))
    expect(fromDue()).toEqual([-2])
    await liveThrough(addDays(due, 1), addDays(due, 20))
    // Seven days later is a Wednesday again.
    expect(fromDue()).toEqual([-2, 5, 7, 8, 14])
  })

  test('but of one whose payment was taken back, again', async () => {
    const key = await newLoan()
    now = at(addDays(due, -1), 12)
    const receiptId = await receive(services, key, await payoffOf(key))
    now = at(addDays(due, 1), 12)
    await takeBack(services, key, receiptId)
    await liveThrough(addDays(due, 2), addDays(due, 6))
    expect(fromDue()).toEqual([2])
  })
})

describe('a server that stops', () => {
  const planned = async (): Promise<Waiting['data']> => {
    await newLoan()
    now = at(due, 9)
    await sweepReminders(services)
    const [job] = waiting
    if (job === undefined) throw new Error('nothing planned')
    waiting = []
    now = at(due, 10)
    return job.data
  }
  const stop = () => Promise.reject(new Error('the server stopped'))

  test('before the message has left: it goes out with the next try', async () => {
    const job = await planned()
    answer = stop
    await expect(sendReminder(services, job)).rejects.toThrow('stopped')
    sent = []
    answer = async () => 'sent'
    // The queue brings the job of the stopped server back, and it does not know what became of it.
    await sendReminder(services, job)
    expect(sent).toEqual([])
    await workUntil(at(due, 19))
    expect(sent).toHaveLength(1)
  })

  test('right after it: it is repeated once, not more', async () => {
    const job = await planned()
    const stopping = { ...services, pool: stoppingAfterSending() }
    await expect(sendReminder(stopping, job)).rejects.toThrow('stopped')
    await workUntil(at(due, 19))
    expect(sent).toHaveLength(2)
  })

  test('again and again: three messages, then no more', async () => {
    await planned().then((job) => waiting.push({ data: job, startAfter: now }))
    answer = stop
    for (let count = 0; count < 10; count += 1) await workUntil(at(due, 19)).catch(() => {})
    expect(sent).toHaveLength(3)
  })

  /** Loses the connection once a message is on its way. */
  const stoppingAfterSending = (): Services['pool'] =>
    new Proxy(pool, {
      get: (target, name) => (name === 'connect' && sent.length > 0 ? stop : Reflect.get(target, name, target)),
    })
})

describe('a provider', () => {
  test('that is down is tried again, within the hours', async () => {
    await newLoan()
    answer = async () => (sent.length < 3 ? new SendProblem('unavailable', 'test') : 'sent')
    await liveThrough(due, due)
    expect(sent).toHaveLength(3)
    for (const message of sent) expect(mayContactAt(message.at, services.reference.holidays)).toBe(true)
  })

  test('that is down until the evening is not asked after the hours', async () => {
    await newLoan()
    now = at(due, 19.9)
    await sweepReminders(services)
    answer = async () => new SendProblem('unavailable', 'test')
    await workUntil(at(due, 23))
    expect(sent).toHaveLength(1)
  })

  test('that knows nobody at the address is not asked again for this one', async () => {
    await newLoan()
    answer = async () => new SendProblem('unreachable', 'test')
    await liveThrough(due, addDays(due, 1))
    expect(fromDue()).toEqual([0, 1])
  })
})

describe('a loan that was withdrawn from and not given back', () => {
  const onWhich = (): string[] => sent.map((message) => civilDayOf(message.at))
  const lastDay = withdrawalUntilDay(firstDay, services.reference.holidays)

  test('is reminded of two business days before its last day, once, with what is missing', async () => {
    const key = await newLoan()
    await withdraw(services, key)
    now = at(addDays(firstDay, 2), 12)
    await receive(services, key, pesos(20_000))
    await liveThrough(addDays(firstDay, 3), addDays(lastDay, 3))
    const [message] = sent
    expect(onWhich()).toHaveLength(1)
    expect(addBusinessDays(civilDay(onWhich()[0] ?? ''), 2, services.reference.holidays)).toBe(lastDay)
    expect(message?.text).toContain('give back $ 70.000,00 by 03/12/2026')
    expect(message?.text).toContain('If not, it is the loan you signed')
    // It is the agreed loan now: its own due day is reminded of like any other's.
    sent = []
    await liveThrough(addDays(due, -6), addDays(due, 1))
    expect(fromDue()).toEqual([-2, 0, 1])
  })

  test('when nothing ran then, still on the last day, and not after it', async () => {
    await withdraw(services, await newLoan())
    await liveThrough(lastDay, addDays(lastDay, 5))
    expect(onWhich()).toEqual([lastDay])
    sent = []
    await withdraw(services, await newLoan())
    await liveThrough(addDays(lastDay, 30), addDays(lastDay, 31))
    expect(sent).toEqual([])
  })

  test('whoever has not withdrawn hears nothing of that day', async () => {
    await newLoan()
    await liveThrough(firstDay, addDays(lastDay, 3))
    expect(sent).toEqual([])
  })
})

describe('to the borrower alone', () => {
  const phone: Address = { kind: 'phone', value: '+5491145550101' }
  const mail: Address = { kind: 'mail', value: 'lucia@hola.example' }

  test.each([
    ['phone', phone],
    ['mail', mail],
  ] as const)('by %s, where she logs in, and never to those she named', async (channel, address) => {
    await newLoan(address)
    await liveThrough(addDays(due, -6), addDays(due, 30))
    expect(sent).toHaveLength(4)
    expect(new Set(sent.map(({ to }) => to))).toEqual(new Set([address.value]))
    expect(new Set(sent.map((message) => message.channel))).toEqual(new Set([channel]))
    const everything = JSON.stringify(sent)
    for (const contact of [extra.emergency_contact_1, extra.emergency_contact_2]) {
      expect(everything).not.toContain(contact.contact_name)
      expect(everything.replaceAll(/[^\d+]/g, '')).not.toContain(contact.contact_phone.replaceAll(/\D/g, '').slice(-7))
    }
  })

  test.each([
    ['the one she used last', 'en', 'your loan is due today'],
    ['the country’s when nobody knows', null, 'tu préstamo vence hoy'],
  ] as const)('in %s', async (_, language, words) => {
    const { userId } = await newLoan()
    if (language === null) await pool.query('UPDATE account SET language = NULL WHERE user_id = $1', [userId])
    else await updateLanguage(pool, userId, language)
    await liveThrough(due, due)
    expect(sent).toMatchObject([{ language: language ?? 'es', text: expect.stringContaining(words) }])
  })
})

describe('a loan that is not paid as it was agreed', () => {
  test('on a plan: reminded of each part before and on its day, and of nothing else', async () => {
    const key = await newLoan()
    now = noonOf(addDays(due, 5))
    const all = await payoffOf(key)
    // A Monday and a Wednesday.
    const parts = [
      { dueDay: addDays(due, 12), amount: centavos(Math.floor(all / 2)) },
      { dueDay: addDays(due, 28), amount: centavos(all - Math.floor(all / 2)) },
    ]
    const plan = await inTransaction(pool, (tx) => makePlan(tx, services, { ...key, parts }))
    expect(plan).toMatchObject({ planId: expect.any(String) })
    await liveThrough(addDays(due, 6), addDays(due, 12))
    expect(fromDue()).toEqual([9, 12])
    expect(sent[1]?.text).toContain('part 1 of 2')
    await receive(services, key, parts[0]?.amount ?? pesos(0), addDays(due, 12))
    sent = []
    // Not paid: the plan is over, and the loan is the one of before.
    await liveThrough(addDays(due, 13), addDays(due, 40))
    expect(fromDue()).toEqual([26, 28])
    expect(sent[1]?.text).toContain('part 2 of 2')
    await pool.query('TRUNCATE payment_plan CASCADE')
  })

  test('written off: nobody is reminded of it', async () => {
    const key = await newLoan()
    now = noonOf(addDays(due, 1))
    expect(await inTransaction(pool, (tx) => writeOff(tx, services, key))).toMatchObject({
      writeOffId: expect.any(String),
    })
    await liveThrough(addDays(due, 1), addDays(due, 20))
    expect(sent).toEqual([])
  })
})
