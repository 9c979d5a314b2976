import { afterEach, describe, expect, test } from 'vitest'
import { m } from '../web/src/i18n/compiled/messages.js'
import { setLocale } from '../web/src/i18n/compiled/runtime.js'
import { logIn } from './log-in.ts'
import { newPerson } from './people.ts'
import { launchBrowser, Phone, type Language } from './phone.ts'
import { Steps } from './steps.ts'

launchBrowser()

let phone: Phone

afterEach(async () => {
  expect(phone.problems).toEqual([])
  await phone.close()
})

describe.each<Language>(['es', 'en'])('in %s', (language) => {
  test('a guest becomes an applicant', async () => {
    setLocale(language)
    const person = newPerson()
    phone = await Phone.open({ language })
    await phone.goto('/')
    await phone.tap(phone.page.getByRole('link', { name: m.home_log_in() }).first())
    await logIn(phone, person)
    await phone.tap(phone.page.getByRole('link', { name: m.home_start() }))
    await new Steps(phone, language).all(person)
    await phone.page.getByText(m.photos_title()).waitFor()
    expect(await phone.axe()).toEqual([])
  })
})
