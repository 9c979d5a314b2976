import { describe, expect, test } from 'vitest'
import { testDatabase } from '../../platform/db/test-database.ts'
import { openTestServer } from '../../edge/http/test-server.ts'
import type { Progress } from './progress.ts'
import { basic, basicStored, extra, newApplicant, saveThreeSteps, transfer } from './test-application.ts'
import type { Applicant } from './test-application.ts'

const { pool } = await testDatabase()
const noon = new Date('2026-11-16T15:00:00Z')
let now = noon
const server = await openTestServer(pool, { clock: { now: () => now } })
const later = (ms: number): Date => (now = new Date(now.getTime() + ms))

const saveCalls = {
  basic: ['app/save_basic_info', 'app/get_basic_info', basic],
  social: ['app/save_extra_info', 'app/get_extra_info', extra],
  withdrawal: ['app/save_transfer_info', 'app/get_bank_info', transfer],
} as const
type Step = keyof typeof saveCalls
const steps = Object.keys(saveCalls) as Step[]

const save = ({ call }: Applicant, step: Step, changed: object = {}, language: 'en' | 'es' = 'en') =>
  call(saveCalls[step][0], { ...saveCalls[step][2], ...changed }, language)
const read = async ({ call }: Applicant, step: Step) => (await call(saveCalls[step][1])).ret

describe('each step', () => {
  test.each(steps)('%s: empty before it is saved', async (step) => {
    expect(await read(await newApplicant(server), step)).toEqual({ info: null, saved_at: null, locked_by: null })
  })

  test('is saved on its own, comes back as it is stored, and says where to go on', async () => {
    const person = await newApplicant(server)
    const first = await save(person, 'basic')
    expect(first).toMatchObject({
      code: '0',
      msg: '',
      ret: {
        saved_at: now.toISOString(),
        application: { state: 'in_progress', next_step: 'social', can_submit: false },
      },
    })
    expect(first.ret.application.steps.map(({ step, complete }) => [step, complete])).toEqual([
      ['basic', true],
      ['social', false],
      ['withdrawal', false],
      ['photos', false],
    ])
    expect((await save(person, 'social')).ret.application.next_step).toBe('withdrawal')
    const last = await save(person, 'withdrawal')
    expect(last.ret).toMatchObject({ resubmitted_order: null, application: { next_step: 'photos', can_submit: false } })

    expect((await read(person, 'basic')).info).toEqual(basicStored)
    expect((await read(person, 'social')).info).toEqual({
      ...extra,
      emergency_contact_1: { ...extra.emergency_contact_1, contact_phone: '+5493515551234' },
      emergency_contact_2: { ...extra.emergency_contact_2, contact_phone: '+5492966423456' },
    })
    expect((await read(person, 'withdrawal')).info).toEqual({ ...transfer, account_number: '0110012900000000000017' })
  })

  test.each(steps)('%s: can be resumed on another device, and is nobody else’s', async (step) => {
    const person = await newApplicant(server)
    await saveThreeSteps(person)
    const saved = await read(person, step)
    expect(saved.info).not.toBeNull()
    expect(await read(await person.onAnotherDevice(), step)).toEqual(saved)
    expect(await read(await newApplicant(server), step)).toEqual({ info: null, saved_at: null, locked_by: null })
  })

  test.each(steps)('%s: sent again it is saved once, changed it is saved anew', async (step) => {
    const person = await newApplicant(server)
    await saveThreeSteps(person)
    const first = await save(person, step)
    const sealed = await pool.query('SELECT sealed FROM application_step WHERE user_id = $1', [person.userId])
    later(60_000)
    expect(await save(person, step)).toEqual(first)
    expect((await pool.query('SELECT sealed FROM application_step WHERE user_id = $1', [person.userId])).rows).toEqual(
      sealed.rows,
    )
    const changed = {
      basic: { last_name: 'Romero Díaz' },
      social: { marital_status_id: 'married' },
      withdrawal: { full_name: 'Lucía Romero' },
    }[step]
    expect((await save(person, step, changed)).ret.saved_at).toBe(now.toISOString())
    expect((await read(person, step)).info).toMatchObject(changed)
  })

  test('a refused step changes nothing of what was saved', async () => {
    const person = await newApplicant(server)
    await saveThreeSteps(person)
    const saved = await Promise.all(steps.map((step) => read(person, step)))
    expect((await save(person, 'basic', { birth_day: '2020-01-01' })).code).toBe('40000')
    expect((await save(person, 'social', { employment_type_id: 'pirate' })).code).toBe('40000')
    expect((await save(person, 'withdrawal', { full_name: 'Otra Persona' })).code).toBe('20214')
    expect(await Promise.all(steps.map((step) => read(person, step)))).toEqual(saved)
  })
})

