import { addBusinessDays, addDays, civilDayOf, startOfDay } from '@hola/core/calendar.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { answerRequest } from '../../rights/consumer/answer.ts'
import { insertLoan, newBorrower } from '../../lending/loan/test-borrower.ts'
import { caller, keepingMessages, serverWith } from '../../person/account/test-login.ts'
import { testDatabase } from '../../platform/db/test-database.ts'
import { emptier } from '../../platform/db/test-empty.ts'
import { actsIn } from '../desk-cli/test-desk.ts'
import { openTestServer } from '../http/test-server.ts'
import { openTestDesk } from './test-desk-server.ts'

const { pool } = await testDatabase()
const start = new Date('2026-11-16T15:00:00Z')
let now = start
const opened = await openTestServer(pool, { clock: { now: () => now } })
const messages = keepingMessages()
const services = { ...opened.services, messages }
const app = await serverWith(services, {})
const server = { app, services }
const desk = await openTestDesk(services)
const { call } = caller(app)

const HOUR_MS = 3_600_000
const later = (hours: number): void => void (now = new Date(now.getTime() + hours * HOUR_MS))

let phones = 0
const freshPhone = (): string => `+549115${String((phones += 1)).padStart(7, '0')}`

const asks = async (body: { kind: string; phone?: string; note?: string }): Promise<string> => {
  const asked = { channel: 'phone', phone: freshPhone(), ...body }
  const { ret } = await call('consumer/request', asked as never, { language: 'es' })
  return (ret as { tracking_number: string }).tracking_number
}

const workOff = async (): Promise<void> => {
  const { rows } = await pool.query<{ data: { tracking_number: string } }>(
    `DELETE FROM pgboss.job WHERE name = 'consumer-message' RETURNING data`,
  )
  for (const { data } of rows) await answerRequest(services, data)
}

const empty = emptier(pool, 'account', 'desk_act', 'consumer_request')
beforeEach(async () => {
  now = start
  messages.sent.length = 0
  messages.answer = undefined
  await empty()
  await pool.query('DELETE FROM pgboss.job')
})

const sol = () => desk.member('sol', 'support')
type Shown = { tracking_number: string; answer_until_at: string; is_late: boolean; answered_at: string | null }
const list = async (body: object = { list: 'staff' }) => {
  const { ret } = await (await sol()).call('requests/list', body)
  return ret as { requests: Shown[]; next: string | null; counts: Record<string, number> }
}
const endOf = (day: ReturnType<typeof civilDayOf>): string =>
  new Date(startOfDay(addDays(day, 1)).getTime() - 1).toISOString()

describe('the law’s clock', () => {
  test('is 24 h, 10 business days, 10 days and 5 business days, and what is due first stands first', async () => {
    const complaint = await asks({ kind: 'complaint', note: 'no' })
    const access = await asks({ kind: 'data_access', note: 'todo lo mío' })
    const change = await asks({ kind: 'data_change', note: 'mi domicilio' })
    later(1)
    const regret = await asks({ kind: 'regret' })
    const unsubscribe = await asks({ kind: 'unsubscribe' })
    const { requests, counts } = await list()
    const today = civilDayOf(start)
    const { holidays } = services.reference
    const day = new Date(now.getTime() + 24 * HOUR_MS).toISOString()
    const until = Object.fromEntries(requests.map((one) => [one.tracking_number, one.answer_until_at]))
    expect(until).toEqual({
      [regret]: day,
      [unsubscribe]: day,
      [change]: endOf(addBusinessDays(today, 5, holidays)),
      [access]: endOf(addDays(today, 10)),
      [complaint]: endOf(addBusinessDays(today, 10, holidays)),
    })
    expect(new Set(requests.slice(0, 2).map((one) => one.tracking_number))).toEqual(new Set([regret, unsubscribe]))
    expect(requests.slice(2).map((one) => one.tracking_number)).toEqual([change, access, complaint])
    expect(counts).toEqual({ regret: 1, unsubscribe: 1, complaint: 1, data_access: 1, data_change: 1 })
    expect((await list({ list: 'staff', kind: 'data_change' })).requests).toMatchObject([{ tracking_number: change }])
  })

  test('a page ends where the next begins, over all kinds', async () => {
    const all: string[] = []
    for (let count = 0; count < 30; count += 1)
      for (const kind of ['complaint', 'data_access', 'data_change']) {
        all.push(await asks({ kind, note: `nota ${count}` }))
        later(1)
      }
    const seen: Shown[] = []
    for (let after: string | null | undefined; after !== null;) {
      const page = await list({ list: 'staff', ...(after === undefined ? {} : { after }) })
      seen.push(...page.requests)
      after = page.next
    }
    expect(seen.map((one) => one.tracking_number).toSorted()).toEqual(all.toSorted())
    expect(seen.map((one) => one.answer_until_at)).toEqual(seen.map((one) => one.answer_until_at).toSorted())
    const nonsense = await (await sol()).call('requests/list', { list: 'staff', after: 'bm9uc2Vuc2U' })
    expect(nonsense).toMatchObject({ code: '400' })
  })
})

