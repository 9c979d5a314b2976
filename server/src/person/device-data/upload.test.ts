import type { DeviceDataKind } from '@hola/core/device/limits.ts'
import {
  CONSENT_VALID_DAYS,
  DEVICE_DATA_KEPT_DAYS,
  deviceDataKinds,
  deviceDataRecordsMax,
} from '@hola/core/device/limits.ts'
import { basicInfo } from '@hola/core/application/basic.ts'
import { extraInfo } from '@hola/core/application/social.ts'
import { transferInfo } from '@hola/core/application/withdrawal.ts'
import { keptDeviceRecords } from '@hola/core/stored/person.ts'
import { behaviourFields } from '@hola/core/device/behaviour.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Applicant } from '../application/test-application.ts'
import { newApplicant } from '../application/test-application.ts'
import { testDatabase } from '../../platform/db/test-database.ts'
import { dumpOf } from '../../platform/db/test-dump.ts'
import { openTestServer } from '../../edge/http/test-server.ts'
import { deleteTooOld } from '../../rights/privacy/retention.ts'
import { associatedDataOf } from './sealed-record.ts'
import { agree, uploads } from './test-records.ts'

const { pool } = await testDatabase()
const noon = new Date('2026-11-16T15:00:00Z')
let now = noon
const server = await openTestServer(pool, { clock: { now: () => now } })
const { services, logged } = server
const DAY_MS = 24 * 3_600_000

beforeEach(() => {
  now = noon
})

const send = (person: Applicant, kind: DeviceDataKind, body: object = uploads[kind].sent) =>
  person.call(uploads[kind].path, body)

/** What lies in the table, opened. */
const stored = async ({ userId }: Applicant, kind: DeviceDataKind): Promise<unknown[]> => {
  const { rows } = await pool.query<{ record_index: Buffer; sealed_record: Buffer }>(
    'SELECT record_index, sealed_record FROM device_record WHERE user_id = $1 AND kind = $2',
    [userId, kind],
  )
  return rows
    .map(({ record_index: recordIndex, sealed_record: sealed }) =>
      services.sealer.open(sealed, associatedDataOf({ userId, kind, recordIndex })).toString(),
    )
    .toSorted()
    .map((text) => keptDeviceRecords[kind].readText(text))
}

/** Every row of the two tables of what phones send. */
const rowsOf = async ({ userId }: Applicant): Promise<number> => {
  const { rows } = await pool.query<{ count: number }>(
    `SELECT (SELECT count(*) FROM device_record WHERE user_id = $1)
          + (SELECT count(*) FROM device_upload WHERE user_id = $1) AS count`,
    [userId],
  )
  return Number(rows[0]?.count)
}

describe.each(deviceDataKinds)('an upload of %s', (kind) => {
  const { kept } = uploads[kind]

  test('without consent is refused silently, and nothing is stored', async () => {
    const person = await newApplicant(server)
    for (const other of deviceDataKinds) if (other !== kind) await agree(person, other)
    expect(await send(person, kind)).toMatchObject({ code: '301', ret: null })
    expect(await rowsOf(person)).toBe(0)
  })

  test('with consent is stored, as little of it as may be; once, however often it is sent', async () => {
    const person = await newApplicant(server)
    await agree(person, kind)
    expect(await send(person, kind)).toMatchObject({ code: '0', ret: { stored_count: kept.length } })
    expect(new Set(await stored(person, kind))).toEqual(new Set(kept))
    await send(person, kind)
    expect(await stored(person, kind)).toHaveLength(kept.length)
    const { ret } = await person.call('privacy/state')
    expect(ret.consents.find((consent) => consent.kind === kind)).toMatchObject({
      is_on: true,
      stored_count: kept.length,
      last_stored_at: now.toISOString(),
    })
    expect(ret.sent.filter((sent) => sent.kind === kind)).toHaveLength(2)
    expect(ret.held.find(({ category }) => category === 'device_data')).toMatchObject({
      records_count: kept.length + 2,
    })
  })

  test('is gone once the consent is withdrawn, which says how much; nothing is stored after that', async () => {
    const person = await newApplicant(server)
    await agree(person, kind)
    await send(person, kind)
    now = new Date(now.getTime() + 60_000)
    const { ret } = await person.call('privacy/consent', { give: false, kind })
    expect(ret.consent).toMatchObject({
      kind,
      is_on: false,
      given_at: noon.toISOString(),
      withdrawn_at: now.toISOString(),
      deleted_at: now.toISOString(),
      deleted_count: kept.length,
      stored_count: 0,
    })
    expect(await stored(person, kind)).toEqual([])
    expect((await send(person, kind)).code).toBe('301')
    expect(await stored(person, kind)).toEqual([])
    expect((await person.call('privacy/state')).ret.accesses).toMatchObject([
      { actor: 'you', category: 'device_data', purpose: 'consent_withdrawn' },
    ])
  })

  test('is not stored once the consent has ended by itself, and what was is deleted that night', async () => {
    const person = await newApplicant(server)
    await agree(person, kind)
    await send(person, kind)
    await pool.query(`UPDATE device_record SET keep_until = keep_until + interval '2 years' WHERE user_id = $1`, [
      person.userId,
    ])
    now = new Date(now.getTime() + CONSENT_VALID_DAYS * DAY_MS)
    const later = await person.onAnotherDevice()
    expect((await send(later, kind)).code).toBe('301')
    expect(await stored(person, kind)).toHaveLength(kept.length)
    await deleteTooOld(services)
    expect(await stored(person, kind)).toEqual([])
  })

  test(`is deleted after ${DEVICE_DATA_KEPT_DAYS} days, no sooner, and that is written down`, async () => {
    const person = await newApplicant(server)
    await agree(person, kind)
    await send(person, kind)
    // What happened an hour ago goes an hour sooner than what is so now.
    const last = new Date('2026-11-16T14:00:00Z').getTime() + DEVICE_DATA_KEPT_DAYS * DAY_MS
    now = new Date(last - 1)
    await deleteTooOld(services)
    expect(await stored(person, kind)).toHaveLength(kept.length)
    now = new Date(last + 3_600_000)
    await deleteTooOld(services)
    expect(await rowsOf(person)).toBe(0)
    const { ret } = await (await person.onAnotherDevice()).call('privacy/state')
    expect(ret.accesses).toMatchObject([{ actor: 'retention', category: 'device_data', purpose: 'too_old' }])
  })

  test('of a person who withdraws while it arrives is there and deleted, or never there', async () => {
    const person = await newApplicant(server)
    await agree(person, kind)
    await Promise.all([
      ...Array.from({ length: 5 }, () => send(person, kind)),
      person.call('privacy/consent', { give: false, kind }),
      ...Array.from({ length: 5 }, () => send(person, kind)),
    ])
    expect(await stored(person, kind)).toEqual([])
  })
})

