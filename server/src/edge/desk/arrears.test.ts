import { personCode } from '@hola/core/desk-contract/codes.ts'
import { addDays, type CivilDay, civilDay, civilDayOf, startOfDay } from '@hola/core/calendar.ts'
import { pesos } from '@hola/core/money.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { jobHandlers } from '../../job-handlers.ts'
import { insertLoan, newBorrower } from '../../lending/loan/test-borrower.ts'
import { sendReminder } from '../../lending/reminder/send-reminder.ts'
import { keepingMessages, serverWith } from '../../person/account/test-login.ts'
import { poolOfDesk } from '../../platform/db/pool.ts'
import { testDatabase } from '../../platform/db/test-database.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { openTestServer } from '../http/test-server.ts'
import { openTestDesk } from './test-desk-server.ts'

const { pool } = await testDatabase()
/** Noon of a Monday in Argentina. */
const start = new Date('2026-11-16T15:00:00Z')
let now = start
const opened = await openTestServer(pool, { clock: { now: () => now } })
const messages = keepingMessages()
const services = { ...opened.services, messages }
const app = await serverWith(services, {})
const server = { app, services }
const desk = await openTestDesk(services)

const at = (day: string, hour: number): Date => new Date(startOfDay(civilDay(day)).getTime() + hour * 3_600_000)

beforeEach(async () => {
  now = start
  messages.sent.length = 0
  await pool.query('TRUNCATE account, desk_act, proposal, consumer_request CASCADE')
  await pool.query('DELETE FROM pgboss.job')
})

/** Somebody whose loan of 91 days was due so many days ago. */
const lateBorrower = async (daysLate = 9) => {
  const borrower = await newBorrower(server)
  const orderId = await insertLoan(services, borrower.userId, { state: 'in_repayment', signedDaysAgo: 91 + daysLate })
  const { rows } = await pool.query<{ due_day: CivilDay }>('SELECT due_day FROM loan_order WHERE order_id = $1', [
    orderId,
  ])
  return { ...borrower, orderId, number: orderId.slice(0, 8), dueDay: rows[0]?.due_day ?? civilDayOf(now) }
}

/** What the server’s worker would do next. */
const workOff = async (): Promise<void> => {
  const { rows } = await pool.query<{ data: never }>(`DELETE FROM pgboss.job WHERE name = 'contact' RETURNING data`)
  for (const { data } of rows) await jobHandlers(services).contact(data, { id: 'test' } as never)
}

const NOT_ALLOWED = '20741'
const sol = () => desk.member('sol', 'support')
const contact = async (number: string, template = 'talk') =>
  (await sol()).call('arrears/contact', { order_number: number, template, why: 'she is late' })

