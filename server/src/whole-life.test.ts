import { globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CallPath, RetOf } from '@hola/core/contract/contract.ts'
import { contract } from '@hola/core/contract/contract.ts'
import { deviceDataKinds } from '@hola/core/device/limits.ts'
import { dataCategories } from '@hola/core/privacy.ts'
import { expect, test } from 'vitest'
import { agreed, keepingMessages } from './person/account/test-login.ts'
import { readPdf } from './lending/agreement/test-pdf.ts'
import type { Applicant } from './person/application/test-application.ts'
import { basic, basicStored, extra, transfer } from './person/application/test-application.ts'
import { writeContact } from './lending/contact/contact.ts'
import { answerAsStaff } from './rights/consumer/staff-requests.ts'
import { poolOfDesk } from './platform/db/pool.ts'
import { testDatabase } from './platform/db/test-database.ts'
import { dumpOf } from './platform/db/test-dump.ts'
import { inTransaction } from './platform/db/transaction.ts'
import { signInTest, typeAtDesk, typeByTwo } from './edge/desk-cli/test-desk.ts'
import { agree, uploads } from './person/device-data/test-records.ts'
import { openPhotoServer } from './person/identity/test-photos.ts'
import { runDueJobs } from './lending/payout/test-payout.ts'
import { sendErasureMessage } from './rights/privacy/erasure-message.ts'
import { holdings } from './rights/privacy/holdings.ts'
import { deleteTooOld } from './rights/privacy/retention.ts'
import { pay } from './lending/repayment/test-repayment.ts'
import { reviewApplication } from './lending/review/review-application.ts'
import { writeNote } from './staff/note/notes.ts'
import { storedFiles } from './providers/files/test-stored-files.ts'

/** Everything the product does for one person, by its calls: from the first look to the day she erases her account. */

const { pool } = await testDatabase()
let now = new Date('2026-11-16T15:00:00Z')
const later = (ms: number): void => void (now = new Date(now.getTime() + ms))
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const messages = keepingMessages()
const { app, services, logged, sendThree } = await openPhotoServer(
  pool,
  () => now,
  () => ({ messages }),
)
const phone = '+5491123456789'

/** How often each call was answered with a success. */
const answered = new Map<string, number>()
let token: string | undefined

const call = async <Path extends CallPath>(path: Path, body: object = {}): Promise<RetOf<Path>> => {
  const headers = { language: 'es', ...(token === undefined ? {} : { token }) }
  const answer = await app.inject({ method: 'POST', url: `/api/${path}`, headers, payload: body })
  const { code, msg, ret } = answer.json()
  if (code !== '0') throw new Error(`${path}: ${code} ${msg}`)
  answered.set(path, (answered.get(path) ?? 0) + 1)
  return ret
}

const lastCode = (): string => messages.sent.at(-1)?.code ?? ''

const logIn = async (): Promise<string> => {
  token = undefined
  later(2 * MINUTE_MS)
  await call('user/get_code', { purpose: 'login', phone })
  const session = await call('user/login', { channel: 'phone', phone, code: lastCode(), ...agreed })
  token = session.token
  return session.user_id
}

const person = (userId: string): Applicant => ({
  userId,
  token: token ?? '',
  call: async (path, body) => ({ code: '0', msg: '', ret: await call(path, body) }),
  onAnotherDevice: async () => person(userId),
})

const takeJob = async <Data>(name: string): Promise<Data> => {
  const { rows } = await pool.query<{ data: Data }>(
    `DELETE FROM pgboss.job WHERE name = $1 AND state = 'created' RETURNING data`,
    [name],
  )
  const [job] = rows
  if (job === undefined) throw new Error(`no job ${name}`)
  return job.data
}

let userId = ''
let orderId = ''

