import * as options from '@hola/i18n/say-options.ts'
import { formatPhoneTyped } from '@hola/core/identifiers/phone.ts'
import { pesos } from '@hola/core/money.ts'
import { expect } from 'vitest'
import { photoWords } from '../web/src/shared/camera/photo-words.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { setLocale } from '@hola/i18n/compiled/runtime.js'
import { photoKinds } from '../web/src/shared/photo-queue/photo-queue.ts'
import { call, letReview } from './client.ts'
import { Keyboard } from './keyboard.ts'
import { newPerson } from './people.ts'
import { Phone } from './phone.ts'
import { asFile, standStill, submittedPage } from './photos.ts'
import { codeSentTo, payFor, specimensOf } from './sandbox-api.ts'
import { labelOf, stepPages } from './steps.ts'
import { money, wordsOn } from './walk.ts'

/** From a guest to a loan that is paid off, without pointing at anything. */
export const byKeyboard = async (url: string): Promise<readonly string[]> => {
  setLocale('es')
  const person = newPerson()
  const phone = await Phone.open({ language: 'es', desk: true, url })
  const { page } = phone
  const keys = new Keyboard(page)
  const link = (name: string | RegExp) => page.getByRole('link', { name }).first()
  const button = (name: string) => page.getByRole('button', { name })
  const heading = (name: string) => page.getByRole('heading', { name })
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
  await keys.type(await codeSentTo(url, person.phone))
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
  await keys.choose(picker('address.province_id'), 'Buenos Aires')
  await keys.choose(picker('address.district_id'), '25 de Mayo')
  await keys.choose(picker('address.locality_id'), '25 de Mayo')
  await keys.write(input('address.street'), person.street)
  await keys.write(input('address.street_number'), '1234')
  await keys.write(input('address.postal_code'), 'B6660ABC')
  await keys.choose(picker('education_id'), labelOf(options.educations('es'), 'secondary'))
  await keys.choose(picker('industry_id'), labelOf(options.industries('es'), 'commerce'))
  await keys.choose(picker('loan_purpose_id'), labelOf(options.loanPurposes('es'), 'bills'))
  await keys.radio(field('overdue_past_six_months'), m.application_no())
  await keys.radio(field('has_internet_loans'), m.application_no())
  await keys.radio(field('had_loans'), m.application_no())
  await keys.enter(button(m.application_save_and_go_on()))

  await arriveAt(stepPages.social)
  await keys.choose(picker('employment_type_id'), labelOf(options.employmentTypes('es'), 'employee'))
  await keys.write(input('monthly_salary_centavos'), '900000')
  await keys.radio(field('marital_status_id'), labelOf(options.maritalStatuses('es'), 'single'))
  for (const [index, contact] of person.contacts.entries()) {
    const name = `emergency_contact_${index + 1}`
    await keys.choose(picker(`${name}.relationship_id`), labelOf(options.relationships('es'), 'friend'))
    await keys.write(input(`${name}.contact_name`), contact.name)
    await keys.write(input(`${name}.contact_phone`), formatPhoneTyped(contact.phone))
  }
  // Enter in a field sends the form, as everywhere.
  await keys.press('Enter')

  await arriveAt(stepPages.withdrawal)
  await keys.write(input('account_number'), person.cbu)
  await keys.enter(button(m.application_save_and_go_on()))

  await arriveAt(stepPages.photos)
  const specimens = await specimensOf(url, person)
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
  await heading(m.photos_review_title()).waitFor()
  await page.clock.resume()

  const session = await phone.session()
  await letReview(url, session)
  await heading(m.home_approved_name({ name: person.firstName })).waitFor()
  await keys.enter(link(m.home_choose()))
  await keys.tabTo(page.getByRole('slider'))
  await keys.press('ArrowLeft')
  await keys.radio(page.getByRole('group', { name: m.loan_when() }), /^62/)
  const { quote } = await call(url, 'loan/preview', { amount_centavos: pesos(115_000), term_days: 62 }, { session })
  await expect.poll(() => wordsOn(phone)).toContain(money(quote.repayment_centavos))
  await keys.enter(link(m.loan_see_offer()))
  await heading(m.loan_other_days()).waitFor()
  await keys.enter(link(m.loan_go_on()))

  // The contents of the agreement lead to its parts, where the reading goes on.
  await keys.enter(link(new RegExp(m.sign_agreement())))
  await keys.enter(page.locator('summary', { hasText: m.sign_contents() }))
  const part = page.locator('article li button').first()
  await keys.enter(part)
  expect(await keys.isOn(page.getByRole('heading', { name: await part.innerText(), exact: true }))).toBe(true)
  await keys.enter(button(m.shell_back()))
  await keys.tick(page.getByRole('checkbox'))
  await keys.enter(button(m.sign_ask_code()))
  const signature = page.getByRole('textbox', { name: m.sign_code_title() })
  await signature.waitFor()
  await expect.poll(() => keys.isOn(signature)).toBe(true)
  await keys.type(await codeSentTo(url, person.phone))
  await keys.press('Enter')
  await heading(m.sign_done_title()).waitFor()
  const orderNow = async () => {
    const { groups } = await call(url, 'user/get_processing_order', {}, { session })
    return groups.flatMap(({ orders }) => orders)[0]
  }
  await expect.poll(async () => (await orderNow())?.state).toBe('in_repayment')
  const orderId = (await orderNow())?.order_id ?? ''
  await keys.enter(link(m.sign_go_home()))

  await keys.enter(link(new RegExp(`^${m.home_pay()}$`)))
  await keys.radio(page.getByRole('group', { name: m.repay_how_much() }), new RegExp(`^${m.repay_part()}`))
  await keys.write(page.getByRole('textbox', { name: m.repay_part_label() }), '20000')
  await keys.radio(
    page.getByRole('group', { name: m.repay_how_much() }),
    new RegExp(`^${m.repay_all({ amount: '' }).trim()}`),
  )
  await keys.enter(button(m.repay_ask()))
  await page.getByText(m.repay_waiting()).waitFor()
  await payFor(url, orderId)
  await heading(m.repay_receipt()).waitFor()
  const { order } = await call(url, 'loan/order', { order_id: orderId }, { session })
  expect(order.state).toBe('cleared')

  await phone.close()
  return phone.problems
}
