import { addDays, civilDayOf, startOfDay, weekdayOf, type CivilDay } from '@hola/core/calendar.ts'
import { APPROVAL_VALID_MS, REFUSAL_RETRY_MS, REVIEW_ABOUT_MS } from '@hola/core/constants.ts'
import { pesos } from '@hola/core/money.ts'
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest'
import { routes } from '../../web/src/app/routes.ts'
import { policyTypes } from '../../web/src/features/policy/policy-text.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { setLocale } from '@hola/i18n/compiled/runtime.js'
import { borrow, call, letReview, newSession, saveThreeSteps, submitApplication, type Session } from '../client.ts'
import { desk } from '../desk.ts'
import { askForCode, logIn } from '../log-in.ts'
import { ownServer } from '../own-server.ts'
import { basicOf, drawPeopleBy, newPerson, type Person } from '../people.ts'
import { launchBrowser, Phone, type Language } from '../phone.ts'
import { Photos, reviewPage, submittedPage } from '../photos.ts'
import { codeSentTo, moveClock, payFor, readClock, specimensOf } from '../sandbox-api.ts'
import { stepPages, Steps } from '../steps.ts'
import { Album } from './album.ts'

const pageOf = {
  code: '/pages/account/get-code-page/get-code-page',
  loans: '/pages/my-loan/my-loan',
  profile: '/pages/profile/profile',
  settings: '/pages/settings/settings',
  help: '/pages/index/home-components/home-help',
  howToApply: '/pages/index/init-state/init-state',
  offer: '/pages/index/home-components/home-top',
  privacy: '/pages/privacy/privacy',
  coupons: '/pages/contract-new/my-coupon',
  level: '/pages/vip/vip',
  choose: '/pages/loan/loan-info-choose/loan-info-choose',
  newAccount: '/pages/step/step-withdrawal/step-withdrawal-new',
} as const

const DAY_MS = 86_400_000
/** The term that is offered first. */
const TERM_DAYS = 91
/** Reading a photo takes seconds of a processor that others use too. */
const CHECKED_MS = 240_000
/** How long a refused transfer waits for another account. */
const PAYOUT_WAIT_MS = 3 * DAY_MS

/**
 * Lives through what a borrower may meet, on a server whose clock is moved, and takes a picture of every page and of
 * what it can look like. The state of each comes from the calls that lead to it.
 */
