import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { biometricConsent } from '@hola/core/consent/biometric.ts'
import { deviceConsents } from '@hola/core/consent/device.ts'
import type { RetOf } from '@hola/core/contract/contract.ts'
import { deviceDataKinds } from '@hola/core/device/limits.ts'
import { pesos } from '@hola/core/money.ts'
import { describe, expect, test } from 'vitest'
import type { Address } from '../../person/account/address.ts'
import { keepingMessages } from '../../person/account/test-login.ts'
import type { Applicant } from '../../person/application/test-application.ts'
import { newApplicant, saveThreeSteps } from '../../person/application/test-application.ts'
import { testDatabase } from '../../platform/db/test-database.ts'
import { dumpOf } from '../../platform/db/test-dump.ts'
import { poolOfDesk } from '../../platform/db/pool.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { signInTest } from '../../edge/desk-cli/test-desk.ts'
import { recordAct } from '../../staff/act/acts.ts'
import { agree, uploads } from '../../person/device-data/test-records.ts'
import { openPhotoServer } from '../../person/identity/test-photos.ts'
import { approve } from '../../lending/loan/test-approval.ts'
import { insertLoan, insertReceipt } from '../../lending/loan/test-borrower.ts'
import { SendProblem } from '../../providers/messages/port.ts'
import { sendErasureMessage } from './erasure-message.ts'
import { holdings } from './holdings.ts'
import { deleteTooOld } from './retention.ts'
import { storedFiles } from '../../providers/files/test-stored-files.ts'

const { pool } = await testDatabase()
let now = new Date('2026-11-16T15:00:00Z')
const later = (ms: number): void => void (now = new Date(now.getTime() + ms))
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const messages = keepingMessages()
const server = await openPhotoServer(
  pool,
  () => now,
  () => ({ messages }),
)
const { services, sendThree } = server

let peopleCount = 0
const newPhone = (): Address => {
  peopleCount += 1
  return { kind: 'phone', value: `+54911${String(55_550_000 + peopleCount)}` }
}

const newPerson = async (address = newPhone()): Promise<Applicant> => {
  const person = await newApplicant(server, address)
  // A session lasts thirty days, and some of what is tested takes longer.
  return { ...person, call: async (...request) => (await person.onAnotherDevice()).call(...request) }
}

const stateOf = async (person: Applicant): Promise<RetOf<'privacy/state'>> => (await person.call('privacy/state')).ret
const consentOf = async (person: Applicant, kind: string) =>
  (await stateOf(person)).consents.find((consent) => consent.kind === kind)

const setApplication = (person: Applicant, state: 'in_review' | 'refused') =>
  pool.query(
    `UPDATE application
        SET state = $2, application_id = gen_random_uuid(), submitted_at = $3, review_expected_at = $4,
            review_stage = CASE WHEN $2 = 'in_review' THEN 'with_a_person' END, waits_since = $3, limit_centavos = NULL, expires_at = NULL,
            decided_at = CASE WHEN $2 = 'refused' THEN $4::timestamptz END,
            retry_at = CASE WHEN $2 = 'refused' THEN $5::timestamptz END
      WHERE user_id = $1`,
    [person.userId, state, now, new Date(now.getTime() + 1000), new Date(now.getTime() + DAY_MS)],
  )

