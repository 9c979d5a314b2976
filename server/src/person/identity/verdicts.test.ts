import { suggestCuil } from '@hola/core/identifiers/cuil.ts'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { basic, basicStored, newApplicant, saveThreeSteps } from '../application/test-application.ts'
import type { Applicant } from '../application/test-application.ts'
import { withdrawConsent } from '../consent/consents.ts'
import { testDatabase } from '../../platform/db/test-database.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { forgetFace } from './face-store.ts'
import { judgeAgain, readPhoto } from './read-photo.ts'
import { reasonText } from './reason-words.ts'
import { findSameAs } from './reuse.ts'
import type { Readings } from './test-photos.ts'
import { face, goodReadings, openPhotoServer, plainPhoto, uploadBody } from './test-photos.ts'

const { pool } = await testDatabase()
const noon = new Date('2026-11-16T15:00:00Z')
let now = noon
// In the sandbox everybody has one of two faces; that a face is known is for production.
const server = await openPhotoServer(
  pool,
  () => now,
  ({ settings }) => ({ settings: { ...settings, mode: 'production' } }),
)
const { services, send, sendThree, show } = server

beforeEach(() => {
  now = noon
  show()
})

let people = 0

/** Three steps and three photos, each person under a DNI and with a face of her own unless the test says otherwise. */
const applicant = async (readings: Partial<Readings> = {}): Promise<Applicant> => {
  const person = await newApplicant(server)
  await saveThreeSteps(person)
  people += 1
  show({ ...ofPerson(people), ...readings })
  await sendThree(person)
  return person
}

const ofPerson = (place: number): Partial<Readings> => ({
  front: { ...goodReadings.front, portrait: { faces: 1, descriptor: face(place * 10) } },
  selfie: { ...goodReadings.selfie, selfie: { faces: 1, descriptor: face(place * 10 + 0.4) } },
})
const otherFace: Readings['selfie'] = { ...goodReadings.selfie, selfie: { faces: 1, descriptor: face(-1000) } }
const noFace: Readings['selfie'] = { ...goodReadings.selfie, selfie: { faces: 0, descriptor: null } }
const unreadBack: Readings['back'] = { ...goodReadings.back, mrz: null }
const noBarcode: Readings['front'] = { ...goodReadings.front, barcode: null }
const { mrz } = goodReadings.back
const expired: Readings['back'] = { ...goodReadings.back, mrz: mrz && { ...mrz, expiry: '2026-11-15' } }
/** Three photos of a card with this number, and of its holder. */
const cardOf = (dni: string, place: number): Readings => ({
  front: {
    ...goodReadings.front,
    barcode: goodReadings.front.barcode && { ...goodReadings.front.barcode, dni },
    portrait: { faces: 1, descriptor: face(place) },
  },
  back: { ...goodReadings.back, mrz: mrz && { ...mrz, dni } },
  selfie: { ...goodReadings.selfie, selfie: { faces: 1, descriptor: face(place + 0.1) } },
})
const otherDni = '30222222'
const numbersOf = (dni: string) => ({ national_id_number: dni, cuil: suggestCuil(dni, 'f') })

const info = async ({ call }: Applicant, language: 'en' | 'es' = 'en') =>
  (await call('loan/apply_info', {}, language)).ret
const statesOf = async (person: Applicant) => (await info(person)).photos.map(({ state }) => state)
const submit = ({ call }: Applicant) => call('loan/apply_info', { submit: true })
const verdictOf = async ({ userId }: Applicant) =>
  (
    await pool.query(
      `SELECT outcome, retake, reasons, scores, rules_version FROM identity_verdict
        WHERE user_id = $1 AND superseded_at IS NULL`,
      [userId],
    )
  ).rows[0]
const verdictsOf = async ({ userId }: Applicant) =>
  (await pool.query('SELECT FROM identity_verdict WHERE user_id = $1', [userId])).rowCount
const judgeNow = ({ userId }: Applicant) => judgeAgain(services, { user_id: userId })