describe('the list of who is late', () => {
  test('is by days, the longest first, with what is owed and what may be done, and without a name', async () => {
    const [nine, three, hundred] = [await lateBorrower(9), await lateBorrower(3), await lateBorrower(100)]
    const aldo = await desk.member('aldo', 'auditor')
    const list = async (bucket: string) => (await aldo.call('arrears/list', { bucket })).ret as { loans: object[] }
    expect(await list('1-5')).toMatchObject({
      loans: [{ order_number: three.number, person: personCode(three.userId), standing: 'late' }],
      next: null,
      counts: { '1-5': 1, '6-30': 1, '31-60': 0, '61-90': 0, '90+': 1 },
    })
    expect(await list('6-30')).toMatchObject({
      loans: [{ order_number: nine.number, budget: { obstacle: null, next_at: now.toISOString() } }],
    })
    const { loans } = await list('90+')
    expect(loans).toMatchObject([{ order_number: hundred.number }])
    expect(JSON.stringify(loans)).not.toMatch(/romero|\+549/i)
    expect((await pool.query(`SELECT 1 FROM desk_act WHERE act <> 'sign_in'`)).rowCount).toBe(0)
  })

  test('is read page by page, each loan once', async () => {
    const { userId } = await newBorrower(server)
    for (let count = 0; count < 120; count += 1)
      await insertLoan(services, userId, { state: 'in_repayment', signedDaysAgo: 100 + (count % 7) })
    const aldo = await desk.member('aldo', 'auditor')
    const seen: string[] = []
    for (let after: string | null | undefined; after !== null;) {
      const body = { bucket: '6-30', ...(after === undefined ? {} : { after }) }
      const { ret } = await aldo.call('arrears/list', body)
      const page = ret as { loans: { order_number: string; days_late: number }[]; next: string | null }
      expect(page.loans.length).toBeLessThanOrEqual(50)
      seen.push(...page.loans.map(({ order_number }) => order_number))
      after = page.next
    }
    expect(seen).toHaveLength(120)
    expect(new Set(seen).size).toBe(120)
    expect(await aldo.call('arrears/list', { bucket: '6-30', after: 'nonsense' })).toMatchObject({ code: '400' })
  })

  test('reads its pages by an index, however many loans there are', async () => {
    const plan = await inTransaction(poolOfDesk(pool), async (tx) => {
      await tx.query('SET LOCAL enable_seqscan = off')
      const { rows } = await tx.query<{ 'QUERY PLAN': string }>(
        `EXPLAIN SELECT order_id FROM loan_order WHERE state = 'in_repayment' AND due_day BETWEEN '2026-01-01' AND '2026-11-01'
            AND (due_day, user_id, order_id) > ('2026-01-01', '00000000-0000-0000-0000-000000000000', '00000000-0000-0000-0000-000000000000')
          ORDER BY due_day, user_id, order_id LIMIT 51`,
      )
      return rows.map((row) => row['QUERY PLAN']).join('\n')
    })
    expect(plan).toContain('loan_order_by_due_day')
    expect(plan).not.toContain('Sort')
  })
})

