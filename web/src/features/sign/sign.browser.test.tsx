import { centavos } from '@hola/core/money.ts'
import { civilDay } from '@hola/core/calendar.ts'
import { describe, expect, test, vi } from 'vitest'
import { page as screen, userEvent } from 'vitest/browser'
import { closeApp, openApp, screensOf } from '../../app/test-app.tsx'
import { chooseLocale } from '@hola/i18n/locale.ts'
import { fakeServer, succeed } from '../../lib/fake-server.ts'
import { logIn, session } from '../../lib/session.ts'
import { axe, freshPhone } from '../../lib/test-phone.ts'
import {
  COUPON_ID,
  fakeContract,
  fakeOffer,
  fakeOrder,
  fakeSigned,
  ORDER_ID,
  OTHER_SHA256,
  SHA256,
} from './fake-loan.ts'

const SIGN = '/pages/sign/sign?amount_centavos=12000000&term_days=91'
const AUTO = '/pages/sign/auto-sign'
const SUCCESS = `/pages/landing/landing-sign-success/landing-sign-success?order_id=${ORDER_ID}`
const CONTRACT = '/pages/contract-new/contract-new'
const USER_ID = '0f8b2a40-0000-4000-8000-000000000001'
const CODE = '407215'

type Body = Record<string, unknown> & { apply_id: string }

const open = (url: string) => openApp(url, screensOf(/\/sign|contract-new$|sign-success/))

/** Signs as the real one does: an id that was answered is answered alike, with another body it is refused. */
const server = () => {
  const signed = new Map<string, string>()
  const fake = fakeServer({
    '/api/loan/preview': succeed(fakeOffer),
    '/api/loan/contract': succeed(fakeContract),
    '/api/loan/order': succeed({ order: fakeOrder }),
    '/api/user/get_code': succeed({
      sent_to_masked: '+54 9 11 •••• 6789',
      valid_for_seconds: 300,
      resend_after_seconds: 60,
    }),
    '/api/user/get_mail_code': succeed({
      sent_to_masked: 'p•••@correo.com',
      valid_for_seconds: 300,
      resend_after_seconds: 60,
    }),
    '/api/loan/apply': ({ body }) => sign(body as Body),
  })
  const sign = (body: Body): object => {
    const first = signed.get(body.apply_id)
    if (first !== undefined)
      return first === JSON.stringify(body)
        ? succeed(fakeSigned)
        : { code: '20304', msg: 'Already sent with other details.' }
    if (body['code'] !== CODE) return { code: '20101', msg: 'That is not the code we sent. Tries left: 4.' }
    signed.set(body.apply_id, JSON.stringify(body))
    return succeed(fakeSigned)
  }
  const applied = () => fake.asked.filter(({ path }) => path === '/api/loan/apply').map(({ body }) => body as Body)
  return { ...fake, sign, signed, applied }
}

const refuse = (code: string, msg: string): object => ({ code, msg })

const box = () => screen.getByRole('checkbox', { name: /I have read the agreement and agree to pay/ })
const ask = () => screen.getByRole('button', { name: 'Send me the code' })
const code = () => screen.getByRole('textbox', { name: 'Verification code' })
const signButton = () => screen.getByRole('button', { name: 'Sign', exact: true })
const missing = () =>
  [...document.querySelectorAll('main li')]
    .map((item) => item.textContent)
    .filter((text) => /^(Tick|Ask|Complete)/.test(text))

const fillIn = async (digits = CODE): Promise<void> => {
  await box().click()
  await ask().click()
  await expect.element(code()).toHaveFocus()
  await userEvent.keyboard(digits)
}

const stored = (key: string): unknown => JSON.parse(localStorage.getItem(key) ?? 'null')

/** What the browser tells this tab when another one has changed the storage. */
const fromOtherTab = (key: string, value: unknown): void => {
  localStorage.setItem(key, JSON.stringify(value))
  window.dispatchEvent(new StorageEvent('storage', { key }))
}

freshPhone({ token: 'a-token', userId: USER_ID })