describe('what is refused', () => {
  type Row = { name: string; step: Step; changed: object; code: string; en: string; es?: string }
  const address = (changed: object) => ({ address: { ...basic.address, ...changed } })
  const contacts = (one: string, other: string) => ({
    emergency_contact_1: { ...extra.emergency_contact_1, contact_phone: one },
    emergency_contact_2: { ...extra.emergency_contact_2, contact_phone: other },
  })
  const notListed = (field: string) => `What you chose in "${field}" is not in the list any more. Please select again.`
  const otherPhone = { code: '20201', en: 'Please select a different phone number', es: 'Elegí un número distinto' }
  const otherDistrict = {
    code: '20205',
    en: 'That town is in another district. Please select province, district and town again.',
  }

  const rows: Row[] = [
    {
      name: 'an 18th birthday tomorrow',
      step: 'basic',
      changed: { birth_day: '2008-11-17' },
      code: '40000',
      en: 'Please check "Date of birth": You can apply from the day you turn 18',
      es: 'Revisá "Fecha de nacimiento": Podés pedir un préstamo desde que cumplís 18 años',
    },
    {
      name: 'a 76th birthday today',
      step: 'basic',
      changed: { birth_day: '1950-11-16' },
      code: '40000',
      en: 'Please check "Date of birth": We lend up to the age of 75',
    },
    {
      name: 'the CUIL of another DNI',
      step: 'basic',
      changed: { national_id_number: '30111223' },
      code: '40000',
      en: 'Please check "CUIL": This CUIL does not contain the DNI above, please check both',
    },
    {
      name: 'late in the last months, and never late',
      step: 'basic',
      changed: { overdue_past_six_months: true },
      code: '40000',
      en: 'Please check "Longest overdue period": Please select how long it was, since you paid late in these months',
    },
    {
      name: 'a province that does not exist',
      step: 'basic',
      changed: address({ province_id: '99' }),
      code: '20204',
      en: notListed('Province'),
      es: 'Lo que elegiste en "Provincia" ya no está en la lista. Elegí de nuevo.',
    },
    {
      name: 'a district of another province',
      step: 'basic',
      changed: address({ province_id: '02' }),
      code: '20204',
      en: notListed('District'),
    },
    {
      name: 'a locality of another district',
      step: 'basic',
      changed: address({ district_id: '06588' }),
      ...otherDistrict,
    },
    {
      name: 'a locality that does not exist',
      step: 'basic',
      changed: address({ locality_id: '06854999' }),
      code: '20204',
      en: notListed('Town'),
    },
    {
      name: 'a district where a locality belongs',
      step: 'basic',
      changed: address({ locality_id: '06854' }),
      code: '20204',
      en: notListed('Town'),
    },
    {
      name: 'no locality at all',
      step: 'basic',
      changed: address({ locality_id: null }),
      code: '40000',
      en: 'Please check "Town": Please select',
    },
    {
      name: 'a locality and another place',
      step: 'basic',
      changed: address({ locality_other: 'Paraje El Triunfo' }),
      code: '40000',
      en: 'Please check "Another place": Please check what you wrote',
    },
    {
      name: 'another place in a district that does not exist',
      step: 'basic',
      changed: address({ district_id: '06999', locality_id: null, locality_other: 'Paraje El Triunfo' }),
      code: '20204',
      en: notListed('District'),
    },
    {
      name: 'one phone for both contacts',
      step: 'social',
      changed: contacts('351 555 1234', '0351 15 555 1234'),
      ...otherPhone,
    },
    {
      name: 'her WhatsApp as first contact',
      step: 'social',
      changed: contacts('11 2345 6789', '351 555 1234'),
      ...otherPhone,
    },
    {
      name: 'her WhatsApp as second contact',
      step: 'social',
      changed: contacts('351 555 1234', '+54 9 11 2345-6789'),
      ...otherPhone,
    },
    {
      name: 'the phone she logs in with as a contact',
      step: 'social',
      changed: contacts('351 555 1234', '2966 15 40-0000'),
      ...otherPhone,
    },
    {
      name: 'a bank that does not exist',
      step: 'withdrawal',
      changed: { institution_id: '999' },
      code: '20204',
      en: notListed('Bank or wallet name'),
    },
    {
      name: 'a wallet that does not exist',
      step: 'withdrawal',
      changed: { institution_kind: 'wallet', institution_id: 'my-wallet' },
      code: '20204',
      en: notListed('Bank or wallet name'),
    },
    {
      name: 'a bank among the wallets',
      step: 'withdrawal',
      changed: { institution_kind: 'wallet' },
      code: '20204',
      en: notListed('Bank or wallet name'),
    },
    {
      name: 'a wallet among the banks',
      step: 'withdrawal',
      changed: { institution_id: 'uala', account_number: '0000003100000000000017' },
      code: '20204',
      en: notListed('Bank or wallet name'),
    },
    {
      name: "somebody else's account",
      step: 'withdrawal',
      changed: { full_name: 'Marta Romero' },
      code: '20214',
      en: 'That account is in another name. Please use one in your own name.',
      es: 'Esa cuenta está a nombre de otra persona. Usá una que esté a tu nombre.',
    },
    {
      name: 'an account for an order that is not there',
      step: 'withdrawal',
      changed: { order_id: '4f9d1c1e-8f0b-4a51-9c39-0f6b8c6f3a11' },
      code: '20303',
      en: 'We could not find that loan. Please look for it in My loan.',
    },
  ]

  test.each(rows)('$step: $name', async ({ step, changed, code, en, es }) => {
    now = noon
    const person = await newApplicant(server, { kind: 'phone', value: '+5492966400000' })
    await save(person, 'basic')
    const before = await read(person, step)
    expect(await save(person, step, changed)).toEqual({ code, msg: en, ret: null })
    const { msg } = await save(person, step, changed, 'es')
    expect(msg).toBe(es ?? msg)
    expect(await read(person, step)).toEqual(before)
    await pool.query('DELETE FROM login_address')
  })

  /** Found by the schema before any of ours: only that they are refused, whatever the words, belongs here. */
  const malformed: [string, Step, object][] = [
    ['an unknown gender', 'basic', { gender_id: 'q' }],
    ['a DNI of 5 digits', 'basic', { national_id_number: '12345' }],
    ['a CUIL with a wrong check digit', 'basic', { cuil: '27-30111222-4' }],
    ['a day that does not exist', 'basic', { birth_day: '1983-02-30' }],
    ['a landline abroad', 'basic', { whatsapp_phone: '+1 212 555 0100' }],
    ['a negative count', 'basic', { past_loans_count: -1 }],
    ['an amount with centavos', 'social', { monthly_salary_centavos: 100_050 }],
    ['no income', 'social', { monthly_salary_centavos: 0 }],
    ['a CBU with a wrong digit', 'withdrawal', { account_number: '0110012900000000000018' }],
    ['an account of zeros', 'withdrawal', { account_number: '0'.repeat(22) }],
    ['a field too many', 'basic', { is_admin: true }],
  ]
  test.each(malformed)('a step is refused: %s', async (_, step, changed) => {
    const person = await newApplicant(server)
    expect(await save(person, step, changed)).toMatchObject({ code: '40000', ret: null })
    expect(await read(person, step)).toEqual({ info: null, saved_at: null, locked_by: null })
  })
})