describe('a verdict', () => {
  test('of three good photos accepts them, and the application can be submitted', async () => {
    const person = await applicant()
    expect(await info(person)).toMatchObject({
      application: { state: 'in_progress', next_step: null, can_submit: true },
      photos: ['id_front', 'id_back', 'selfie'].map((kind) => ({
        kind,
        state: 'accepted',
        reasons: [],
        retakes_left_count: 3,
      })),
    })
    expect(await submit(person)).toMatchObject({ code: '0', ret: { application: { state: 'in_review' } } })
  })

  test('keeps its scores, its reasons and the version of the rules, and nothing that was read', async () => {
    const person = await applicant({ selfie: otherFace })
    const verdict = await verdictOf(person)
    expect(verdict).toMatchObject({
      outcome: 'retake',
      retake: ['selfie'],
      reasons: ['face_differs'],
      scores: { zone_read: true, barcode_read: true, selfie_faces: 1, sharpness: { front: 900 } },
      rules_version: services.identity.rules.version,
    })
    expect(verdict.scores.face_distance).toBeGreaterThan(0.65)
    expect(JSON.stringify(verdict)).not.toMatch(/ROMERO|30111222|1983/)
  })

  test('waits for the third photo', async () => {
    const person = await newApplicant(server)
    await saveThreeSteps(person)
    await send(person, 'id_front')
    await send(person, 'selfie')
    expect(await statesOf(person)).toEqual(['checking', 'missing', 'checking'])
    expect(await verdictOf(person)).toBeUndefined()
  })

  test('waits for the basic step, and is made when it is saved', async () => {
    const person = await newApplicant(server)
    await sendThree(person)
    expect(await verdictOf(person)).toBeUndefined()
    expect(await statesOf(person)).toEqual(['checking', 'checking', 'checking'])
    await person.call('app/save_basic_info', basic)
    await judgeNow(person)
    expect(await statesOf(person)).toEqual(['accepted', 'accepted', 'accepted'])
  })

  test('is made by the same job again when the server stopped on the way to it', async () => {
    const person = await newApplicant(server)
    await saveThreeSteps(person)
    await send(person, 'id_front')
    await send(person, 'id_back')
    const search = vi.spyOn(services.identity.faces, 'search').mockRejectedValueOnce(new Error('stopped'))
    const body = uploadBody('selfie', await plainPhoto())
    await person.call('app/upload_image_info', body)
    const job = { user_id: person.userId, upload_id: body.upload_id }
    await expect(readPhoto(services, job)).rejects.toThrow('stopped')
    search.mockRestore()
    expect(await verdictOf(person)).toBeUndefined()
    await readPhoto(services, job)
    expect(await statesOf(person)).toEqual(['accepted', 'accepted', 'accepted'])
    await readPhoto(services, job)
    expect(await verdictsOf(person)).toBe(1)
  })

  test('is made once for the same photos and the same form', async () => {
    const person = await applicant()
    await judgeNow(person)
    await person.call('app/save_basic_info', { ...basic, education_id: 'primary' })
    expect(await statesOf(person)).toEqual(['accepted', 'accepted', 'accepted'])
    await judgeNow(person)
    expect(await verdictsOf(person)).toBe(1)
  })

  test('is made anew when the form says something else', async () => {
    const person = await applicant()
    const saved = await person.call('app/save_basic_info', { ...basic, birth_day: '1983-08-15' })
    expect(saved.ret.application.state).toBe('in_progress')
    expect(await statesOf(person)).toEqual(['checking', 'checking', 'checking'])
    await judgeNow(person)
    expect(await verdictOf(person)).toMatchObject({ outcome: 'correct', reasons: ['birth_differs'] })
    await person.call('app/save_basic_info', basic)
    await judgeNow(person)
    expect(await statesOf(person)).toEqual(['accepted', 'accepted', 'accepted'])
    expect((await info(person)).photos[0]?.retakes_left_count).toBe(3)
  })

  test('the job for it is filed with the step', async () => {
    const person = await applicant()
    const waiting = async () =>
      (
        await pool.query(`SELECT FROM pgboss.job WHERE name = 'identity-judge' AND data->>'user_id' = $1`, [
          person.userId,
        ])
      ).rowCount
    const before = (await waiting()) ?? 0
    await person.call('app/save_basic_info', { ...basic, past_loans_count: 5 })
    expect(await waiting()).toBe(before + 1)
    await person.call('app/save_basic_info', { ...basic, past_loans_count: 5 })
    expect(await waiting()).toBe(before + 1)
  })

  test('is not made once the consent is withdrawn, and no photo is read', async () => {
    const person = await newApplicant(server)
    await saveThreeSteps(person)
    await send(person, 'id_front')
    await send(person, 'id_back')
    const body = uploadBody('selfie', await plainPhoto())
    await person.call('app/upload_image_info', body)
    await inTransaction(pool, (tx) =>
      withdrawConsent(tx, services, { userId: person.userId, kind: 'biometric' }, async () => null),
    )
    await readPhoto(services, { user_id: person.userId, upload_id: body.upload_id })
    const { rows } = await pool.query(
      `SELECT FROM photo WHERE user_id = $1 AND kind = 'selfie' AND sealed_reading IS NOT NULL`,
      [person.userId],
    )
    expect(rows).toHaveLength(0)
    await judgeNow(person)
    expect(await verdictOf(person)).toBeUndefined()
  })

  test('reading a photo twice, or one that was replaced, changes nothing', async () => {
    const person = await applicant()
    const old = uploadBody('selfie', await plainPhoto())
    await person.call('app/upload_image_info', old)
    await send(person, 'selfie')
    show({ selfie: noFace })
    await readPhoto(services, { user_id: person.userId, upload_id: old.upload_id })
    expect(await statesOf(person)).toEqual(['accepted', 'accepted', 'accepted'])
  })
})