test('she looks around, logs in and applies', async () => {
  await call('app/home')
  await call('app/get_product_list')
  await call('app/get_app_list')
  await call('app/get_pay_option')
  await call('app/get_login_option')
  const { delivery_id } = await call('user/get_mail_code', { purpose: 'login', mail: 'otra@correo.example' })
  expect(await call('user/code_delivery', { delivery_id })).toEqual({ is_undelivered: false })
  userId = await logIn()
  await call('app/get_list_page1_new')
  await call('app/get_area', { parent_id: null })
  await call('app/save_basic_info', basic)
  expect((await call('app/get_basic_info')).info).toEqual(basicStored)
  await call('app/get_list_page2_new')
  await call('app/save_extra_info', extra)
  await call('app/get_extra_info')
  await call('app/get_bank_list')
  await call('app/save_transfer_info', transfer)
  await call('app/get_bank_info')
  await sendThree(person(userId))
  expect(await call('app/get_card_info')).toMatchObject({ sides: ['id_front', 'id_back'] })
  for (const kind of deviceDataKinds) {
    await agree(person(userId), kind)
    await call(uploads[kind].path, uploads[kind].sent)
  }
  await call('loan/apply_info', { submit: true })
  later(2 * MINUTE_MS)
  await reviewApplication(services, await takeJob('application-review'))
  expect(await call('loan/apply_info')).toMatchObject({ application: { state: 'approved' } })
})

test('she borrows and pays back', async () => {
  await call('coupon/my_coupon')
  await call('app/membership_info')
  expect((await call('user/message_choice')).topics.every(({ is_on: isOn }) => isOn)).toBe(true)
  await call('loan/contract', { of: 'offer', amount_centavos: 10_000_000, term_days: 91 })
  const { agreement, quote, coupon } = await call('loan/preview', {
    amount_centavos: 10_000_000,
    term_days: 91,
    with_agreement: true,
  })
  await call('user/get_code', { purpose: 'sign' })
  const signed = await call('loan/apply', {
    apply_id: services.random.uuid(),
    amount_centavos: quote.amount_centavos,
    term_days: quote.term_days,
    coupon_id: coupon?.coupon_id ?? null,
    agreement_accepted: true,
    agreement: { version: agreement?.version, sha256: agreement?.sha256 },
    code_channel: 'phone',
    code: lastCode(),
  })
  orderId = signed.order.order_id
  for (let hours = 0; hours < 4; hours += 1) {
    await runDueJobs(services)
    later(HOUR_MS)
  }
  expect(await call('loan/order', { order_id: orderId })).toMatchObject({ order: { state: 'in_repayment' } })
  await call('user/get_processing_order')
  const { payment } = await call('deal/repay_request', {
    request_id: services.random.uuid(),
    order_id: orderId,
    kind: 'payoff',
    method_id: 'transfer',
  })
  if (payment === null) throw new Error('nothing to pay')
  await pay(services, { reference: payment.reference, amount: payment.amount_centavos })
  await call('user/get_complete_order')
  await call('loan/clearance', { order_id: orderId })
  await call('loan/statement', { order_id: orderId })
  const complaint = { channel: 'phone', phone, kind: 'complaint', note: 'Ya lo pagué' }
  const { tracking_number: typed } = await call('consumer/request', complaint)
  await inTransaction(pool, (tx) => answerAsStaff(tx, services, { typed, words: 'Está saldado', isEnd: true }))
  await call('consumer/state')
  const { memberId } = await signInTest(services, 'noting', 'support')
  const by = { memberId, name: 'noting', why: 'she called' }
  const note = { userId, order: null, applicationId: null, text: 'Llamó y preguntó por su libre deuda' }
  await inTransaction(poolOfDesk(pool), (tx) => writeNote(tx, services, by, note))
  const facts = { contactDays: [], isOptedOut: false, promisedUntil: null }
  const said = { template: 'talk', templateVersion: 1, language: 'es', text: 'Hablemos', memberId: null } as const
  const written = await inTransaction(pool, (tx) => writeContact(tx, services, facts, { userId, orderId, ...said }))
  expect(written).toEqual({ contactNumber: 1 })
  expect(await call('user/contact_choice', { is_out: true })).toMatchObject({
    is_out: true,
    contacts: [{ text: 'Hablemos' }],
  })
})

