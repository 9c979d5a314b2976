import { biometricConsent } from '@hola/core/consent/biometric.ts'
import { afterEach, describe, expect, test } from 'vitest'
import { page as screen, userEvent } from 'vitest/browser'
import { closeApp, openApp } from '../../app/test-app.tsx'
import { chooseLocale } from '@hola/i18n/locale.ts'
import { succeed } from '../../lib/fake-server.ts'
import { logIn } from '../../lib/session.ts'
import { axe, freshPhone } from '../../lib/test-phone.ts'
import { fakeCamera } from '../../shared/camera/fake-camera.ts'
import { fakeUploads } from '../../shared/photo-queue/fake-upload.ts'
import { photoQueue } from '../../shared/photo-queue/our-queue.ts'
import { basicLabels } from './basic-values.ts'
import { ana, fakeApplication } from './fake-application.ts'

const BASIC = '/pages/step/step-basic/step-basic'
const SOCIAL = '/pages/step/step-social/step-social'
const WITHDRAWAL = '/pages/step/step-withdrawal/step-withdrawal'
const PHOTOS = '/pages/upload/upload-id-card/upload-id-card'

const box = (name: string) => screen.getByRole('textbox', { name, exact: true })
/** A picker is called by its label and what is chosen; the label is enough to find it. */
const picker = (name: string) => screen.getByRole('button', { name: new RegExp(`^${name}`) })
const saveButton = () => screen.getByRole('button', { name: 'Save and go on' })
const focused = (): string | undefined =>
  document.activeElement?.closest('[data-field]')?.getAttribute('data-field') ?? undefined

const pick = async (field: string, choice: string): Promise<void> => {
  await picker(field).click()
  await screen.getByRole('option', { name: choice, exact: true }).click()
}

freshPhone({ token: 'a-token', userId: 'ana', phone: '+5491123456789' })