describe('which photo to take again, and why', () => {
  const rows: [string, Partial<Readings>, Record<string, [code: string, en: string, es: string][]>][] = [
    [
      'another face',
      { selfie: otherFace },
      {
        selfie: [
          [
            'face_differs',
            'The face in the selfie does not look like the photo on the DNI. Take the selfie yourself, facing the light, without glasses or cap.',
            'La cara de la selfie no se parece a la foto del DNI. Sacate vos la selfie, de frente a la luz, sin anteojos ni gorra.',
          ],
        ],
      },
    ],
    [
      'no face',
      { selfie: noFace },
      {
        selfie: [
          [
            'selfie_without_face',
            'We found no face in the selfie. Look at the camera with your whole face in the frame.',
            'No encontramos una cara en la selfie. Mirá a la cámara con toda la cara dentro del marco.',
          ],
        ],
      },
    ],
    [
      'a back that cannot be read, on a card without a barcode',
      { back: unreadBack, front: noBarcode, selfie: goodReadings.selfie },
      {
        id_back: [
          [
            'card_unread',
            'We could not read the letters at the bottom of the back. Take it again from nearer, whole and without glare.',
            'No pudimos leer las letras de abajo del dorso. Sacala de nuevo más de cerca, entera y sin reflejos.',
          ],
        ],
      },
    ],
    [
      'both sides blurred',
      {
        back: { ...unreadBack, sharpness: 3 } as Readings['back'],
        front: { ...noBarcode, sharpness: 3 } as Readings['front'],
        selfie: goodReadings.selfie,
      },
      {
        id_front: [
          [
            'front_blurred',
            'The photo is blurred. Hold the phone still, with good light, and take it again.',
            'La foto salió movida. Sostené quieto el teléfono, con buena luz, y sacala de nuevo.',
          ],
        ],
        id_back: [
          [
            'card_unread',
            'We could not read the letters at the bottom of the back. Take it again from nearer, whole and without glare.',
            'No pudimos leer las letras de abajo del dorso. Sacala de nuevo más de cerca, entera y sin reflejos.',
          ],
          [
            'back_blurred',
            'The photo is blurred. Hold the phone still, with good light, and take it again.',
            'La foto salió movida. Sostené quieto el teléfono, con buena luz, y sacala de nuevo.',
          ],
        ],
      },
    ],
  ]
  test.each(rows)('a photo to take again: %s', async (_, readings, expected) => {
    const person = await applicant(readings)
    for (const [language, at] of [
      ['en', 1],
      ['es', 2],
    ] as const) {
      const { photos, application } = await info(person, language)
      expect(application).toMatchObject({ state: 'retake', next_step: 'photos', can_submit: false })
      for (const { kind, state, reasons } of photos) {
        expect([kind, state]).toEqual([kind, kind in expected ? 'retake' : 'accepted'])
        expect(reasons).toEqual((expected[kind] ?? []).map((reason) => ({ code: reason[0], text: reason[at] })))
      }
    }
    expect(await submit(person)).toMatchObject({ code: '20218', msg: expect.stringContaining('taken again') })
    expect((await person.call('app/home')).ret.next_action).toMatchObject({ kind: 'retake_photos', step: 'photos' })
  })
})

