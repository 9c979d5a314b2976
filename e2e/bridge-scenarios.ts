import { bridgeExamples } from '@hola/core/bridge/examples.ts'
import type { BridgeCall } from '@hola/core/bridge/protocol.ts'
import { deviceConsents } from '@hola/core/consent/device.ts'
import { expect } from 'vitest'
import { m } from '@hola/i18n/compiled/messages.js'
import { setLocale } from '@hola/i18n/compiled/runtime.js'
import { call, newSession, type Session } from './client.ts'
import type { BridgeDriver } from './fake-bridge.ts'
import { logIn } from './log-in.ts'
import { basicOf, newPerson } from './people.ts'
import { Phone } from './phone.ts'
import { Photos } from './photos.ts'
import { specimensOf } from './sandbox-api.ts'
import { stepPages } from './steps.ts'

// The web app against a wrapper: everything that is exported is one scenario, whoever is the wrapper.

setLocale('en')

const testPage = '/pages/settings/page_native_test'

const AGREED_KINDS = ['device', 'location', 'sms', 'apps'] as const

/** The made-up phone is such that the good answers of the protocol are true of it. */
const examplePhone = {
  granted: ['camera', 'location', 'sms'],
  now_ms: Date.parse('2026-12-02T00:00:00Z'),
  photo: bridgeExamples.takePhoto.answer.photo.base64,
  sms: [
    ['BANCO', Date.parse('2026-12-01T12:30:00Z'), 'Se acreditaron haberes por $ 450.000,00'],
    ['+5491123456789', Date.parse('2026-11-30T10:00:00Z'), 'Hola Ana, te transferí $ 100'],
    ['30303', Date.parse('2026-11-28T09:05:00Z'), 'Novedades del servicio'],
  ],
  installed: ['com.whatsapp', 'ar.com.bancar.uala', 'com.mercadopago.wallet'],
} as const

type Ran = { readonly request: string; readonly answer: string }

/** The page that tries every event, by touch. */
class NativeTest {
  readonly phone: Phone

  constructor(phone: Phone) {
    this.phone = phone
  }

  private item(check: string) {
    const { page } = this.phone
    const name = page.getByRole('heading', { name: check.replace('.', ' · '), exact: true })
    return page.getByRole('listitem').filter({ has: name })
  }

  press(check: string): Promise<void> {
    return this.phone.tap(this.item(check).getByRole('button'))
  }

  async result(check: string): Promise<Ran> {
    const texts = this.item(check).locator('pre')
    await texts.nth(1).waitFor()
    const [request = '', answer = ''] = await texts.allTextContents()
    return { request, answer }
  }

  async run(check: string): Promise<Ran> {
    await this.press(check)
    return this.result(check)
  }

  async answerTo(check: string): Promise<unknown> {
    return JSON.parse((await this.run(check)).answer)
  }

  /** Asked, and neither answered nor given up. */
  async isWaiting(check: string): Promise<boolean> {
    return (await this.item(check).getByRole('button').getAttribute('aria-busy')) === 'true'
  }

  async verdict(check: string): Promise<string | null> {
    return this.item(check).locator('[aria-live] span').first().textContent()
  }
}

const openTestPage = async (driver: BridgeDriver, session?: Session): Promise<NativeTest> => {
  const phone = await Phone.open({ ...(session && { session }) })
  await driver.connect(phone.page)
  if (session) {
    for (const kind of AGREED_KINDS) {
      const { version } = deviceConsents[kind]
      await call(phone.url, 'privacy/consent', { give: true, kind, version }, { session })
    }
    // There the device learns what was agreed to.
    await phone.goto('/pages/privacy/privacy')
  }
  await phone.goto(testPage)
  return new NativeTest(phone)
}

const close = async ({ phone }: NativeTest): Promise<void> => {
  expect(phone.problems).toEqual([])
  await phone.close()
}