describe('what is signed', () => {
  test('arrival, total and CFTEA stand together; nothing is ticked, no code is sent by itself', async () => {
    const { asked } = server()
    await open(`${SIGN}&coupon_id=none`)
    await expect.element(screen.getByText('You receive today')).toBeVisible()
    await expect.element(screen.getByText('You pay on 15/02/2027')).toBeVisible()
    await expect.element(screen.getByText('CFTEA with VAT')).toBeVisible()
    await expect.element(screen.getByText('CVU in the name of Persona de Prueba')).toBeVisible()
    await expect.element(screen.getByText('6 pages, version 3')).toBeVisible()
    await expect
      .element(box())
      .toHaveAccessibleName('I have read the agreement and agree to pay $\u00A0152.580,50 on 15/02/2027.')
    await expect.element(box()).not.toBeChecked()
    await expect
      .element(screen.getByText('You can withdraw until 01/12/2026: you return $\u00A0108.000,00 and nothing else.'))
      .toBeVisible()
    expect(asked.map(({ path }) => path)).toEqual(['/api/loan/preview'])
    expect(asked[0]?.body).toEqual({
      amount_centavos: 12_000_000,
      term_days: 91,
      coupon_id: null,
      with_agreement: true,
    })
    expect(await axe()).toEqual([])
  })

  test.each([
    ['', undefined],
    [`&coupon_id=${COUPON_ID}`, COUPON_ID],
    ['&coupon_id=none', null],
  ])('the coupon of the address: "%s"', async (query, couponId) => {
    const { asked } = server()
    await open(SIGN + query)
    await expect.element(box()).toBeVisible()
    expect(asked.map(({ body }) => (body as Body)['coupon_id'])).toEqual([couponId])
  })

  test('the largest rate is CFTEA', async () => {
    server()
    await open(SIGN)
    const sizeOf = (text: string): number => {
      const element = [...document.querySelectorAll<HTMLElement>('main *')].findLast((part) =>
        part.textContent.includes(text),
      )
      return Number.parseInt(element ? getComputedStyle(element).fontSize : '0', 10)
    }
    await expect.element(box()).toBeVisible()
    expect(sizeOf('299,90')).toBeGreaterThan(2 * sizeOf('TNA'))
  })

  test('the agreement of exactly this offer opens from its row; coming back keeps what was typed', async () => {
    server()
    const app = await open(SIGN)
    await fillIn('407')
    await screen.getByRole('link', { name: /Loan agreement.*Read/ }).click()
    await expect.poll(app.here).toBe(`${CONTRACT}?of=offer&amount_centavos=12000000&term_days=91&coupon_id=none`)
    await expect.element(screen.getByRole('heading', { name: 'Contrato de préstamo personal' })).toBeVisible()
    await screen.getByRole('button', { name: 'Back' }).click()
    await expect.element(box()).toBeChecked()
    await expect.element(code()).toHaveValue('407')
  })

  test('a term that is not offered becomes the usual one, and the page says so', async () => {
    const { answers, asked } = server()
    answers['/api/loan/preview'] = ({ body }) =>
      (body as Body)['term_days'] === 45 ? refuse('20301', 'invalid loan_daycount') : succeed(fakeOffer)
    await open('/pages/sign/sign?amount_centavos=12000000&term_days=45')
    await expect.element(screen.getByText(/This is the offer for 91 days/)).toBeVisible()
    expect(asked.map(({ body }) => (body as Body)['term_days'])).toEqual([45, undefined])
  })

  test('without a connection it says so and can be tried again', async () => {
    const { answers } = server()
    answers['/api/loan/preview'] = 'offline'
    await open(SIGN)
    await expect.element(screen.getByRole('heading', { name: 'We could not load your offer' })).toBeVisible()
    expect(await axe()).toEqual([])
    answers['/api/loan/preview'] = succeed(fakeOffer)
    await screen.getByRole('button', { name: 'Try again' }).click()
    await expect.element(box()).toBeVisible()
  })

  test.each([
    ['20306', 'Your approval has expired.', 'link', 'Go to Home'],
    ['20305', 'There is no approval yet.', 'link', 'Go to Home'],
    ['20302', 'The amount is more than you can borrow now.', 'link', 'Choose the amount and the term'],
    ['20309', 'That coupon can no longer be used.', 'button', 'Go on without the coupon'],
  ] as const)('an offer that is refused (%s) says why and leads on', async (refusal, text, role, way) => {
    const { answers } = server()
    answers['/api/loan/preview'] = refuse(refusal, text)
    await open(SIGN)
    await expect.element(screen.getByRole('heading', { name: 'This offer cannot be signed now' })).toBeVisible()
    await expect.element(screen.getByText(text)).toBeVisible()
    await expect.element(screen.getByRole(role, { name: way })).toBeVisible()
    expect(await axe()).toEqual([])
  })
})