describe('taking it again', () => {
  test('a good one is accepted, and counts', async () => {
    const person = await applicant({ selfie: noFace })
    show(ofPerson(people))
    const answer = await send(person, 'selfie')
    expect(answer.ret.photo).toMatchObject({ state: 'checking', reasons: [], retakes_left_count: 2 })
    expect(answer.ret.application).toMatchObject({ state: 'in_progress', can_submit: true })
    expect(await statesOf(person)).toEqual(['accepted', 'accepted', 'accepted'])
  })

  test('three times at most: then a person looks, the photo stays, and it can be submitted', async () => {
    const person = await applicant({ selfie: noFace })
    for (const left of [2, 1, 0]) {
      expect(await statesOf(person)).toEqual(['accepted', 'accepted', 'retake'])
      expect((await send(person, 'selfie')).ret.photo.retakes_left_count).toBe(left)
    }
    expect(await verdictOf(person)).toMatchObject({
      outcome: 'manual',
      reasons: ['selfie_without_face', 'retakes_used_up'],
    })
    expect(await statesOf(person)).toEqual(['checking', 'checking', 'checking'])
    expect(await send(person, 'selfie')).toMatchObject({
      code: '20213',
      msg: 'This photo was taken as many times as we can accept. A person will look at it.',
    })
    expect(await submit(person)).toMatchObject({ ret: { application: { state: 'in_review' } } })
  })

  test('replacing a photo that nobody asked for does not count', async () => {
    const person = await applicant()
    for (let count = 0; count < 5; count += 1) await send(person, 'id_front')
    expect((await info(person)).photos[0]).toMatchObject({ state: 'accepted', retakes_left_count: 3 })
  })

  test('of two that were asked for, one alone is not judged', async () => {
    const sidesDiffer: Readings['front'] = {
      ...goodReadings.front,
      barcode: goodReadings.front.barcode && { ...goodReadings.front.barcode, dni: '30222222' },
    }
    const person = await applicant({ front: sidesDiffer, selfie: goodReadings.selfie })
    expect(await statesOf(person)).toEqual(['retake', 'retake', 'accepted'])
    await send(person, 'id_front')
    expect(await verdictsOf(person)).toBe(1)
    expect(await statesOf(person)).toEqual(['checking', 'retake', 'accepted'])
    await send(person, 'id_back')
    expect(await verdictOf(person)).toMatchObject({ outcome: 'refuse', reasons: ['dni_differs', 'sides_differ_again'] })
  })

  test('correcting the form meanwhile is not a second try with the same face', async () => {
    const person = await applicant({ selfie: otherFace })
    await person.call('app/save_basic_info', { ...basic, first_name: 'Lucía Inés' })
    await judgeNow(person)
    expect(await verdictOf(person)).toMatchObject({ outcome: 'retake', reasons: ['face_differs'] })
    await send(person, 'selfie')
    expect(await verdictOf(person)).toMatchObject({ outcome: 'refuse', reasons: ['face_differs_again'] })
  })

  test('fourteen days later it begins anew', async () => {
    const person = await applicant({ selfie: otherFace })
    now = new Date(noon.getTime() + 14 * 86_400_000)
    await send(person, 'selfie')
    expect(await verdictOf(person)).toMatchObject({ outcome: 'retake', reasons: ['face_differs'] })
    now = new Date(now.getTime() + 14 * 86_400_000)
    expect((await info(person)).photos[2]).toMatchObject({ state: 'retake', retakes_left_count: 3 })
  })
})