export function pictures(language: Language): void {
  // The camera shows a moving test picture, and nobody has to allow it.
  launchBrowser(['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'])
  const server = ownServer()
  const album = new Album(language)

  let phone: Phone
  let person: Person
  let session: Session

  beforeAll(() => {
    setLocale(language)
    // The same people in every run: what differs between two of them is what somebody changed.
    drawPeopleBy('gallery')
  })
  afterEach(() => phone.close())
  afterAll(() => album.save())

  const button = (name: string | RegExp) => phone.page.getByRole('button', { name })
  /** From an empty page: the app does not know that a clock was moved, and would show what it read before. */
  const open = async (path: string, state: string): Promise<void> => {
    await phone.page.goto('about:blank')
    await phone.goto(path)
    await album.add(phone, state)
  }
  /** The last of several: a tab of the bar rather than a row that leads to the same page in another way. */
  const link = (path: string) => phone.page.locator(`a[href="#${path}"]:visible`).last()
  /** By what leads there on the page that is open. */
  const follow = async (path: string): Promise<void> => {
    await phone.tap(link(path))
    await phone.page.waitForURL(({ hash }) => (hash || '#/') === `#${path}`)
    await phone.settled()
  }
  /** The same, and a picture of it. */
  const tapTo = async (path: string, state: string): Promise<void> => {
    await follow(path)
    await album.add(phone, state)
  }
  /** Whoever it is about. */
  const nameless = (say: (inputs: { name: string }) => string): RegExp => new RegExp(say({ name: '.+' }))
  /** So many days from now a loan would fall due on a Sunday; fewer than an approval lasts. */
  const daysUntilDueOnSunday = async (): Promise<number> => {
    const today = civilDayOf(new Date((await readClock(server().url)).now))
    return (7 - weekdayOf(addDays(today, TERM_DAYS))) % 7
  }
  const tapBack = (): Promise<void> => phone.tap(phone.page.getByRole('button', { name: m.shell_back(), exact: true }))
  /** One of the two lists of My loan. */
  const tapTab = async (name: string, state: string): Promise<void> => {
    await phone.tap(phone.page.getByRole('tab', { name }))
    await album.add(phone, state)
  }
  /** The pages around Home, which say something else to everybody who looks at them. */
  const around = async (state: string): Promise<void> => {
    await phone.goto(pageOf.profile)
    await tapTo(pageOf.offer, state)
    await tapBack()
    await follow(pageOf.help)
    await phone.tap(phone.page.locator(`details:has(a[href="#${pageOf.howToApply}"]) > summary`))
    await tapTo(pageOf.howToApply, state)
    await open(submittedPage, state)
  }
  const openAsGuest = async (): Promise<void> => {
    phone = await Phone.open({ language, url: server().url })
  }
  const openAsUser = async (options: { asks?: boolean } = {}): Promise<void> => {
    phone = await Phone.open({ language, url: server().url, session, ...options })
  }
  const begin = async (options?: Parameters<typeof newPerson>[0]): Promise<string> => {
    const { url } = server()
    person = newPerson(options)
    session = await newSession(url, person, language)
    return url
  }
  /** A session does not live as long as a loan. */
  const comeBack = async (): Promise<void> => {
    await phone.close()
    session = await newSession(server().url, person, language)
    await openAsUser()
  }
  const orderPage = (orderId: string, more = ''): string =>
    `/pages/order-detail/order-detail?order_id=${orderId}${more}`
  const repayPage = (orderId: string, more = ''): string => `/pages/repay/repay?order_id=${orderId}${more}`
  const dueDayOf = async (orderId: string): Promise<CivilDay> => {
    const { order } = await call(server().url, 'loan/order', { order_id: orderId }, { session })
    if (order.due_day === null) throw new Error('a loan without a due day')
    return order.due_day
  }
  const moveToDay = (day: CivilDay): Promise<unknown> =>
    moveClock(server().url, { to: new Date(startOfDay(day).getTime() + DAY_MS / 2).toISOString() })

  test('what a guest may open', async () => {
    await openAsGuest()
    await open('/', 'guest')
    for (const { path, access } of routes) {
      const isElsewhere = path === '/' || /api-state|login-page|get-code|policy|webview/.test(path)
      if (access === 'guest' && !isElsewhere) await open(path, 'guest')
    }
    for (const type of policyTypes) await open(`/pages/policy/policy?type=${type}`, type)
    await open('/pages/webview/webview?url=https%3A%2F%2Fwww.argentina.gob.ar', 'another site')
    await open('/pages/webview/webview?url=javascript%3A1', 'refused')
    await phone.goto(pageOf.help)
    await phone.tap(phone.page.locator('summary').first())
    await album.add(phone, 'a question open')
    expect(phone.problems).toEqual([])
  })

  test('beside the app: the sandbox before anything happened, a person made at one tap; the parts', async () => {
    await openAsGuest()
    await phone.page.goto(`${phone.url}/sandbox`)
    await album.add(phone, 'nothing happened yet')
    await phone.tap(button(new RegExp(`^${m.sandbox_person_make()}: `)).first())
    await phone.page.getByRole('link', { name: nameless(m.sandbox_person_open) }).waitFor()
    await album.add(phone, 'a whole person at one tap')
    expect(phone.problems).toEqual([])
    // Its files are made while it is asked for.
    await phone.page.goto(inject('partsUrl'), { timeout: CHECKED_MS })
    await album.add(phone, 'every part in each of its states')
    // React in its development form may have a word of advice; a part that breaks is none.
    expect(phone.problems.filter((problem) => problem.startsWith('uncaught'))).toEqual([])
  })

  test('what is asked for without a log-in', async () => {
    const url = await begin()
    await openAsGuest()
    for (const path of ['/pages/consumer/regret', '/pages/consumer/unsubscribe']) {
      await phone.goto(path)
      const send = button(m.consumer_send())
      await phone.tap(send)
      await album.add(phone, 'nothing typed')
      await phone.page.getByRole('textbox').first().fill(person.phone)
      await phone.tap(send)
      await send.waitFor({ state: 'detached' })
      await album.add(phone, 'asked for')
    }

    await open(pageOf.code, 'empty')
    await phone.tap(button(m.account_ask_code()))
    await album.add(phone, 'nothing typed')
    await phone.goto(pageOf.code)
    await phone.tap(phone.page.getByRole('radio', { name: m.account_mail() }))
    await album.add(phone, 'by mail')
    await moveClock(url, { advance_ms: 60_000 })
    await phone.goto('/')
    await phone.goto(pageOf.code)
    await askForCode(phone, person)
    await album.add(phone, 'code sent')
    const right = await codeSentTo(url, person.phone)
    await phone.page.getByRole('textbox').fill(right === '000000' ? '111111' : '000000')
    await phone.page.locator('[aria-invalid=true]').waitFor()
    await album.add(phone, 'wrong code')
    expect(phone.problems).toEqual([])
  })

  test('the three steps, empty, wrong and filled in; the sheets', async () => {
    await begin()
    await openAsUser()
    const steps = new Steps(phone, language)
    const save = (): Promise<void> => phone.tap(button(m.application_save_and_go_on()))
    await open('/', 'logged in, nothing applied for')
    await open(pageOf.loans, 'no loan yet')
    await open(pageOf.profile, 'nothing applied for')
    await open(pageOf.choose, 'not approved')
    await open(pageOf.coupons, 'none')
    await open(pageOf.level, 'first level')
    await around('nothing sent')
    await phone.goto(pageOf.profile)
    await tapTo(pageOf.settings, 'logged in')
    await phone.tap(phone.page.getByRole('switch', { name: m.news_topic_level() }))
    await phone.page.getByRole('switch', { name: m.news_topic_level(), checked: false }).waitFor()
    await album.add(phone, 'no message about a new level')
    for (const step of ['basic', 'social', 'withdrawal'] as const) {
      await open(stepPages[step], 'empty')
      await save()
      await phone.page.getByRole('alert').first().waitFor()
      await album.add(phone, 'nothing typed')
    }
    await phone.goto(stepPages.basic)
    await steps.open('education_id')
    await album.add(phone, 'a list to choose from')
    await phone.page.keyboard.press('Escape')
    await steps.open('birth_day')
    await album.add(phone, 'a day to choose')
    await phone.page.keyboard.press('Escape')
    await steps.basic(person)
    await album.add(phone, 'filled in')
    await steps.goOn('social')
    await open('/', 'application begun')
    await phone.goto(stepPages.social)
    await steps.social(person)
    await album.add(phone, 'filled in')
    await steps.goOn('withdrawal')
    await steps.withdrawal(person)
    await album.add(phone, 'filled in')
    await steps.goOn('photos')
    await open(pageOf.newAccount, 'another account')
    await open(stepPages.social, 'saved')
    expect(phone.problems).toEqual([])
  })

  test('the card first; then it has run out, and says something else than the form', async () => {
    const url = server().url
    person = newPerson()
    const { id_front: front, ...others } = await specimensOf(url, person)
    const expired = await specimensOf(url, person, 'expired')
    await openAsGuest()
    const steps = new Steps(phone, language)
    const photos = new Photos(phone)
    await phone.goto('/')
    await phone.tap(phone.page.getByRole('link', { name: m.home_start(), exact: true }).first())
    await logIn(phone, person)
    await phone.tap(button(m.application_card_open()))
    await button(m.application_card_yes()).waitFor()
    await album.add(phone, 'the card first, consent')
    await phone.tap(button(m.application_card_yes()))
    await photos.use(phone.page.getByRole('dialog'), front)
    await phone.page.getByText(m.application_card_filled()).waitFor({ timeout: CHECKED_MS })
    await album.add(phone, 'the card first, read')
    await steps.type(
      'national_id_number',
      person.dni.replace(/.$/, (last) => String((Number(last) + 1) % 10)),
    )
    await steps.type('whatsapp_phone', person.phone)
    await steps.choose('address.province_id', 'Ciudad Autónoma de Buenos Aires')
    const barrios = await steps.open('address.locality_id')
    await phone.type(barrios.getByRole('combobox'), 'Paler')
    await album.add(phone, 'the barrio by a search')
    await phone.tap(barrios.getByRole('option', { name: 'Palermo', exact: true }))
    await steps.type('address.street', `${person.street} 1234`)
    await steps.type('address.postal_code', 'C1425ABC')
    await steps.work()
    await steps.chip('had_loans', m.application_no())
    await steps.goOn('social')
    await steps.social(person)
    await steps.goOn('withdrawal')
    await steps.withdrawal(person)
    await steps.goOn('photos')
    await phone.page.getByText(m.card_differs_title()).waitFor({ timeout: CHECKED_MS })
    await album.add(phone, 'the card says otherwise')
    await tapBack()
    await phone.goto('/')
    await phone.page.getByText(m.card_differs_title()).waitFor()
    await album.add(phone, 'application, the card says otherwise')
    await phone.tap(button(m.card_take()))
    await phone.page.getByText(m.card_differs_title()).waitFor({ state: 'detached' })
    await phone.goto(stepPages.photos)
    await photos.take('id_front', expired.id_front)
    await photos.take('id_back', expired.id_back)
    await phone.page.getByText(m.card_expired_text()).waitFor({ timeout: CHECKED_MS })
    await album.add(phone, 'the card has run out')
    await photos.take('id_front', front)
    await photos.take('id_back', others.id_back)
    await photos.take('selfie', others.selfie)
    await photos.tile('selfie').getByText(m.photos_good()).waitFor({ timeout: CHECKED_MS })
    await photos.submit()
    await phone.tap(button(m.photos_sent_go()))
    session = await phone.session()
    await moveClock(url, { advance_ms: REVIEW_ABOUT_MS })
    await phone.page.getByRole('heading', { name: nameless(m.home_approved_name) }).waitFor()
    expect(phone.problems).toEqual([])
  })

  test('a question for consent', async () => {
    await begin()
    await openAsUser({ asks: true })
    await open(pageOf.privacy, 'logged in, nothing given')
    await phone.tap(phone.page.getByRole('switch', { name: m.privacy_kind_behaviour(), exact: true }))
    await button(m.privacy_yes()).waitFor()
    await album.add(phone, 'asks for consent')
    expect(phone.problems).toEqual([])
  })

  test('the photos: consent, camera, preview, checked, one to take again; submitted, in review', async () => {
    const url = await begin()
    await saveThreeSteps(url, session, person)
    await openAsUser()
    const photos = new Photos(phone)
    await open('/', 'application, photos missing')
    await open(stepPages.photos, 'consent')
    await photos.agree()
    await album.add(phone, 'none taken')
    const sheet = await photos.open('id_front')
    await sheet.getByRole('button', { name: m.photos_camera_shutter() }).waitFor()
    await sheet.getByRole('status').filter({ hasText: /\S/ }).waitFor()
    await album.add(phone, 'camera')
    await phone.page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'detached' })
    const wrong = await specimensOf(url, person, 'other_face')
    const preview = await photos.open('id_front')
    await preview.locator('input[type=file]').last().setInputFiles({
      name: 'photo.jpg',
      mimeType: 'image/jpeg',
      buffer: wrong.id_front,
    })
    await preview.getByRole('button', { name: m.photos_preview_use() }).waitFor()
    await album.add(phone, 'preview')
    const uploads = '**/api/app/upload_image_info'
    await phone.page.route(uploads, (route) => route.abort('internetdisconnected'))
    await preview.getByRole('button', { name: m.photos_preview_use() }).tap()
    await preview.waitFor({ state: 'detached' })
    await photos.tile('id_front').getByText(m.photos_no_connection()).waitFor()
    await album.add(phone, 'a photo waits on the phone')
    await phone.goto('/')
    await phone.page.getByText(m.photos_unsent_offline_one()).waitFor()
    await album.add(phone, 'application, a photo waits on the phone')
    await phone.page.unroute(uploads)
    expect(phone.problems.splice(0).filter((problem) => !problem.includes('DISCONNECTED'))).toEqual([])
    await phone.goto(stepPages.photos)
    await photos.take('id_back', wrong.id_back)
    await photos.take('selfie', wrong.selfie)
    await photos.tile('id_back').getByText(m.photos_good()).waitFor({ timeout: CHECKED_MS })
    await photos.tile('selfie').getByText(m.photos_checking()).waitFor({ state: 'detached', timeout: CHECKED_MS })
    await album.add(phone, 'one to take again')
    await open('/', 'application, a photo to take again')
    await phone.goto(stepPages.photos)
    await photos.take('selfie', (await specimensOf(url, person)).selfie)
    await photos.tile('selfie').getByText(m.photos_good()).waitFor({ timeout: CHECKED_MS })
    await album.add(phone, 'all good')
    await photos.submit()
    await album.add(phone, 'submitted')
    await phone.tap(button(m.photos_sent_go()))
    await album.add(phone, 'in review')
    await around('in review')
    await open(stepPages.basic, 'in review, to be read')
    await phone.goto('/')
    await tapTo(reviewPage, 'in review')
    await phone.tap(button(m.photos_review_check()))
    await phone.settled()
    await album.add(phone, 'not decided yet')
    expect(await letReview(url, session)).toMatchObject({ state: 'approved' })
    await phone.tap(button(m.photos_review_check()))
    await phone.page.getByRole('heading', { name: m.photos_review_approved() }).waitFor()
    await album.add(phone, 'approved')
    await tapTo(pageOf.choose, 'from the approval')
    await moveClock(url, { advance_ms: (await daysUntilDueOnSunday()) * DAY_MS })
    await phone.page.goto('about:blank')
    await phone.goto(pageOf.choose)
    await phone.check(phone.page.getByRole('radio', { name: new RegExp(String(TERM_DAYS)) }))
    await album.add(phone, 'a due day that moves')
    await phone.tap(phone.page.getByRole('link', { name: m.loan_see_offer() }))
    await album.add(phone, 'a due day that moves')
    expect(phone.problems).toEqual([])
  })

  test('refused, and two weeks later', async () => {
    const url = await begin({ dniEnding: '9003' })
    await submitApplication(url, session, person, CHECKED_MS)
    expect(await letReview(url, session)).toMatchObject({ state: 'refused' })
    await openAsUser()
    await open('/', 'refused')
    await open(reviewPage, 'refused')
    await open(pageOf.choose, 'refused')
    await open(pageOf.profile, 'refused')
    await tapTo(pageOf.loans, 'refused, none in progress')
    await tapTab(m.orders_tab_completed(), 'refused, among the completed')
    await moveClock(url, { advance_ms: REFUSAL_RETRY_MS })
    await open('/', 'refused, may apply again')
  })

  test('approved, expired, the transfer fails, another account, cancelled', async () => {
    const url = await begin({ accountEnding: '9102' })
    await submitApplication(url, session, person, CHECKED_MS)
    expect(await letReview(url, session)).toMatchObject({ state: 'approved' })
    await moveClock(url, { advance_ms: APPROVAL_VALID_MS })
    await openAsUser()
    await open('/', 'approval expired')
    await open(pageOf.choose, 'approval expired')
    await call(url, 'loan/apply_info', { submit: true }, { session })
    expect(await letReview(url, session)).toMatchObject({ state: 'approved' })
    const { order_id: orderId } = await borrow(url, session, person, 'payout_failed')
    await open('/', 'transfer failed')
    await open(pageOf.loans, 'transfer failed')
    await open(orderPage(orderId), 'transfer failed')
    await open(`${pageOf.newAccount}?order_id=${orderId}`, 'after a failed transfer')
    await open(repayPage(orderId), 'nothing to pay yet')
    await moveClock(url, { advance_ms: PAYOUT_WAIT_MS })
    await expect
      .poll(async () => (await call(url, 'loan/order', { order_id: orderId }, { session })).order.state)
      .toBe('cancelled')
    await open('/', 'cancelled, nothing was owed')
    await open(orderPage(orderId), 'cancelled')
  })

  test('a loan from the approval to the last payment, and the next one', async () => {
    // Her bank takes ten minutes: the order is seen while it waits for its money.
    const url = await begin({ accountEnding: '9101' })
    await submitApplication(url, session, person, CHECKED_MS)
    expect(await letReview(url, session)).toMatchObject({ state: 'approved' })
    // Whoever was never asked for the optional consents finds them on a quiet card, once there is a loan.
    await openAsUser({ asks: true })
    await open('/', 'approved')
    await open(pageOf.profile, 'approved')
    await around('approved')
    await open(stepPages.basic, 'approved, to be read')
    await open(pageOf.choose, 'approved')
    await open(pageOf.coupons, 'one to use')
    const choice = `amount_centavos=${pesos(120_000)}&term_days=${TERM_DAYS}`
    await open(`/pages/loan/loan-information/loan-information?${choice}`, 'the whole offer')
    await open(`/pages/contract-new/contract-new?${choice}&of=offer`, 'before signing')
    await open(`/pages/sign/sign?${choice}`, 'before signing')
    await phone.check(phone.page.getByRole('checkbox'))
    await phone.tap(button(m.sign_ask_code()))
    const field = phone.page.getByRole('textbox')
    await field.waitFor()
    await album.add(phone, 'code sent')
    await field.fill(await codeSentTo(url, person.phone))
    await phone.tap(phone.page.getByRole('button', { name: m.sign_sign(), exact: true }))
    await phone.page.getByRole('heading', { name: m.sign_done_title() }).waitFor()
    await album.add(phone, 'signed')

    const { groups } = await call(url, 'user/get_processing_order', {}, { session })
    const orderId = groups.flatMap(({ orders }) => orders)[0]?.order_id ?? ''
    await open('/', 'transfer under way')
    await open(pageOf.loans, 'transfer under way')
    await open(orderPage(orderId), 'transfer under way')
    await moveClock(url, { advance_ms: 600_000 })
    await expect
      .poll(async () => (await call(url, 'loan/order', { order_id: orderId }, { session })).order.state)
      .toBe('in_repayment')
    await open('/', 'in repayment')
    await open(pageOf.loans, 'in repayment')
    await open(pageOf.profile, 'in repayment')
    await open(orderPage(orderId), 'in repayment')
    await open(orderPage(orderId, '&view=statement'), 'statement, in repayment')
    await open(`/pages/contract-new/contract-new?of=order&order_id=${orderId}`, 'signed')
    await album.addPrinted(phone, 'signed')
    await open(repayPage(orderId), 'how much and how')
    await open(repayPage(orderId, '&kind=withdrawal'), 'giving it back')
    await open('/pages/consumer/regret', 'with a loan')
    await open(`${pageOf.privacy}?view=erase`, 'a loan is open')
    await open(pageOf.privacy, 'with a loan')

    await phone.goto(repayPage(orderId, '&kind=part'))
    await phone.page.getByRole('textbox', { name: m.repay_part_label() }).fill('20000')
    await album.add(phone, 'a part')
    await phone.tap(button(m.repay_ask()))
    await phone.page.getByText(m.repay_waiting()).waitFor()
    await album.add(phone, 'waiting for the money')
    await payFor(url, orderId)
    await phone.page.getByRole('heading', { name: m.repay_receipt() }).waitFor()
    await album.add(phone, 'receipt of a part')
    await album.addPrinted(phone, 'receipt of a part')

    await desk(server(), 'coupon', person.phone, '--days', '7', '--valid', '200', '--why', 'for the gallery')
    await open(repayPage(orderId, '&kind=extension'), 'moving the due day')
    await open(pageOf.coupons, 'one used, one to use')

    await moveToDay(addDays(await dueDayOf(orderId), -3))
    await comeBack()
    await open('/', 'due in three days')
    await moveToDay(await dueDayOf(orderId))
    await open('/', 'due today')
    await moveToDay(addDays(await dueDayOf(orderId), 3))
    await open('/', 'overdue')
    await open(pageOf.loans, 'overdue')
    await open(orderPage(orderId), 'overdue')
    await open(repayPage(orderId), 'overdue')
    await phone.tap(button(m.repay_ask()))
    await phone.page.getByText(m.repay_waiting()).waitFor()
    await payFor(url, orderId)
    await phone.page.getByRole('heading', { name: m.repay_receipt() }).waitFor()
    await album.add(phone, 'receipt of the last payment')
    await open('/', 'paid off')
    await tapTo(pageOf.loans, 'paid off, none in progress')
    await tapTab(m.orders_tab_completed(), 'paid off, among the completed')
    await phone.page.goto(`${url}/sandbox`)
    await album.add(phone, 'after a loan')
    await open(orderPage(orderId), 'paid off')
    await open(orderPage(orderId, '&view=statement'), 'statement, paid off')
    await album.addPrinted(phone, 'statement, paid off')
    await open(repayPage(orderId), 'nothing to pay any more')
    await open(pageOf.level, 'after a loan')
    await open(`${pageOf.privacy}?view=erase`, 'no loan open')

    if ((await call(url, 'app/home', {}, { session })).next_action.kind !== 'choose_loan') {
      await call(url, 'loan/apply_info', { submit: true }, { session })
      await letReview(url, session)
      await open('/', 'approved again')
    }
    await open(pageOf.choose, 'the second time')
    await open('/pages/sign/auto-sign', 'the second time')
  })

  test('the server does not answer', async () => {
    await openAsGuest()
    await phone.page.route('**/api/**', (route) => route.abort('connectionrefused'))
    await open('/', 'guest, the server does not answer')
    await open('/pages/index/api-state/api-state', 'the server does not answer')
    expect(phone.problems.filter((problem) => problem.startsWith('uncaught'))).toEqual([])
  })

  test('without a connection', async () => {
    const url = await begin()
    await call(url, 'app/save_basic_info', basicOf(person), { session })
    phone = await Phone.open({ language, url, session, keepsApp: true })
    await phone.goto('/')
    await phone.page.evaluate(async () => void (await navigator.serviceWorker.ready))
    await phone.context.setOffline(true)
    await phone.page.reload()
    await phone.page.getByText(m.lib_data_as_of({ time: '|' }).split('|')[0] ?? '').waitFor()
    await album.add(phone, 'without a connection, as last known')
    await phone.page.locator(`a[href="#${pageOf.loans}"]`).tap()
    await album.add(phone, 'without a connection')
    expect(phone.problems.filter((problem) => problem.startsWith('uncaught'))).toEqual([])
  })

  test('while it loads', async () => {
    await begin()
    await openAsUser()
    for (const path of ['/', pageOf.loans, pageOf.choose, stepPages.basic, pageOf.privacy]) {
      await phone.page.goto('about:blank')
      // Answers that do not come: what is shown meanwhile stays.
      await phone.page.route('**/api/**', () => {})
      await phone.page.goto(`${phone.url}/#${path}`)
      await album.addLoading(phone)
    }
    expect(phone.problems).toEqual([])
  })

  test('every page of the table has a picture, and Home at least twelve', async () => {
    const without = routes.filter(({ path }) => !album.pictures.some((picture) => picture.path === path))
    expect(without.map(({ path }) => path)).toEqual([])
    const ofHome = album.pictures.filter(({ path, look }) => path === '/' && look === 'phone')
    expect(ofHome.length).toBeGreaterThanOrEqual(12)
  })
}
