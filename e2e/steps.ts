import * as options from '@hola/i18n/say-options.ts'
import type { Locator } from 'playwright-core'
import { m } from '@hola/i18n/compiled/messages.js'
import { exampleBasic } from '@hola/core/application/test-example.ts'
import type { Person } from './people.ts'
import type { Language, Phone } from './phone.ts'
import type { Photos } from './photos.ts'

/** A photo is read by a processor that others use too. */
const READ_MS = 120_000

export const stepPages = {
  basic: '/pages/step/step-basic/step-basic',
  social: '/pages/step/step-social/step-social',
  withdrawal: '/pages/step/step-withdrawal/step-withdrawal',
  photos: '/pages/upload/upload-id-card/upload-id-card',
} as const

type Labelled = { readonly id: string; readonly label: string }

export const labelOf = (choices: readonly Labelled[], id: string): string =>
  choices.find((choice) => choice.id === id)?.label ?? id

/** The three forms of an application, filled in by touch, field by field by the names that the contract gives them. */
export class Steps {
  readonly phone: Phone
  private readonly language: Language

  constructor(phone: Phone, language: Language) {
    this.phone = phone
    this.language = language
  }

  field(name: string): Locator {
    return this.phone.page.locator(`[data-field="${name}"]`)
  }

  input(name: string): Locator {
    return this.field(name).locator('input')
  }

  async type(name: string, text: string): Promise<void> {
    await this.phone.type(this.input(name), text)
  }

  async chip(name: string, text: string): Promise<void> {
    await this.phone.check(this.field(name).getByRole('radio', { name: text, exact: true }))
  }

  /** Opens the sheet of a field. */
  async open(name: string): Promise<Locator> {
    const { phone } = this
    await phone.tap(this.field(name).locator('button[aria-haspopup=dialog]'))
    const sheet = phone.page.getByRole('dialog')
    await sheet.waitFor()
    return sheet
  }

  async choose(name: string, label: string, { isSearched = false } = {}): Promise<void> {
    const sheet = await this.open(name)
    const search = sheet.getByRole('combobox')
    if (isSearched) await this.phone.type(search, label)
    await this.phone.tap(sheet.getByRole('option', { name: label, exact: true }))
    await sheet.waitFor({ state: 'detached' })
  }

  /** Waits for a list that depends on what was chosen before. */
  async chooseNext(name: string, label: string, how?: { isSearched: boolean }): Promise<void> {
    await this.field(name).locator('button[aria-haspopup=dialog]:not([aria-disabled])').waitFor()
    await this.choose(name, label, how)
  }

  async day(name: string, day: string): Promise<void> {
    const sheet = await this.open(name)
    const typed = day.split('-').toReversed().join('/')
    await this.phone.type(sheet.getByRole('textbox', { name: m.ui_type_date() }), typed)
    await this.phone.tap(sheet.getByRole('button', { name: m.ui_done() }))
    await sheet.waitFor({ state: 'detached' })
  }

  async place(): Promise<void> {
    await this.choose('address.province_id', 'Buenos Aires')
    await this.chooseNext('address.district_id', '25 de Mayo')
    await this.chooseNext('address.locality_id', '25 de Mayo')
  }

  async basic(person: Person): Promise<void> {
    const { language } = this
    await this.type('first_name', person.firstName)
    await this.type('last_name', person.lastName)
    await this.type('national_id_number', person.dni)
    await this.chip('gender_id', labelOf(options.genders(language), person.gender))
    await this.day('birth_day', person.birthDay)
    await this.type('whatsapp_phone', person.phone)
    await this.place()
    await this.type('address.street', person.street)
    await this.type('address.street_number', '1234')
    await this.type('address.postal_code', 'B6660ABC')
    await this.work()
    await this.chip('had_loans', m.application_yes())
    await this.type('past_loans_count', String(exampleBasic.past_loans_count))
  }

  /** The third part of the first step, up to its last question. */
  async work(): Promise<void> {
    const { language } = this
    await this.choose('education_id', labelOf(options.educations(language), 'secondary'))
    await this.choose('industry_id', labelOf(options.industries(language), 'commerce'))
    await this.choose('loan_purpose_id', labelOf(options.loanPurposes(language), 'bills'))
    await this.chip('overdue_past_six_months', m.application_no())
    await this.chip('has_internet_loans', m.application_no())
  }

  /** The same with the card in place of typing, for somebody in the city of Buenos Aires who has no other loan. */
  async basicByCard(person: Person, photos: Photos, front: Buffer): Promise<void> {
    const { phone } = this
    const { page } = phone
    await phone.tap(page.getByRole('button', { name: m.application_card_open() }))
    await phone.tap(page.getByRole('button', { name: m.application_card_yes() }))
    await photos.use(page.getByRole('dialog'), front)
    await page.getByText(m.application_card_filled()).waitFor({ timeout: READ_MS })
    await this.choose('address.province_id', 'Ciudad Autónoma de Buenos Aires')
    await this.chooseNext('address.locality_id', 'Palermo', { isSearched: true })
    await this.type('address.street', `${person.street} 1234`)
    await this.type('address.postal_code', 'C1425ABC')
    await this.work()
    await this.chip('had_loans', m.application_no())
  }

  async social({ contacts }: Person): Promise<void> {
    const { language } = this
    await this.choose('employment_type_id', labelOf(options.employmentTypes(language), 'employee'))
    await this.type('monthly_salary_centavos', '900000')
    await this.chip('marital_status_id', labelOf(options.maritalStatuses(language), 'single'))
    for (const [index, { name, phone }] of contacts.entries()) {
      const contact = `emergency_contact_${index + 1}`
      await this.choose(`${contact}.relationship_id`, labelOf(options.relationships(language), 'friend'))
      await this.type(`${contact}.contact_name`, name)
      await this.type(`${contact}.contact_phone`, phone)
    }
  }

  /** The bank is recognised by the account; the holder is who filled in the first step. */
  async withdrawal({ cbu }: Person): Promise<void> {
    await this.type('account_number', cbu)
  }

  /** Saves and waits for the page that comes next. */
  async goOn(next: keyof typeof stepPages): Promise<void> {
    const { phone } = this
    await phone.tap(phone.page.getByRole('button', { name: m.application_save_and_go_on() }))
    await phone.page.waitForURL((url) => url.hash === `#${stepPages[next]}`)
    await phone.settled()
  }

  async all(person: Person): Promise<void> {
    await this.basic(person)
    await this.goOn('social')
    await this.social(person)
    await this.goOn('withdrawal')
    await this.withdrawal(person)
    await this.goOn('photos')
  }
}