describe('submitted before the photos were read', () => {
  const submitted = async (readings: Partial<Readings>) => {
    const person = await newApplicant(server)
    await saveThreeSteps(person)
    people += 1
    show({ ...ofPerson(people), ...readings })
    await send(person, 'id_front')
    await send(person, 'id_back')
    const body = uploadBody('selfie', await plainPhoto())
    await person.call('app/upload_image_info', body)
    expect(await submit(person)).toMatchObject({ code: '0', ret: { application: { state: 'in_review' } } })
    await readPhoto(services, { user_id: person.userId, upload_id: body.upload_id })
    return person
  }

  test('good photos: it stays in review', async () => {
    expect(await info(await submitted({}))).toMatchObject({
      application: { state: 'in_review' },
      photos: [{ state: 'accepted' }, { state: 'accepted' }, { state: 'accepted' }],
    })
  })

  test('a photo to take again: it comes back, and can be submitted again with a better one', async () => {
    const person = await submitted({ selfie: noFace })
    expect(await info(person)).toMatchObject({
      application: { state: 'retake', next_step: 'photos', can_submit: false },
      submitted_at: null,
      decision_expected_at: null,
    })
    expect((await person.call('app/home')).ret).toMatchObject({
      next_action: { kind: 'retake_photos' },
      review_expected_at: null,
    })
    show(ofPerson(people))
    await send(person, 'selfie')
    expect(await submit(person)).toMatchObject({ code: '0', ret: { application: { state: 'in_review' } } })
  })

  test('a photo that we could not process: it stays in review for whoever decides', async () => {
    const person = await submitted({ back: { ok: false, problem: 'not_processed' } })
    expect(await verdictOf(person)).toMatchObject({ outcome: 'manual', reasons: ['not_processed', 'expiry_unread'] })
    expect(await info(person)).toMatchObject({
      application: { state: 'in_review' },
      photos: [{ state: 'checking' }, { state: 'checking' }, { state: 'checking' }],
    })
  })
})

