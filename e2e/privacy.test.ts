import { readFile } from 'node:fs/promises'
import { extractText, getDocumentProxy } from 'unpdf'
import { oneTestIn, someOf } from '@hola/core/test-proof.ts'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { m } from '@hola/i18n/compiled/messages.js'
import { setLocale } from '@hola/i18n/compiled/runtime.js'
import { borrow, call, letReview, newSession, saveThreeSteps, submitApplication, type Session } from './client.ts'
import { ownServer } from './own-server.ts'
import { newPerson, type Person } from './people.ts'
import { launchBrowser, Phone, type Language } from './phone.ts'
import { codeSentTo, moveClock } from './sandbox-api.ts'
import { looksRight, wordsOn } from './walk.ts'

launchBrowser()
const server = ownServer()

const PRIVACY = '/pages/privacy/privacy'

let phone: Phone
let person: Person
let session: Session

afterEach(async () => {
  expect(phone.problems).toEqual([])
  await phone.close()
})

const button = (name: string) => phone.page.getByRole('button', { name, exact: true })
const toggle = (name: string) => phone.page.getByRole('switch', { name, exact: true })

const shows = async (text: string | RegExp): Promise<void> => {
  await expect.poll(() => wordsOn(phone)).toMatch(text)
}

const download = async (name: string): Promise<Buffer> => {
  const file = phone.page.waitForEvent('download')
  await phone.tap(button(name))
  return readFile(await (await file).path())
}

const consentOf = async (kind: string) =>
  (await call(server().url, 'privacy/state', {}, { session })).consents.find((consent) => consent.kind === kind)

/** Somebody with a form filled in, and a phone that is hers, which may ask. */
const begin = async (language: Language): Promise<string> => {
  setLocale(language)
  const { url } = server()
  person = newPerson()
  session = await newSession(url, person)
  phone = await Phone.open({ language, session, url, asks: true })
  return url
}

describe.each(someOf<Language>('languages of my data', ['es', 'en'], 1))('in %s', (language) => {
  test('a consent is given, used, taken back and gone; a copy is made; the account is erased', async () => {
    const url = await begin(language)
    await phone.goto(PRIVACY)
    await phone.tap(toggle(m.privacy_kind_behaviour()))
    await button(m.privacy_yes()).waitFor()
    await looksRight(phone)
    await phone.tap(button(m.privacy_yes()))
    // What follows a consent is loaded now: from here on it is noted how the screens go.
    await expect.poll(async () => (await consentOf('behaviour'))?.is_on).toBe(true)
    await phone.goto('/pages/step/step-basic/step-basic')
    // No question comes up by itself.
    expect(await phone.page.getByRole('dialog').count()).toBe(0)
    await phone.page.getByRole('textbox', { name: m.application_field_first_name() }).fill('Somebody')
    await phone.tap(phone.page.getByRole('button', { name: m.shell_back() }))
    await expect.poll(async () => (await consentOf('behaviour'))?.stored_count).toBeGreaterThan(0)

    await saveThreeSteps(url, session, person)
    // It has shown what was held before.
    await phone.goto(PRIVACY)
    await phone.page.reload()
    await shows(m.privacy_category_form())
    expect(await toggle(m.privacy_kind_behaviour()).isChecked()).toBe(true)
    expect(await toggle(m.privacy_kind_device()).isChecked()).toBe(false)
    await looksRight(phone)

    await phone.tap(toggle(m.privacy_kind_device()))
    await phone.tap(button(m.privacy_yes()))
    await expect.poll(() => consentOf('device')).toMatchObject({ is_on: true, stored_count: 1 })

    const json = JSON.parse((await download(m.privacy_download_json())).toString()) as unknown
    expect(JSON.stringify(json)).toContain(person.dni)
    const pdf = await download(m.privacy_download_pdf())
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: true })
    expect(text).toContain(person.lastName)
    // Taking a copy is an access, and the page shows it.
    await shows(m.privacy_purpose_download())

    for (const kind of [m.privacy_kind_device(), m.privacy_kind_behaviour()]) {
      await phone.tap(toggle(kind))
      await expect.poll(() => toggle(kind).isChecked()).toBe(false)
    }
    await shows(/(Borramos|We deleted) 1 /)
    for (const kind of ['device', 'behaviour'])
      expect(await consentOf(kind)).toMatchObject({ is_on: false, stored_count: 0 })
    await looksRight(phone)

    await phone.tap(phone.page.getByRole('link', { name: m.privacy_erase_look() }))
    await shows(m.privacy_erase_goes())
    await looksRight(phone)
    await phone.tap(button(m.privacy_erase_on()))
    await phone.tap(button(m.privacy_code_ask()))
    const code = phone.page.getByRole('textbox', { name: m.privacy_code() })
    await code.waitFor()
    await code.fill(await codeSentTo(url, person.phone))
    await looksRight(phone)
    await phone.tap(button(m.privacy_erase_do()))
    await phone.page.getByRole('heading', { name: m.privacy_erased() }).waitFor()
    await looksRight(phone)
    expect(await phone.page.evaluate(() => Object.keys(localStorage))).toEqual([])
    // Whoever comes back, as soon as she may have another code, begins anew.
    await moveClock(url, { advance_ms: 60_000 })
    const again = await newSession(url, person)
    expect((await call(url, 'app/get_basic_info', {}, { session: again })).info).toBeNull()
  })
})

const longTest = oneTestIn(2, 'accounts that stay', { test, afterAll })

longTest('while a loan is open the account stays, and the page says why and where to go', async () => {
  const url = await begin('es')
  await submitApplication(url, session, person)
  expect(await letReview(url, session)).toMatchObject({ state: 'approved' })
  await borrow(url, session, person)
  await phone.goto(PRIVACY)
  await shows(m.privacy_obstacle_open_loan())
  await looksRight(phone)
  await phone.tap(phone.page.getByRole('link', { name: m.privacy_erase_look() }))
  await shows(m.privacy_erase_stays())
  await looksRight(phone)
  expect(await button(m.privacy_erase_on()).count()).toBe(0)
  await phone.tap(phone.page.getByRole('link', { name: m.privacy_obstacle_open_loan_go() }))
  await expect.poll(() => phone.hash()).toBe('#/pages/my-loan/my-loan')
})
