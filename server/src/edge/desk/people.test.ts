import { PERSON_SEARCHES_PER_HOUR, personFields } from '@hola/core/desk-contract/people.ts'
import { pesos } from '@hola/core/money.ts'
import { beforeEach, expect, test } from 'vitest'
import { insertLoan } from '../../lending/loan/test-borrower.ts'
import { payBySandbox, payOutBySandbox } from '../../lending/reconciliation/test-money.ts'
import {
  basicStored,
  extra,
  newApplicant,
  saveThreeSteps,
  transfer,
} from '../../person/application/test-application.ts'
import { indexDni } from '../../person/identity/standing-verdict.ts'
import { poolOfDesk } from '../../platform/db/pool.ts'
import { testDatabase } from '../../platform/db/test-database.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { openTestServer } from '../http/test-server.ts'
import { openTestDesk } from './test-desk-server.ts'

// People as the lender's staff finds and sees them: exactly searched, masked, and every look written down.

const { pool } = await testDatabase()
const start = new Date('2026-11-16T15:00:00Z')
let now = start
const borrowers = await openTestServer(pool, { clock: { now: () => now } })
const { services } = borrowers
const desk = await openTestDesk(services)
const later = (minutes: number): void => void (now = new Date(now.getTime() + minutes * 60_000))
beforeEach(() => void (now = start))

const { first_name, last_name, national_id_number: dni, cuil } = basicStored

/** Somebody who has filled in the three forms, logs in by phone and has shown the card with this DNI. */
let phones = 5_550_100
const newPerson = async () => {
  phones += 1
  const phone = `+549114${phones}`
  const person = await newApplicant(borrowers, { kind: 'phone', value: phone })
  await saveThreeSteps(person)
  await pool.query('INSERT INTO identity_trace (user_id, dni_index) VALUES ($1, $2)', [
    person.userId,
    indexDni(services, dni),
  ])
  return { ...person, phone }
}

type Found = { readonly by: string[]; readonly found: { readonly user_id: string; readonly order_number: string }[] }

const actsAbout = async (userId: string | null) =>
  (
    await pool.query(
      'SELECT act, actor, why, details FROM desk_act WHERE user_id IS NOT DISTINCT FROM $1 ORDER BY entry_number',
      [userId],
    )
  ).rows

const accessesOf = async (person: Awaited<ReturnType<typeof newPerson>>) =>
  (await person.call('privacy/state')).ret.accesses.filter(({ actor }) => actor === 'desk')

const nobody = services.random.uuid()

test('a person is found by exactly her phone, DNI, CUIL or loan number, and by nothing less', async () => {
  await pool.query('DELETE FROM identity_trace')
  const person = await newPerson()
  const orderId = await insertLoan(services, person.userId, { state: 'in_repayment', signedDaysAgo: 10 })
  const { order_number: number } = (
    await pool.query('SELECT order_number FROM loan_order WHERE order_id = $1', [orderId])
  ).rows[0]
  const sol = await desk.member('search sol', 'support')
  const find = async (text: string) => (await sol.call('search/find', { text })).ret as Found
  const national = person.phone.slice(4)
  for (const text of [person.phone, national, `0${national.slice(0, 2)} 15 ${national.slice(2)}`, dni, cuil, number])
    expect([text, (await find(text)).found.map(({ user_id }) => user_id)]).toEqual([text, [person.userId]])
  for (const text of [last_name, dni.slice(0, -1), '11 4555', national.slice(0, -1), 'x%', 'AAAA-BBBB-CCCC'])
    expect([text, (await find(text)).found]).toEqual([text, []])
  expect((await find(last_name)).by).toEqual([])
})

test('a person is found by exactly her e-mail, as it may be typed, and a request by its number', async () => {
  const mail = `hers-${phones}@example.com`
  const person = await newApplicant(borrowers, { kind: 'mail', value: mail })
  const sol = await desk.member('search by mail', 'support')
  const find = async (text: string) => (await sol.call('search/find', { text })).ret as Found
  for (const text of [mail, mail.toUpperCase(), ` ${mail} `])
    expect([text, (await find(text)).found.map(({ user_id }) => user_id)]).toEqual([text, [person.userId]])
  for (const text of [mail.slice(1), mail.replace('.com', ''), '@example.com', `${mail}.ar`])
    expect([text, (await find(text)).found]).toEqual([text, []])
  const body = { channel: 'mail', mail, kind: 'complaint', note: 'Pagué dos veces.' } as const
  const { ret } = await person.call('consumer/request', body)
  const { tracking_number: tracking } = ret as { tracking_number: string }
  expect((await find(tracking)).found).toMatchObject([{ tracking_number: tracking }])
  expect((await find(tracking.toLowerCase().replaceAll('-', ' '))).found).toMatchObject([{ tracking_number: tracking }])
  expect((await find(tracking.slice(0, -1))).found).toEqual([])
  // Treasury answers nobody: it finds no request.
  const tomas = await desk.member('search treasury mail', 'treasury')
  expect((await tomas.call('search/find', { text: mail })).ret).toMatchObject({ found: [] })
})