describe('the basic step', () => {
  test('is filled in and saved, and leads to the next', async () => {
    const { saved } = fakeApplication()
    const app = await openApp(BASIC)
    await expect.element(screen.getByText('Step 1 of 4')).toBeVisible()
    await box('First name').fill('Ana María')
    await box('Last name').fill('Díaz')
    await box('DNI number').fill('30.000.013')
    await screen.getByRole('radio', { name: 'Female' }).click()
    await expect.element(box('CUIL')).toHaveValue('23-30000013-4')
    await picker('Date of birth').click()
    await screen.getByRole('textbox', { name: 'Type the date' }).fill('17/05/1990')
    await screen.getByRole('button', { name: 'Done' }).click()
    await expect.element(picker('Date of birth 17/05/1990')).toBeVisible()
    await expect.element(box('WhatsApp number')).toHaveValue('11 2345 6789')
    await pick('Education', 'Secondary school')
    await pick('Work industry', 'Health')
    await expect.element(picker('District Choose the province first')).toHaveAttribute('aria-disabled', 'true')
    await pick('Province', 'Buenos Aires')
    await pick('District', 'Avellaneda')
    await pick('Town', 'Sarandí')
    await box('Street').fill('Mitre')
    await box('Number').fill('123')
    await box('Postal code').fill('1872')
    await pick('Loan purpose', 'Home repairs')
    const answer = (question: RegExp, words: string) =>
      screen.getByRole('group', { name: question }).getByRole('radio', { name: words }).click()
    await answer(/^Overdue/, 'No')
    await answer(/^Are you paying off/, 'No')
    await answer(/^Have you had/, 'Yes')
    await box(basicLabels.past_loans_count()).fill('1')
    expect(await axe()).toEqual([])
    await saveButton().click()
    await expect.poll(app.here).toBe(SOCIAL)
    expect(saved.basic).toEqual(ana)
    expect(localStorage.getItem('draft')).toBeNull()
  })

  test('what was saved is there on another device', async () => {
    fakeApplication({ basic: ana })
    await openApp(BASIC)
    await expect.element(box('First name')).toHaveValue('Ana María')
    await expect.element(box('DNI number')).toHaveValue('30.000.013')
    await expect.element(picker('Town Sarandí')).toBeVisible()
    await expect.element(screen.getByText('Saved on 16/11/2025')).toBeVisible()
  })

  test('of an approved application it is shown to be read, says so, and cannot be saved', async () => {
    const { asked } = fakeApplication({ basic: ana, lockedBy: 'approval' })
    await openApp(BASIC)
    await expect.element(screen.getByText(/Your application is approved\. These are the details/)).toBeVisible()
    await expect.element(box('First name')).toHaveValue('Ana María')
    await expect.element(box('First name')).toBeDisabled()
    await expect.element(picker('Education')).toBeDisabled()
    // What cannot be changed looks so, whatever kind of field it is.
    const shadeOf = (element: Element | null): string => (element ? getComputedStyle(element).backgroundColor : '')
    const shade = shadeOf(box('First name').element().parentElement)
    expect(shadeOf(picker('Education').element())).toBe(shade)
    expect(shadeOf(screen.getByRole('radio', { name: 'Female', exact: true }).element().parentElement)).toBe(shade)
    expect(saveButton().elements()).toEqual([])
    expect(await axe()).toEqual([])
    expect(asked.some(({ path }) => path.includes('save'))).toBe(false)
  })

  test('nothing filled in: every field says what it needs, the summary leads to each in order', async () => {
    const { asked } = fakeApplication()
    // A town is asked for once there is a district; what hangs on a question, once that is answered.
    const later = [
      'longest_overdue_period_id',
      'internet_loans_in_progress_count',
      'current_internet_loans_centavos',
      'past_loans_count',
    ]
    const fields = Object.keys(basicLabels).filter(
      (name) => !name.startsWith('address.locality') && !later.includes(name),
    )
    await openApp(BASIC)
    await saveButton().click()
    await expect.element(screen.getByRole('heading', { name: `Please check ${fields.length} fields` })).toBeVisible()
    await expect.poll(focused).toBe('first_name')
    await expect.element(box('First name')).toHaveAccessibleDescription('Please enter')
    await expect.element(picker('Education Choose an option')).toHaveAccessibleDescription('Please select')
    await screen.getByRole('link', { name: 'Have you had other loans before?' }).click()
    expect(focused()).toBe('had_loans')
    await screen.getByRole('link', { name: 'Gender on the ID card' }).click()
    expect(focused()).toBe('gender_id')
    expect(await axe()).toEqual([])
    expect(asked.some(({ path }) => path.includes('save'))).toBe(false)
  })

  test('an error goes when it is corrected, and the summary with it', async () => {
    fakeApplication({ basic: { ...ana, birth_day: '2020-01-01' } })
    await openApp(BASIC)
    await saveButton().click()
    await expect.element(screen.getByRole('link', { name: 'Date of birth' })).toBeVisible()
    await expect.element(picker('Date of birth')).toHaveAccessibleDescription(/from the day you turn 18/)
    await picker('Date of birth').click()
    await screen.getByRole('textbox', { name: 'Type the date' }).fill('17/05/1990')
    await userEvent.keyboard('{Enter}')
    await expect.element(screen.getByRole('link', { name: 'Date of birth' })).not.toBeInTheDocument()
  })

  test('a CUIL that the person wrote stays when the DNI changes, and is checked against it', async () => {
    fakeApplication({ basic: ana })
    await openApp(BASIC)
    await box('CUIL').fill('20-12345678-6')
    await box('DNI number').fill('30.000.014')
    await expect.element(box('CUIL')).toHaveValue('20-12345678-6')
    await saveButton().click()
    await expect.element(box('CUIL')).toHaveAccessibleDescription(/does not contain the DNI above/)
    await box('DNI number').fill('12.345.678')
    await expect.element(box('CUIL')).not.toHaveAccessibleDescription(/does not contain/)
  })

  test('another province empties what lay in the first, and a place that is not listed is written', async () => {
    const { saved } = fakeApplication({ basic: ana })
    const app = await openApp(BASIC)
    await pick('Province', 'Córdoba')
    await expect.element(picker('Town Choose the district first')).toBeVisible()
    await pick('District', 'Capital')
    await screen.getByRole('button', { name: 'It is not in the list' }).click()
    await saveButton().click()
    await expect.element(box('Another place')).toHaveAccessibleDescription(/Please enter/)
    await box('Another place').fill('Villa Nueva')
    await saveButton().click()
    await expect.poll(app.here).toBe(SOCIAL)
    expect(saved.basic).toMatchObject({
      address: { province_id: '14', district_id: '14014', locality_id: null, locality_other: 'Villa Nueva' },
    })
  })

  test('a list that did not come is asked for again by a tap', async () => {
    const { answers } = fakeApplication()
    const getArea = answers['/api/app/get_area']
    await openApp(BASIC)
    await expect.element(picker('Province')).toBeVisible()
    answers['/api/app/get_area'] = 'offline'
    // Lists that came once are kept, so this is a province that nobody has opened yet.
    await pick('Province', 'Chaco')
    await expect.element(picker('District')).toHaveAccessibleDescription(/could not bring the list/)
    if (getArea) answers['/api/app/get_area'] = getArea
    await picker('District').click()
    await pick('District', 'Bermejo')
    await expect.element(picker('District Bermejo')).toBeVisible()
  })

  test('the language changes under the form, and what was typed stays', async () => {
    fakeApplication({ basic: ana })
    await openApp(BASIC)
    await box('Street').fill('San Martín')
    chooseLocale('es')
    await expect.element(screen.getByRole('textbox', { name: 'Calle' })).toHaveValue('San Martín')
    await expect.element(picker('Nivel de estudios Secundario completo')).toBeVisible()
  })

  test('can be filled in by the keyboard alone', async () => {
    const { saved } = fakeApplication({ basic: ana })
    const app = await openApp(BASIC)
    await expect.element(box('First name')).toBeVisible()
    ;(box('First name').element() as HTMLElement).focus()
    await userEvent.keyboard('{End} Belén{Tab}{Tab}')
    expect(focused()).toBe('national_id_number')
    // The radio that is chosen; an arrow chooses the next one, and the CUIL follows it.
    await userEvent.keyboard('{Tab}')
    expect(focused()).toBe('gender_id')
    await userEvent.keyboard('{ArrowDown}{Tab}')
    expect(focused()).toBe('birth_day')
    await userEvent.keyboard('{Enter}')
    await expect.element(screen.getByRole('textbox', { name: 'Type the date' })).toHaveFocus()
    await userEvent.keyboard('01021985{Enter}')
    await expect.element(picker('Date of birth 01/02/1985')).toHaveFocus()
    await userEvent.keyboard('{Tab}{Tab}{Tab}{Enter}')
    await expect.element(screen.getByRole('dialog', { name: 'Province' })).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(picker('Province Buenos Aires')).toHaveFocus()
    ;(box('Postal code').element() as HTMLElement).focus()
    await userEvent.keyboard('{Tab}{Enter}')
    await expect.element(screen.getByRole('listbox')).toHaveFocus()
    await userEvent.keyboard('{End}{Enter}')
    await expect.element(picker('Education Postgraduate')).toHaveFocus()
    ;(box('First name').element() as HTMLElement).focus()
    await userEvent.keyboard('{Enter}')
    await expect.poll(app.here).toBe(SOCIAL)
    expect(saved.basic).toMatchObject({
      first_name: 'Ana María Belén',
      gender_id: 'm',
      cuil: expect.stringMatching(/^2\d30000013\d$/),
      birth_day: '1985-02-01',
      education_id: 'postgraduate',
    })
  })

  test.each(['Date of birth', 'Education', 'Work industry', 'Province', 'District', 'Town'])(
    'has no barrier with the sheet open: %s',
    async (name) => {
      fakeApplication({ basic: ana })
      await openApp(BASIC)
      await picker(name).click()
      await expect.element(screen.getByRole('dialog')).toBeVisible()
      expect(await axe()).toEqual([])
    },
  )
})

