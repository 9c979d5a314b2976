import { beforeEach, describe, expect, test } from 'vitest'
import { caller, keepingMessages, serverWith } from '../../person/account/test-login.ts'
import { answerRequest } from '../../rights/consumer/answer.ts'
import { testDatabase } from '../../platform/db/test-database.ts'
import { emptier } from '../../platform/db/test-empty.ts'
import { openTestServer } from '../http/test-server.ts'
import { insertLoan, newBorrower } from '../../lending/loan/test-borrower.ts'
import { SendProblem } from '../../providers/messages/port.ts'
import { actsIn, outcomesOf, typeAtDesk } from './test-desk.ts'

const { pool } = await testDatabase()
const start = new Date('2026-11-16T15:00:00Z')
let now = start
const opened = await openTestServer(pool, { clock: { now: () => now } })
const messages = keepingMessages()
const services = { ...opened.services, messages }
const app = await serverWith(services, {})
const server = { app, services }
const { call } = caller(app)

const HOUR_MS = 3_600_000

const desk = (line: string) => typeAtDesk(services, line)
const { done, json } = outcomesOf(desk)
const refused = async (line: string): Promise<string> => (await desk(line)).complaint

const acts = () => actsIn(pool)

let phones = 0
const freshPhone = (): string => `+549115${String((phones += 1)).padStart(7, '0')}`

/** Somebody without a log-in presses a button; returns the number. */
const asks = async (body: { phone: string; kind?: string; note?: string }): Promise<string> => {
  const { ret } = await call('consumer/request', { channel: 'phone', kind: 'regret', ...body }, { language: 'es' })
  return (ret as { tracking_number: string }).tracking_number
}

/** What a worker would do next. */
const workOff = async (): Promise<void> => {
  const { rows } = await pool.query<{ data: { tracking_number: string } }>(
    `DELETE FROM pgboss.job WHERE name = 'consumer-message' RETURNING data`,
  )
  for (const { data } of rows) await answerRequest(services, data)
}

const stateOf = async (tracking_number: string, token?: string) =>
  (await call('consumer/state', { tracking_number }, { language: 'es', ...(token && { token }) })).ret as {
    requests: { state: string; answer: string }[]
  }

const empty = emptier(pool, 'account', 'desk_act', 'consumer_request')

beforeEach(async () => {
  now = start
  messages.sent.length = 0
  messages.answer = undefined
  await empty()
  await pool.query('DELETE FROM pgboss.job')
})

describe('requests', () => {
  test('lists what is going on, the oldest first, and names what was not answered in a day', async () => {
    expect(await done('requests')).toBe('Nobody waits for an answer.')
    const first = await asks({ phone: freshPhone() })
    now = new Date(start.getTime() + HOUR_MS)
    const second = await asks({ phone: freshPhone(), kind: 'unsubscribe' })
    await workOff()
    await pool.query('UPDATE consumer_request SET acknowledged_at = NULL, state = $2 WHERE tracking_number = $1', [
      first,
      'received',
    ])
    expect(await json('requests')).toMatchObject([
      { tracking_number: first, kind: 'regret', state: 'received', situation: 'which_loan' },
      { tracking_number: second, kind: 'unsubscribe', state: 'acknowledged', situation: 'no_account' },
    ])
    now = new Date(start.getTime() + 25 * HOUR_MS)
    const { exitCode, said } = await desk('requests')
    expect(exitCode).toBe(1)
    expect(said).toMatch(new RegExp(`${first} .* NO, LATE .*nobody knows which loan`))
    expect(await acts()).toEqual([])
  })

  test('one is shown with its address and note, and that it was seen is written down', async () => {
    const phone = freshPhone()
    const number = await asks({ phone, note: 'me arrepentí' })
    expect(await json(`request ${number.toLowerCase().replaceAll('-', '')}`)).toMatchObject({
      tracking_number: number,
      address: phone,
      note: 'me arrepentí',
      said: null,
    })
    expect(await acts()).toMatchObject([
      { actor: 'ana', act: 'see_request', details: { tracking_number: number }, why: 'to answer a request' },
    ])
    expect(await refused('request ARR-20261116-2222')).toBe('There is no request with this number.')
  })
})