test('no word of a message, of another app or of typing is in the database or in the log', async () => {
  const person = await newApplicant(server)
  for (const kind of deviceDataKinds) {
    await send(person, kind)
    await agree(person, kind)
    expect((await send(person, kind)).code).toBe('0')
  }
  expect((await person.call('user/upload_behavior', { data: 'SECRETnotJSON=' })).code).toBe('40000')
  expect((await person.call('user/upload_sms', { sms_list: [{ sender: 'SECRET' }] })).code).toBe('40000')
  const dump = await dumpOf(pool)
  expect(dump).toContain(person.userId)
  // Neither what must never be stored, nor in the clear what may be.
  const words = ['SECRET', 'org.secret.dating', 'com.secret.health', '55550000', 'Banco Demo', 'brubank', 'Modelo 5']
  expect(words.filter((word) => dump.includes(word))).toEqual([])
  expect(words.filter((word) => logged.join('').includes(word))).toEqual([])
})

describe('only so much is kept', () => {
  test('of the device and its apps the last word', async () => {
    const person = await newApplicant(server)
    await agree(person, 'apps')
    await send(person, 'apps', { data: ['com.brubank'] })
    await Promise.all(['com.supervielle', 'com.applemoncash'].map((app) => send(person, 'apps', { data: [app] })))
    expect(await stored(person, 'apps')).toHaveLength(1)
    await send(person, 'apps', { data: ['air.PrexArgentina'] })
    expect(await stored(person, 'apps')).toEqual([{ packages: ['air.PrexArgentina'] }])
  })

  test('of what happened the newest', async () => {
    const person = await newApplicant(server)
    await agree(person, 'sms')
    const max = deviceDataRecordsMax.sms
    const smsAt = (minute: number) => ({
      sender: '22020',
      received_at: new Date(noon.getTime() - (max + 2 - minute) * 60_000).toISOString(),
      kind: 'other',
      amount_centavos: minute,
    })
    const list = Array.from({ length: max + 2 }, (_, minute) => smsAt(minute))
    await send(person, 'sms', { sms_list: list.slice(2) })
    await send(person, 'sms', { sms_list: list.slice(0, 2) })
    const minutes = ((await stored(person, 'sms')) as { amount_centavos: number }[]).map((one) => one.amount_centavos)
    expect(minutes).toHaveLength(max)
    expect(Math.min(...minutes)).toBe(2)
  })

  test('of the uploads themselves the last', async () => {
    const person = await newApplicant(server)
    await agree(person, 'apps')
    await pool.query(
      `INSERT INTO device_upload (user_id, upload_id, kind, sent_at, stored_count)
       SELECT $1, gen_random_uuid(), 'apps', $2, 1 FROM generate_series(1, 60)`,
      [person.userId, new Date(noon.getTime() - DAY_MS)],
    )
    await send(person, 'apps')
    const { rowCount } = await pool.query('SELECT FROM device_upload WHERE user_id = $1', [person.userId])
    expect(rowCount).toBe(50)
    const { sent } = (await person.call('privacy/state')).ret
    expect([sent.length, sent[0]?.sent_at]).toEqual([20, noon.toISOString()])
  })

  test('and nothing that happened longer ago than it would be kept', async () => {
    const person = await newApplicant(server)
    await agree(person, 'sms')
    const old = new Date(noon.getTime() - DEVICE_DATA_KEPT_DAYS * DAY_MS).toISOString()
    const record = { sender: '22020', received_at: old, kind: 'other', amount_centavos: null }
    expect((await send(person, 'sms', { sms_list: [record] })).ret).toEqual({ stored_count: 0 })
    expect(await stored(person, 'sms')).toEqual([])
  })
})

test('the fields that events may name are those of the forms', () => {
  const names = [basicInfo, extraInfo, transferInfo].flatMap(({ shape }) => Object.keys(shape))
  expect(behaviourFields).toEqual(names)
})