describe('the code', () => {
  test('is asked for with a button, then typed; the last digit signs nothing', async () => {
    const { asked, applied } = server()
    await open(SIGN)
    await ask().click()
    await expect.element(code()).toHaveFocus()
    expect(asked.at(-1)).toMatchObject({ path: '/api/user/get_code', body: { purpose: 'sign' } })
    await expect
      .element(screen.getByText(/We sent it to \+54\s9\s11\s••••\s6789\. It is valid until \d\d:\d\d/))
      .toBeVisible()
    await expect.element(screen.getByText(/Ask for another in (1:00|0:5\d)/)).toBeVisible()
    await box().click()
    await code().fill(CODE)
    await expect.element(code()).toHaveValue(CODE)
    expect(applied()).toEqual([])
    expect(await axe()).toEqual([])
  })

  test('goes to the mail for who chooses it, and the signature says so', async () => {
    const { answers, asked, applied } = server()
    answers['/api/loan/preview'] = succeed({
      ...fakeOffer,
      code_channels: [...fakeOffer.code_channels, { channel: 'mail', contact_masked: 'p•••@correo.com' }],
    })
    const app = await open(SIGN)
    await screen.getByRole('radio', { name: /E-mail/ }).click()
    expect(await axe()).toEqual([])
    await fillIn()
    expect(asked.at(-1)).toMatchObject({ path: '/api/user/get_mail_code', body: { purpose: 'sign' } })
    await signButton().click()
    await expect.poll(app.here).toBe(SUCCESS)
    expect(applied()[0]).toMatchObject({ code_channel: 'mail' })
  })

  test('can be sent the other way instead', async () => {
    const { answers, asked } = server()
    answers['/api/loan/preview'] = succeed({
      ...fakeOffer,
      code_channels: [...fakeOffer.code_channels, { channel: 'mail', contact_masked: 'p•••@correo.com' }],
    })
    await open(SIGN)
    await fillIn('40')
    await screen.getByRole('button', { name: 'Send it to my e-mail instead' }).click()
    await expect.element(screen.getByText(/We sent it to p•••@correo\.com/)).toBeVisible()
    await expect.element(code()).toHaveValue('')
    expect(asked.at(-1)?.path).toBe('/api/user/get_mail_code')
  })

  test('pasted with words around it, it is taken', async () => {
    server()
    await open(SIGN)
    await ask().click()
    await code().fill('Tu código es 407 215')
    await expect.element(code()).toHaveValue(CODE)
  })

  test('the code of the SMS fills it in where the browser reads it, and signs nothing by itself', async () => {
    vi.stubGlobal('OTPCredential', class {})
    vi.spyOn(navigator.credentials, 'get').mockResolvedValue({ id: '', type: 'otp', code: CODE } as Credential)
    const { applied } = server()
    await open(SIGN)
    await box().click()
    await ask().click()
    await expect.element(code()).toHaveValue(CODE)
    await expect.element(signButton()).not.toHaveAttribute('aria-disabled')
    expect(applied()).toEqual([])
  })

  test('another one after the wait, which a reload does not begin anew', async () => {
    const { asked } = server()
    await open(SIGN)
    await ask().click()
    await expect.element(code()).toHaveFocus()
    const sent = stored('sign-code') as object
    localStorage.setItem('sign-code', JSON.stringify({ ...sent, resendAt: Date.now() + 30_000 }))
    await closeApp()
    await open(SIGN)
    await expect.element(screen.getByText(/Ask for another in 0:(30|2\d)/)).toBeVisible()
    localStorage.setItem('sign-code', JSON.stringify({ ...sent, resendAt: Date.now() - 1 }))
    await closeApp()
    await open(SIGN)
    await code().fill('12')
    await screen.getByRole('button', { name: 'Ask for another' }).click()
    await expect.element(screen.getByText('We sent another code.')).toBeVisible()
    await expect.element(code()).toHaveValue('')
    expect(asked.filter(({ path }) => path === '/api/user/get_code')).toHaveLength(2)
  })

  test('one that has expired, or was sent to somebody else, is not waited for', async () => {
    server()
    const old = { userId: USER_ID, channel: 'phone', sentTo: '+54', resendAt: 0 }
    for (const sent of [
      { ...old, expiresAt: Date.now() - 1 },
      { ...old, userId: 'eva', expiresAt: Date.now() + 60_000 },
    ]) {
      localStorage.setItem('sign-code', JSON.stringify(sent))
      await open(SIGN)
      await expect.element(ask()).toBeVisible()
      await closeApp()
    }
    await open(SIGN)
  })

  test('one that is on its way already can be typed', async () => {
    const { answers } = server()
    answers['/api/user/get_code'] = refuse('20103', 'We have just sent you a code.')
    await open(SIGN)
    await ask().click()
    await expect.element(screen.getByText('We have just sent you a code.')).toBeVisible()
    await expect.element(code()).toBeVisible()
  })

  test('one that could not be sent: why, and the button stays', async () => {
    const { answers } = server()
    answers['/api/user/get_code'] = refuse('20106', 'We could not send the code.')
    await open(SIGN)
    await ask().click()
    await expect.element(screen.getByText('We could not send the code.')).toBeVisible()
    await expect.element(ask()).toBeVisible()
    expect(await axe()).toEqual([])
  })

  test('one that could not be delivered: said within seconds, until she types one', async () => {
    const { answers } = server()
    const sent = { sent_to_masked: '+54 9 11 •••• 6789', valid_for_seconds: 300, resend_after_seconds: 60 }
    answers['/api/user/get_code'] = succeed({ ...sent, delivery_id: USER_ID })
    answers['/api/user/code_delivery'] = succeed({ is_undelivered: true })
    await open(SIGN)
    await ask().click()
    const said = screen.getByText('The code could not be delivered: try another way', { exact: false })
    await expect.element(said, { timeout: 10_000 }).toBeVisible()
    expect(await axe()).toEqual([])
    await code().fill('1')
    await expect.element(said).not.toBeInTheDocument()
  })
})