describe('the law', () => {
  test('the third contact of the week is refused, by the server and by the table', async () => {
    const { number, userId, orderId } = await lateBorrower()
    expect(await contact(number)).toMatchObject({ code: '0' })
    now = at('2026-11-18', 10)
    expect(await contact(number, 'plan')).toMatchObject({ code: '0' })
    now = at('2026-11-20', 10)
    expect(await contact(number, 'pause')).toMatchObject({
      code: NOT_ALLOWED,
      msg: expect.stringContaining('two contacts in seven days'),
    })
    // A new calendar week does not begin anew.
    now = at('2026-11-24', 10)
    expect(await contact(number, 'pause')).toMatchObject({ code: '0' })
    expect((await pool.query('SELECT template FROM contact_attempt ORDER BY 1')).rows).toHaveLength(3)
    const insert = (day: string, hour = 10, more = '') =>
      inTransaction(pool, (tx) =>
        tx.query(
          `INSERT INTO contact_attempt (user_id, contact_number, order_id, contact_day, attempted_at, template, template_version,
                                        language, sealed_text, previous_day, before_day)
           VALUES ($1, 4, $2, $3, $4, 'talk', 1, 'es', 'x', '2026-11-24', ${more || `'2026-11-18'`})`,
          [userId, orderId, day, at(day, hour)],
        ),
      )
    await expect(insert('2026-11-24')).rejects.toMatchObject({ code: '23514' })
    // A day that was not: the foreign key knows better.
    await expect(insert('2026-11-25', 10, `'2026-11-10'`)).rejects.toMatchObject({ code: '23503' })
    await expect(insert('2026-11-26', 20)).rejects.toMatchObject({ constraint: 'contact_from_9_to_20' })
    await expect(insert('2026-11-28', 12)).rejects.toMatchObject({ constraint: 'contact_on_a_weekday' })
    await insert('2026-11-26')
  })

  test('the table refuses a third within seven days whatever days are named before it', async () => {
    const { number, userId, orderId } = await lateBorrower()
    await contact(number)
    now = at('2026-11-17', 10)
    await contact(number)
    await expect(
      inTransaction(pool, (tx) =>
        tx.query(
          `INSERT INTO contact_attempt (user_id, contact_number, order_id, contact_day, attempted_at, template, template_version,
                                        language, sealed_text, previous_day, before_day)
           VALUES ($1, 3, $2, '2026-11-18', $3, 'talk', 1, 'es', 'x', '2026-11-17', '2026-11-16')`,
          [userId, orderId, at('2026-11-18', 10)],
        ),
      ),
    ).rejects.toMatchObject({ constraint: 'two_contacts_in_seven_days' })
  })

  test.each([
    ['on a Sunday', '2026-11-22', 12, 'business day'],
    ['on a holiday', '2026-11-23', 12, 'business day'],
    ['at 20:01', '2026-11-16', 20 + 1 / 60, 'from 9 to 20'],
    ['at 8:59', '2026-11-17', 9 - 1 / 60, 'from 9 to 20'],
  ])('nobody is contacted on a Sunday or at 20:01: %s', async (_, day, hour, words) => {
    const { number } = await lateBorrower()
    now = at(day, hour)
    expect(await contact(number)).toMatchObject({ code: NOT_ALLOWED, msg: expect.stringContaining(words) })
    expect(messages.sent).toEqual([])
  })

  test('the second contact of a day is refused, also about another loan of hers', async () => {
    const { number, userId } = await lateBorrower()
    const other = await insertLoan(services, userId, { state: 'in_repayment', signedDaysAgo: 120 })
    expect(await contact(number)).toMatchObject({ code: '0' })
    expect(await contact(other.slice(0, 8))).toMatchObject({
      code: NOT_ALLOWED,
      msg: expect.stringContaining('a contact today'),
    })
  })

  test('two members who write at the same moment are one contact', async () => {
    const { number } = await lateBorrower()
    const answers = await Promise.all([contact(number), contact(number, 'plan'), contact(number, 'pause')])
    expect(answers.filter(({ code }) => code === '0')).toHaveLength(1)
    expect((await pool.query('SELECT 1 FROM contact_attempt')).rowCount).toBe(1)
  })

  test('a loan that is not late is nobody’s to write about', async () => {
    const { userId } = await newBorrower(server)
    const orderId = await insertLoan(services, userId, { state: 'in_repayment', signedDaysAgo: 20 })
    expect(await contact(orderId.slice(0, 8))).toMatchObject({
      code: NOT_ALLOWED,
      msg: expect.stringContaining('not late'),
    })
  })
})

describe('a text', () => {
  test('is shown before as she reads it, goes to her own address, and stands in her own data', async () => {
    const { number, address, call } = await lateBorrower()
    const preview = await (await sol()).call('arrears/preview', { order_number: number, template: 'plan' })
    const { text } = preview.ret as { text: string }
    expect(preview.ret).toMatchObject({ channel: 'phone', obstacle: null })
    expect(text).toContain(number)
    await contact(number, 'plan')
    await workOff()
    expect(messages.sent).toMatchObject([{ channel: 'phone', to: address.value, text }])
    const { ret } = await call('user/contact_choice', {})
    expect(ret).toMatchObject({ is_out: false, contacts: [{ is_by_person: true, text }] })
    const state = await call('privacy/state', {})
    expect(state.ret?.accesses).toContainEqual(
      expect.objectContaining({ actor: 'desk', category: 'loans_and_payments', purpose: 'support' }),
    )
    expect(
      (await pool.query(`SELECT details->>'template' AS template, why FROM desk_act WHERE act = 'contact'`)).rows,
    ).toEqual([{ template: 'plan', why: 'she is late' }])
    // What was said cannot be changed or taken out.
    for (const by of [pool, poolOfDesk(pool)])
      await expect(inTransaction(by, (tx) => tx.query('DELETE FROM contact_attempt'))).rejects.toMatchObject({
        code: '42501',
      })
  })

  test('whose turn comes after the hours is not sent', async () => {
    const one = await lateBorrower()
    now = at('2026-11-16', 19.9)
    await contact(one.number)
    now = at('2026-11-16', 20.1)
    await workOff()
    expect(messages.sent).toEqual([])
    expect((await pool.query('SELECT outcome FROM contact_outcome')).rows).toEqual([{ outcome: 'not_sent' }])
  })
})

