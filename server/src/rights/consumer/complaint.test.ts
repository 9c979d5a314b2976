import { beforeEach, describe, expect, test } from 'vitest'
import { caller, keepingMessages, serverWith } from '../../person/account/test-login.ts'
import { testDatabase } from '../../platform/db/test-database.ts'
import { emptier } from '../../platform/db/test-empty.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { typeAtDesk } from '../../edge/desk-cli/test-desk.ts'
import { openTestServer } from '../../edge/http/test-server.ts'
import { newBorrower } from '../../lending/loan/test-borrower.ts'
import { answerRequest } from './answer.ts'
import { openRequest } from './staff-requests.ts'
import { sweepRequests } from './sweep.ts'

const { pool } = await testDatabase()
// A Monday. The Monday after it is a holiday, so ten business days end on a Tuesday.
const noon = new Date('2026-11-16T15:00:00Z')
let now = noon
const opened = await openTestServer(pool, { clock: { now: () => now } })
const messages = keepingMessages()
const services = { ...opened.services, messages }
const app = await serverWith(services, {})
const server = { app, services }
const { call } = caller(app)

const DAY_MS = 24 * 3_600_000

const empty = emptier(pool, 'account', 'desk_act', 'consumer_request')

beforeEach(async () => {
  now = noon
  messages.sent.length = 0
  await empty()
  await pool.query('DELETE FROM pgboss.job')
})

type Shown = { tracking_number: string; state: string; answer: string; answer_until_at: string }

const words = 'Pagué dos veces.\nNadie me responde.'
const guest = { channel: 'phone', phone: '+5491150000001', kind: 'complaint' }

const complain = async (body: object = { note: words }) =>
  (await call('consumer/request', { ...guest, ...body }, { language: 'es' })) as unknown as { code: string; ret: Shown }

const stateOf = async (tracking_number: string): Promise<Shown> => {
  const { ret } = await call('consumer/state', { tracking_number }, { language: 'es' })
  const [shown] = (ret as { requests: Shown[] }).requests
  if (shown === undefined) throw new Error('not shown')
  return shown
}

const workOff = async (): Promise<void> => {
  const { rows } = await pool.query<{ data: { tracking_number: string } }>(
    `DELETE FROM pgboss.job WHERE name = 'consumer-message' RETURNING data`,
  )
  for (const { data } of rows) await answerRequest(services, data)
}

const desk = (...args: string[]) => typeAtDesk(services, args)

const answers = (number: string, said: string, ...more: string[]) =>
  desk('answer', number, '--say', said, '--why', 'looked into it', ...more)

describe('a complaint', () => {
  test('has a number at once, the same by message, and a day by which it is answered', async () => {
    const { ret } = await complain()
    expect(ret).toMatchObject({
      tracking_number: expect.stringMatching(/^REC-20261116-[2-9A-Z]{4}$/),
      state: 'received',
      answer: expect.stringContaining('Recibimos tu reclamo'),
      // The last millisecond of the tenth business day, in Argentina.
      answer_until_at: '2026-12-02T02:59:59.999Z',
    })
    await workOff()
    const [message] = messages.sent
    expect(message?.text).toContain(`recibimos tu reclamo ${ret.tracking_number}.`)
    expect(message?.text).toContain('hasta el 01/12/2026')
    expect(message?.text).toContain(`custom-service?view=complaint&number=${ret.tracking_number}`)
    expect(await stateOf(ret.tracking_number)).toMatchObject({ state: 'acknowledged' })
  })

  test.each([
    ['without a word', {}],
    ['of blanks', { note: ' \n ' }],
    ['without end', { note: 'x'.repeat(1001) }],
    ['with letters that no keyboard has', { note: 'a\u0007b' }],
  ])('%s is refused', async (_, body) => {
    expect(await complain(body)).toMatchObject({ code: '40000', ret: null })
  })

  test('is read in her own words at the desk, and nowhere in the database', async () => {
    const { tracking_number: number } = (await complain()).ret
    const open = await inTransaction(pool, (tx) => openRequest(tx, services, number))
    expect(open).toMatchObject({ typed: { note: words }, situation: { name: 'in_hand' } })
    const { rows } = await pool.query('SELECT consumer_request::text AS row FROM consumer_request')
    expect(JSON.stringify(rows)).not.toContain('Nadie me responde')
  })

  test('of somebody logged in never replaces another, and is the same when its words are', async () => {
    const borrower = await newBorrower(server)
    const ask = (note: string) =>
      borrower.call('consumer/request', { channel: 'phone', phone: borrower.address.value, kind: 'complaint', note })
    const numbers = [(await ask('one')).ret.tracking_number, (await ask('two')).ret.tracking_number]
    // The answer was lost on the way, and she sends it again.
    expect((await ask('one')).ret.tracking_number).toBe(numbers[0])
    expect(new Set(numbers).size).toBe(2)
    const { requests } = (await borrower.call('consumer/state', {})).ret
    expect(requests.map(({ tracking_number }) => tracking_number).toSorted()).toEqual(numbers.toSorted())
    expect(requests[0]?.answer).toContain('by 01/12/2026 at the latest')
  })

  test('is answered by a person, and that ends it; nothing else does', async () => {
    const borrower = await newBorrower(server)
    const phone = borrower.address.value
    const { tracking_number: number } = (await complain({ phone, note: words })).ret
    await workOff()
    await sweepRequests(services)
    messages.sent.length = 0

    await answers(number, 'Lo estamos mirando con el banco.')
    await workOff()
    expect(messages.sent).toMatchObject([{ to: phone, text: expect.stringContaining('mirando con el banco') }])
    expect(await stateOf(number)).toMatchObject({ state: 'acknowledged' })

    expect(await answers(number, 'Te devolvimos el segundo pago.', '--end')).toMatchObject({
      exitCode: 0,
      said: expect.stringContaining('done: answered'),
    })
    await workOff()
    expect(messages.sent.at(-1)?.text).toContain('Te devolvimos el segundo pago.')
    expect(await stateOf(number)).toMatchObject({ state: 'done', answer: expect.stringContaining('Te respondimos') })
    const own = (await borrower.call('consumer/state', {}, 'es')).ret.requests
    expect(own).toMatchObject([{ state: 'done', answer: 'Te devolvimos el segundo pago.' }])
  })

  test('that nobody answered in time is complained of at the desk; it cannot be confirmed', async () => {
    const { tracking_number: number } = (await complain()).ret
    await workOff()
    now = new Date(noon.getTime() + 15 * DAY_MS)
    expect(await desk('requests')).toMatchObject({ exitCode: 0, said: expect.stringContaining(number) })
    now = new Date(noon.getTime() + 16 * DAY_MS)
    const { exitCode, said } = await desk('requests')
    expect(exitCode).toBe(1)
    expect(said).toMatch(new RegExp(`${number} .* NO, LATE .*to be answered in words`))
    expect((await desk('confirm', number, '--why', 'x')).complaint).toContain('answered, not confirmed')
  })
})