test('a search for a person is an act about her, found or not, and she reads it', async () => {
  const person = await newPerson()
  const before = (await actsAbout(null)).length
  const sol = await desk.member('acts sol', 'support')
  await sol.call('search/find', { text: person.phone })
  await sol.call('search/find', { text: '11 4555 9999' })
  expect(await actsAbout(person.userId)).toMatchObject([
    { act: 'search_person', actor: 'acts sol', details: { by: 'phone', found_count: 1 } },
  ])
  expect((await actsAbout(null)).slice(before)).toMatchObject([
    { act: 'search_person', actor: 'acts sol', details: { by: 'phone', found_count: 0 } },
  ])
  // Neither says what was searched: a record of numbers would be a list of people.
  expect(JSON.stringify((await pool.query('SELECT * FROM desk_act')).rows)).not.toContain('45559999')
  expect(await accessesOf(person)).toMatchObject([{ category: 'account', purpose: 'support' }])
})

test('the sixty-first search for a person within an hour is refused; loans are still found', async () => {
  const person = await newPerson()
  const eva = await desk.member('eva who tries numbers', 'support')
  const codes = new Set<string>()
  for (let count = 0; count < PERSON_SEARCHES_PER_HOUR; count += 1) {
    codes.add((await eva.call('search/find', { text: `11 4666 ${String(1000 + count)}` })).code)
    later(0.5)
  }
  expect([...codes]).toEqual(['0'])
  expect(await eva.call('search/find', { text: person.phone })).toMatchObject({
    code: '20714',
    msg: expect.stringContaining('30'),
  })
  expect(await eva.call('search/find', { text: '7K3M-X2QP-9RTV' })).toMatchObject({ code: '0' })
  const another = await desk.member('another', 'support')
  expect(await another.call('search/find', { text: person.phone })).toMatchObject({ code: '0' })
  // Twenty together get what is left and no more: they wait for each other.
  later(31)
  const again = await desk.member('eva who tries numbers', 'support')
  const together = await Promise.all(
    Array.from({ length: 5 }, (_, index) => again.call('search/find', { text: `11 4777 ${String(1000 + index)}` })),
  )
  expect(together.filter(({ code }) => code === '0')).toHaveLength(3)
})

test('treasury finds loans by their number and nobody by her phone', async () => {
  const person = await newPerson()
  const tomas = await desk.member('tomas', 'treasury')
  expect(await tomas.call('search/find', { text: person.phone })).toMatchObject({ ret: { by: [], found: [] } })
  expect(await actsAbout(person.userId)).toEqual([])
})

test('a record shows every field masked, and nothing of the people whom she named', async () => {
  const person = await newPerson()
  await insertLoan(services, person.userId, { state: 'in_repayment', signedDaysAgo: 10 })
  const aldo = await desk.member('masked aldo', 'auditor')
  const shown = await aldo.call('people/show', { user_id: person.userId })
  expect(shown.ret).toMatchObject({
    user_id: person.userId,
    blocked_at: null,
    fields: { name: 'L··· R···', phone: expect.stringMatching(/·.*\d\d$/) },
    loans: [{ state: 'in_repayment' }],
  })
  const events = await aldo.call('people/events', { user_id: person.userId, show: 'all' })
  const text = JSON.stringify([shown.ret, events.ret])
  const { contact_name: friend, contact_phone: friendPhone } = extra.emergency_contact_1
  const hidden = [first_name, last_name, dni, cuil, person.phone.slice(4), transfer.account_number.slice(-8), friend]
  for (const secret of [...hidden, ...friend.split(' '), friendPhone.replaceAll(/\D/g, '')])
    expect([secret, text.includes(secret)]).toEqual([secret, false])
})