describe('the card in place of typing', () => {
  const card = {
    first_name: 'Ana Maria',
    last_name: 'Diaz',
    names_cut: false,
    national_id_number: '30000013',
    gender_id: 'f',
    birth_day: '1990-05-17',
    cuil: '23300000134',
  }
  const stored = (kind: string): object =>
    succeed({ photo: { kind, state: 'checking', reasons: [], retakes_left_count: 3 }, application: {} })
  const button = (name: string) => screen.getByRole('button', { name, exact: true })
  const photograph = async (): Promise<void> => {
    await button('Take the photo').click()
    await button('Use this photo').click()
  }
  afterEach(() => photoQueue.forget())

  test('consent, one photo, and what the card says is filled in, marked and correctable', async () => {
    const camera = fakeCamera()
    const uploads = fakeUploads()
    const { answers } = fakeApplication()
    await openApp(BASIC)
    await button('Use my ID card').click()
    const sheet = screen.getByRole('dialog', { name: biometricConsent.en.title })
    await expect.element(sheet).toBeVisible()
    expect(sheet.getByRole('listitem').elements()).toHaveLength(3)
    expect(camera.asked).toEqual([])
    expect(await axe()).toEqual([])
    await button('I agree, open the camera').click()
    await photograph()
    const upload = await uploads.nth(1)
    expect(upload.body).toMatchObject({ kind: 'id_front', consent_version: biometricConsent.version })
    answers['/api/app/get_card_info'] = succeed({ state: 'reading', sides: ['id_front'], card: null })
    upload.answer(stored('id_front'))
    await expect.element(screen.getByText(/^Reading your ID card/)).toBeVisible()
    answers['/api/app/get_card_info'] = succeed({ state: 'read', sides: ['id_front'], card })
    await expect.element(screen.getByText(/We filled in your details/)).toBeVisible()
    await expect.element(box('First name')).toHaveValue('Ana Maria')
    await expect.element(box('First name')).toHaveAccessibleDescription('Read from your ID card')
    await expect.element(box('DNI number')).toHaveValue('30.000.013')
    await expect.element(screen.getByRole('radio', { name: 'Female' })).toBeChecked()
    await expect.element(picker('Date of birth 17/05/1990')).toBeVisible()
    await expect.element(box('CUIL')).toHaveValue('23-30000013-4')
    expect(await axe()).toEqual([])
    await box('First name').fill('Ana María')
    await expect.element(box('First name')).not.toHaveAccessibleDescription(/Read from/)
  })

  test('a front that cannot be read asks for the back; then she types', async () => {
    fakeCamera()
    const uploads = fakeUploads()
    const { answers } = fakeApplication()
    await openApp(BASIC)
    await button('Use my ID card').click()
    await button('I agree, open the camera').click()
    await photograph()
    answers['/api/app/get_card_info'] = succeed({ state: 'unread', sides: ['id_front'], card: null })
    ;(await uploads.nth(1)).answer(stored('id_front'))
    await button('Take the back').click()
    await photograph()
    answers['/api/app/get_card_info'] = succeed({ state: 'unread', sides: ['id_front', 'id_back'], card: null })
    const second = await uploads.nth(2)
    expect(second.body).toMatchObject({ kind: 'id_back' })
    second.answer(stored('id_back'))
    await expect.element(screen.getByText(/could not read your details. Type them here/)).toBeVisible()
    await box('First name').fill('Ana')
  })

  test('whoever prefers to type is asked nothing more, and a card that was read waits for a tap', async () => {
    const { answers } = fakeApplication()
    await openApp(BASIC)
    await button('Use my ID card').click()
    await button('I prefer to type').click()
    await expect.element(button('Use my ID card')).toBeVisible()
    await box('First name').fill('Ana')
    await closeApp()
    answers['/api/app/get_card_info'] = succeed({ state: 'read', sides: ['id_front'], card })
    await openApp(BASIC)
    await button('Fill in from my ID card').click()
    await expect.element(box('First name')).toHaveValue('Ana Maria')
  })

  test('whoever has saved the step is not offered it', async () => {
    fakeApplication({ basic: ana })
    await openApp(BASIC)
    await expect.element(box('First name')).toHaveValue('Ana María')
    expect(button('Use my ID card').query()).toBeNull()
  })
})