describe('what is missing', () => {
  test('stands above the button, and a press on it goes to the first thing', async () => {
    const { applied } = server()
    await open(SIGN)
    await expect.element(screen.getByText('To sign, this is missing:')).toBeVisible()
    expect(missing()).toEqual(['Tick that you have read and agree', 'Ask for the code'])
    await expect.element(signButton()).toHaveAttribute('aria-disabled', 'true')
    const press = async () => (signButton().element() as HTMLElement).click()
    await press()
    await expect.element(box()).toHaveFocus()
    await box().click()
    await press()
    await expect.element(ask()).toHaveFocus()
    await ask().click()
    await code().fill('407')
    expect(missing()).toEqual(['Complete the code (3 of 6)'])
    await press()
    await expect.element(code()).toHaveFocus()
    await userEvent.keyboard('215')
    expect(missing()).toEqual([])
    await expect.element(screen.getByText('To sign, this is missing:')).not.toBeInTheDocument()
    await expect.element(signButton()).not.toHaveAttribute('aria-disabled')
    expect(applied()).toEqual([])
  })

  test('a box that is unticked again blocks again', async () => {
    const { applied } = server()
    await open(SIGN)
    await fillIn()
    await box().click()
    await userEvent.keyboard('{Enter}')
    await expect.element(signButton()).toHaveAttribute('aria-disabled', 'true')
    expect(applied()).toEqual([])
  })
})

test('a box is ticked for one agreement: whenever another is shown it is empty', async () => {
  const { answers } = server()
  await open(SIGN)
  await box().click()
  await expect.element(box()).toBeChecked()
  // Asked again in another language, after midnight say, it may be another.
  answers['/api/loan/preview'] = succeed({
    ...fakeOffer,
    agreement: { ...fakeOffer.agreement, sha256: OTHER_SHA256, page_count: 7 },
  })
  chooseLocale('es')
  await expect.element(screen.getByText('7 páginas, versión 3')).toBeVisible()
  await expect.element(screen.getByRole('checkbox')).not.toBeChecked()
})

describe('signing', () => {
  test('sends exactly what was shown, and shows what comes next without another call', async () => {
    const { applied, asked } = server()
    const app = await open(SIGN)
    await fillIn()
    await signButton().click()
    await expect.poll(app.here).toBe(SUCCESS)
    expect(app.pages()).toBe(1)
    expect(applied()).toEqual([
      {
        apply_id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4/),
        amount_centavos: 12_000_000,
        term_days: 91,
        coupon_id: null,
        agreement_accepted: true,
        agreement: { version: '3', sha256: SHA256 },
        code_channel: 'phone',
        code: CODE,
      },
    ])
    await expect.element(screen.getByRole('heading', { name: 'Your loan is signed' })).toBeVisible()
    expect(document.querySelector('[data-drawing=signed]')).not.toBeNull()
    await expect.element(screen.getByText('We expect it by 16/11/2026 at 11:35.')).toBeVisible()
    expect(asked.some(({ path }) => path === '/api/loan/order')).toBe(false)
    expect(stored('unanswered-apply')).toBeNull()
    expect(stored('sign-code')).toBeNull()
  })

  test('the coupon inside the offer is named', async () => {
    const { answers, applied } = server()
    answers['/api/loan/preview'] = succeed({
      ...fakeOffer,
      coupon: { coupon_id: COUPON_ID, fee_reduction_centavos: 200_000, fee_before_centavos: 1_200_000 },
    })
    const app = await open(SIGN)
    await expect.element(screen.getByText('Coupon: $\u00A02.000 off the fees')).toBeVisible()
    await fillIn()
    await signButton().click()
    await expect.poll(app.here).toBe(SUCCESS)
    expect(applied()[0]).toMatchObject({ coupon_id: COUPON_ID })
  })

  test('a double tap signs once', async () => {
    const { applied, signed } = server()
    const app = await open(SIGN)
    await fillIn()
    const button = signButton().element() as HTMLElement
    button.click()
    button.click()
    await expect.poll(app.here).toBe(SUCCESS)
    expect(applied()).toHaveLength(1)
    expect(signed.size).toBe(1)
  })

  test('the request is in storage before it leaves, letter by letter', async () => {
    const { answers, sign } = server()
    const app = await open(SIGN)
    let kept: unknown
    answers['/api/loan/apply'] = ({ body }) => {
      kept = stored('unanswered-apply')
      expect(kept).toEqual({ [USER_ID]: body })
      return sign(body as Body)
    }
    await fillIn()
    await signButton().click()
    await expect.poll(app.here).toBe(SUCCESS)
    expect(kept).toBeDefined()
  })
})