test('a visit is written down once in a quarter of an hour, however often the page asks for news', async () => {
  const person = await newPerson()
  const sol = await desk.member('visiting sol', 'support')
  const look = () => sol.call('people/show', { user_id: person.userId })
  await look()
  later(5)
  await look()
  await sol.call('people/events', { user_id: person.userId, show: 'staff' })
  expect((await actsAbout(person.userId)).map(({ act }) => act)).toEqual(['see_person'])
  later(11)
  await look()
  expect((await actsAbout(person.userId)).map(({ act }) => act)).toEqual(['see_person', 'see_person'])
  expect(await look()).toMatchObject({ ret: { seen_at: now.toISOString() } })
  expect(await sol.call('people/show', { user_id: nobody })).toMatchObject({ code: '20713' })
  expect(await sol.call('people/recent')).toMatchObject({ ret: { people: [{ user_id: person.userId }] } })
})

test('one field at a time is opened with a reason, and she reads it among who looked', async () => {
  const person = await newPerson()
  const aldo = await desk.member('opening aldo', 'auditor')
  const open = (field: string, why = 'she asked why her money is late') =>
    aldo.call('people/open', { user_id: person.userId, field, why })
  const clear = {
    name: `${first_name} ${last_name}`,
    dni: expect.stringContaining('.'),
    phone: expect.stringContaining(person.phone.slice(-4)),
    account: expect.stringContaining(transfer.account_number.replaceAll(' ', '')),
  }
  for (const [field, value] of Object.entries(clear))
    expect(await open(field)).toMatchObject({ code: '0', ret: { value, open_seconds: 300 } })
  for (const field of personFields) expect(await open(field)).toMatchObject({ code: '0' })
  expect(await open('emergency_contact_1')).toMatchObject({ status: 400 })
  expect(await open('name', '')).toMatchObject({ status: 400 })
  const acts = await actsAbout(person.userId)
  expect(acts).toHaveLength(Object.keys(clear).length + personFields.length)
  expect(acts[0]).toMatchObject({
    act: 'open_field',
    details: { field: 'name' },
    why: 'she asked why her money is late',
  })
  const accesses = await accessesOf(person)
  expect(accesses).toHaveLength(acts.length)
  expect(new Set(accesses.map(({ category }) => category))).toEqual(new Set(['form', 'account']))

  const tomas = await desk.member('opening tomas', 'treasury')
  const ofPerson = { user_id: person.userId, field: 'account', why: 'to refund her' }
  expect(await tomas.call('people/open', ofPerson)).toMatchObject({ code: '20701' })
  const orderId = await insertLoan(services, person.userId, { state: 'in_repayment', signedDaysAgo: 10 })
  const ofLoan = await tomas.call('people/open', { ...ofPerson, order_id: orderId })
  expect(ofLoan).toMatchObject({ code: '0', ret: { value: expect.stringMatching(/^(CBU|CVU|ALIAS) /) } })
  expect(await tomas.call('people/open', { ...ofPerson, field: 'name', order_id: orderId })).toMatchObject({
    code: '400',
  })
})

test('the time line has her loans and what the staff did, page by page, each once', async () => {
  const loan = await payOutBySandbox(borrowers)
  await payBySandbox(services, loan, { amount: pesos(1000) })
  const sol = await desk.member('time line sol', 'support')
  for (let count = 0; count < 60; count += 1) {
    later(1)
    await sol.call('people/open', { user_id: loan.userId, field: 'phone', why: `call ${count}` })
  }
  type Events = { readonly events: { event_id: string; at: string; kind: string; name: string }[]; next: string | null }
  const page = async (show: string, before?: string) =>
    (await sol.call('people/events', { user_id: loan.userId, show, ...(before ? { before } : {}) })).ret as Events
  const all: Events['events'] = []
  for (let next: string | null | undefined; next !== null;) {
    const { events, next: after } = await page('all', next)
    all.push(...events)
    next = after
  }
  expect(new Set(all.map(({ event_id }) => event_id)).size).toBe(all.length)
  expect(all.map(({ at }) => at)).toEqual(
    all
      .map(({ at }) => at)
      .toSorted()
      .toReversed(),
  )
  expect(all.filter(({ name }) => name === 'open_field')).toHaveLength(60)
  expect(all.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['account_opened', 'order', 'act']))
  expect((await page('loans')).events.map(({ name }) => name)).toEqual(['payment', 'paid_out'])
  expect(new Set((await page('openings')).events.map(({ name }) => name))).toEqual(
    new Set(['open_field', 'see_person']),
  )
  const broken = { user_id: loan.userId, show: 'all', before: Buffer.from('["x"]').toString('base64url') }
  expect(await sol.call('people/events', broken)).toMatchObject({ code: '400' })
})