describe('what is accepted', () => {
  const accepted: [string, Step, object][] = [
    ['the day of the 18th birthday', 'basic', { birth_day: '2008-11-16' }],
    ['the day before the 76th', 'basic', { birth_day: '1950-11-17' }],
    [
      'another place in her own words',
      'basic',
      { address: { ...basic.address, locality_id: null, locality_other: 'Paraje El Triunfo' } },
    ],
    [
      'a wallet with a CVU',
      'withdrawal',
      { institution_kind: 'wallet', institution_id: 'mercado-pago', account_number: '0000003100000000000017' },
    ],
    [
      'a wallet with a CBU',
      'withdrawal',
      { institution_kind: 'wallet', institution_id: 'uala', account_number: '3840200500000000123459' },
    ],
    [
      'a wallet with an alias',
      'withdrawal',
      { institution_kind: 'wallet', institution_id: 'uala', account_number: 'lucia.romero.uala' },
    ],
    ['a bank with an alias', 'withdrawal', { account_number: 'LUCIA.ROMERO.BNA' }],
    [
      'a CBU of another bank than the one chosen, as after a merger',
      'withdrawal',
      { account_number: '2850590900000000000994' },
    ],
    [
      'a CBU whose bank is in no list, under a bank of the list',
      'withdrawal',
      { account_number: '9990001800000000000017' },
    ],
    [
      'a CBU whose bank is in no list, under its own code',
      'withdrawal',
      { institution_id: '999', account_number: '9990001800000000000017' },
    ],
  ]
  test.each(accepted)('a step is saved: %s', async (_, step, changed) => {
    now = noon
    const person = await newApplicant(server)
    await save(person, 'basic')
    expect(await save(person, step, changed)).toMatchObject({ code: '0' })
  })

  test.each([
    ['the minute before midnight in Argentina', '2026-11-16T02:59:00Z', '40000'],
    ['midnight in Argentina', '2026-11-16T03:00:00Z', '0'],
  ])('the 18th birthday begins by the Argentine day: %s', async (_, instant, code) => {
    now = new Date(instant)
    expect(await save(await newApplicant(server), 'basic', { birth_day: '2008-11-16' })).toMatchObject({ code })
  })
})