describe('an answer that does not come', () => {
  /** It was signed, and nobody heard. */
  const loseAnswers = ({ answers, sign }: ReturnType<typeof server>): (() => void) => {
    answers['/api/loan/apply'] = ({ body }) => {
      sign(body as Body)
      return 'offline'
    }
    return () => (answers['/api/loan/apply'] = ({ body }) => sign(body as Body))
  }

  const unknown = () => screen.getByRole('heading', { name: 'We do not know yet whether it was signed' })
  const tryAgain = () => screen.getByRole('button', { name: 'Try again' })

  test('is said, and the same id and body are sent again until one comes', async () => {
    const fake = server()
    const listen = loseAnswers(fake)
    const app = await open(SIGN)
    await fillIn()
    await signButton().click()
    await expect.element(unknown()).toBeVisible()
    await expect.element(unknown()).toHaveFocus()
    await expect.element(screen.getByText(/Trying again is safe/)).toBeVisible()
    await expect.element(signButton()).not.toBeInTheDocument()
    expect(await axe()).toEqual([])
    await tryAgain().click()
    await expect.poll(() => fake.applied().length).toBe(2)
    await expect.element(tryAgain()).not.toHaveAttribute('aria-busy')
    listen()
    await tryAgain().click()
    await expect.poll(app.here).toBe(SUCCESS)
    const [first, ...others] = fake.applied()
    expect(others).toEqual([first, first])
    expect(fake.signed.size).toBe(1)
    expect(stored('unanswered-apply')).toBeNull()
  })

  test('a reload asks about it first, by itself, on either page', async () => {
    for (const url of [SIGN, AUTO]) {
      localStorage.removeItem('last-signed')
      const fake = server()
      const listen = loseAnswers(fake)
      await open(SIGN)
      await fillIn()
      await signButton().click()
      await expect.element(unknown()).toBeVisible()
      await closeApp()
      listen()
      const app = await open(url)
      await expect.poll(app.here).toBe(SUCCESS)
      expect(fake.applied()[1]).toEqual(fake.applied()[0])
      expect(fake.signed.size).toBe(1)
      await closeApp()
    }
    await open(SIGN)
  })

  test('a reload in the middle of sending asks with the same request', async () => {
    const fake = server()
    const app = await open(SIGN)
    const { fetch } = window
    let left: (() => void) | undefined
    vi.stubGlobal('fetch', (input: RequestInfo | URL, init?: RequestInit) =>
      String(input).endsWith('loan/apply')
        ? new Promise<Response>((_, reject) => (left = () => reject(new TypeError('gone'))))
        : fetch(input, init),
    )
    await fillIn()
    await signButton().click()
    await expect.poll(() => left).toBeDefined()
    const kept = stored('unanswered-apply') as Record<string, Body>
    await closeApp()
    vi.stubGlobal('fetch', fetch)
    await open(SIGN)
    await expect.poll(() => fake.applied().length).toBe(1)
    expect(fake.applied()[0]).toEqual(kept[USER_ID])
    expect(app.here()).toBe(SIGN)
  })

  test('still without a connection after a reload, nothing else can be signed', async () => {
    const fake = server()
    loseAnswers(fake)
    await open(SIGN)
    await fillIn()
    await signButton().click()
    await expect.element(unknown()).toBeVisible()
    await closeApp()
    await open('/pages/sign/sign?amount_centavos=5000000&term_days=62')
    await expect.element(unknown()).toBeVisible()
    await expect.element(screen.getByText('$\u00A0120.000,00')).toBeVisible()
    await expect.element(box()).not.toBeInTheDocument()
    expect(new Set(fake.applied().map(({ apply_id: id }) => id)).size).toBe(1)
  })

  test('when the connection is back it is asked by itself', async () => {
    const fake = server()
    const listen = loseAnswers(fake)
    const app = await open(SIGN)
    await fillIn()
    await signButton().click()
    await expect.element(unknown()).toBeVisible()
    listen()
    window.dispatchEvent(new Event('online'))
    await expect.poll(app.here).toBe(SUCCESS)
  })

  test.each([
    ['500', 'Something went wrong on our side.'],
    ['503', 'The service is not available right now.'],
    ['504', 'This is taking too long.'],
    ['429', 'Too many attempts.'],
  ])('an answer that says nothing about the request (%s) keeps it too', async (refusal, text) => {
    const { answers, applied } = server()
    answers['/api/loan/apply'] = refuse(refusal, text)
    await open(SIGN)
    await fillIn()
    await signButton().click()
    await expect.element(unknown()).toBeVisible()
    expect(stored('unanswered-apply')).toEqual({ [USER_ID]: applied()[0] })
  })

  test('found refused on coming back: nothing was signed, the page says so and she can sign', async () => {
    const fake = server()
    fake.answers['/api/loan/apply'] = 'offline'
    await open(SIGN)
    await fillIn()
    await signButton().click()
    await expect.element(unknown()).toBeVisible()
    await closeApp()
    fake.answers['/api/loan/apply'] = refuse('20102', 'That code is no longer valid.')
    const app = await open(SIGN)
    await expect
      .element(screen.getByText('Your earlier request was not signed. That code is no longer valid.'))
      .toBeVisible()
    await expect.element(box()).not.toBeChecked()
    expect(stored('unanswered-apply')).toBeNull()
    fake.answers['/api/loan/apply'] = ({ body }) => fake.sign(body as Body)
    await fillIn()
    await signButton().click()
    await expect.poll(app.here).toBe(SUCCESS)
    const ids = fake.applied().map(({ apply_id: id }) => id)
    expect(ids[0]).toBe(ids[1])
    expect(ids[2]).not.toBe(ids[0])
  })

  test('outlives the end of the session, and is nobody else’s', async () => {
    const fake = server()
    fake.answers['/api/loan/apply'] = { code: '10001', msg: 'Your session has ended.' }
    await open(SIGN)
    await fillIn()
    await signButton().click()
    await expect.poll(() => session().isLogged).toBe(false)
    expect(stored('unanswered-apply')).toEqual({ [USER_ID]: fake.applied()[0] })
    await closeApp()
    logIn({ token: 'b-token', userId: 'eva' })
    await open(SIGN)
    await expect.element(box()).toBeVisible()
    expect(fake.applied()).toHaveLength(1)
    await closeApp()
    logIn({ token: 'c-token', userId: USER_ID })
    fake.answers['/api/loan/apply'] = ({ body }) => fake.sign(body as Body)
    const app = await open(SIGN)
    await expect.poll(app.here).toBe(SUCCESS)
    expect(fake.applied()[1]).toEqual(fake.applied()[0])
  })
})

