import { oneTestIn, someOf } from '@hola/core/test-proof.ts'
import { afterAll, afterEach, describe, expect, inject, test } from 'vitest'
import type { Request } from 'playwright-core'
import { reasonsAt } from '../server/src/person/identity/reason-words.ts'
import { photoWords } from '../web/src/shared/camera/photo-words.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { setLocale } from '@hola/i18n/compiled/runtime.js'
import { newSession, saveThreeSteps } from './client.ts'
import { newPerson, type Person } from './people.ts'
import { launchBrowser, Phone, type Language } from './phone.ts'
import { Photos, reviewPage } from './photos.ts'
import { specimensOf } from './sandbox-api.ts'
import { stepPages } from './steps.ts'

// The camera shows a moving test picture, and nobody has to allow it.
launchBrowser(['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'])

const uploads = '**/api/app/upload_image_info'
/** Reading a photo takes seconds of a processor that other tests use too. */

let person: Person
let phone: Phone
let photos: Photos

const begin = async (language: Language): Promise<void> => {
  setLocale(language)
  person = newPerson()
  const session = await newSession(inject('url'), person)
  await saveThreeSteps(inject('url'), session, person)
  phone = await Phone.open({ language, session })
  photos = new Photos(phone)
  await phone.goto(stepPages.photos)
}

afterEach(async () => {
  expect(phone.problems).toEqual([])
  await phone.close()
})

const uploadId = (request: Request): string => (request.postDataJSON() as { upload_id: string }).upload_id

describe.each(someOf<Language>('languages of the photos', ['es', 'en'], 1))('in %s', (language) => {
  test('axe finds nothing on the consent, the camera, the preview and a photo on its way', async () => {
    await begin(language)
    expect(await phone.axe()).toEqual([])
    await photos.agree()
    expect(await phone.axe()).toEqual([])

    const sheet = await photos.open('id_front')
    const shutter = sheet.getByRole('button', { name: m.photos_camera_shutter() })
    await shutter.waitFor()
    await sheet.getByRole('status').filter({ hasText: /\S/ }).waitFor()
    expect(await phone.axe()).toEqual([])
    expect(await phone.overflow()).toBe(0)
    await shutter.tap()
    await sheet.getByRole('img', { name: m.photos_preview_alt({ title: photoWords.id_front.title() }) }).waitFor()
    await sheet.getByRole('button', { name: m.photos_preview_rotate() }).tap()
    expect(await phone.axe()).toEqual([])
    await sheet.getByRole('button', { name: m.photos_preview_use() }).tap()
    await photos.received('id_front').waitFor()
    expect(await phone.axe()).toEqual([])
  })
})

const longTest = oneTestIn(2, 'photos that do not go well', { test, afterAll })

longTest('the network drops under a photo: it is kept and sent again under the same id', async () => {
  await begin('es')
  const { id_front: image } = await specimensOf(phone.url, person)
  const ids: string[] = []
  phone.page.on('request', (request) => {
    if (request.url().includes('upload_image_info')) ids.push(uploadId(request))
  })
  await phone.page.route(uploads, (route) => route.abort('connectionreset'))
  await photos.agree()
  await photos.take('id_front', image)
  await photos.tile('id_front').getByText(m.photos_no_connection()).waitFor()
  expect(await phone.axe()).toEqual([])

  // Kept on the phone: the tab may even be closed.
  await phone.page.reload()
  await photos.tile('id_front').getByText(m.photos_no_connection()).waitFor()

  // Home says so too, and leads back to it.
  await phone.goto('/')
  await phone.page.getByText(m.photos_unsent_offline_one()).waitFor()
  expect(await phone.axe()).toEqual([])
  await phone.tap(phone.page.getByRole('link', { name: m.photos_unsent_see() }))
  await photos.tile('id_front').getByText(m.photos_no_connection()).waitFor()
  await phone.page.unroute(uploads)
  await photos.tile('id_front').getByRole('button', { name: m.photos_try_now() }).tap()
  await photos.received('id_front').waitFor()
  expect(ids.length).toBeGreaterThanOrEqual(3)
  expect(new Set(ids).size).toBe(1)
  const lost = phone.problems.splice(0)
  expect(lost.filter((problem) => !/ERR_CONNECTION_RESET/.test(problem))).toEqual([])
})

longTest('a selfie of somebody else: its tile says why, the others are fine, another one goes on', async () => {
  await begin('en')
  await photos.agree()
  await photos.takeAll(await specimensOf(phone.url, person, 'other_face'))
  const [reason] = reasonsAt('selfie', { outcome: 'retake', retake: ['selfie'], reasons: ['face_differs'] }, 'en')
  await photos
    .tile('selfie')
    .getByText(reason?.text ?? '')
    .waitFor()
  for (const kind of ['id_front', 'id_back'] as const) await photos.tile(kind).getByText(m.photos_good()).waitFor()
  expect(await phone.axe()).toEqual([])

  await photos.take('selfie', (await specimensOf(phone.url, person)).selfie)
  await photos.tile('selfie').getByText(m.photos_good()).waitFor()
  await photos.submit()
  await phone.goto(reviewPage)
  await phone.tap(phone.page.getByRole('button', { name: m.photos_review_check() }))
  const [notYet = ''] = m.photos_review_not_yet({ time: '|' }).split('|')
  await phone.page.getByText(notYet).waitFor()
  expect(await phone.page.locator('[popover]').count()).toBe(0)
  expect(await phone.axe()).toEqual([])
})