describe('confirm', () => {
  test('whoever cannot log in is known by other means: her loan has no effect, and she is told', async () => {
    const borrower = await newBorrower(server)
    const orderId = await insertLoan(services, borrower.userId, { state: 'pending', signedDaysAgo: 0 })
    const loan = orderId.slice(0, 8)
    const number = await asks({ phone: freshPhone() })
    await workOff()
    messages.sent.length = 0
    expect(await refused(`confirm ${number} --why "she called"`)).toContain('say with --loan')
    expect(await done(`confirm ${number} --loan ${loan} --why "came with her DNI"`)).toContain('has no effect')
    expect((await pool.query('SELECT state FROM loan_order WHERE order_id = $1', [orderId])).rows).toEqual([
      { state: 'cancelled' },
    ])
    expect((await stateOf(number)).requests).toMatchObject([{ state: 'done' }])
    expect(await acts()).toMatchObject([
      {
        acted_at: now,
        actor: 'ana',
        act: 'confirm_request',
        user_id: borrower.userId,
        details: { tracking_number: number, order_id: orderId },
        why: 'came with her DNI',
      },
    ])
    await workOff()
    // The address is not the one of her account: of the loan it learns nothing.
    expect(messages.sent).toHaveLength(1)
    expect(messages.sent[0]?.text).toContain('podés ingresar')
    expect(await refused(`confirm ${number} --loan ${loan} --why again`)).toContain('has ended')
  })

  test('the loan of somebody else than the address is refused, and nothing has changed', async () => {
    const [borrower, other] = [await newBorrower(server), await newBorrower(server)]
    await insertLoan(services, borrower.userId, { state: 'pending', signedDaysAgo: 0 })
    const foreign = await insertLoan(services, other.userId, { state: 'pending', signedDaysAgo: 0 })
    const number = await asks({ phone: borrower.address.value })
    expect(await refused(`confirm ${number} --loan ${foreign.slice(0, 8)} --why x`)).toContain('somebody else')
    expect((await pool.query(`SELECT FROM loan_order WHERE state <> 'pending'`)).rowCount).toBe(0)
    expect(await acts()).toEqual([])
  })
})

describe('answer', () => {
  const words = 'Te llamamos mañana a la tarde.'

  test('a person’s words go to whoever asked, are seen by her alone, and end nothing', async () => {
    const borrower = await newBorrower(server)
    const number = await asks({ phone: borrower.address.value, kind: 'unsubscribe' })
    await workOff()
    messages.sent.length = 0
    await done(`answer ${number} --say "${words}" --why "she asked for a call"`)
    await workOff()
    expect(messages.sent).toMatchObject([{ to: borrower.address.value, text: expect.stringContaining(words) }])
    const own = (await borrower.call('consumer/state', { tracking_number: number }, 'es')).ret.requests
    expect(own).toMatchObject([{ state: 'acknowledged', answer: words }])
    const [seen] = (await stateOf(number)).requests
    expect(seen?.answer).not.toContain(words)
    expect(await json(`request ${number}`)).toMatchObject({ said: words })
    expect(
      (await pool.query('SELECT FROM consumer_request WHERE position($1 IN sealed_answer) > 0', [Buffer.from(words)]))
        .rowCount,
    ).toBe(0)
  })

  test('with --end nothing more comes of it, also when she asks how far it is', async () => {
    const number = await asks({ phone: freshPhone() })
    await workOff()
    messages.sent.length = 0
    expect(
      await done(`answer ${number} --say "No encontramos ningún préstamo." --end --why "looked everywhere"`),
    ).toContain('ended at the desk')
    expect(await acts()).toMatchObject([{ act: 'answer_request', details: { tracking_number: number, is_end: 1 } }])
    // The provider of messages is down, two days after the request came: it is told later.
    now = new Date(start.getTime() + 48 * HOUR_MS)
    messages.answer = async () => new SendProblem('unavailable', 'test')
    await workOff()
    messages.answer = undefined
    await workOff()
    expect(messages.sent).toMatchObject([{ text: expect.stringContaining('No encontramos ningún préstamo.') }])
    expect((await stateOf(number)).requests).toMatchObject([{ state: 'not_possible' }])
    expect(await refused(`answer ${number} --say x --why x`)).toContain('has ended')
    expect(await done('requests')).toBe('Nobody waits for an answer.')
  })

  test('words that nobody could send are refused', async () => {
    const number = await asks({ phone: freshPhone() })
    expect(await desk(`answer ${number} --say ${'x'.repeat(501)} --why x`)).toMatchObject({ exitCode: 2 })
    expect(await acts()).toEqual([])
  })
})

describe('jobs', () => {
  const giveUp = () =>
    pool.query(
      `INSERT INTO pgboss.job (name, data, source_name, source_output)
       VALUES ('dead-letter', $1, 'receipt-heard', $2)`,
      [
        { provider: 'sandbox', provider_payment_id: 'sandbox-1', try_number: 36 },
        { message: 'nobody knows what became of a payment: test: down' },
      ],
    )

  test('lists what was given up and has it tried again, by whom and why', async () => {
    expect(await done('jobs')).toBe('No job was given up.')
    await giveUp()
    const { exitCode, said } = await desk('jobs')
    expect(exitCode).toBe(1)
    expect(said).toMatch(/receipt-heard .*provider_payment_id=sandbox-1 .*nobody knows what became of a payment/)
    const [{ job_id: jobId }] = JSON.parse((await desk('jobs --json')).said)
    expect(await done(`retry ${jobId} --why "they are up again"`)).toBe('receipt-heard is tried again.')
    expect(await done('jobs')).toBe('No job was given up.')
    const { rows } = await pool.query(`SELECT data FROM pgboss.job WHERE name = 'receipt-heard'`)
    expect(rows).toEqual([{ data: { provider: 'sandbox', provider_payment_id: 'sandbox-1', try_number: 36 } }])
    expect(await acts()).toMatchObject([
      { act: 'retry_job', details: { job_id: jobId, job: 'receipt-heard' }, why: 'they are up again' },
    ])
    expect(await refused(`retry ${jobId} --why again`)).toContain('was given up')
  })
})
