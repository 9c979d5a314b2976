import { utimesSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import sharp from 'sharp'
import { newApplicant, saveThreeSteps } from '../application/test-application.ts'
import type { Applicant } from '../application/test-application.ts'
import { buildServer } from '../../app.ts'
import { systemRandom } from '../../platform/clock.ts'
import { testDatabase } from '../../platform/db/test-database.ts'
import { sweepFiles } from './file-sweep.ts'
import { jpegOfManyScans } from './test-hostile-images.ts'
import { kindsOfWire, openPhotoServer, plainPhoto, uploadBody } from './test-photos.ts'
import { storedFiles } from '../../providers/files/test-stored-files.ts'

const { pool } = await testDatabase()
const noon = new Date('2026-11-16T15:00:00Z')
let now = noon
const server = await openPhotoServer(pool, () => now)
const { services } = server

const upload = (person: Applicant, body: object) => person.call('app/upload_image_info', body)
const rowsOf = async ({ userId }: Applicant) =>
  (await pool.query('SELECT kind, file_name FROM photo WHERE user_id = $1 ORDER BY stored_at', [userId])).rows
const filesOnDisk = () => [...storedFiles(services.settings.dataDir).keys()]

const bomb = (): Promise<Buffer> =>
  sharp({ create: { width: 8000, height: 5001, channels: 3, background: '#000' }, limitInputPixels: false })
    .png({ compressionLevel: 9 })
    .toBuffer()

describe('what is not a photo is refused, and nothing of it is stored', () => {
  const rows: [string, string, () => Promise<Buffer> | Buffer][] = [
    ['text', '20209', () => Buffer.from('hello, not a photograph')],
    ['nothing at all', '20209', () => Buffer.alloc(0)],
    ['an SVG', '20209', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="2000" height="2000"/>')],
    ['a PDF', '20209', () => Buffer.from('%PDF-1.7\n')],
    [
      'an archive behind a photo',
      '20209',
      async () => Buffer.concat([await plainPhoto(), Buffer.from('PK\u0003\u0004')]),
    ],
    ['a page before a photo', '20209', async () => Buffer.concat([Buffer.from('<html>'), await plainPhoto()])],
    ['a photo of 1,199 pixels', '20210', () => plainPhoto(1199, 800)],
    ['a bomb of 40 million pixels and a row', '20211', bomb],
    ['half a photo', '20212', async () => (await plainPhoto()).subarray(0, 2000)],
  ]
  test.each(rows)('%s: %s', async (_, code, make) => {
    const person = await newApplicant(server)
    const before = await Array.fromAsync(services.files.list())
    const answer = await upload(person, uploadBody('id_front', await make()))
    expect(answer).toMatchObject({ code, ret: null })
    expect(await rowsOf(person)).toEqual([])
    expect(await Array.fromAsync(services.files.list())).toEqual(before)
  })

  test('in the language of the person, with what to do', async () => {
    const person = await newApplicant(server)
    const body = uploadBody('id_back', await plainPhoto(1000, 700))
    expect((await person.call('app/upload_image_info', body, 'es')).msg).toBe(
      'La foto es demasiado chica para leerla. Sacala de nuevo más de cerca.',
    )
  })

  test('nine megabytes are turned away unread', async () => {
    const person = await newApplicant(server)
    expect(await upload(person, uploadBody('selfie', Buffer.alloc(9 * 1024 * 1024)))).toMatchObject({ code: '413' })
  })

  test('eight megabytes of a photo are taken', async () => {
    const noise = Buffer.from(systemRandom.bytes(2400 * 2400 * 3))
    const image = await sharp(noise, { raw: { width: 2400, height: 2400, channels: 3 } })
      .jpeg({ quality: 90 })
      .toBuffer()
    expect(image.length).toBeGreaterThan(4 * 1024 * 1024)
    expect(image.length).toBeLessThanOrEqual(8 * 1024 * 1024)
    expect(await upload(await newApplicant(server), uploadBody('id_front', image))).toMatchObject({ code: '0' })
  })

  test('a selfie may be smaller than a card', async () => {
    const person = await newApplicant(server)
    expect(await upload(person, uploadBody('selfie', await plainPhoto(480, 640)))).toMatchObject({ code: '0' })
  })
})

test('four hostile JPEGs at once are refused; nothing is decoded in the process that answers', async () => {
  const attackers = await Promise.all(Array.from({ length: 4 }, () => newApplicant(server)))
  const person = await newApplicant(server)
  const hostile = jpegOfManyScans(1000, 6000)
  const photo = await plainPhoto()
  let decodingHere = 0
  const watch = setInterval(() => {
    const { queue, process } = sharp.counters()
    decodingHere = Math.max(decodingHere, queue + process)
  }, 1)
  const answers = await Promise.all([
    ...attackers.map((attacker) => upload(attacker, uploadBody('id_front', hostile))),
    upload(person, uploadBody('id_front', photo)),
  ])
  clearInterval(watch)
  expect(answers.map(({ code }) => code)).toEqual(['20212', '20212', '20212', '20212', '0'])
  expect(decodingHere).toBe(0)
})

describe('a photo that is stored', () => {
  test('is being checked, and the answer says how far the application is', async () => {
    const person = await newApplicant(server)
    expect(await upload(person, uploadBody('id_front', await plainPhoto()))).toEqual({
      code: '0',
      msg: '',
      ret: {
        photo: { kind: 'id_front', state: 'checking', reasons: [], retakes_left_count: 3 },
        application: expect.objectContaining({ state: 'in_progress', next_step: 'basic', can_submit: false }),
      },
    })
    const { photos, application } = (await person.call('loan/apply_info')).ret
    expect(photos.map(({ state }) => state)).toEqual(['checking', 'missing', 'missing'])
    expect(application.steps[3]).toMatchObject({ missing: ['id_back', 'selfie'], saved_at: now.toISOString() })
  })

  test('is drawn anew: no place where it was taken, no comment', async () => {
    const person = await newApplicant(server)
    const image = await sharp(await plainPhoto())
      .withExif({ IFD0: { Artist: 'somebody' } })
      .jpeg()
      .toBuffer()
    await upload(person, uploadBody('id_back', image))
    const [row] = await rowsOf(person)
    const kept = await services.files.get(row.file_name)
    expect((await sharp(kept).metadata()).exif).toBeUndefined()
  })

  test('is replaced by the next one, and its file is gone', async () => {
    const person = await newApplicant(server)
    await upload(person, uploadBody('selfie', await plainPhoto()))
    const [first] = await rowsOf(person)
    now = new Date(now.getTime() + 1000)
    await upload(person, uploadBody('selfie', await plainPhoto()))
    const [replaced, second] = await rowsOf(person)
    expect(replaced).toEqual({ kind: 'selfie', file_name: null })
    expect(filesOnDisk()).toContain(second.file_name)
    expect(filesOnDisk()).not.toContain(first.file_name)
  })

  test.each(kindsOfWire)('%s is stored under its own kind', async (kind) => {
    const person = await newApplicant(server)
    expect((await upload(person, uploadBody(kind, await plainPhoto()))).ret.photo).toMatchObject({ kind })
    const { photos } = (await person.call('loan/apply_info')).ret
    expect(photos.filter(({ state }) => state === 'checking')).toMatchObject([{ kind }])
  })
})

describe('the same upload again', () => {
  test('is stored once and answered alike', async () => {
    const person = await newApplicant(server)
    const body = uploadBody('id_front', await plainPhoto())
    const first = await upload(person, body)
    const files = filesOnDisk()
    expect(await upload(person, body)).toEqual(first)
    expect(await rowsOf(person)).toHaveLength(1)
    expect(filesOnDisk()).toEqual(files)
  })

  test('ten times at once is one photo and one file; two at a time are looked at', async () => {
    const person = await newApplicant(server)
    const body = uploadBody('id_front', await plainPhoto())
    const before = filesOnDisk().length
    const answers = await Promise.all(Array.from({ length: 10 }, () => upload(person, body)))
    const taken = answers.filter(({ code }) => code !== '429')
    expect(new Set(taken.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(taken[0]?.code).toBe('0')
    // Two are looked at together; another only if one of them has ended before it came.
    expect(taken.length).toBeGreaterThanOrEqual(2)
    expect(taken.length).toBeLessThan(10)
    expect(await rowsOf(person)).toHaveLength(1)
    expect(filesOnDisk()).toHaveLength(before + 1)
    expect(await upload(person, body)).toEqual(taken[0])
  })

  test('after a newer one it changes nothing: a late retry does not bring the old photo back', async () => {
    const person = await newApplicant(server)
    const old = uploadBody('selfie', await plainPhoto())
    await upload(person, old)
    await upload(person, uploadBody('selfie', await plainPhoto()))
    const [, newest] = await rowsOf(person)
    expect(await upload(person, old)).toMatchObject({ code: '0', ret: { photo: { state: 'checking' } } })
    expect((await rowsOf(person))[1]).toEqual(newest)
  })

  test('is answered also while the application is in review', async () => {
    const person = await newApplicant(server)
    await saveThreeSteps(person)
    await server.sendThree(person)
    const body = uploadBody('selfie', await plainPhoto())
    await upload(person, body)
    expect(await person.call('loan/apply_info', { submit: true })).toMatchObject({ code: '0' })
    expect(await upload(person, body)).toMatchObject({ code: '0', ret: { application: { state: 'in_review' } } })
  })

  test('with another image or of another kind is refused', async () => {
    const person = await newApplicant(server)
    const body = uploadBody('id_front', await plainPhoto())
    await upload(person, body)
    const image_base64 = (await plainPhoto()).toString('base64')
    expect(await upload(person, { ...body, image_base64 })).toMatchObject({ code: '20304' })
    expect(await upload(person, { ...body, kind: 'id_back' })).toMatchObject({ code: '20304' })
  })

  test('an id that somebody else has used is free', async () => {
    const body = uploadBody('id_front', await plainPhoto())
    expect(await upload(await newApplicant(server), body)).toMatchObject({ code: '0' })
    expect(await upload(await newApplicant(server), body)).toMatchObject({ code: '0' })
  })
})

describe('refused', () => {
  test('under a consent to other words, and no consent is recorded', async () => {
    const person = await newApplicant(server)
    const files = filesOnDisk()
    const body = { ...uploadBody('id_front', await plainPhoto()), consent_version: '2020-01' }
    expect(await upload(person, body)).toMatchObject({ code: '20208', ret: null })
    expect((await pool.query('SELECT FROM consent WHERE user_id = $1', [person.userId])).rowCount).toBe(0)
    expect([await rowsOf(person), filesOnDisk()]).toEqual([[], files])
  })

  test('while the application is in review', async () => {
    const person = await newApplicant(server)
    await saveThreeSteps(person)
    await server.sendThree(person)
    await person.call('loan/apply_info', { submit: true })
    const files = filesOnDisk()
    expect(await upload(person, uploadBody('selfie', await plainPhoto()))).toMatchObject({ code: '20207' })
    expect(filesOnDisk()).toEqual(files)
  })

  test('the twenty-first of one kind within a day, until the first is a day old', async () => {
    const person = await newApplicant(server)
    const start = now
    for (let count = 0; count < 20; count += 1) {
      now = new Date(start.getTime() + count * 1000)
      expect(await upload(person, uploadBody('selfie', await plainPhoto(600, 400)))).toMatchObject({ code: '0' })
    }
    expect(await upload(person, uploadBody('selfie', await plainPhoto(600, 400)))).toMatchObject({
      code: '429',
      msg: `Too many attempts. Please try again in ${86_400 - 19} seconds.`,
    })
    expect(await upload(person, uploadBody('id_front', await plainPhoto()))).toMatchObject({ code: '0' })
    now = new Date(start.getTime() + 86_400_000)
    expect(await upload(person, uploadBody('selfie', await plainPhoto(600, 400)))).toMatchObject({ code: '0' })
  })

  test('the twenty-first broken one within a day: it is not decoded', async () => {
    const person = await newApplicant(server)
    const broken = () => upload(person, uploadBody('id_front', Buffer.from('no photo')))
    const answers = []
    for (let count = 0; count < 21; count += 1) answers.push((await broken()).code)
    expect(answers).toEqual([...Array.from({ length: 20 }, () => '20209'), '429'])
    expect(await upload(person, uploadBody('id_front', await plainPhoto()))).toMatchObject({ code: '429' })
    expect(await upload(person, uploadBody('id_back', await plainPhoto()))).toMatchObject({ code: '0' })
  })

  test('a photo that is stored is not counted when it is sent again', async () => {
    const person = await newApplicant(server)
    const body = uploadBody('id_front', await plainPhoto())
    for (let count = 0; count < 25; count += 1) expect(await upload(person, body)).toMatchObject({ code: '0' })
    expect(await upload(person, uploadBody('id_front', await plainPhoto()))).toMatchObject({ code: '0' })
  })

  test('while nothing can be decoded, and that is not counted', async () => {
    const person = await newApplicant(server)
    const cleaner = { ...services.identity.cleaner, clean: async () => 'unavailable' as const }
    const busy = buildServer({ ...services, identity: { ...services.identity, cleaner } })
    const body = uploadBody('selfie', await plainPhoto())
    for (let count = 0; count < 25; count += 1) {
      const answer = await busy.inject({
        method: 'POST',
        url: '/api/app/upload_image_info',
        headers: { token: person.token },
        payload: body,
      })
      expect([answer.statusCode, answer.headers['retry-after'], answer.json().code]).toEqual([503, '5', '503'])
    }
    expect(await upload(person, body)).toMatchObject({ code: '0' })
  })
})

describe('a server that stops in the middle', () => {
  const broken = (change: object) => buildServer({ ...services, ...change })
  const setAge = (names: readonly string[], ageMs: number) => {
    const writtenAt = new Date(now.getTime() - ageMs)
    for (const [name, path] of storedFiles(services.settings.dataDir))
      if (names.includes(name)) utimesSync(path, writtenAt, writtenAt)
  }
  test('between file and row leaves a file that the sweep removes, and keeps every other', async () => {
    const person = await newApplicant(server)
    await upload(person, uploadBody('id_front', await plainPhoto()))
    const kept = filesOnDisk()
    const dying = broken({
      jobs: {
        ...services.jobs,
        enqueue: async () => {
          throw new Error('killed')
        },
      },
    })
    const body = uploadBody('id_back', await plainPhoto())
    const answer = await dying.inject({
      method: 'POST',
      url: '/api/app/upload_image_info',
      headers: { token: person.token },
      payload: body,
    })
    expect(answer.statusCode).toBe(500)
    const orphans = filesOnDisk().filter((name) => !kept.includes(name))
    expect(orphans).toHaveLength(1)
    expect(await rowsOf(person)).toHaveLength(1)

    setAge(kept, 3_600_001)
    setAge(orphans, 3_600_000)
    await sweepFiles(services)
    expect(filesOnDisk()).toContain(orphans[0])
    setAge(orphans, 3_600_001)
    await sweepFiles(services)
    const used = (await pool.query('SELECT file_name FROM photo WHERE file_name IS NOT NULL')).rows
    expect(filesOnDisk()).toEqual(used.map((row) => row.file_name).toSorted())
    expect(await upload(person, body)).toMatchObject({ code: '0' })
  })

  test('between replacing a row and deleting its file leaves the file for the sweep', async () => {
    const person = await newApplicant(server)
    await upload(person, uploadBody('selfie', await plainPhoto()))
    const [first] = await rowsOf(person)
    const dying = broken({
      files: {
        ...services.files,
        delete: async () => {
          throw new Error('killed')
        },
      },
    })
    await dying.inject({
      method: 'POST',
      url: '/api/app/upload_image_info',
      headers: { token: person.token },
      payload: uploadBody('selfie', await plainPhoto()),
    })
    expect(filesOnDisk()).toContain(first.file_name)
    setAge(filesOnDisk(), 3_600_001)
    await sweepFiles(services)
    expect(filesOnDisk()).not.toContain(first.file_name)
    expect(filesOnDisk()).toContain((await rowsOf(person))[1].file_name)
  })
})

const right = uploadBody('id_front', await plainPhoto())

describe('whatever JSON arrives, an envelope leaves', () => {
  const bodies: [string, fc.Arbitrary<unknown>][] = [
    ['any JSON', fc.jsonValue()],
    [
      'one field spoilt',
      fc
        .tuple(fc.constantFrom(...Object.keys(right)), fc.oneof(fc.jsonValue(), fc.base64String({ maxLength: 400 })))
        .map(([field, value]) => ({ ...right, [field]: value })),
    ],
    [
      'a photo spoilt',
      fc.array(fc.tuple(fc.nat(2000), fc.nat(255)), { maxLength: 5 }).map((changes) => {
        const image = Buffer.from(right.image_base64, 'base64')
        for (const [at, value] of changes) image[at % image.length] = value
        return { ...right, upload_id: systemRandom.uuid(), image_base64: image.toString('base64') }
      }),
    ],
  ]
  test.each(bodies)('an upload is answered: %s', async (_, body) => {
    await fc.assert(
      fc.asyncProperty(body, async (json) => {
        // Somebody new each time, who has not sent too many yet.
        const person = await newApplicant(server)
        const answer = await server.app.inject({
          method: 'POST',
          url: '/api/app/upload_image_info',
          headers: { token: person.token, 'content-type': 'application/json' },
          payload: JSON.stringify(json),
        })
        expect(answer.statusCode).toBeLessThan(500)
        const envelope = answer.json()
        expect(Object.keys(envelope)).toEqual(['code', 'msg', 'ret'])
        expect(envelope.code).toMatch(/^(0|40000|202\d\d|20304)$/)
        expect(answer.payload).not.toMatch(/\bat .*\.ts:|node_modules|Error:/)
      }),
      { numRuns: 60 },
    )
  })
})