describe('a typing error never becomes a refusal', () => {
  const saved = async (change: Readonly<Record<string, unknown>> = {}) => {
    const person = await newApplicant(server)
    await saveThreeSteps(person)
    await person.call('app/save_basic_info', { ...basic, ...change })
    people += 1
    show(ofPerson(people))
    return person
  }
  const check = async (person: Applicant) => (await info(person)).card_check
  const agrees = { is_reading: false, differences: [], expired_day: null }

  test('nothing is said before a photo is read, and it is said that one is being read', async () => {
    const person = await saved({ birth_day: '1983-08-15' })
    expect(await check(person)).toEqual(agrees)
    const body = uploadBody('id_back', await plainPhoto())
    await person.call('app/upload_image_info', body)
    expect(await check(person)).toEqual({ ...agrees, is_reading: true })
    await readPhoto(services, { user_id: person.userId, upload_id: body.upload_id })
    expect(await check(person)).toEqual({
      ...agrees,
      differences: [{ field: 'birth_day', typed: '1983-08-15', on_card: '1983-08-14' }],
    })
  })

  test('one side of the card is enough to say all that differs, in the values of the form', async () => {
    const typed = {
      ...numbersOf('30111223'),
      first_name: 'Lucila',
      last_name: 'Rometo',
      gender_id: 'x' as const,
      birth_day: '1983-08-15',
    }
    const person = await saved(typed)
    await send(person, 'id_front')
    const { differences } = await check(person)
    expect(Object.fromEntries(differences.map(({ field, on_card }) => [field, on_card]))).toEqual({
      national_id_number: basicStored.national_id_number,
      cuil: basicStored.cuil,
      birth_day: '1983-08-14',
      gender_id: 'f',
      last_name: 'Romero',
      first_name: 'Lucia',
    })
    expect(Object.fromEntries(differences.map((one) => [one.field, one.typed]))).toEqual(typed)
  })

  test('with it the application cannot be sent; taken over from the card, it can', async () => {
    const person = await saved(numbersOf('30111223'))
    await sendThree(person)
    const { application, card_check: found } = await info(person)
    expect(application).toMatchObject({ state: 'in_progress', next_step: 'photos', can_submit: false })
    expect((await person.call('app/home')).ret).toMatchObject({
      next_action: { kind: 'continue_application', step: 'photos' },
      card_check: found,
    })
    expect(await submit(person)).toMatchObject({ code: '20216', msg: expect.stringContaining('ID card') })
    expect(await info(person)).toMatchObject({ submitted_at: null, retry_at: null })

    const { ret } = await person.call('app/get_basic_info')
    const mended = Object.fromEntries(found.differences.map(({ field, on_card }) => [field, on_card]))
    expect(await person.call('app/save_basic_info', { ...ret.info, ...mended })).toMatchObject({
      ret: { application: { next_step: null, can_submit: true } },
    })
    await judgeNow(person)
    expect((await person.call('app/home')).ret.card_check).toBeNull()
    expect(await info(person)).toMatchObject({
      card_check: agrees,
      photos: [{ retakes_left_count: 3 }, { retakes_left_count: 3 }, { retakes_left_count: 3 }],
    })
    expect(await submit(person)).toMatchObject({ code: '0', ret: { application: { state: 'in_review' } } })
  })

  test('an expired card is said at once, cannot be sent, and another may take its place', async () => {
    const person = await saved()
    show({ ...ofPerson(people), back: expired })
    await sendThree(person)
    expect(await check(person)).toEqual({ ...agrees, expired_day: '2026-11-15' })
    expect(await submit(person)).toMatchObject({ code: '20217', msg: expect.stringContaining('expired') })
    for (let time = 0; time < 4; time += 1) await send(person, 'id_back')
    expect(await info(person)).toMatchObject({ photos: [{}, { retakes_left_count: 3 }, {}], retry_at: null })
    show(ofPerson(people))
    await send(person, 'id_back')
    expect(await submit(person)).toMatchObject({ code: '0' })
  })

  test('a card that runs out between the photo and the sending is noticed at the sending', async () => {
    const person = await saved()
    show({
      ...ofPerson(people),
      back: { ...expired, mrz: mrz && { ...mrz, expiry: '2026-11-16' } } as Readings['back'],
    })
    await sendThree(person)
    expect((await info(person)).application.can_submit).toBe(true)
    now = new Date('2026-11-17T15:00:00Z')
    expect(await submit(person)).toMatchObject({ code: '20217' })
  })

  test('found after it was sent, it comes back to be mended: no refusal and no wait', async () => {
    for (const readings of [cardOf(otherDni, -100), { back: expired }]) {
      const person = await saved()
      const three = await Promise.all(
        (['id_front', 'id_back', 'selfie'] as const).map(async (kind) => uploadBody(kind, await plainPhoto())),
      )
      for (const body of three) await person.call('app/upload_image_info', body)
      expect(await submit(person)).toMatchObject({ code: '0', ret: { application: { state: 'in_review' } } })
      show({ ...ofPerson(people), ...readings })
      for (const { upload_id } of three) await readPhoto(services, { user_id: person.userId, upload_id })
      expect(await verdictOf(person)).toMatchObject({ outcome: 'correct' })
      expect(await info(person)).toMatchObject({
        application: { state: 'in_progress', next_step: 'photos', can_submit: false },
        submitted_at: null,
        retry_at: null,
      })
    }
  })

  test('two sides of two cards are no typing error: photos are asked for, and no value is offered', async () => {
    const person = await applicant({ front: cardOf(otherDni, -100).front })
    expect(await check(person)).toEqual(agrees)
    expect(await statesOf(person)).toEqual(['retake', 'retake', 'retake'])
  })

  test('a name that the zone had to cut is said, but not offered in place of what was typed', async () => {
    const person = await saved({ last_name: 'Paz' })
    show({ back: { ...goodReadings.back, mrz: mrz && { ...mrz, namesTruncated: true } } })
    await send(person, 'id_back')
    expect((await check(person)).differences).toEqual([{ field: 'last_name', typed: 'Paz', on_card: null }])
  })
})