export const everyEventIsAnswered = async (driver: BridgeDriver, url: string): Promise<void> => {
  driver.turn(examplePhone)
  const session = await newSession(url)
  const test = await openTestPage(driver, session)
  const plain: readonly BridgeCall[] = [
    'localCache.set',
    'localCache.get',
    'localCache.clear',
    'afEvent',
    'permission.check',
    'takePhoto',
    'liveness',
    'pickerContact',
    'intentUriOpen.check_support',
    'intentUriOpen.start',
    'location.start',
    'deviceInfo',
    'smsInfo',
    'installAppInfo',
  ]
  // A photo is shown shortened.
  const isPhoto = (check: BridgeCall): boolean => check === 'takePhoto' || check === 'liveness'
  for (const check of plain) {
    const { answer } = await test.run(check)
    if (!isPhoto(check)) expect([check, JSON.parse(answer)]).toEqual([check, bridgeExamples[check].answer])
    expect(await test.verdict(check)).toBe(m.native_answered())
  }
  expect(await test.answerTo('selfAppInfo')).toEqual({ ...bridgeExamples.selfAppInfo.answer, build: 'direct' })
  expect(await test.answerTo('permission.request')).toEqual({ granted: true, can_ask: true })
  driver.turn({ place: [-34.6037, -58.3816, Date.parse('2026-12-01T12:30:00Z')] })
  expect(await test.answerTo('location.data')).toEqual(bridgeExamples['location.data'].answer)
  expect(await test.answerTo('location.stop')).toEqual({})

  // Sent by the wrapper itself: it reaches the server, under the consents given above.
  await test.phone.check(test.phone.page.getByRole('radio', { name: m.native_native_upload() }))
  // What is installed is one record.
  const counts = { deviceInfo: 1, smsInfo: 2, installAppInfo: 1 }
  for (const [check, count] of Object.entries(counts)) {
    expect([check, await test.answerTo(check)]).toEqual([check, { stored_count: count }])
  }
  const { sent } = await call(url, 'privacy/state', {}, { session })
  expect(sent.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['apps', 'device', 'sms']))
  await close(test)
}

const photoOf = (bytes: number): string => Buffer.alloc(bytes, 'una foto de muchos bytes ').toString('base64')

const isShown = async ({ phone }: NativeTest, photo: string): Promise<boolean> =>
  (await phone.page.getByRole('img', { name: m.native_photo() }).getAttribute('src')) ===
  `data:image/jpeg;base64,${photo}`

export const longAnswersArriveWhole = async (driver: BridgeDriver): Promise<void> => {
  const photo = photoOf(5 * 1024 * 1024)
  driver.turn({ ...examplePhone, photo })
  const test = await openTestPage(driver)
  await test.run('takePhoto')
  expect(await test.verdict('takePhoto')).toBe(m.native_answered())
  expect(await isShown(test, photo)).toBe(true)
  await close(test)
}

/** Long enough for two chunks, and the cut goes through the middle of a character. */
const LONG_TEXT = `a${'🧉'.repeat(32_767)}b`

/** Two answers in chunks, held back before they reach the page, then let in one chunk of each in turn. */
export const interleavedChunksFindTheirWay = async (driver: BridgeDriver): Promise<void> => {
  const photo = photoOf(300_000)
  driver.turn({ ...examplePhone, photo })
  const test = await openTestPage(driver)
  const { page } = test.phone
  const streams = await page.evaluateHandle((value) => {
    const letIn = window.onNativeChunk
    const streams = new Map<string, string[]>()
    window.onNativeChunk = (json) => {
      const { callbackId } = JSON.parse(json) as { callbackId: string }
      streams.set(callbackId, [...(streams.get(callbackId) ?? []), json])
    }
    window.androidBridge?.postMessage(
      JSON.stringify({ event: 'localCache', action: 'set', data: { key: 'note', value } }),
    )
    const isOver = (chunks: string[]): boolean => !('data' in (JSON.parse(chunks.at(-1) ?? '{}') as object))
    return {
      bothAreOver: () => streams.size === 2 && [...streams.values()].every(isOver),
      letIn: () => {
        const [one = [], other = []] = streams.values()
        for (let at = 0; at < Math.max(one.length, other.length); at += 1) {
          for (const chunk of [one[at], other[at]]) if (chunk !== undefined) letIn?.(chunk)
        }
        return [one.length, other.length].toSorted((a, b) => a - b)
      },
    }
  }, LONG_TEXT)
  await test.press('takePhoto')
  await test.press('localCache.get')
  await page.waitForFunction(({ bothAreOver }) => bothAreOver(), streams)
  const counts = await streams.evaluate(({ letIn }) => letIn())
  expect(counts).toEqual([3, 8])
  expect((await test.result('localCache.get')).answer).toContain('(65536)')
  expect(await test.verdict('takePhoto')).toBe(m.native_answered())
  expect(await isShown(test, photo)).toBe(true)
  await close(test)
}