test('in the city of Buenos Aires the barrio is searched, and its comuna follows', async () => {
  const { saved } = fakeApplication({ basic: ana })
  const app = await openApp(BASIC)
  await pick('Province', 'Ciudad Autónoma de Buenos Aires')
  await picker('Neighbourhood').click()
  await screen.getByRole('combobox').fill('paler')
  await screen.getByRole('option', { name: 'Palermo' }).click()
  await expect.element(picker('Neighbourhood Palermo')).toBeVisible()
  expect(await axe()).toEqual([])
  await box('Number').fill('')
  await box('Street').fill('Av. Santa Fe 3253')
  await userEvent.tab()
  await expect.element(box('Street')).toHaveValue('Av. Santa Fe')
  await expect.element(box('Number')).toHaveValue('3253')
  await saveButton().click()
  await expect.poll(app.here).toBe(SOCIAL)
  expect(saved.basic).toMatchObject({
    address: { province_id: '02', district_id: '02098', locality_id: '020980111', street_number: '3253' },
  })
})

test('the city without a barrio: it alone is asked for; one that is not listed is written', async () => {
  fakeApplication({ basic: ana })
  await openApp(BASIC)
  await pick('Province', 'Ciudad Autónoma de Buenos Aires')
  await saveButton().click()
  await expect.element(screen.getByRole('heading', { name: 'Please check one field' })).toBeVisible()
  await expect.element(picker('Neighbourhood')).toHaveAccessibleDescription('Please select')
  await screen.getByRole('button', { name: 'It is not in the list' }).click()
  await expect.element(box('Another place')).toBeVisible()
  await expect.element(picker('District')).toBeVisible()
})