describe('"do not contact me"', () => {
  test('counts at once, for what is on its way too, and for the reminders', async () => {
    const { number, call, userId, orderId, dueDay } = await lateBorrower(7)
    await contact(number)
    expect((await call('user/contact_choice', { is_out: true })).ret).toMatchObject({ is_out: true })
    await workOff()
    const job = {
      user_id: userId,
      order_id: orderId,
      due_day: dueDay,
      kind: 'seven_days_after',
      try_number: 1,
    } as const
    await sendReminder(services, job)
    expect(messages.sent).toEqual([])
    now = at('2026-11-24', 10)
    expect(await contact(number)).toMatchObject({ code: NOT_ALLOWED, msg: expect.stringContaining('asked not to be') })
  })

  test('is written down by the staff, and taken back by her alone', async () => {
    const { number, call } = await lateBorrower()
    const member = await sol()
    expect(await member.call('arrears/opt_out', { order_number: number, why: 'she said so by phone' })).toMatchObject({
      code: '0',
    })
    expect((await call('user/contact_choice', {})).ret).toMatchObject({ is_out: true })
    await expect(
      inTransaction(poolOfDesk(pool), (tx) =>
        tx.query(`INSERT INTO contact_opt_out SELECT user_id, 2, false, chosen_at, member_id FROM contact_opt_out`),
      ),
    ).rejects.toMatchObject({ constraint: 'only_she_takes_it_back' })
    expect((await call('user/contact_choice', { is_out: false })).ret).toMatchObject({ is_out: false })
    expect(await contact(number)).toMatchObject({ code: '0' })
  })
})

describe('a promise to pay', () => {
  const promise = async (number: string, day: string, amount = 500_000) =>
    (await sol()).call('arrears/promise', {
      order_number: number,
      amount_centavos: amount,
      promise_day: day,
      why: 'she said so',
    })

  test('silences contacts and reminders until the end of its day', async () => {
    const { number, userId, orderId, dueDay } = await lateBorrower(7)
    expect(await promise(number, '2026-11-18')).toMatchObject({ code: '0' })
    const job = {
      user_id: userId,
      order_id: orderId,
      due_day: dueDay,
      kind: 'seven_days_after',
      try_number: 1,
    } as const
    await sendReminder(services, job)
    expect(messages.sent).toEqual([])
    now = at('2026-11-18', 18)
    expect(await contact(number)).toMatchObject({ code: NOT_ALLOWED, msg: expect.stringContaining('promised') })
    now = at('2026-11-19', 9)
    expect(await contact(number)).toMatchObject({ code: '0' })
    const shown = await (await sol()).call('arrears/show', { order_number: number })
    expect(shown.ret).toMatchObject({ promises: [{ promise_day: '2026-11-18', is_kept: false }] })
  })

  test('lies at most thirty days ahead and is not more than she owes', async () => {
    const { number } = await lateBorrower()
    expect(await promise(number, addDays(civilDayOf(now), 31))).toMatchObject({ code: NOT_ALLOWED })
    expect(await promise(number, '2026-11-15')).toMatchObject({ code: NOT_ALLOWED })
    expect(await promise(number, '2026-11-18', pesos(900_000))).toMatchObject({ code: NOT_ALLOWED })
    expect(await promise(number, addDays(civilDayOf(now), 30))).toMatchObject({ code: '0' })
  })
})