describe('two tabs', () => {
  test('a request that the other one has under way is sent, and no other', async () => {
    const { applied, signed } = server()
    const app = await open(SIGN)
    await fillIn()
    const other = {
      apply_id: '0f8b2a40-0000-4000-8000-00000000bbbb',
      amount_centavos: 12_000_000,
      term_days: 91,
      coupon_id: null,
      agreement_accepted: true,
      agreement: { version: '3', sha256: SHA256 },
      code_channel: 'phone',
      code: CODE,
    }
    localStorage.setItem('unanswered-apply', JSON.stringify({ [USER_ID]: other }))
    await signButton().click()
    await expect.poll(app.here).toBe(SUCCESS)
    expect(applied()).toEqual([other])
    expect(signed.size).toBe(1)
  })

  test('signed in the other one, this one goes on to what was signed', async () => {
    const { applied } = server()
    const app = await open(SIGN)
    await fillIn()
    fromOtherTab('last-signed', { userId: USER_ID, applyId: 'of the other tab', orderId: ORDER_ID })
    await expect.poll(app.here).toBe(SUCCESS)
    expect(applied()).toEqual([])
  })

  test('also when it learns of it only at the press', async () => {
    const { applied } = server()
    const app = await open(SIGN)
    await fillIn()
    localStorage.setItem(
      'last-signed',
      JSON.stringify({ userId: USER_ID, applyId: 'of the other tab', orderId: ORDER_ID }),
    )
    await signButton().click()
    await expect.poll(app.here).toBe(SUCCESS)
    expect(applied()).toEqual([])
  })

  test('a signature from before this page was opened keeps nobody from another loan', async () => {
    const { applied } = server()
    localStorage.setItem('last-signed', JSON.stringify({ userId: USER_ID, applyId: 'long ago', orderId: 'another' }))
    const app = await open(SIGN)
    await fillIn()
    await signButton().click()
    await expect.poll(app.here).toBe(SUCCESS)
    expect(applied()).toHaveLength(1)
  })

  test('a late answer to an old request does not forget a newer one', async () => {
    const { answers } = server()
    const newer = { apply_id: 'newer', amount_centavos: 1 }
    answers['/api/loan/apply'] = () => {
      localStorage.setItem('unanswered-apply', JSON.stringify({ [USER_ID]: newer }))
      return refuse('20302', 'Too much.')
    }
    await open(SIGN)
    await fillIn()
    await signButton().click()
    await expect.poll(() => stored('unanswered-apply')).toEqual({ [USER_ID]: newer })
  })
})