describe('what is typed and not saved', () => {
  test('is there again after a reload, and says that it is not saved', async () => {
    fakeApplication()
    await openApp(BASIC)
    await box('First name').fill('Ana')
    await expect.element(screen.getByText(/^Draft of \d\d:\d\d$/)).toBeVisible()
    await closeApp()
    await openApp(BASIC)
    await expect.element(box('First name')).toHaveValue('Ana')
    await expect.element(screen.getByText(/^Draft of \d\d:\d\d$/)).toBeVisible()
    await expect.element(screen.getByText(/brought back what you had typed/)).toBeVisible()
  })

  test('gives way to what was saved elsewhere meanwhile', async () => {
    fakeApplication()
    await openApp(BASIC)
    await box('First name').fill('Ana')
    await closeApp()
    fakeApplication({ basic: ana })
    await openApp(BASIC)
    await expect.element(box('First name')).toHaveValue('Ana María')
    expect(localStorage.getItem('draft')).toBeNull()
  })

  test('is not shown to somebody else who logs in', async () => {
    fakeApplication()
    await openApp(BASIC)
    await box('First name').fill('Ana')
    logIn({ token: 'another', userId: 'eva' })
    await expect.element(box('First name')).toHaveValue('')
  })

  test('survives the end of the session', async () => {
    const { answers } = fakeApplication({ basic: ana })
    const app = await openApp(BASIC)
    await box('Street').fill('Rivadavia')
    answers['/api/app/save_basic_info'] = { code: '10001', msg: 'Your session has ended. Please log in again.' }
    await saveButton().click()
    await expect.poll(app.here).toContain(`get-code-page?back=${encodeURIComponent(BASIC)}`)
    await expect.element(screen.getByText('Your session has ended. Please log in again.')).toBeVisible()
    await closeApp()
    logIn({ token: 'a-new-token', userId: 'ana' })
    await openApp(BASIC)
    await expect.element(box('Street')).toHaveValue('Rivadavia')
  })

  test('stays when saving fails, and is saved by the second try', async () => {
    const { answers, saved } = fakeApplication({ basic: ana })
    const save = answers['/api/app/save_basic_info']
    const app = await openApp(BASIC)
    await box('Street').fill('Rivadavia')
    answers['/api/app/save_basic_info'] = 'offline'
    await saveButton().click()
    await expect.element(screen.getByText('The connection was cut. Nothing was lost.')).toBeVisible()
    await expect.element(box('Street')).toHaveValue('Rivadavia')
    if (save) answers['/api/app/save_basic_info'] = save
    await screen.getByRole('button', { name: 'Try again' }).click()
    await expect.poll(app.here).toBe(SOCIAL)
    expect(saved.basic).toMatchObject({ address: { street: 'Rivadavia' } })
  })

  test('the offer to try again is over when she saves again, or leaves', async () => {
    const { answers } = fakeApplication({ basic: ana })
    const save = answers['/api/app/save_basic_info']
    const lost = screen.getByText('The connection was cut. Nothing was lost.')
    const app = await openApp(BASIC)
    answers['/api/app/save_basic_info'] = 'offline'
    await saveButton().click()
    await expect.element(lost).toBeVisible()
    await screen.getByRole('link', { name: 'Help' }).click()
    await expect.poll(app.here).toBe('/pages/index/home-components/home-help')
    await expect.element(lost).not.toBeInTheDocument()
    await screen.getByRole('button', { name: 'Back' }).click()
    await saveButton().click()
    await expect.element(lost).toBeVisible()
    if (save) answers['/api/app/save_basic_info'] = save
    await saveButton().click()
    await expect.poll(app.here).toBe(SOCIAL)
    await expect.element(lost).not.toBeInTheDocument()
  })

  test('stays when the server refuses it, which says why', async () => {
    const { answers } = fakeApplication({ basic: ana })
    await openApp(BASIC)
    await box('Street').fill('Rivadavia')
    answers['/api/app/save_basic_info'] = { code: '20207', msg: 'Your application is in review.' }
    await saveButton().click()
    await expect.element(screen.getByRole('heading', { name: 'Your application is in review.' })).toBeVisible()
    await expect.element(box('Street')).toHaveValue('Rivadavia')
  })
})