export const refusalsAreSaid = async (driver: BridgeDriver): Promise<void> => {
  driver.turn({ ...examplePhone, granted: [], grants: false, contact: null, opens_links: false })
  const test = await openTestPage(driver)
  expect(await test.answerTo('nobodyKnowsThis')).toEqual({ error: 'unknown_event' })
  // Nobody is logged in, so nobody has agreed to anything.
  for (const check of ['deviceInfo', 'smsInfo', 'installAppInfo', 'location.start', 'location.data']) {
    expect([check, await test.answerTo(check)]).toEqual([check, { error: 'no_consent' }])
  }
  expect(await test.answerTo('permission.request')).toEqual({ granted: false, can_ask: false })
  expect(await test.answerTo('takePhoto')).toEqual({ error: 'permission_denied' })
  expect(await test.answerTo('pickerContact')).toEqual({ error: 'cancelled' })
  expect(await test.answerTo('intentUriOpen.check_support')).toEqual({ supported: false })
  expect(await test.answerTo('intentUriOpen.start')).toEqual({ error: 'unavailable' })
  expect(await test.phone.page.getByText(m.device_permission_denied()).count()).toBe(1)
  expect(await test.phone.axe()).toEqual([])
  // Our own words come before the system's question.
  const used = await driver.used()
  expect(used.slice(used.indexOf('disclosure camera')).slice(0, 2)).toEqual([
    'disclosure camera',
    'system question android.permission.CAMERA',
  ])
  await close(test)
}

/** Whatever else is handed to the page in the place of an answer, it stays whole and says what it could not read. */
export const hostileAnswersAreRefused = async (driver: BridgeDriver): Promise<void> => {
  driver.turn(examplePhone)
  const test = await openTestPage(driver)
  const { page } = test.phone
  const hostile: readonly [string, string, string][] = [
    ['wrong types', '{"package_name":7,"version_name":[],"version_code":"1","build":{}}', 'invalid_answer'],
    ['unknown values', '{"package_name":"x","version_name":"2.3.0","version_code":1,"build":"root"}', 'invalid_answer'],
    ['a prototype', '{"__proto__":{"package_name":"x"}}', 'invalid_answer'],
    ['null', 'null', 'invalid_answer'],
    ['markup', '"<img src=x onerror=alert(1)>"', 'invalid_answer'],
    ['a depth without end', `${'['.repeat(200_000)}${']'.repeat(200_000)}`, 'invalid_answer'],
    ['a size without end', `"${'x'.repeat(13 * 1024 * 1024)}"`, 'too_large'],
    ['a reason nobody knows', '{"error":"because"}', 'failed'],
  ]
  for (const [name, data, verdict] of hostile) {
    await page.evaluate(
      ([data]) => {
        const letIn = window.onNativeMessage
        if (!letIn) throw new Error('the page does not listen')
        window.onNativeMessage = (json) => {
          window.onNativeMessage = letIn
          const { callbackId } = JSON.parse(json) as { callbackId: string }
          // Neither noise nor a stranger's chunk before it may disturb the one that waits.
          for (const noise of ['', '{', '[]', '{"callbackId":"nobody","data":1}']) letIn(noise)
          window.onNativeChunk?.('{"callbackId":"nobody","data":"x"}')
          letIn(`{"callbackId":"${callbackId}","data":${data}}`)
          // The true answer comes too late.
          letIn(json)
        }
      },
      [data] as const,
    )
    await test.run('selfAppInfo')
    expect([name, await test.verdict('selfAppInfo')]).toEqual([name, verdict])
  }
  expect(await test.answerTo('selfAppInfo')).toMatchObject({ build: 'direct' })
  await close(test)
}

/** Logging in is counted by its name alone; logging out clears what the wrapper kept. */
export const logInAndOutAreTold = async (driver: BridgeDriver): Promise<void> => {
  const phone = await Phone.open()
  await driver.connect(phone.page)
  await phone.goto('/pages/account/get-code-page/get-code-page?back=%2Fpages%2Fsettings%2Fsettings')
  const before = (await driver.used()).length
  await logIn(phone, newPerson())
  await phone.tap(phone.page.getByRole('button', { name: m.settings_sign_out() }))
  await phone.tap(phone.page.getByRole('alertdialog').getByRole('button', { name: m.settings_sign_out() }))
  await phone.page.getByRole('button', { name: m.settings_sign_out() }).waitFor({ state: 'detached' })
  expect((await driver.used()).slice(before)).toEqual(['count register', 'cache clear'])
  expect(phone.problems).toEqual([])
  await phone.close()
}