describe('what is held', () => {
  test('is listed table by table: none that names a person is missing, and nothing sealed in one', async () => {
    const { rows: columns } = await pool.query<{ table: string; column: string }>(
      `SELECT table_name AS "table", column_name AS "column" FROM information_schema.columns
        WHERE table_schema = 'public'`,
    )
    const tablesWith = (pattern: RegExp): string[] => [
      ...new Set(columns.filter(({ column }) => pattern.test(column)).map(({ table }) => table)),
    ]
    const listed = holdings.map(({ table }) => table)
    // What is left of an account that is gone is nobody's to see any more.
    expect(tablesWith(/^user_id$/).filter((table) => table !== 'erasure' && !listed.includes(table))).toEqual([])
    // What the sandbox "sent" is in no table of production.
    const sealedIn = tablesWith(/^sealed/).filter((table) => table !== 'erasure' && table !== 'sandbox_message')
    for (const table of sealedIn) {
      const held = holdings.find((one) => one.table === table)
      const sealed = columns.filter((one) => one.table === table && one.column.startsWith('sealed'))
      expect(Object.keys(held?.sealed ?? {}).toSorted()).toEqual(sealed.map(({ column }) => column).toSorted())
    }
  })

  test('of somebody new is her account, and every consent is off', async () => {
    const state = await stateOf(await newPerson())
    expect(state.held.map(({ category }) => category)).toEqual(['account'])
    expect(state.consents.map(({ kind, is_on, given_at }) => [kind, is_on, given_at])).toEqual(
      ['biometric', ...deviceDataKinds].map((kind) => [kind, false, null]),
    )
    expect(state).toMatchObject({ accesses: [], sent: [], erasure: { is_possible: true, obstacle: null, kept: [] } })
  })

  test('is shown to nobody else', async () => {
    const [one, other] = [await newPerson(), await newPerson()]
    await saveThreeSteps(one)
    await agree(one, 'sms')
    await one.call('user/upload_sms', uploads.sms.sent)
    expect((await stateOf(other)).held.map(({ category }) => category)).toEqual(['account'])
    const { content_base64 } = (await other.call('privacy/download', { format: 'json' })).ret
    const copy = Buffer.from(content_base64, 'base64').toString()
    expect(copy).toContain(other.userId)
    expect([one.userId, 'Romero', 'Banco Demo'].filter((word) => copy.includes(word))).toEqual([])
  })

  test('is copied twenty times a day at most, and again the next day', async () => {
    const person = await newPerson()
    const copy = async () => (await person.call('privacy/download', { format: 'json' })).code
    for (let times = 0; times < 20; times += 1) expect(await copy()).toBe('0')
    expect(await copy()).toBe('429')
    later(DAY_MS)
    expect(await copy()).toBe('0')
  })

  test('is opened by the staff and she sees what and why, not who', async () => {
    const person = await newPerson()
    const { memberId, name } = await signInTest(services, 'Somebody of the staff', 'analyst')
    const hand = { memberId, name, why: 'to decide the case' }
    await inTransaction(poolOfDesk(pool), (tx) =>
      recordAct(tx, services, hand, { act: 'see_photos', userId: person.userId, details: {} }),
    )
    expect((await stateOf(person)).accesses).toEqual([
      { at: now.toISOString(), actor: 'desk', category: 'photos', purpose: 'manual_review' },
    ])
    const { content_base64 } = (await person.call('privacy/download', { format: 'json' })).ret
    const copy = Buffer.from(content_base64, 'base64').toString()
    expect([copy.includes('to decide the case'), copy.includes(hand.name)]).toEqual([true, false])
    const { rows } = await pool.query('SELECT actor_name FROM data_access WHERE user_id = $1 AND actor = $2', [
      person.userId,
      'desk',
    ])
    expect(rows).toEqual([{ actor_name: hand.name }])
  })
})

describe('a consent', () => {
  test('to a text that changed since it was opened is refused, and nothing is recorded', async () => {
    const person = await newPerson()
    expect(await person.call('privacy/consent', { give: true, kind: 'sms', version: '2020-01' })).toMatchObject({
      code: '20601',
    })
    expect(await consentOf(person, 'sms')).toMatchObject({ is_on: false, given_at: null })
  })

  test('is one for each kind: giving one gives no other', async () => {
    const person = await newPerson()
    await agree(person, 'location')
    const { consents } = await stateOf(person)
    expect(consents.filter(({ is_on }) => is_on).map(({ kind }) => kind)).toEqual(['location'])
    expect(consents.map(({ version }) => version)).toEqual([
      biometricConsent.version,
      ...deviceDataKinds.map((kind) => deviceConsents[kind].version),
    ])
  })

  test('that was never given can be withdrawn: nothing happens', async () => {
    const { code, ret } = await (await newPerson()).call('privacy/consent', { give: false, kind: 'apps' })
    expect(code).toBe('0')
    expect(ret.consent).toMatchObject({ is_on: false, withdrawn_at: null, deleted_count: 0 })
  })
})