describe('reminders that go out by themselves', () => {
  test('count in the same budget, and keep to it', async () => {
    const { number, userId, orderId, dueDay, call } = await lateBorrower(7)
    const job = {
      user_id: userId,
      order_id: orderId,
      due_day: dueDay,
      kind: 'seven_days_after',
      try_number: 1,
    } as const
    await sendReminder(services, job)
    expect(messages.sent).toHaveLength(1)
    expect(await contact(number)).toMatchObject({ code: NOT_ALLOWED, msg: expect.stringContaining('today') })
    expect((await call('user/contact_choice', {})).ret).toMatchObject({ contacts: [{ is_by_person: false }] })
    const shown = await (await sol()).call('arrears/show', { order_number: number })
    expect(shown.ret).toMatchObject({
      loan: {
        budget: {
          today_count: 1,
          seven_days_count: 1,
          obstacle: 'one_a_day',
          next_at: at('2026-11-17', 9).toISOString(),
        },
      },
      contacts: [{ template: 'seven_days_after', member: null }],
    })
  })

  test('are held back after two contacts of the staff', async () => {
    const { number, userId, orderId, dueDay } = await lateBorrower(5)
    await contact(number)
    now = at('2026-11-17', 10)
    await contact(number)
    messages.sent.length = 0
    now = at('2026-11-18', 10)
    const job = {
      user_id: userId,
      order_id: orderId,
      due_day: dueDay,
      kind: 'seven_days_after',
      try_number: 1,
    } as const
    await sendReminder(services, job)
    expect(messages.sent).toEqual([])
    expect((await pool.query('SELECT 1 FROM reminder')).rowCount).toBe(0)
  })
})

describe('an agency', () => {
  const propose = async (number: string) =>
    (await desk.madeUp('Tomás')).call('proposals/propose', {
      kind: 'agency',
      details: { order_number: number, agency: 'Estudio Demo' },
      why: 'nothing came',
    })
  const NOT_POSSIBLE = '20712'

  test('gets a loan by two people, ten days after she was told, never while a complaint is open', async () => {
    const { number, userId, call, address } = await lateBorrower(60)
    expect(await propose(number)).toMatchObject({
      code: NOT_POSSIBLE,
      msg: expect.stringContaining('since she was told'),
    })
    // The law’s notice reaches also whoever wants to hear nothing else.
    await call('user/contact_choice', { is_out: true })
    expect(await contact(number, 'agency_notice')).toMatchObject({ code: '0' })
    await workOff()
    expect(messages.sent).toMatchObject([{ to: address.value, text: expect.stringContaining('agency') }])
    now = at('2026-11-25', 12)
    expect(await propose(number)).toMatchObject({ code: NOT_POSSIBLE })
    now = at('2026-11-26', 12)
    const { ret } = await call('consumer/request', {
      kind: 'complaint',
      channel: 'phone',
      phone: address.value,
      note: 'this is not mine',
    })
    expect(await propose(number)).toMatchObject({ code: NOT_POSSIBLE, msg: expect.stringContaining('complaint') })
    const answer = { tracking_number: ret?.tracking_number, words: 'It is yours.', is_end: true, why: 'looked at it' }
    expect(await (await sol()).call('requests/answer', answer)).toMatchObject({ code: '0' })
    const proposed = await propose(number)
    expect(proposed).toMatchObject({ code: '0' })
    const { proposal, preview } = proposed.ret as {
      proposal: { proposal_id: string }
      preview: { seen_sha256: string }
    }
    const vera = await desk.madeUp('Vera')
    const body = { proposal_id: proposal.proposal_id, seen_sha256: preview.seen_sha256, why: 'yes' }
    expect(await vera.confirm('proposals/approve', body)).toMatchObject({ code: '0' })
    expect((await pool.query('SELECT user_id, agency FROM agency_handover')).rows).toEqual([
      { user_id: userId, agency: 'Estudio Demo' },
    ])
    expect(await propose(number)).toMatchObject({ code: NOT_POSSIBLE })
  })
})