describe('a complaint', () => {
  const answer = async (number: string, more: object = {}) =>
    (await sol()).call('requests/answer', {
      tracking_number: number,
      words: 'Lo corregimos.',
      is_end: true,
      why: 'looked at it',
      ...more,
    })

  test('answered in time is kept as answered in time, late as late', async () => {
    const inTime = await asks({ kind: 'complaint', note: 'uno' })
    const late = await asks({ kind: 'complaint', note: 'dos' })
    await workOff()
    later(24 * 3)
    expect(await answer(inTime)).toMatchObject({ ret: { request: { is_late: false, situation: 'answered' } } })
    later(24 * 14)
    expect((await list()).requests).toMatchObject([{ tracking_number: late, is_late: true, answered_at: null }])
    await answer(late)
    expect((await list()).requests).toEqual([])
    expect((await list({ list: 'ended' })).requests).toMatchObject([
      { tracking_number: late, is_late: true },
      { tracking_number: inTime, is_late: false },
    ])
    expect(await answer(late)).toMatchObject({ code: '20742' })
  })

  test('is answered by a template that is made to fit, as it was shown, and by the way it came', async () => {
    const phone = freshPhone()
    const number = await asks({ kind: 'complaint', phone, note: 'me cobraron de más' })
    await workOff()
    messages.sent.length = 0
    const member = await sol()
    const shown = await member.call('requests/show', { tracking_number: number })
    expect(shown.ret).toMatchObject({ templates: ['you_are_right', 'what_happened', 'more_facts'] })
    const { ret } = await member.call('requests/template', { tracking_number: number, template: 'what_happened' })
    const words = `${(ret as { words: string }).words.trim()} cobramos dos veces y devolvimos una.`
    const preview = await member.call('requests/preview', { tracking_number: number, words })
    await answer(number, { words })
    await workOff()
    const { text } = preview.ret as { text: string }
    expect(text).toContain('Esto es lo que pasó: cobramos dos veces')
    expect(messages.sent).toMatchObject([{ to: phone, text }])
    expect(
      await member.call('requests/template', { tracking_number: number, template: 'copy_in_app' }),
    ).not.toMatchObject({
      code: '0',
    })
  })

  test('is opened with a reason, which the person sees; the list and the page show nothing of her', async () => {
    const borrower = await newBorrower(server)
    const { ret: asked } = await borrower.call('consumer/request', {
      kind: 'complaint',
      channel: 'phone',
      phone: borrower.address.value,
      note: 'mi nota',
    })
    const number = asked?.tracking_number ?? ''
    const member = await sol()
    const seen = JSON.stringify([await list(), (await member.call('requests/show', { tracking_number: number })).ret])
    expect(seen).not.toContain('mi nota')
    expect(seen).not.toContain(borrower.address.value.slice(-7))
    expect(await actsIn(pool)).toEqual([])
    const opened = await member.call('requests/open', { tracking_number: number, why: 'para responder' })
    expect(opened.ret).toMatchObject({ address: borrower.address.value, note: 'mi nota', said: null })
    expect(await actsIn(pool)).toMatchObject([{ actor: 'sol', act: 'see_request', why: 'para responder' }])
    const { ret: state } = await borrower.call('privacy/state', {})
    expect(state?.accesses).toContainEqual(expect.objectContaining({ actor: 'desk', category: 'consumer_requests' }))
  })
})

describe('a withdrawal without a log-in', () => {
  test('runs its 24 h until somebody knows who asked; confirmed late it is kept as late', async () => {
    const borrower = await newBorrower(server)
    const orderId = await insertLoan(services, borrower.userId, { state: 'pending', signedDaysAgo: 0 })
    const [first, second] = [await asks({ kind: 'regret' }), await asks({ kind: 'regret' })]
    await workOff()
    expect((await list()).requests).toMatchObject([{ answered_at: null }, { answered_at: null }])
    const member = await sol()
    const body = { tracking_number: first, order_number: orderId.slice(0, 8), why: 'came with her DNI' }
    expect(await member.call('requests/confirm', { ...body, order_number: 'AAAA-AAAA-AAAA' })).toMatchObject({
      code: '20303',
    })
    expect(await member.call('requests/confirm', { tracking_number: first, why: 'x' })).toMatchObject({ code: '20742' })
    expect(await member.call('requests/confirm', body)).toMatchObject({
      ret: { request: { situation: 'cancelled', is_late: false } },
    })
    later(30)
    expect((await list()).requests).toMatchObject([{ tracking_number: second, is_late: true }])
    await (await sol()).call('requests/confirm', { ...body, tracking_number: second })
    const { requests } = await list({ list: 'ended' })
    expect(requests.find((one) => one.tracking_number === second)).toMatchObject({ is_late: true })
    expect(requests.find((one) => one.tracking_number === first)).toMatchObject({ is_late: false })
  })
})

test('the end of the service, confirmed by a member, logs her out on every device', async () => {
  const borrower = await newBorrower(server)
  const other = await borrower.onAnotherDevice()
  const orderId = await insertLoan(services, borrower.userId, { state: 'cleared', signedDaysAgo: 120 })
  const number = await asks({ kind: 'unsubscribe' })
  const body = { tracking_number: number, order_number: orderId.slice(0, 8), why: 'came with her DNI' }
  expect(await (await sol()).call('requests/confirm', body)).toMatchObject({
    code: '0',
    ret: { request: { situation: 'ended' } },
  })
  for (const device of [borrower, other]) expect(await device.call('app/home')).toMatchObject({ code: '10001' })
})

test('what waits for her is in a list of its own', async () => {
  const borrower = await newBorrower(server)
  await insertLoan(services, borrower.userId, { state: 'in_repayment', signedDaysAgo: 30 })
  const { ret } = await borrower.call('consumer/request', {
    kind: 'unsubscribe',
    channel: 'phone',
    phone: borrower.address.value,
  })
  await workOff()
  expect((await list()).requests).toEqual([])
  expect((await list({ list: 'hers' })).requests).toMatchObject([
    { tracking_number: ret?.tracking_number, situation: 'after_loan', is_late: false },
  ])
})