describe('photos, once the consent to them is withdrawn', () => {
  const files = (): string[] => [...storedFiles(services.settings.dataDir).keys()]

  const photographed = async (): Promise<Applicant> => {
    const person = await newPerson()
    await saveThreeSteps(person)
    await sendThree(person)
    return person
  }
  const withdraw = async (person: Applicant) =>
    (await person.call('privacy/consent', { give: false, kind: 'biometric' })).ret.consent

  const faceOf = async ({ userId }: Applicant) =>
    (
      await pool.query(
        `SELECT (SELECT count(*) FROM photo WHERE user_id = $1 AND sealed_reading IS NOT NULL) AS readings,
                (SELECT count(*) FROM identity_trace WHERE user_id = $1 AND sealed_descriptor IS NOT NULL) AS faces,
                (SELECT count(*) FROM identity_verdict WHERE user_id = $1 AND scores <> '{}') AS scores`,
        [userId],
      )
    ).rows[0]
  const nothing = { readings: 0, faces: 0, scores: 0 }
  const everything = { readings: 3, faces: 1, scores: 1 }

  test('are deleted with everything that was made of the face, and can be taken again', async () => {
    const person = await photographed()
    const before = files().length
    expect(await faceOf(person)).toEqual(everything)
    expect(await withdraw(person)).toMatchObject({
      is_on: false,
      stored_count: 0,
      deleted_count: 3,
      kept_because: null,
    })
    expect(files()).toHaveLength(before - 3)
    expect(await faceOf(person)).toEqual(nothing)
    expect((await person.call('loan/apply_info')).ret.photos.map(({ state }) => state)).toEqual(
      Array.from({ length: 3 }, () => 'missing'),
    )
    await sendThree(person)
    expect((await person.call('loan/apply_info')).ret.photos.map(({ state }) => state)).toEqual(
      Array.from({ length: 3 }, () => 'accepted'),
    )
  })

  test.each([
    ['an application in review', 'open_application', (person: Applicant) => setApplication(person, 'in_review')],
    [
      'an approval that lasts',
      'open_application',
      (person: Applicant) => approve(services, person.userId, pesos(100_000)),
    ],
    [
      'a loan that is not paid',
      'open_loan',
      (person: Applicant) => insertLoan(services, person.userId, { state: 'in_repayment' }),
    ],
  ])('stay for %s, which is said, and go when it is over', async (_, because, begin) => {
    const person = await photographed()
    await begin(person)
    expect(await withdraw(person)).toMatchObject({ is_on: false, stored_count: 3, kept_because: because })
    await deleteTooOld(services)
    expect(await faceOf(person)).toEqual(everything)

    await pool.query(
      `UPDATE loan_order SET previous_state = 'pending', state = 'cancelled', paid_out_at = NULL, payout_day = NULL,
              due_day = NULL WHERE user_id = $1`,
      [person.userId],
    )
    await setApplication(person, 'refused')
    later(1000)
    await deleteTooOld(services)
    expect(await faceOf(person)).toEqual(nothing)
    expect(await consentOf(person, 'biometric')).toMatchObject({
      stored_count: 0,
      deleted_count: 3,
      kept_because: null,
    })
    expect((await stateOf(person)).accesses[0]).toMatchObject({
      actor: 'retention',
      category: 'photos',
      purpose: 'consent_withdrawn',
    })
  })

  test('of a borrower: the face goes, the two sides of the DNI stay for the law alone', async () => {
    const person = await photographed()
    await insertLoan(services, person.userId, { state: 'cleared' })
    const before = files().length
    expect(await withdraw(person)).toMatchObject({ stored_count: 2, deleted_count: 1, kept_because: 'law' })
    expect(files()).toHaveLength(before - 1)
    expect(await faceOf(person)).toEqual(nothing)
    expect((await person.call('loan/apply_info')).ret.photos.map(({ state }) => state)).toEqual(
      Array.from({ length: 3 }, () => 'missing'),
    )
    await deleteTooOld(services)
    expect(await consentOf(person, 'biometric')).toMatchObject({ stored_count: 2, deleted_count: 1 })
  })
})