test('her copy has everything that is held about her, and nothing that is ours', async () => {
  const { file_name, content_base64 } = await call('privacy/download', { format: 'json' })
  expect(file_name).toMatch(/^hola-mis-datos-2026-11-\d\d\.json$/)
  const text = Buffer.from(content_base64, 'base64').toString()
  const { data } = JSON.parse(text) as { data: Record<string, Record<string, Record<string, unknown>[]>> }
  expect(Object.keys(data)).toEqual([...dataCategories])

  const unopened = holdings.flatMap(({ category, table, sealed }) =>
    Object.keys(sealed)
      .map((column) => column.replace(/^sealed_/, ''))
      .filter((column) => data[category]?.[table]?.some((row) => row[column] !== undefined) !== true)
      .map((column) => `${table}.${column}`),
  )
  expect(unopened).toEqual([])
  expect(data['photos']?.['photo']).toHaveLength(3)
  for (const { jpeg_base64 } of data['photos']?.['photo'] ?? []) expect(String(jpeg_base64)).toMatch(/^\/9j\//)
  const said = [
    'Lucía',
    '30111222',
    'Marta Romero',
    phone,
    '0110012900000000000017',
    'Ya lo pagué',
    'Está saldado',
    'Banco Demo',
  ]
  expect(said.filter((word) => !text.includes(word))).toEqual([])
  const ours = ['"sealed_', '_index"', 'token_sha256', 'code_hmac', 'actor_name', 'file_name']
  expect(ours.filter((word) => text.includes(word))).toEqual([])
  expect(data['access_log']?.['data_access']?.at(-1)).toMatchObject({
    actor: 'you',
    purpose: 'download',
    category: null,
  })
})

test('and can be read on paper', async () => {
  const { content_base64 } = await call('privacy/download', { format: 'pdf' })
  const text = (await readPdf(Buffer.from(content_base64, 'base64'))).map((piece) => piece.text).join(' ')
  const said = ['Lucía', '30111222', 'Marta Romero', 'Buenos Aires', 'Comercio y ventas', 'Mercado Pago', 'Banco Demo']
  const ofOurs = ['derecho de acceso', 'AGENCIA DE ACCESO', '900.000', 'Frente del DNI', 'Vos · copia de tus datos']
  expect([...said, ...ofOurs].filter((word) => !text.includes(word))).toEqual([])
  expect(text).not.toMatch(/undefined|\[object|null/)
})

test('"my data" names every category of which there is something', async () => {
  const { held, accesses, erasure } = await call('privacy/state')
  const missing = dataCategories.filter((category) => !held.some((one) => one.category === category))
  expect(missing).toEqual(['messages'])
  expect(new Set(accesses.map(({ actor, purpose }) => `${actor} ${purpose}`))).toEqual(
    new Set(['you download', 'review decision', 'review identity_check']),
  )
  expect(erasure).toMatchObject({ is_possible: true, obstacle: null, code_channels: [{ channel: 'phone' }] })
})

test('she erases her account: what the law names stays under lock, the rest is nowhere', async () => {
  const files = () => [...storedFiles(services.settings.dataDir).keys()]
  expect(files()).toHaveLength(3)
  later(2 * MINUTE_MS)
  await call('user/get_code', { purpose: 'erase' })
  const sentBefore = messages.sent.length
  const { kept } = await call('privacy/erase', { code_channel: 'phone', code: lastCode() })
  expect(kept.map(({ category, until_day }) => `${category} ${until_day}`)).toEqual(
    ['loans_and_payments', 'agreements', 'consents', 'access_log', 'form', 'photos'].map(
      (category) => `${category} 2036-11-16`,
    ),
  )
  expect(files()).toEqual([])
  await sendErasureMessage(services, await takeJob('erasure-message'))
  await sendErasureMessage(services, { user_id: userId })
  expect(messages.sent.slice(sentBefore)).toMatchObject([
    { to: phone, text: expect.stringMatching(/^Hola: borramos tu cuenta, como pediste\. .* hasta el 16\/11\/2036\.$/) },
  ])

  // What is left of her, table by table.
  const { rows: tables } = await pool.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.columns
      WHERE table_schema = 'public' AND column_name = 'user_id' ORDER BY table_name`,
  )
  const left: string[] = []
  for (const { name } of tables) {
    const { rowCount } = await pool.query(`SELECT FROM ${name} WHERE user_id = $1`, [userId])
    if (rowCount) left.push(name)
  }
  expect(left).toEqual([
    'account',
    'agreed_text',
    'agreement',
    'consent',
    'contact_attempt',
    'contact_opt_out',
    'coupon',
    'data_access',
    'desk_act',
    'erasure',
    'ledger_entry',
    'loan_order',
    'order_event',
    'payment',
    'payout_attempt',
    'receipt',
    'signature_evidence',
  ])
  const { rows: live } = await pool.query('SELECT FROM consent WHERE user_id = $1 AND withdrawn_at IS NULL', [userId])
  expect(live).toEqual([])

  // Who she is can be told to whoever the law says, with the two sides of her DNI and without her face.
  const erasureOf = async () =>
    (await pool.query('SELECT sealed_owner, sealed_identity FROM erasure WHERE user_id = $1', [userId])).rows[0]
  expect((await erasureOf()).sealed_owner).toBeNull()
  const to = join(services.settings.dataDir, 'authority')
  const desk = (words: string[]) => typeAtDesk(services, words)
  const { order_number: orderNumber } = (
    await pool.query('SELECT order_number FROM loan_order WHERE order_id = $1', [orderId])
  ).rows[0]
  const written = ['erased', orderNumber, '--to', to, '--why', 'UIF asks']
  expect(await typeByTwo(services, written)).toMatchObject({ exitCode: 0, complaint: '' })
  expect(await desk(written)).toMatchObject({ exitCode: 0, complaint: '' })
  expect(readdirSync(to)).toEqual([`${userId}-back.jpg`, `${userId}-front.jpg`, `${userId}.json`])
  const known = JSON.parse(readFileSync(join(to, `${userId}.json`), 'utf8'))
  expect(known).toMatchObject({ person: { last_name: 'Romero' }, addresses: [{ value: phone }] })
  expect(Object.keys(known.person)).not.toContain('past_loans_count')

  // Her session is over, her number is free, and who comes with it is somebody new.
  const stale = await app.inject({ method: 'POST', url: '/api/privacy/state', headers: { token }, payload: {} })
  expect(stale.json().code).toBe('10001')
  const erasedId = userId
  expect(await logIn()).not.toBe(erasedId)
  expect(await call('user/get_complete_order')).toEqual({ groups: [], next_cursor: null })
  await call('user/logout')

  // After the ten years the night forgets that too.
  now = new Date('2036-11-16T12:00:00Z')
  await deleteTooOld(services)
  expect((await erasureOf()).sealed_identity).not.toBeNull()
  now = new Date('2036-11-17T12:00:00Z')
  await deleteTooOld(services)
  expect((await erasureOf()).sealed_identity).toBeNull()
  expect(await desk(['erased', orderNumber, '--to', to, '--why', 'UIF asks'])).toMatchObject({ exitCode: 1 })
})

test('nothing of it was ever readable in the database or in the log', async () => {
  const dump = await dumpOf(pool)
  const words = ['Romero', 'ROMERO', '30111222', '23456789', 'Ya lo pag', 'Banco Demo', 'Modelo 5']
  expect(words.filter((word) => dump.includes(word) || logged.join('').includes(word))).toEqual([])
})

test('that was every call of the contract; each is named by the suites that exercise it', () => {
  const root = join(import.meta.dirname, '../..')
  const suites = globSync('{server/src,e2e}/**/*.ts', { cwd: root })
    .filter((file) => /\.test\.ts$|\/test-[^/]+\.ts$|^e2e\//.test(file))
    .map((file) => readFileSync(join(root, file), 'utf8'))
  const paths = Object.keys(contract)
  const counts = paths.map((path) => ({
    path,
    answered: answered.get(path) ?? 0,
    suites: suites.filter((source) => source.includes(`'${path}'`) || source.includes(`/api/${path}`)).length,
  }))
  const lines = counts.map(
    ({ path, answered: times, suites: files }) => `${path}: answered ${times}, in ${files} files`,
  )
  console.log(`calls of the contract: ${paths.length}, unbuilt: 0\n${lines.join('\n')}`)
  expect(counts.filter(({ answered: times, suites: files }) => times === 0 || files === 0)).toEqual([])
})