describe('refusals stand where they can be mended, and nothing typed is lost', () => {
  const refused = async (refusal: object) => {
    const fake = server()
    const app = await open(SIGN)
    await fillIn()
    fake.answers['/api/loan/apply'] = refusal
    await signButton().click()
    return { ...fake, app }
  }
  const signsAfterAll = async ({ answers, sign, app, applied }: Awaited<ReturnType<typeof refused>>): Promise<void> => {
    answers['/api/loan/apply'] = ({ body }) => sign(body as Body)
    await signButton().click()
    await expect.poll(app.here).toBe(SUCCESS)
    const ids = applied().map(({ apply_id: id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
  }

  test('a wrong code', async () => {
    const fake = await refused(refuse('20101', 'That is not the code we sent. Tries left: 4.'))
    await expect.element(code()).toHaveAccessibleDescription(/That is not the code we sent\. Tries left: 4\./)
    await expect.element(code()).toHaveFocus()
    await expect.element(code()).toHaveValue(CODE)
    await expect.element(box()).toBeChecked()
    expect(stored('unanswered-apply')).toBeNull()
    expect(await axe()).toEqual([])
    // Typing replaces what was wrong.
    await userEvent.keyboard(CODE)
    await expect.element(code()).toHaveValue(CODE)
    await signsAfterAll(fake)
  })

  test.each([
    ['20102', 'That code is no longer valid.'],
    ['20105', 'That code was tried too many times.'],
  ])('a code that is of no use any more (%s)', async (refusal, text) => {
    const fake = await refused(refuse(refusal, text))
    await expect.element(code()).toHaveAccessibleDescription(new RegExp(text))
    await expect.element(box()).toBeChecked()
    expect(missing()).toEqual(['Ask for another code'])
    expect(stored('sign-code')).toBeNull()
    await closeApp()
    const app = await open(SIGN)
    await fillIn()
    await signsAfterAll({ ...fake, app })
  })

  test('an agreement that changed is loaded, unticked, and said; the code stays', async () => {
    const { answers, app, applied, sign } = await refused(
      refuse('20308', 'The agreement has changed since you opened it.'),
    )
    await expect.element(screen.getByText('The agreement has changed since you opened it.')).toBeVisible()
    await expect.element(box()).not.toBeChecked()
    await expect.element(code()).toHaveValue(CODE)
    expect(await axe()).toEqual([])
    answers['/api/loan/apply'] = ({ body }) => sign(body as Body)
    await box().click()
    await signButton().click()
    await expect.poll(app.here).toBe(SUCCESS)
    expect(applied()).toHaveLength(2)
  })

  test('an agreement that changed says what it asks for now', async () => {
    const fake = server()
    const app = await open(SIGN)
    await fillIn()
    fake.answers['/api/loan/apply'] = refuse('20308', 'The agreement has changed since you opened it.')
    fake.answers['/api/loan/preview'] = succeed({
      ...fakeOffer,
      quote: { ...fakeOffer.quote, repayment_centavos: centavos(15_294_000), due_day: civilDay('2027-02-16') },
      agreement: { ...fakeOffer.agreement, sha256: OTHER_SHA256 },
    })
    await signButton().click()
    await expect
      .element(screen.getByText('Before: $\u00A0152.580,50 on 15/02/2027. Now: $\u00A0152.940,00 on 16/02/2027.'))
      .toBeVisible()
    await expect.element(box()).not.toBeChecked()
    await expect.element(box()).toHaveAccessibleName(/\$\u00A0152\.940,00 on 16\/02\/2027/)
    fake.answers['/api/loan/apply'] = ({ body }) => fake.sign(body as Body)
    await box().click()
    await signButton().click()
    await expect.poll(app.here).toBe(SUCCESS)
    expect(fake.applied()[1]).toMatchObject({ agreement: { version: '3', sha256: OTHER_SHA256 } })
  })

  test.each([
    ['20302', 'The amount is more than you can borrow now.', 'Choose the amount and the term'],
    ['20306', 'Your approval has expired.', 'Go to Home'],
    ['20301', 'That term is not offered any more. Nothing was signed.', 'Choose the amount and the term'],
  ])('%s: %s', async (refusal, text, way) => {
    const fake = await refused(refuse(refusal, refusal === '20301' ? 'invalid loan_daycount' : text))
    await expect.element(screen.getByText(text)).toBeVisible()
    await expect.element(screen.getByRole('link', { name: way })).toBeVisible()
    await expect.element(box()).toBeChecked()
    await expect.element(code()).toHaveValue(CODE)
    expect(await axe()).toEqual([])
    await signsAfterAll(fake)
  })

  test('a coupon that can no longer be used: she can go on without it, unticked', async () => {
    const fake = await refused(refuse('20309', 'That coupon can no longer be used.'))
    await expect.element(screen.getByText('That coupon can no longer be used.')).toBeVisible()
    fake.answers['/api/loan/preview'] = ({ body }) =>
      succeed({
        ...fakeOffer,
        agreement: { ...fakeOffer.agreement, sha256: (body as Body)['coupon_id'] === null ? OTHER_SHA256 : SHA256 },
      })
    await screen.getByRole('button', { name: 'Go on without the coupon' }).click()
    await expect.element(box()).not.toBeChecked()
    await expect.element(code()).toHaveValue(CODE)
    await box().click()
    await signsAfterAll(fake)
    expect(fake.applied().at(-1)).toMatchObject({ coupon_id: null, agreement: { sha256: OTHER_SHA256 } })
  })

  test('an id used for something else: look before signing again, unticked, with a new id', async () => {
    const fake = await refused(refuse('20304', 'This request was already sent with other details.'))
    await expect.element(screen.getByText('This request was already sent with other details.')).toBeVisible()
    await expect.element(screen.getByRole('link', { name: 'See my loans' })).toBeVisible()
    await expect.element(box()).not.toBeChecked()
    await box().click()
    await signsAfterAll(fake)
  })
})

describe('borrowing again', () => {
  test('the last amount and term are filled in and can be changed; nothing is signed by itself', async () => {
    const { answers, asked, applied } = server()
    answers['/api/loan/preview'] = succeed({
      ...fakeOffer,
      last_loan: { amount_centavos: fakeOffer.quote.amount_centavos, term_days: 91 },
    })
    const app = await open(AUTO)
    await expect.element(screen.getByText(/The same as your last loan/)).toBeVisible()
    await expect.element(screen.getByText('$\u00A0120.000 loan')).toBeVisible()
    expect(asked[0]?.body).toEqual({ with_agreement: true })
    await expect.element(box()).not.toBeChecked()
    expect(asked).toHaveLength(1)
    expect(await axe()).toEqual([])
    await screen.getByRole('link', { name: /loan.*Change/ }).click()
    await expect
      .poll(app.here)
      .toBe('/pages/loan/loan-info-choose/loan-info-choose?amount_centavos=12000000&term_days=91&coupon_id=none')
    expect(applied()).toEqual([])
  })

  test('is signed like any other', async () => {
    const { applied } = server()
    const app = await open(AUTO)
    await fillIn()
    await signButton().click()
    await expect.poll(app.here).toBe(SUCCESS)
    expect(applied()).toHaveLength(1)
  })
})

describe('signed', () => {
  test('after a reload the order is asked for: account, days and the ways on', async () => {
    const { asked } = server()
    const app = await open(SUCCESS)
    await expect.element(screen.getByRole('heading', { name: 'Your loan is signed' })).toBeVisible()
    expect(asked.map(({ path, body }) => [path, body])).toEqual([['/api/loan/order', { order_id: ORDER_ID }]])
    await expect.element(screen.getByText('Loan number H-2026-0001')).toBeVisible()
    await expect.element(screen.getByText('16/11/2026 at 09:35')).toBeVisible()
    await expect.element(screen.getByText(/You can withdraw until 01\/12\/2026/)).toBeVisible()
    await expect.element(screen.getByText(/You pay on 15\/02\/2027/)).toBeVisible()
    await expect.element(screen.getByText('Mercado Pago ···· 0017')).toBeVisible()
    expect(await axe()).toEqual([])
    await screen.getByRole('link', { name: /The agreement you signed/ }).click()
    await expect.poll(app.here).toBe(`${CONTRACT}?of=order&order_id=${ORDER_ID}`)
    await screen.getByRole('button', { name: 'Back' }).click()
    await screen.getByRole('link', { name: 'Go to Home' }).click()
    await expect.poll(app.here).toBe('/')
  })

  test('later it says what became of it', async () => {
    const { answers } = server()
    answers['/api/loan/order'] = succeed({
      order: { ...fakeOrder, state: 'in_repayment', paid_out_at: '2026-11-16T12:40:00.000Z', due_day: '2027-02-15' },
    })
    await open(SUCCESS)
    await expect.element(screen.getByText('The money was sent to your account.')).toBeVisible()
    await expect.element(screen.getByText('16/11/2026 at 09:40')).toBeVisible()
    await closeApp()
    answers['/api/loan/order'] = succeed({ order: { ...fakeOrder, state: 'payout_failed' } })
    await open(SUCCESS)
    await expect.element(screen.getByRole('link', { name: 'Correct the account' })).toBeVisible()
  })

  test('without a connection it can be tried again', async () => {
    const { answers } = server()
    answers['/api/loan/order'] = 'offline'
    await open(SUCCESS)
    await expect.element(screen.getByRole('heading', { name: 'We could not load your loan' })).toBeVisible()
    answers['/api/loan/order'] = succeed({ order: fakeOrder })
    await screen.getByRole('button', { name: 'Try again' }).click()
    await expect.element(screen.getByRole('heading', { name: 'Your loan is signed' })).toBeVisible()
  })
})

test('in Spanish everything has its words, and nothing to complain about', async () => {
  chooseLocale('es')
  const { answers, asked } = server()
  const app = await open(SIGN)
  await expect.element(screen.getByText('Recibís hoy')).toBeVisible()
  await expect.element(screen.getByText('Para firmar falta:')).toBeVisible()
  expect(await axe()).toEqual([])
  await screen
    .getByRole('checkbox', { name: /Leí el contrato y acepto pagar \$\s152\.580,50 el 15\/02\/2027\./ })
    .click()
  await screen.getByRole('button', { name: 'Pedir el código' }).click()
  await screen.getByRole('textbox', { name: 'Código de verificación' }).fill(CODE)
  expect(await axe()).toEqual([])
  answers['/api/loan/apply'] = 'offline'
  await screen.getByRole('button', { name: 'Firmar' }).click()
  await expect.element(screen.getByRole('heading', { name: 'Todavía no sabemos si se firmó' })).toBeVisible()
  expect(await axe()).toEqual([])
  answers['/api/loan/apply'] = succeed(fakeSigned)
  await screen.getByRole('button', { name: 'Volver a intentar' }).click()
  await expect.poll(app.here).toBe(SUCCESS)
  await expect.element(screen.getByRole('heading', { name: 'Tu préstamo está firmado' })).toBeVisible()
  expect(await axe()).toEqual([])
  expect(asked.every(({ headers }) => headers.get('language') === 'es')).toBe(true)
})