/** The wrapper's own picker and camera, on the pages where an applicant needs them. */
export const anApplicantUsesThePhone = async (driver: BridgeDriver, url: string): Promise<void> => {
  const person = newPerson()
  const session = await newSession(url, person)
  await call(url, 'app/save_basic_info', basicOf(person), { session })
  const { id_front: front } = await specimensOf(url, person)
  const [contact] = person.contacts
  driver.turn({ granted: [], grants: true, photo: front.toString('base64'), contact })
  const phone = await Phone.open({ session })
  await driver.connect(phone.page)

  await phone.goto(stepPages.social)
  const card = phone.page.getByRole('region', { name: m.application_contact_1() })
  await phone.tap(card.getByRole('button', { name: m.application_pick_contact() }))
  const name = card.getByRole('textbox', { name: m.application_contact_name() })
  await expect.poll(() => name.inputValue()).toBe(contact.name)

  await phone.goto(stepPages.photos)
  const photos = new Photos(phone)
  await photos.agree()
  const sheet = await photos.open('id_front')
  await sheet.getByRole('button', { name: m.photos_camera_use_phone() }).tap()
  await sheet.getByRole('button', { name: m.photos_preview_use() }).waitFor()
  expect(phone.problems).toEqual([])
  await phone.close()
}

/** Consent given in My data: the wrapper reads and sends, the page neither sees nor sends it, and need not stay open. */
export const theWrapperSendsWhatWasAgreedTo = async (driver: BridgeDriver, url: string): Promise<void> => {
  const session = await newSession(url)
  const sent = async (): Promise<unknown[]> =>
    (await call(url, 'privacy/state', {}, { session })).sent.map(({ kind, stored_count }) => [kind, stored_count])
  driver.turn({ ...examplePhone, loses_uploads: 2 })
  const phone = await Phone.open({ session })
  await driver.connect(phone.page)
  const ofThePage: string[] = []
  phone.page.on('request', (request) => {
    if (request.url().includes('/api/user/upload_')) ofThePage.push(request.url())
  })
  const agree = async (name: string): Promise<void> => {
    await phone.tap(phone.page.getByRole('switch', { name, exact: true }))
    await phone.tap(phone.page.getByRole('button', { name: m.privacy_yes() }))
  }
  await phone.goto('/pages/privacy/privacy')
  // Two calls get lost, the third arrives.
  await agree(m.privacy_kind_device())
  await expect.poll(sent).toEqual([['device', 1]])
  await phone.page.getByRole('switch', { name: m.privacy_kind_device(), exact: true, checked: true }).waitFor()

  // The page is closed before anything has gone out.
  driver.turn({ holds_uploads: true })
  await agree(m.privacy_kind_apps())
  await expect.poll(() => driver.used()).toContain('upload user/upload_app')
  expect(ofThePage).toEqual([])
  expect(phone.problems).toEqual([])
  await phone.close()
  driver.turn({ holds_uploads: false })
  await expect.poll(sent).toEqual(expect.arrayContaining([['apps', 1]]))
}

/** A wrapper that says nothing: the page waits as long as the table says and then tells so; for a person it waits on. */
export const aSilentWrapperIsGivenUpAtItsLimit = async (driver: BridgeDriver): Promise<void> => {
  driver.turn({ ...examplePhone, silent: true })
  const phone = await Phone.open()
  await driver.connect(phone.page)
  await phone.page.clock.install()
  await phone.goto(testPage)
  const test = new NativeTest(phone)
  await test.press('takePhoto')
  const limited = { selfAppInfo: 10, 'localCache.get': 10, 'intentUriOpen.start': 10 } as const
  for (const [check, seconds] of Object.entries(limited)) {
    await test.press(check)
    await phone.page.clock.fastForward((seconds - 5) * 1000)
    expect([check, await test.isWaiting(check)]).toEqual([check, true])
    await phone.page.clock.fastForward(5_000)
    await expect.poll(() => test.verdict(check)).toBe('no_answer')
  }
  await phone.page.clock.fastForward(3_600_000)
  expect(await test.isWaiting('takePhoto')).toBe(true)
  await close(test)
}
