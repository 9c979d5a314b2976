import * as options from '@hola/core/application/options.ts'
import { formatPhoneTyped } from '@hola/core/identifiers/phone.ts'
import { expect, test } from 'vitest'
import { photoWords } from '../web/src/features/photos/photo-words.ts'
import { m } from '../web/src/i18n/compiled/messages.js'
import { setLocale } from '../web/src/i18n/compiled/runtime.js'
import { photoKinds } from '../web/src/lib/photo-queue/photo-queue.ts'
import { Keyboard } from './keyboard.ts'
import { newPerson } from './people.ts'
import { launchBrowser, Phone } from './phone.ts'
import { asFile, standStill, submittedPage } from './photos.ts'
import { codeSentTo, specimensOf } from './sandbox-api.ts'
import { labelOf, stepPages } from './steps.ts'

launchBrowser()

test('the whole way from a guest to an application in review, without pointing at anything', async () => {
  setLocale('es')
  const person = newPerson()
  const phone = await Phone.open({ language: 'es', desk: true })
  const { page } = phone
  const keys = new Keyboard(page)
  const link = (name: string) => page.getByRole('link', { name }).first()
  const button = (name: string) => page.getByRole('button', { name })
  const box = (name: string) => page.getByRole('checkbox', { name })
  const field = (name: string) => page.locator(`[data-field="${name}"]`)
  const input = (name: string) => field(name).locator('input')
  const picker = (name: string) => field(name).locator('button[aria-haspopup=dialog]:not([aria-disabled])')
  const arriveAt = async (path: string): Promise<void> => {
    await page.waitForURL((url) => url.hash === `#${path}`)
    await phone.settled()
  }

  await phone.goto('/')
  await keys.enter(link(m.home_log_in()))
  await keys.write(page.getByRole('textbox', { name: m.account_phone_label() }), formatPhoneTyped(person.phone))
  await keys.tick(box(m.account_privacy_link()))
  await keys.tick(box(m.account_terms_link()))
  await keys.enter(button(m.account_ask_code()))
  const code = page.getByRole('textbox', { name: m.account_code_label() })
  await code.waitFor()
  await expect.poll(() => keys.isOn(code)).toBe(true)
  await keys.type(await codeSentTo(phone.url, person.phone))
  await code.waitFor({ state: 'detached' })

  await keys.enter(link(m.home_start()))
  await arriveAt(stepPages.basic)
  await keys.write(input('first_name'), person.firstName)
  await keys.write(input('last_name'), person.lastName)
  await keys.write(input('national_id_number'), person.dni)
  await keys.radio(field('gender_id'), labelOf(options.genders('es'), person.gender))
  await keys.enter(picker('birth_day'))
  const typedDay = page.getByRole('dialog').getByRole('textbox')
  await keys.write(typedDay, person.birthDay.split('-').toReversed().join('/'))
  await keys.press('Enter')
  await typedDay.waitFor({ state: 'detached' })
  await keys.choose(picker('education_id'), labelOf(options.educations('es'), 'secondary'))
  await keys.choose(picker('industry_id'), labelOf(options.industries('es'), 'commerce'))
  await keys.choose(picker('address.province_id'), 'Buenos Aires')
  await keys.choose(picker('address.district_id'), '25 de Mayo')
  await keys.choose(picker('address.locality_id'), '25 de Mayo')
  await keys.write(input('address.street'), person.street)
  await keys.write(input('address.street_number'), '1234')
  await keys.write(input('address.postal_code'), 'B6660ABC')
  await keys.choose(picker('loan_purpose_id'), labelOf(options.loanPurposes('es'), 'bills'))
  await keys.enter(page.locator('summary', { hasText: m.application_other_loans() }))
  await keys.radio(field('overdue_past_six_months'), m.application_no())
  await keys.choose(picker('longest_overdue_period_id'), labelOf(options.overduePeriods('es'), 'never'))
  await keys.write(input('current_internet_loans_centavos'), '0')
  await keys.write(input('past_loans_count'), '2')
  await keys.write(input('internet_loans_in_progress_count'), '0')
  await keys.enter(button(m.application_save_and_go_on()))

  await arriveAt(stepPages.social)
  await keys.choose(picker('employment_type_id'), labelOf(options.employmentTypes('es'), 'employee'))
  await keys.write(input('monthly_salary_centavos'), '900000')
  await keys.choose(picker('marital_status_id'), labelOf(options.maritalStatuses('es'), 'single'))
  for (const [index, contact] of person.contacts.entries()) {
    const name = `emergency_contact_${index + 1}`
    await keys.choose(picker(`${name}.relationship_id`), labelOf(options.relationships('es'), 'friend'))
    await keys.write(input(`${name}.contact_name`), contact.name)
    await keys.write(input(`${name}.contact_phone`), formatPhoneTyped(contact.phone))
  }
  // Enter in a field sends the form, as everywhere.
  await keys.press('Enter')

  await arriveAt(stepPages.withdrawal)
  await keys.radio(field('institution_kind'), m.application_bank())
  await keys.write(input('account_number'), person.cbu)
  await keys.enter(button(m.application_save_and_go_on()))

  await arriveAt(stepPages.photos)
  const specimens = await specimensOf(phone.url, person)
  await keys.tick(box(m.photos_consent_tick()))
  await keys.enter(button(m.photos_consent_yes()))
  let chosen = specimens.id_front
  // The system's own dialog, where files are chosen by keyboard too.
  page.on('filechooser', (dialog) => void dialog.setFiles(asFile(chosen)))
  for (const kind of photoKinds) {
    chosen = specimens[kind]
    await keys.enter(button(photoWords[kind].take()))
    const sheet = page.getByRole('dialog')
    await keys.tabTo(sheet.locator('input[type=file]').last())
    await keys.press('Space')
    const use = sheet.getByRole('button', { name: m.photos_preview_use() })
    await use.waitFor()
    await expect.poll(() => keys.isOn(use)).toBe(true)
    await keys.press('Enter')
    await sheet.waitFor({ state: 'detached' })
  }
  await standStill(phone)
  await keys.enter(page.locator('button:not([aria-disabled])', { hasText: m.photos_submit() }))
  await arriveAt(submittedPage)
  await keys.enter(button(m.photos_sent_go()))
  await page.getByRole('heading', { name: m.photos_review_title() }).waitFor()

  expect(phone.problems).toEqual([])
  await phone.close()
})
