import { someOf } from '@hola/core/test-proof.ts'
import { afterEach, expect, test } from 'vitest'
import { m } from '@hola/i18n/compiled/messages.js'
import { setLocale } from '@hola/i18n/compiled/runtime.js'
import { logIn } from './log-in.ts'
import { newPerson, type Person } from './people.ts'
import { launchBrowser, Phone, type Language } from './phone.ts'
import { Photos } from './photos.ts'
import { specimensOf } from './sandbox-api.ts'
import { stepPages, Steps } from './steps.ts'

launchBrowser()

let phone: Phone
let person: Person

afterEach(async () => {
  expect(phone.problems).toEqual([])
  await phone.close()
})

const openHome = async (language: Language): Promise<void> => {
  setLocale(language)
  person = newPerson()
  phone = await Phone.open({ language })
  await phone.goto('/')
}

const sendPhotos = async (): Promise<void> => {
  const photos = new Photos(phone)
  await photos.agree()
  await photos.takeAll(await specimensOf(phone.url, person))
  await photos.submit()
}

/** What Home says as soon as it says something: never what it said before. */
const seeHome = async (): Promise<string> => {
  await phone.page.waitForURL((url) => url.hash === '#/')
  await phone.page.getByText(m.home_init_greeting({ name: person.firstName })).waitFor()
  expect(await phone.axe()).toEqual([])
  expect(await phone.overflow()).toBe(0)
  return phone.page.getByRole('heading', { level: 1 }).innerText()
}

// By phone it is the beginning of e2e/by-the-readme.ts, and with the card that of e2e/borrowing.test.ts.
test.each(someOf<Language>('languages of applying', ['es', 'en'], 1))(
  'by e-mail, in %s: a guest logs in first and goes on; Home knows where she stopped',
  async (language) => {
    await openHome(language)
    await phone.tap(phone.page.getByRole('link', { name: m.home_start() }))
    await logIn(phone, person, 'mail')
    expect(phone.hash()).toBe(`#${stepPages.basic}`)
    const steps = new Steps(phone, language)
    await phone.goto('/')
    await phone.tap(phone.page.getByRole('link', { name: m.home_start() }))
    await steps.basic(person)
    await steps.goOn('social')
    await phone.goto('/')
    await phone.tap(phone.page.getByRole('link', { name: m.photos_review_continue() }))
    await steps.social(person)
    await steps.goOn('withdrawal')
    await steps.withdrawal(person)
    await steps.goOn('photos')
    await sendPhotos()
    expect(await phone.axe()).toEqual([])
    await phone.tap(phone.page.getByRole('button', { name: m.photos_sent_go() }))
    expect(await seeHome()).toBe(m.photos_review_title())
  },
)