test('data that do not come are asked for again', async () => {
  const { answers } = fakeApplication({ basic: ana })
  const read = answers['/api/app/get_basic_info']
  answers['/api/app/get_basic_info'] = 'offline'
  await openApp(BASIC)
  await expect.element(screen.getByRole('heading', { name: 'We could not bring your data' })).toBeVisible()
  expect(await axe()).toEqual([])
  if (read) answers['/api/app/get_basic_info'] = read
  await screen.getByRole('button', { name: 'Try again' }).click()
  await expect.element(box('First name')).toHaveValue('Ana María')
})

describe('the social step', () => {
  const fill = async (phones: [string, string]): Promise<void> => {
    await pick('Employment', 'Self-employed, monotributo')
    await box('Monthly income').fill('650000')
    await screen.getByRole('radio', { name: 'Single' }).click()
    for (const [index, phone] of phones.entries()) {
      const card = screen.getByRole('region', { name: `Contact ${index + 1}` })
      await card.getByRole('button', { name: /^Relationship/ }).click()
      await screen.getByRole('option', { name: 'Friend' }).click()
      await card.getByRole('textbox', { name: 'Name and surname' }).fill('Eva Ruiz')
      await card.getByRole('textbox', { name: 'Mobile' }).fill(phone)
    }
  }

  test('takes two contacts, and promises not to contact them about a debt', async () => {
    const { saved } = fakeApplication({ basic: ana })
    const app = await openApp(SOCIAL)
    await expect.element(screen.getByText(/never contact them about a debt/)).toBeVisible()
    // What came before is with us, and the page says since when.
    await expect.element(screen.getByText('Saved on 16/11/2025')).toBeVisible()
    await fill(['351 555-1234', '011 15 3456-7890'])
    expect(await axe()).toEqual([])
    await saveButton().click()
    await expect.poll(app.here).toBe(WITHDRAWAL)
    const contact = { relationship_id: 'friend', contact_name: 'Eva Ruiz' }
    expect(saved.social).toEqual({
      employment_type_id: 'monotributo',
      monthly_salary_centavos: 65_000_000,
      marital_status_id: 'single',
      emergency_contact_1: { ...contact, contact_phone: '+5493515551234' },
      emergency_contact_2: { ...contact, contact_phone: '+5491134567890' },
    })
  })

  test('an amount has its dots while it is typed, and a pasted phone is cut down at once', async () => {
    fakeApplication({ basic: ana })
    await openApp(SOCIAL)
    const income = box('Monthly income')
    await income.click()
    await userEvent.keyboard('650000')
    await expect.element(income).toHaveValue('650.000')
    await userEvent.keyboard('{ArrowLeft}{ArrowLeft}{ArrowLeft}1')
    await expect.element(income).toHaveValue('6.501.000')
    // The caret stands behind a dot now: what goes is the digit before it.
    await userEvent.keyboard('{Backspace}')
    await expect.element(income).toHaveValue('650.000')
    await userEvent.keyboard('{End}{Backspace}')
    await expect.element(income).toHaveValue('65.000')
    const mobile = screen.getByRole('region', { name: 'Contact 1' }).getByRole('textbox', { name: 'Mobile' })
    const clipboardData = new DataTransfer()
    clipboardData.setData('text', '+54 9 (351) 555-1234')
    mobile.element().dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    await expect.element(mobile).toHaveValue('351 555 1234')
    await expect.poll(() => localStorage.getItem('draft')).toContain('351 555 1234')
  })

  test.each([
    ['of the other contact', ['351 555-1234', '0351 15 555-1234'], 2],
    ['of the applicant', ['11 2345-6789', '351 555-1234'], 1],
  ] as const)('asks for a different phone when it is the one %s', async (_, phones, wrong) => {
    fakeApplication({ basic: ana })
    await openApp(SOCIAL)
    await fill([...phones])
    await saveButton().click()
    const card = screen.getByRole('region', { name: `Contact ${wrong}` })
    await expect
      .element(card.getByRole('textbox', { name: 'Mobile' }))
      .toHaveAccessibleDescription(/Please select a different phone number/)
    await expect.poll(focused).toBe(`emergency_contact_${wrong}.contact_phone`)
  })

  test('takes a contact from the system’s own picker where there is one', async () => {
    const contacts = { select: async () => [{ name: ['Eva Ruiz'], tel: ['011 15 3456-7890'] }] }
    Object.defineProperty(navigator, 'contacts', { configurable: true, value: contacts })
    fakeApplication({ basic: ana })
    await openApp(SOCIAL)
    const card = screen.getByRole('region', { name: 'Contact 1' })
    await card.getByRole('button', { name: 'Choose from my contacts' }).click()
    await expect.element(card.getByRole('textbox', { name: 'Name and surname' })).toHaveValue('Eva Ruiz')
    await expect.element(card.getByRole('textbox', { name: 'Mobile' })).toHaveValue('11 3456 7890')
    Object.defineProperty(navigator, 'contacts', { configurable: true, value: undefined })
  })
})