describe('erasing an account', () => {
  const codeTo = async (person: Applicant, purpose: 'sign' | 'erase' = 'erase'): Promise<string> => {
    later(2 * HOUR_MS)
    const { code, msg } = await person.call('user/get_code', { purpose })
    if (code !== '0') throw new Error(msg)
    return messages.sent.at(-1)?.code ?? ''
  }
  const erase = (person: Applicant, code: string) => person.call('privacy/erase', { code_channel: 'phone', code })
  const isThere = async ({ userId }: Applicant): Promise<boolean> =>
    (await pool.query('SELECT FROM login_address WHERE user_id = $1', [userId])).rowCount === 1

  test.each<[string, string, string, (person: Applicant, address: Address) => Promise<unknown>]>([
    [
      'a loan is signed',
      'open_loan',
      '20602',
      (person) => insertLoan(services, person.userId, { state: 'pending', signedDaysAgo: 0 }),
    ],
    [
      'a loan is not paid',
      'open_loan',
      '20602',
      (person) => insertLoan(services, person.userId, { state: 'in_repayment' }),
    ],
    [
      'we owe her money',
      'credit_to_refund',
      '20603',
      async (person) => {
        const orderId = await insertLoan(services, person.userId, { state: 'cleared' })
        await inTransaction(pool, (tx) =>
          insertReceipt(tx, { userId: person.userId, orderId }, { paidDay: '2026-11-16' as never, amount: pesos(500) }),
        )
      },
    ],
    ['her application is in review', 'application_in_review', '20604', (person) => setApplication(person, 'in_review')],
    [
      'she waits for an answer',
      'open_request',
      '20605',
      async (person, { value }) => {
        await insertLoan(services, person.userId, { state: 'in_repayment' })
        await person.call('consumer/request', { channel: 'phone', phone: value, kind: 'unsubscribe' })
        await pool.query(`DELETE FROM order_event WHERE user_id = $1`, [person.userId])
        await pool.query(`DELETE FROM loan_order WHERE user_id = $1`, [person.userId])
      },
    ],
  ])('while %s is refused with the reason, and costs no code', async (_, obstacle, refusal, begin) => {
    const address = newPhone()
    const person = await newPerson(address)
    await saveThreeSteps(person)
    await begin(person, address)
    expect((await stateOf(person)).erasure).toMatchObject({ is_possible: false, obstacle })
    expect(await erase(person, await codeTo(person))).toMatchObject({ code: refusal, ret: null })
    expect(await isThere(person)).toBe(true)
    const { rows } = await pool.query(
      `SELECT used_at, tries FROM login_code WHERE purpose = 'erase' ORDER BY created_at DESC LIMIT 1`,
    )
    expect(rows).toEqual([{ used_at: null, tries: 0 }])
  })

  test.each<[string, (person: Applicant) => Promise<string>, string]>([
    ['no code', async () => '000000', '20102'],
    ['a code to sign', (person) => codeTo(person, 'sign'), '20102'],
    ['another code', async (person) => ((await codeTo(person)) === '000000' ? '000001' : '000000'), '20101'],
  ])('with %s is refused', async (_, code, refusal) => {
    const person = await newPerson()
    expect((await erase(person, await code(person))).code).toBe(refusal)
    expect(await isThere(person)).toBe(true)
  })

  test('of somebody without a loan leaves nothing behind but that it was done', async () => {
    const address = newPhone()
    const person = await newPerson(address)
    await saveThreeSteps(person)
    await sendThree(person)
    for (const kind of deviceDataKinds) {
      await agree(person, kind)
      await person.call(uploads[kind].path, uploads[kind].sent)
    }
    await person.call('consumer/request', { channel: 'phone', phone: address.value, kind: 'regret' })
    const code = await codeTo(person)
    const files = storedFiles(services.settings.dataDir).size
    const { faces } = services.identity
    await faces.refresh()
    const facesBefore = faces.size()
    const { ret } = await erase(person, code)
    expect(ret).toEqual({ erased_at: now.toISOString(), kept: [] })
    expect(storedFiles(services.settings.dataDir).size).toBe(files - 3)
    // Nor in the memory of a process that takes jobs.
    await faces.refresh()
    expect(faces.size()).toBe(facesBefore - 1)

    const sent = messages.sent.length
    await sendErasureMessage(services, { user_id: person.userId })
    expect(messages.sent.slice(sent)).toMatchObject([
      { to: address.value, text: 'Hola: your account is erased, as you asked.' },
    ])
    // The jobs that are done with name people by a number that now means nothing, until the queue forgets them too.
    await pool.query('DELETE FROM pgboss.job')
    const lines = (await dumpOf(pool)).split('\n').filter((line) => line.includes(person.userId))
    expect(lines).toHaveLength(1)
    const { rows } = await pool.query('SELECT kept, sealed_owner, sealed_identity FROM erasure WHERE user_id = $1', [
      person.userId,
    ])
    expect(rows).toEqual([{ kept: [], sealed_owner: null, sealed_identity: null }])
  })

  test('twice at once happens once', async () => {
    const person = await newPerson()
    const code = await codeTo(person)
    const answers = await Promise.all(Array.from({ length: 4 }, () => erase(person, code)))
    expect(answers.filter((answer) => answer.code === '0')).toHaveLength(1)
    expect(await isThere(person)).toBe(false)
  })

  test('is told again when the provider was down, and not at all to an address that is none', async () => {
    const waiting = async ({ userId }: Applicant): Promise<[jobs: number, isKnown: boolean]> => {
      const jobs = await pool.query(
        `DELETE FROM pgboss.job WHERE name = 'erasure-message' AND data ->> 'user_id' = $1`,
        [userId],
      )
      const known = await pool.query('SELECT FROM erasure WHERE user_id = $1 AND sealed_owner IS NOT NULL', [userId])
      return [jobs.rowCount ?? 0, known.rowCount === 1]
    }
    for (const [kind, expected] of [
      ['unavailable', [1, true]],
      ['unreachable', [0, false]],
    ] as const) {
      const person = await newPerson()
      expect((await erase(person, await codeTo(person))).code).toBe('0')
      expect(await waiting(person)).toEqual([1, true])
      messages.answer = async () => new SendProblem(kind, 'test')
      await sendErasureMessage(services, { user_id: person.userId })
      messages.answer = undefined
      expect(await waiting(person)).toEqual(expected)
    }
  })

  // The last of the file: the tables stay without them.
  test('leans on none of the foreign keys that go before the tables are spread', async () => {
    const page = readFileSync(join(import.meta.dirname, '..', '..', '..', '..', 'docs', 'SCALE.md'), 'utf8')
    const commands = page.match(/^ALTER TABLE \w+ DROP CONSTRAINT \w+;$/gm) ?? []
    expect(commands.length).toBeGreaterThan(0)
    for (const command of commands) await pool.query(command)
    const person = await newPerson()
    expect((await erase(person, await codeTo(person))).code).toBe('0')
    await pool.query('DELETE FROM pgboss.job')
    const lines = (await dumpOf(pool)).split('\n').filter((line) => line.includes(person.userId))
    expect(lines).toHaveLength(1)
  })
})
