import { someOf } from '@hola/core/test-proof.ts'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { m } from '@hola/i18n/compiled/messages.js'
import { setLocale } from '@hola/i18n/compiled/runtime.js'
import { call, newSession } from './client.ts'
import { basicOf, newPerson } from './people.ts'
import { launchBrowser, Phone, type Language } from './phone.ts'
import { stepPages, Steps } from './steps.ts'

launchBrowser()

describe.each(someOf<Language>('languages of the sheets', ['es', 'en'], 1))('in %s', (language) => {
  const person = newPerson()
  let phone: Phone
  let steps: Steps

  beforeAll(async () => {
    setLocale(language)
    const session = await newSession(inject('url'), person)
    await call(inject('url'), 'app/save_basic_info', basicOf(person), { session })
    phone = await Phone.open({ language, session, width: 320, height: 640 })
    steps = new Steps(phone, language)
  })

  afterAll(() => phone.close())

  /** Looks at the sheet, closes it as Android's back does, and finds the focus where it came from. */
  const lookAt = async (name: string): Promise<void> => {
    const sheet = await steps.open(name)
    expect(await phone.axe()).toEqual([])
    expect(await phone.overflow()).toBe(0)
    await phone.page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'detached' })
    expect(
      await steps
        .field(name)
        .locator('button')
        .first()
        .evaluate((button) => button === document.activeElement),
    ).toBe(true)
  }

  test('step 1: every sheet, the questions, another place, and everything that is wrong', async () => {
    await phone.goto(stepPages.basic)
    for (const name of ['birth_day', 'education_id', 'industry_id', 'loan_purpose_id']) await lookAt(name)
    for (const name of ['address.province_id', 'address.district_id', 'address.locality_id']) await lookAt(name)
    await steps.chip('overdue_past_six_months', m.application_yes())
    await lookAt('longest_overdue_period_id')
    await steps.choose('address.locality_id', m.application_other_town())
    for (const name of ['first_name', 'national_id_number', 'cuil', 'past_loans_count']) await steps.type(name, '')
    await phone.tap(phone.page.getByRole('button', { name: m.application_save_and_go_on() }))
    await phone.page.getByRole('alert').getByRole('link').first().waitFor()
    expect(await steps.input('first_name').evaluate((input) => input === document.activeElement)).toBe(true)
    expect(await phone.axe()).toEqual([])
    expect(await phone.overflow()).toBe(0)
    expect(phone.problems).toEqual([])
  })

  test('step 2: every sheet, and two contacts with one phone', async () => {
    await phone.goto(stepPages.social)
    for (const name of ['employment_type_id', 'emergency_contact_2.relationship_id']) {
      await lookAt(name)
    }
    await steps.social({ ...person, contacts: [person.contacts[0], person.contacts[0]] })
    await phone.tap(phone.page.getByRole('button', { name: m.application_save_and_go_on() }))
    await phone.page.getByRole('alert').getByRole('link').waitFor()
    expect(await phone.axe()).toEqual([])
    expect(phone.problems).toEqual([])
  })

  test('step 3: banks, wallets, an account of another bank', async () => {
    await phone.goto(stepPages.withdrawal)
    await steps.type('account_number', 'una.cuenta.mia')
    await steps.chip('institution_kind', m.application_wallet())
    await lookAt('institution_id')
    await steps.chip('institution_kind', m.application_bank())
    await lookAt('institution_id')
    await steps.choose('institution_id', 'Galicia')
    await steps.type('account_number', person.cbu)
    await phone.page.getByText(m.application_other_bank({ name: 'Banco Nación (BNA)' })).waitFor()
    expect(await phone.axe()).toEqual([])
    expect(await phone.overflow()).toBe(0)
    expect(phone.problems).toEqual([])
  })
})