describe('the withdrawal step', () => {
  test('recognises a CBU while it is typed, chooses its bank, and knows the holder', async () => {
    const { saved } = fakeApplication({ basic: ana })
    const app = await openApp(WITHDRAWAL)
    await expect.element(box('Account holder')).toHaveValue('Ana María Díaz')
    // Nobody is asked for what the number says.
    expect(screen.getByRole('radio').query()).toBeNull()
    await box('CBU, CVU or alias').fill('0070')
    await expect.element(screen.getByText('CBU of Galicia. 18 digits to go.')).toBeVisible()
    expect(screen.getByRole('radio').query()).toBeNull()
    await box('CBU, CVU or alias').fill('0070999030001234567892')
    await expect.element(screen.getByText('CBU of Galicia', { exact: true })).toBeVisible()
    expect(await axe()).toEqual([])
    await saveButton().click()
    await expect.poll(app.here).toBe(PHOTOS)
    expect(saved.withdrawal).toEqual({
      institution_kind: 'bank',
      institution_id: '007',
      account_number: '0070999030001234567892',
      full_name: 'Ana María Díaz',
    })
  })

  test('a number that is not hers brings nothing with it; one that is wrong asks for nothing else', async () => {
    const { saved } = fakeApplication({ basic: ana })
    await openApp(WITHDRAWAL)
    await saveButton().click()
    await expect.element(screen.getByRole('heading', { name: 'Please check one field' })).toBeVisible()
    await expect.poll(focused).toBe('account_number')
    await box('CBU, CVU or alias').fill('0070999030001234567892')
    await box('CBU, CVU or alias').fill('ana.diaz.mp')
    // What followed from the CBU is gone: an alias may be anywhere.
    await expect.element(screen.getByRole('radio', { name: 'Bank' })).not.toBeChecked()
    await saveButton().click()
    await expect.poll(focused).toBe('institution_kind')
    expect(saved.withdrawal).toBeUndefined()
  })

  test('a CBU of another bank than the chosen one offers that bank', async () => {
    fakeApplication({ basic: ana })
    await openApp(WITHDRAWAL)
    await box('CBU, CVU or alias').fill('ana.diaz.mp')
    await screen.getByRole('radio', { name: 'Bank' }).click()
    await pick('Bank name', 'Nación')
    await box('CBU, CVU or alias').fill('0070999030001234567892')
    await screen.getByRole('button', { name: 'Use Galicia' }).click()
    await expect.element(picker('Bank name Galicia')).toBeVisible()
  })

  test('a wallet that has a bank’s number is chosen by whoever knows better', async () => {
    const { saved } = fakeApplication({ basic: ana })
    const app = await openApp(WITHDRAWAL)
    await box('CBU, CVU or alias').fill('0070999030001234567892')
    await screen.getByRole('button', { name: 'Choose another one' }).click()
    await screen.getByRole('radio', { name: 'Mobile wallet' }).click()
    await pick('Wallet name', 'Mercado Pago')
    expect(await axe()).toEqual([])
    await saveButton().click()
    await expect.poll(app.here).toBe(PHOTOS)
    expect(saved.withdrawal).toMatchObject({ institution_kind: 'wallet', institution_id: 'mercado-pago' })
  })

  test('a wallet takes an alias; a holder who is somebody else is refused', async () => {
    fakeApplication({ basic: ana })
    await openApp(WITHDRAWAL)
    await box('CBU, CVU or alias').fill('ana.diaz.mp')
    await expect.element(screen.getByText('Alias', { exact: true })).toBeVisible()
    await screen.getByRole('radio', { name: 'Mobile wallet' }).click()
    await pick('Wallet name', 'Mercado Pago')
    await box('Account holder').fill('Eva Ruiz')
    await saveButton().click()
    await expect.element(box('Account holder')).toHaveAccessibleDescription(/has to be in your name/)
  })

  test('later, for an order whose payout failed, it sends the order again', async () => {
    const { answers, asked } = fakeApplication({
      basic: ana,
      withdrawal: {
        institution_kind: 'bank',
        institution_id: '007',
        account_number: '0070999030001234567892',
        full_name: 'Ana Díaz',
      },
    })
    const order_id = '0f8b2a40-0000-4000-8000-000000000001'
    answers['/api/app/save_transfer_info'] = {
      code: '0',
      msg: '',
      ret: { saved_at: '2026-11-16T14:00:00.000Z', application: { steps: [] }, resubmitted_order: { order_id } },
    }
    const app = await openApp(`/pages/step/step-withdrawal/step-withdrawal-new?order_id=${order_id}`)
    await expect
      .element(screen.getByText('Your order payment failed. Please confirm or modify it and submit again.'))
      .toBeVisible()
    expect(await axe()).toEqual([])
    await screen.getByRole('button', { name: 'Save and submit again' }).click()
    await expect.poll(app.here).toContain(`order-detail?order_id=${order_id}`)
    expect(asked.find(({ path }) => path === '/api/app/save_transfer_info')?.body).toMatchObject({ order_id })
  })
})