test('a note is added and read by the staff, sealed and never changed, and hers to have', async () => {
  const person = await newPerson()
  const ana = await desk.member('noting ana', 'analyst')
  const text = 'Cobra el 25.\nPidió esperar.'
  expect(await ana.call('people/note', { user_id: person.userId, text })).toMatchObject({
    ret: { note: { author: 'noting ana', text, order_number: null } },
  })
  expect(await ana.call('people/note', { user_id: person.userId, text: 'x'.repeat(1001) })).toMatchObject({
    status: 400,
  })
  expect(await ana.call('people/note', { user_id: person.userId, text, order_number: 'NOT-HERS' })).toMatchObject({
    code: '20715',
  })
  const aldo = await desk.member('reading aldo', 'auditor')
  expect(await aldo.call('people/notes', { user_id: person.userId })).toMatchObject({ ret: { notes: [{ text }] } })
  expect(await aldo.call('people/note', { user_id: person.userId, text })).toMatchObject({ code: '20701' })
  expect((await pool.query('SELECT sealed_text FROM note')).rows[0].sealed_text.toString()).not.toContain('Cobra')
  for (const statement of ['UPDATE note SET order_id = NULL', 'DELETE FROM note'])
    await expect(inTransaction(poolOfDesk(pool), (tx) => tx.query(statement))).rejects.toThrow('permission denied')
  await expect(inTransaction(pool, (tx) => tx.query('INSERT INTO note SELECT * FROM note'))).rejects.toThrow(
    'permission denied',
  )
  const { ret } = await person.call('privacy/download', { format: 'json' })
  expect(Buffer.from(ret.content_base64, 'base64').toString()).toContain('Cobra el 25.')
})

test('a small coupon is given by one alone, a larger one only proposed', async () => {
  const person = await newPerson()
  const sol = await desk.member('giving sol', 'support')
  const give = (fee: number, why = 'her app failed') =>
    sol.call('people/coupon', {
      user_id: person.userId,
      fee_reduction_centavos: fee,
      extension_days: null,
      valid_days: 30,
      why,
    })
  expect(await give(pesos(5000))).toMatchObject({ code: '0' })
  expect(await give(pesos(5001))).toMatchObject({ code: '20717' })
  expect(await give(0)).toMatchObject({ code: '40000' })
  expect(await sol.call('people/show', { user_id: person.userId })).toMatchObject({
    ret: { coupons: [{ fee_reduction_centavos: pesos(5000), used_at: null }] },
  })
  expect((await actsAbout(person.userId)).map(({ act }) => act)).toEqual(['coupon', 'see_person'])
})

test('one alone gives no second small coupon to the same person, also from many tabs', async () => {
  const [person, other] = [await newPerson(), await newPerson()]
  const sol = await desk.member('generous sol', 'support')
  const give = (userId: string) =>
    sol.call('people/coupon', {
      user_id: userId,
      fee_reduction_centavos: pesos(5000),
      extension_days: null,
      valid_days: 30,
      why: 'her app failed',
    })
  const codes = (await Promise.all([1, 2, 3, 4].map(() => give(person.userId)))).map(({ code }) => code)
  expect(codes.toSorted()).toEqual(['0', '20712', '20712', '20712'])
  expect(await give(other.userId)).toMatchObject({ code: '0' })
  later(30 * 24 * 60 + 1)
  expect(
    await (
      await desk.member('generous sol', 'support')
    ).call('people/coupon', {
      user_id: person.userId,
      fee_reduction_centavos: pesos(1000),
      extension_days: null,
      valid_days: 30,
      why: 'a month later',
    }),
  ).toMatchObject({ code: '0' })
})

test('whom two people have blocked reads so with a way to a person, in both languages', async () => {
  const person = await newPerson()
  const [sol, vera] = [await desk.madeUp('Sol'), await desk.madeUp('Vera')]
  const proposed = await sol.call('proposals/propose', {
    kind: 'block',
    details: { user_id: person.userId },
    why: 'her phone was stolen',
  })
  const { proposal, preview } = proposed.ret as { proposal: { proposal_id: string }; preview: { seen_sha256: string } }
  const seen = { proposal_id: proposal.proposal_id, seen_sha256: preview.seen_sha256, why: 'called her' }
  expect(await vera.confirm('proposals/approve', seen)).toMatchObject({ code: '0' })
  expect(await person.call('app/home', {}, 'es')).toMatchObject({
    code: '403',
    msg: expect.stringContaining('Escribinos'),
  })
  expect(await person.call('app/home', {}, 'en')).toMatchObject({
    code: '403',
    msg: expect.stringContaining('contact us'),
  })
  expect(await sol.call('people/show', { user_id: person.userId })).toMatchObject({
    ret: { blocked_at: now.toISOString() },
  })
})