describe('a step that a later one contradicts is open again, and keeps what was typed', () => {
  const openSteps = ({ ret }: { ret: { application: Progress } }) =>
    ret.application.steps
      .filter(({ step, complete }) => !complete && step !== 'photos')
      .map(({ step, missing }) => [step, missing])

  test('a contact whose phone became her WhatsApp', async () => {
    const person = await newApplicant(server)
    await saveThreeSteps(person)
    const answer = await save(person, 'basic', { whatsapp_phone: '351 555 1234' })
    expect(openSteps(answer)).toEqual([['social', ['emergency_contact_1']]])
    expect(answer.ret.application.next_step).toBe('social')
    expect((await read(person, 'social')).info).toMatchObject({ emergency_contact_1: { contact_name: 'Marta Romero' } })
  })

  test('an account in the name as it was before', async () => {
    const person = await newApplicant(server)
    await saveThreeSteps(person)
    expect(openSteps(await save(person, 'basic', { last_name: 'Gómez' }))).toEqual([['withdrawal', ['full_name']]])
  })

  test('an account that was saved before the name was known', async () => {
    const person = await newApplicant(server)
    expect(await save(person, 'withdrawal', { full_name: 'Otra Persona' })).toMatchObject({ code: '0' })
    expect(openSteps(await save(person, 'basic'))).toContainEqual(['withdrawal', ['full_name']])
  })

  test('a birthday', async () => {
    now = noon
    const person = await newApplicant(server)
    await saveThreeSteps(person)
    await save(person, 'basic', { birth_day: '1950-11-17' })
    now = new Date('2026-11-17T03:00:00Z')
    expect(openSteps(await person.call('loan/apply_info'))).toEqual([['basic', ['birth_day']]])
  })
})

describe('two devices at once', () => {
  test('of twenty saves of one step one stands, whole', async () => {
    const person = await newApplicant(server)
    const devices = await Promise.all([person.onAnotherDevice(), person.onAnotherDevice()])
    const bodies = Array.from({ length: 20 }, (_, n) => ({
      first_name: `Lucía ${'abcdefghijklmnopqrstuvwxyz'[n]}`,
      past_loans_count: n,
    }))
    const answers = await Promise.all(bodies.map((body, n) => save(devices[n % 2] ?? person, 'basic', body)))
    expect(answers.map(({ code }) => code)).toEqual(bodies.map(() => '0'))
    const { info } = (await person.call('app/get_basic_info')).ret
    expect(bodies).toContainEqual({ first_name: info?.first_name, past_loans_count: info?.past_loans_count })
  })

  test('the three steps from three devices are all there', async () => {
    const person = await newApplicant(server)
    const answers = await Promise.all(steps.map(async (step) => save(await person.onAnotherDevice(), step)))
    expect(answers.map(({ code }) => code)).toEqual(['0', '0', '0'])
    for (const step of steps) expect((await read(person, step)).info).not.toBeNull()
  })
})

test('a dump of the database shows nothing of what was typed', async () => {
  const person = await newApplicant(server, { kind: 'phone', value: '+5491123456789' })
  await saveThreeSteps(person)
  await person.call('loan/apply_info', { submit: true })
  const { rows: tables } = await pool.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
      WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
  )
  expect(tables.map(({ name }) => name)).toContain('public.application_step')
  let dump = ''
  for (const { name } of tables) {
    const { rows } = await pool.query<{ line: string }>(`SELECT one::text AS line FROM ${name} AS one`)
    for (const { line } of rows) {
      dump += `${line}\n`
      // A text kept as bytes reads as hexadecimal digits in a dump.
      for (const [, hex] of line.matchAll(/\\\\?x([0-9a-f]+)/g)) dump += `${Buffer.from(hex ?? '', 'hex').toString()}\n`
    }
  }
  expect(dump).toContain(person.userId)
  const typed = [
    '30111222',
    '30.111.222',
    '27301112225',
    'Lucía',
    'Lucia',
    'Romero',
    'ROMERO',
    'San Mart',
    '23456789',
    '2345-6789',
  ]
  const more = [
    'Marta',
    'Elsa',
    '3515551234',
    '2966423456',
    '0110012900000000000017',
    '1983-08-14',
    '06854100',
    '90000000',
  ]
  expect([...typed, ...more].filter((word) => dump.includes(word))).toEqual([])
  const log = server.logged.join('')
  expect([...typed, ...more].filter((word) => log.includes(word))).toEqual([])
})
