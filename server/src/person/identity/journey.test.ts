import { readFileSync } from 'node:fs'
import { someOf } from '@hola/core/test-proof.ts'
import { describe, expect, test } from 'vitest'
import { newApplicant, saveThreeSteps } from '../application/test-application.ts'
import type { Applicant } from '../application/test-application.ts'
import { startWorkers } from '../../app.ts'
import { testDatabase } from '../../platform/db/test-database.ts'
import { dumpOf } from '../../platform/db/test-dump.ts'
import { openTestServer } from '../../edge/http/test-server.ts'
import type { SpecimensRet } from '../../edge/sandbox/shapes.ts'
import { specimenPerson, testDataDir, uploadBody } from './test-photos.ts'
import { storedFiles } from '../../providers/files/test-stored-files.ts'

// The product as it runs: specimens of the sandbox, the real reader in its thread, the real queue.
const { pool } = await testDatabase()
const dataDir = testDataDir()
const server = await openTestServer(pool, {
  clock: { now: () => new Date('2026-11-16T15:00:00Z') },
  settings: { dataDir },
})
await startWorkers(server.services)

const draw = async (variant: string): Promise<SpecimensRet> => {
  const payload = { ...specimenPerson, variant }
  const answer = await server.app.inject({ method: 'POST', url: '/sandbox/api/specimens', payload })
  expect(answer.json()).toMatchObject({ code: '0', msg: '' })
  return answer.json().ret
}
const send = async (person: Applicant, specimens: Partial<SpecimensRet>): Promise<void> => {
  for (const [kind, image] of [
    ['id_front', specimens.front_base64],
    ['id_back', specimens.back_base64],
    ['selfie', specimens.selfie_base64],
  ] as const) {
    if (image === undefined) continue
    const answer = await person.call('app/upload_image_info', uploadBody(kind, Buffer.from(image, 'base64')))
    expect(answer).toMatchObject({ code: '0', ret: { photo: { kind, state: 'checking' } } })
  }
}
const states = async (person: Applicant) => (await person.call('loan/apply_info')).ret.photos.map(({ state }) => state)
const settled = async (person: Applicant, ...expected: string[]): Promise<void> => {
  await expect.poll(() => states(person)).toEqual(expected)
}
const outcome = async ({ userId }: Applicant) =>
  (
    await pool.query('SELECT outcome, reasons FROM identity_verdict WHERE user_id = $1 AND superseded_at IS NULL', [
      userId,
    ])
  ).rows[0]

const right = await draw('ok')

test('another face comes back with words, and with the right selfie it goes to review', async () => {
  const person = await newApplicant(server)
  await saveThreeSteps(person)
  await send(person, await draw('other_face'))
  expect(await person.call('loan/apply_info', { submit: true })).toMatchObject({ code: '0' })
  await settled(person, 'accepted', 'accepted', 'retake')
  expect((await person.call('loan/apply_info', {}, 'es')).ret).toMatchObject({
    application: { state: 'retake', next_step: 'photos', can_submit: false },
    photos: [
      { reasons: [] },
      { reasons: [] },
      { reasons: [{ code: 'face_differs', text: expect.stringContaining('no se parece a la foto del DNI') }] },
    ],
  })
  await send(person, { selfie_base64: right.selfie_base64 })
  await settled(person, 'accepted', 'accepted', 'accepted')
  expect(await person.call('loan/apply_info', { submit: true })).toMatchObject({
    code: '0',
    ret: { application: { state: 'in_review' } },
  })
  expect((await person.call('app/home')).ret.state).toBe('in_review')
})

describe('the other specimens of the sandbox', () => {
  const rows: [string, string[], { outcome: string; reasons: string[] }][] = [
    ['other_dni', ['accepted', 'accepted', 'accepted'], { outcome: 'correct', reasons: ['card_of_another_dni'] }],
    ['expired', ['accepted', 'accepted', 'accepted'], { outcome: 'correct', reasons: ['card_expired'] }],
    [
      'blurred',
      ['retake', 'retake', 'accepted'],
      { outcome: 'retake', reasons: ['card_unread', 'front_blurred', 'back_blurred'] },
    ],
  ]
  test.each(someOf('other specimens of the sandbox', rows, 1))(
    'the specimen %s gets its verdict',
    async (variant, expected, verdict) => {
      const person = await newApplicant(server)
      await saveThreeSteps(person)
      await send(person, await draw(variant))
      await expect.poll(() => outcome(person)).toEqual(verdict)
      expect(await states(person)).toEqual(expected)
    },
  )
})

test('nothing of it can be read in DATA_DIR, in a dump of the database, or in the log', async () => {
  const { dni, first_name: firstName, last_name: lastName } = specimenPerson
  // The birthday as the card's lines have it, with its check digit and the F: six digits alone come up in a dump by chance.
  const inLines = '8308148F'
  const words = [dni, '30.111.222', firstName, 'LUCIA', lastName, lastName.toUpperCase(), '1983-08-14', inLines]
  const jpeg = Buffer.from([0xff, 0xd8, 0xff])

  const files = storedFiles(dataDir)
  expect(files.size).toBeGreaterThanOrEqual(6)
  for (const path of files.values()) {
    const bytes = readFileSync(path)
    expect(bytes.length).toBeGreaterThan(50_000)
    expect(bytes.subarray(0, 64).includes(jpeg)).toBe(false)
    expect([...words, 'JFIF', 'Exif'].filter((word) => bytes.includes(word))).toEqual([])
  }

  const dump = await dumpOf(pool)
  expect(dump).toContain('face_differs')
  // Of what was read, and of a face, not even the names of the fields.
  const inside = [...words, 'descriptor":', 'JFIF', '/9j/', 'givenNames', 'ARG']
  expect(inside.filter((word) => dump.includes(word))).toEqual([])
  const log = server.logged.join('')
  expect(log).toContain('identity-read')
  expect([...words, '/9j/', 'descriptor'].filter((word) => log.includes(word))).toEqual([])
})

describe('specimens', () => {
  test('are three JPEG images', () => {
    for (const image of Object.values(right)) expect(image).toMatch(/^\/9j\//)
  })

  test.each([
    ['no number', { dni: '12' }],
    ['no such variant', { variant: 'perfect' }],
    ['a script for a name', { first_name: '<script>' }],
    ['31 February', { birth_day: '1990-02-31' }],
    ['a field too many', { photo: 1 }],
  ])('for %s are refused', async (_, change) => {
    const payload = { ...specimenPerson, variant: 'ok', ...change }
    const answer = await server.app.inject({ method: 'POST', url: '/sandbox/api/specimens', payload })
    expect(answer.json()).toMatchObject({ code: '40000', ret: null })
  })

  test('of the longest names, and of letters that no card has, are drawn too', async () => {
    const payload = {
      ...specimenPerson,
      first_name: 'Ñ'.repeat(60),
      last_name: '李'.repeat(30),
      gender: 'x',
      variant: 'ok',
    }
    const answer = await server.app.inject({ method: 'POST', url: '/sandbox/api/specimens', payload })
    expect(answer.json()).toMatchObject({ code: '0' })
  })

  test('do not exist in production', async () => {
    const production = await openTestServer(pool, { settings: { mode: 'production' } })
    const answer = await production.app.inject({
      method: 'POST',
      url: '/sandbox/api/specimens',
      payload: { ...specimenPerson, variant: 'ok' },
    })
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
  })
})