describe('the same image or face', () => {
  const applyUnder = async (dni: string, { place, image }: { place: number; image?: Buffer }) => {
    const person = await newApplicant(server)
    await person.call('app/save_basic_info', { ...basic, ...numbersOf(dni) })
    show(cardOf(dni, place))
    await send(person, 'id_front')
    await send(person, 'id_back')
    await send(person, 'selfie', image)
    return person
  }
  /** Read, but not judged. */
  const underWay = async (dni: string, place: number) => {
    const person = await newApplicant(server)
    show(cardOf(dni, place))
    await sendThree(person)
    await person.call('app/save_basic_info', { ...basic, ...numbersOf(dni) })
    return person
  }
  const underDni = async (dni: string, selfie: { place: number; image?: Buffer }) =>
    verdictOf(await applyUnder(dni, selfie))
  const first = '30111222'

  test('under another DNI: a person looks', async () => {
    const image = await plainPhoto()
    expect(await underDni(first, { place: -2000, image })).toMatchObject({ outcome: 'pass' })
    expect(await underDni(otherDni, { place: -3000, image })).toMatchObject({
      outcome: 'manual',
      reasons: ['image_reused'],
    })
    expect(await underDni(otherDni, { place: -2000.3 })).toMatchObject({ outcome: 'manual', reasons: ['face_reused'] })
  })

  test('under the same DNI, on another account: it is the same person', async () => {
    const image = await plainPhoto()
    expect(await underDni(first, { place: -4000, image })).toMatchObject({ outcome: 'pass' })
    expect(await underDni(first, { place: -4000, image })).toMatchObject({ outcome: 'pass' })
  })

  test('another face under another DNI is nobody known', async () => {
    expect(await underDni(first, { place: -5000 })).toMatchObject({ outcome: 'pass' })
    expect(await underDni(otherDni, { place: -5001 })).toMatchObject({ outcome: 'pass' })
  })

  test('of two people at the same moment is found: at least one of them is for a person to look at', async () => {
    const people = await Promise.all([first, otherDni].map((dni) => underWay(dni, -8000)))
    await Promise.all(people.map(judgeNow))
    const verdicts = await Promise.all(people.map(verdictOf))
    expect(verdicts.flatMap(({ reasons }) => reasons)).toContain('face_reused')
  })

  test('is kept with the distance, for whoever looks at the case, until either is erased', async () => {
    const person = await applyUnder(first, { place: -9000 })
    const other = await applyUnder(otherDni, { place: -9000.3 })
    const sameAs = () => inTransaction(pool, (tx) => findSameAs(tx, services, other.userId))
    expect(await sameAs()).toMatchObject([{ userId: person.userId, by: 'face', isPhotoKept: true }])
    expect((await sameAs())[0]?.distance).toBeCloseTo(0.3)
    await inTransaction(pool, (tx) => forgetFace(tx, { userId: person.userId, at: now }))
    expect(await sameAs()).toEqual([])
    expect((await pool.query('SELECT FROM face_match WHERE other_user_id = $1', [person.userId])).rowCount).toBe(0)
  })

  test('says nothing to the person about whom we know', async () => {
    const image = await plainPhoto()
    await underDni(first, { place: -6000, image })
    const person = await applyUnder(otherDni, { place: -7000, image })
    expect(await verdictOf(person)).toMatchObject({ outcome: 'manual' })
    const { photos } = await info(person)
    expect(photos.map(({ state, reasons }) => [state, reasons])).toEqual([
      ['checking', []],
      ['checking', []],
      ['checking', []],
    ])
  })
})

test('a selfie that may be of a picture: a person looks, the scores are kept, nobody is accused', async () => {
  const doubtful = { ...goodReadings.selfie.selfie, spoof: 4.1, liveness: 0.08 }
  const person = await applicant({ front: goodReadings.front, selfie: { ...goodReadings.selfie, selfie: doubtful } })
  expect(await verdictOf(person)).toMatchObject({
    outcome: 'manual',
    reasons: ['selfie_perhaps_of_picture'],
    scores: { spoof: 4.1, liveness: 0.08 },
  })
  const said = async (language: 'en' | 'es') =>
    (await info(person, language)).photos.flatMap(({ reasons }) => reasons.map(({ text }) => text))
  expect(await said('en')).toEqual([expect.stringMatching(/^Somebody of our team is looking at your selfie\./)])
  expect(await said('es')).toEqual([expect.stringMatching(/^Alguien de nuestro equipo está mirando tu selfie\./)])
  expect((await submit(person)).code).toBe('0')
  // Whoever reviews is told more than the person.
  expect(reasonText('selfie_perhaps_of_picture')).toContain('photo of a print or of a screen')
})
