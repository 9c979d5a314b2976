import { brand } from '@hola/core/brand.ts'
import { civilDay } from '@hola/core/calendar.ts'
import { centavos } from '@hola/core/money.ts'
import { someOf } from '@hola/core/test-proof.ts'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { cdp, page as screen, userEvent } from 'vitest/browser'
import { closeApp, openApp, screensOf } from '../../app/test-app.tsx'
import { chooseLocale } from '@hola/i18n/locale.ts'
import { fakeRunningOrder } from '../../shared/orders/fake-order.ts'
import { fakeServer, succeed } from '../../lib/fake-server.ts'
import { fakeShare } from '../../lib/fake-share.ts'
import { logIn, logOut } from '../../lib/session.ts'
import { still } from '@hola/ui/still.ts'
import { axe, freshPhone } from '../../lib/test-phone.ts'
import { watchToasts } from '@hola/ui/overlay/watch-toasts.ts'
import {
  COUPON_ID,
  fakeCheckout,
  fakeMethods,
  fakeOptions,
  fakePayment,
  fakeSlip,
  ORDER_ID,
  PAYMENT_ID,
} from './fake-repay.ts'
import type { Order, Payment } from './repay-data.ts'

const REPAY = `/pages/repay/repay?order_id=${ORDER_ID}`
const PAYMENT = `${REPAY}&payment_id=${PAYMENT_ID}`
const HELP = '/pages/custom-service/repay_help'
const USER_ID = '0f8b2a40-0000-4000-8000-000000000001'
const ask = '/api/deal/repay_request'
const order = '/api/loan/order'
const options = '/api/app/get_pay_option'

type Body = Record<string, unknown> & { request_id: string }

const open = (url: string) => openApp(url, screensOf(/repay/))

/** Answers as the real one does: the same id and body get the first answer, another body is refused. */
const server = (changes: Partial<Order> = {}, payment: Payment | null = fakePayment()) => {
  const first = new Map<string, string>()
  let current = fakeRunningOrder(changes)
  const fake = fakeServer({
    [order]: () => succeed({ order: current, borrower: { full_name: 'Lucía Gómez', dni: '30123456' } }),
    [options]: succeed(fakeOptions()),
    [ask]: ({ body }) => answer(body as Body),
  })
  const answer = (body: Body): object => {
    const text = JSON.stringify(body)
    if ((first.get(body.request_id) ?? text) !== text) return { code: '20304', msg: 'Sent with other details.' }
    first.set(body.request_id, text)
    if (payment) current = fakeRunningOrder({ ...changes, payments: [payment] })
    return succeed({ order: current, payment })
  }
  const become = (next: Partial<Order>): void => void (current = fakeRunningOrder({ ...changes, ...next }))
  const requests = () => fake.asked.filter(({ path }) => path === ask).map(({ body }) => body as Body)
  const looks = () => fake.asked.filter(({ path }) => path === order).length
  return { ...fake, answer, become, requests, looks, made: first }
}

const text = (): string => document.body.textContent.replaceAll('\u00A0', ' ')
const askButton = () => screen.getByRole('button', { name: 'See how to pay' })
const radio = (name: RegExp) => screen.getByRole('radio', { name })
const partField = () => screen.getByRole('textbox', { name: 'How much you pay now' })
const stored = (key: string): unknown => JSON.parse(localStorage.getItem(key) ?? 'null')

const toast = watchToasts()

freshPhone({ token: 'a-token', userId: USER_ID })

describe('how much and how', () => {
  test('all that is owed today, by the first way, in one tap', async () => {
    const { requests } = server()
    const app = await open(REPAY)
    await expect.element(radio(/^All of it: \$\s140\.407,56/)).toBeChecked()
    await expect.element(radio(/^Bank transfer/)).toBeChecked()
    expect(text()).toContain('This amount holds until 12/01/2027 at 23:59.')
    for (const { name, credited_text } of fakeMethods) expect(text()).toContain(`${name}${credited_text}`)
    await askButton().click()
    await expect.poll(app.here).toBe(PAYMENT)
    expect(requests()).toEqual([
      { request_id: expect.any(String), order_id: ORDER_ID, kind: 'payoff', method_id: 'transfer' },
    ])
    expect(stored('unanswered-repay')).toBeNull()
  })

  test.each([
    ['1.000', 'part', 100_000, 'After this payment, settling it today would take $ 139.407,56.'],
    ['50.000,25', 'part', 5_000_025, 'After this payment, settling it today would take $ 90.407,31.'],
    ['140407,56', 'payoff', undefined, 'With this payment nothing is owed any more.'],
  ])('a part of %s says what it leaves, and is asked for as a %s', async (typed, kind, amount, leaves) => {
    const { requests } = server()
    const app = await open(REPAY)
    await radio(/^A part/).click()
    await partField().fill(typed)
    await expect.poll(text).toContain(leaves)
    await radio(/^Cash at Rapipago/).click()
    await askButton().click()
    await expect.poll(app.here).toBe(PAYMENT)
    expect(requests()[0]).toMatchObject({
      kind,
      method_id: 'rapipago',
      ...(amount !== undefined && { amount_centavos: amount }),
    })
  })

  test.each([
    ['', 'Type how much you want to pay, from $ 1.000.'],
    ['mucho', 'Type how much you want to pay, from $ 1.000.'],
    ['999,99', 'The smallest payment is $ 1.000.'],
    ['200.000', 'It is more than you owe today. All of it is $ 140.407,56.'],
  ])('a part of "%s" is not sent: it says why at the field', async (typed, problem) => {
    const { requests } = server()
    await open(`${REPAY}&kind=part`)
    await expect.element(radio(/^A part/)).toBeChecked()
    await partField().fill(typed)
    await askButton().click()
    await expect.element(partField()).toHaveFocus()
    await expect.element(partField()).toHaveAccessibleDescription(problem.replaceAll('$ ', '$\u00A0'))
    expect(requests()).toEqual([])
  })

  test('what was typed and chosen is there again after a reload, and gone once it is asked for', async () => {
    server()
    await open(REPAY)
    await radio(/^A part/).click()
    await partField().fill('25.000')
    await radio(/^Online payment/).click()
    await closeApp()
    const app = await open(REPAY)
    await expect.element(partField()).toHaveValue('25.000')
    await expect.element(radio(/^Online payment/)).toBeChecked()
    await askButton().click()
    await expect.poll(app.here).toBe(PAYMENT)
    expect(stored('draft')).toBeNull()
  })

  test('a payment that waits already is offered before a new one', async () => {
    server({ payments: [fakePayment(), fakePayment({ payment_id: 'other', state: 'expired' })] })
    await open(REPAY)
    await expect
      .element(screen.getByRole('link', { name: /^\$\s140\.407,56 Asked for on 12\/01\/2027 at 10:00/ }))
      .toHaveAttribute('href', `#${PAYMENT}`)
    expect(document.querySelectorAll('a[href*="payment_id="]')).toHaveLength(1)
  })

  test('where less is owed than the smallest part, only all of it is offered', async () => {
    const { answers } = server()
    const { payable } = fakeOptions()
    answers[options] = succeed(
      fakeOptions({
        payable: payable && {
          ...payable,
          payoff_centavos: centavos(50_000),
          partial_payment_min_centavos: centavos(50_000),
        },
      }),
    )
    await open(`${REPAY}&kind=part`)
    await expect.element(radio(/^All of it: \$\s500,00/)).toBeChecked()
    expect(text()).not.toContain('A part')
  })

  test.each([
    ['cleared', 'Nothing is owed on this loan.'],
    ['pending', 'The money has not left yet.'],
  ] as const)('%s: there is nothing to pay', async (state, words) => {
    const { answers } = server({ state })
    answers[options] = succeed(fakeOptions({ payable: null }))
    await open(REPAY)
    await expect.element(screen.getByRole('heading', { name: 'There is nothing to pay now' })).toBeVisible()
    expect(text()).toContain(words)
    expect(await axe()).toEqual([])
  })
})

describe('one request, one payment', () => {
  test('two taps are one request', async () => {
    const { requests, answers, answer } = server()
    let letGo = (): void => undefined
    const held = new Promise<void>((resolve) => (letGo = resolve))
    const app = await open(REPAY)
    await expect.element(askButton()).toBeVisible()
    const fetchNow = window.fetch
    vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
      if (String(input).includes('repay_request')) await held
      return fetchNow(input, init)
    })
    answers[ask] = ({ body }) => answer(body as Body)
    await userEvent.dblClick(askButton())
    await expect.element(screen.getByRole('button', { name: 'Preparing your payment' })).toHaveAttribute('aria-busy')
    letGo()
    await expect.poll(app.here).toBe(PAYMENT)
    expect(requests()).toHaveLength(1)
  })

  test('a lost answer: the same request is asked about again, and finds the payment that was made', async () => {
    const { answers, answer, requests, made } = server()
    answers[ask] = ({ body }) => {
      answer(body as Body)
      return 'offline'
    }
    const app = await open(REPAY)
    await askButton().click()
    await expect.element(screen.getByRole('heading', { name: 'We do not have the answer yet' })).toHaveFocus()
    expect(await axe()).toEqual([])
    answers[ask] = ({ body }) => answer(body as Body)
    await screen.getByRole('button', { name: 'Try again' }).click()
    await expect.poll(app.here).toBe(PAYMENT)
    expect(new Set(requests().map(({ request_id: id }) => id)).size).toBe(1)
    expect(made.size).toBe(1)
  })

  test('a reload before the answer asks by itself with the same id, even without the loan', async () => {
    const { answers, answer, requests } = server()
    answers[ask] = 'offline'
    await open(REPAY)
    await askButton().click()
    await expect.element(screen.getByRole('heading', { name: 'We do not have the answer yet' })).toBeVisible()
    await closeApp()
    answers[order] = 'offline'
    await open(REPAY)
    await expect.element(screen.getByRole('heading', { name: 'We do not have the answer yet' })).toBeVisible()
    answers[ask] = ({ body }) => answer(body as Body)
    window.dispatchEvent(new Event('online'))
    await expect.poll(() => stored('unanswered-repay')).toBeNull()
    expect(new Set(requests().map(({ request_id: id }) => id)).size).toBe(1)
    expect(requests().length).toBeGreaterThan(2)
  })

  test.each(['429', '500', '503', '504'])('an answer %s says nothing about it: it is kept', async (code) => {
    const { answers } = server()
    answers[ask] = { code, msg: 'Not now.' }
    await open(REPAY)
    await askButton().click()
    await expect.element(screen.getByRole('heading', { name: 'We do not have the answer yet' })).toBeVisible()
    expect(stored('unanswered-repay')).not.toBeNull()
  })

  test.each(['20402', '20403', '20404'])('an answer %s is one: it is told, and forgotten', async (code) => {
    const { answers } = server()
    answers[ask] = { code, msg: 'Not now.' }
    await open(REPAY)
    await askButton().click()
    await expect.element(screen.getByRole('alert')).toHaveTextContent('Not now.')
    await expect.element(screen.getByRole('alert')).toHaveFocus()
    await expect.element(askButton()).toBeVisible()
    expect(stored('unanswered-repay')).toBeNull()
  })

  test('after a refusal the next try is a new request, with what was typed', async () => {
    const { answers, answer, requests } = server()
    answers[ask] = { code: '20404', msg: 'The payment service does not answer.' }
    const app = await open(`${REPAY}&kind=part`)
    await partField().fill('30.000')
    await askButton().click()
    await expect.element(screen.getByRole('alert')).toBeVisible()
    await expect.element(partField()).toHaveValue('30.000')
    answers[ask] = ({ body }) => answer(body as Body)
    await askButton().click()
    await expect.poll(app.here).toBe(PAYMENT)
    expect(new Set(requests().map(({ request_id: id }) => id)).size).toBe(2)
  })

  test('somebody else on this phone does not inherit it', async () => {
    const { answers, requests } = server()
    answers[ask] = 'offline'
    await open(REPAY)
    await askButton().click()
    await expect.element(screen.getByRole('heading', { name: 'We do not have the answer yet' })).toBeVisible()
    await closeApp()
    const before = requests().length
    logOut()
    logIn({ token: 'another-token', userId: '0f8b2a40-0000-4000-8000-000000000002' })
    await open(REPAY)
    await expect.element(askButton()).toBeVisible()
    expect(requests()).toHaveLength(before)
  })
})

describe('how to pay', () => {
  test('a transfer: everything can be copied, and the QR is drawn', async () => {
    server({ payments: [fakePayment()] })
    const copied: string[] = []
    vi.stubGlobal('navigator', {
      ...navigator,
      clipboard: { writeText: async (copy: string) => void copied.push(copy) },
    })
    await open(PAYMENT)
    await expect.element(screen.getByRole('heading', { name: 'Transfer to this account' })).toBeVisible()
    for (const name of ['Alias', 'CVU', 'Amount', 'Reference'])
      await screen.getByRole('button', { name: `Copy: ${name}`, exact: true }).click()
    expect(copied).toEqual(['hola.demo.pagos', '0000003100012345678907', '140407,56', '7K3M-X2QP-9RTV'])
    expect(toast()).toBe('Copied: Reference')
    await expect.element(screen.getByRole('figure', { name: 'QR code to pay' })).toBeVisible()
    expect(text()).toContain('You can pay it until 12/01/2027 at 23:59.')
    expect(text()).toContain('Paste the reference as the concept.')
    expect(await axe()).toEqual([])
  })

  test('a finger that rests on a number copies it', async () => {
    server({ payments: [fakePayment()] })
    const copied: string[] = []
    vi.stubGlobal('navigator', {
      ...navigator,
      clipboard: { writeText: async (copy: string) => void copied.push(copy) },
    })
    await open(PAYMENT)
    const number = screen.getByText('0000003100012345678907')
    await expect.element(number).toBeVisible()
    const finger = { bubbles: true, pointerId: 1, isPrimary: true, button: 0 }
    number.element().dispatchEvent(new PointerEvent('pointerdown', finger))
    await expect.poll(() => copied).toEqual(['0000003100012345678907'])
    number.element().dispatchEvent(new PointerEvent('pointerup', finger))
    expect(toast()).toBe('Copied: CVU')
  })

  test.each([
    [
      'en',
      'Share these details',
      'Transfer to Hola|Alias: hola.demo.pagos|CVU: 0000003100012345678907|Amount: $ 140.407,56|' +
        'Reference, as the concept: 7K3M-X2QP-9RTV|You can pay it until 12/01/2027 at 23:59.',
    ],
    [
      'es',
      'Compartir estos datos',
      'Transferencia a Hola|Alias: hola.demo.pagos|CVU: 0000003100012345678907|Monto: $ 140.407,56|' +
        'Referencia, en el concepto: 7K3M-X2QP-9RTV|Podés pagarlo hasta el 12/01/2027 a las 23:59.',
    ],
  ] as const)('a transfer: the details go to another app as words, in %s', async (language, name, words) => {
    chooseLocale(language)
    const { share, texts } = fakeShare()
    share.mockRejectedValueOnce(new DOMException('', 'AbortError'))
    server({ payments: [fakePayment()] })
    await open(PAYMENT)
    await screen.getByRole('button', { name }).click()
    expect(texts()).toEqual([words.replaceAll('|', '\n')])
    expect(await axe()).toEqual([])
    expect(toast()).toBeUndefined()
  })

  test('where nothing can be shared there is no button for it', async () => {
    server({ payments: [fakePayment()] })
    await open(PAYMENT)
    await expect.element(screen.getByRole('button', { name: 'Copy: CVU' })).toBeVisible()
    expect(screen.getByRole('button', { name: /Share/ }).elements()).toEqual([])
  })

  test('where nothing can be copied the text is selected', async () => {
    server({ payments: [fakePayment()] })
    vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText: () => Promise.reject(new Error('no')) } })
    await open(PAYMENT)
    await screen.getByRole('button', { name: 'Copy: CVU' }).click()
    await expect.poll(() => window.getSelection()?.toString()).toBe('0000003100012345678907')
    expect(toast()).toMatch(/^We could not copy it/)
  })

  test('online: the page of who takes the money opens outside, and this one stays', async () => {
    server({ payments: [fakeCheckout()] })
    await open(PAYMENT)
    const link = screen.getByRole('link', { name: 'Go and pay' })
    await expect.element(link).toHaveAttribute('href', 'https://checkout.example/pay-7K3M-X2QP-9RTV')
    await expect.element(link).toHaveAttribute('target', '_blank')
    await expect.element(link).toHaveAttribute('rel', 'noopener noreferrer')
    expect(await axe()).toEqual([])
  })

  test('in cash: the bars, their number, the slip', async () => {
    server({ payments: [fakeSlip()] })
    await open(PAYMENT)
    await expect.element(screen.getByRole('figure', { name: 'Barcode to pay in cash' })).toBeVisible()
    expect(text()).toContain('50565575778890580081578284860014040756')
    await expect.element(screen.getByRole('link', { name: 'Open the slip' })).toBeVisible()
    expect(await axe()).toEqual([])
  })

  test('a payment that is not of this loan is not found', async () => {
    server()
    await open(PAYMENT)
    await expect.element(screen.getByRole('heading', { name: 'We do not have this payment' })).toBeVisible()
  })
})

describe('until it is credited', () => {
  test('looks by itself, less and less often, silent when it cannot; then shows the receipt', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { looks, answers, become } = server({ payments: [fakePayment()] })
    const readOrder = answers[order]
    await open(PAYMENT)
    await expect.poll(text, still).toContain('We are waiting for your payment')
    expect(looks()).toBe(1)
    await vi.advanceTimersByTimeAsync(7_900)
    expect(looks()).toBe(1)
    await vi.advanceTimersByTimeAsync(200)
    await expect.poll(looks, still).toBe(2)
    answers[order] = 'offline'
    await vi.advanceTimersByTimeAsync(10_000)
    expect(looks()).toBe(2)
    await vi.advanceTimersByTimeAsync(400)
    await expect.poll(looks).toBeGreaterThan(2)
    expect(toast()).toBeUndefined()
    if (readOrder) answers[order] = readOrder
    become({
      payments: [fakePayment({ state: 'credited', paid_day: civilDay('2027-01-12') })],
      state: 'cleared',
      payoff_centavos: centavos(0),
    })
    await vi.advanceTimersByTimeAsync(30_000)
    await expect.poll(text).toContain('Your loan is settled: you owe nothing more.')
    const seen = looks()
    await vi.advanceTimersByTimeAsync(200_000)
    expect(looks()).toBe(seen)
    expect(text()).toContain('Amount paid$ 140.407,56')
    expect(text()).toContain('Day of payment12/01/2027')
  })

  test('nobody looks: nothing is asked', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { looks } = server({ payments: [fakePayment()] })
    await open(PAYMENT)
    await expect.poll(text, still).toContain('We are waiting for your payment')
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
    await vi.advanceTimersByTimeAsync(300_000)
    expect(looks()).toBe(1)
  })

  test.each<[Payment['state'], string, string]>([
    ['expired', 'It was not paid in time, and nothing was charged.', 'Pay again'],
    ['rejected', 'Nothing was credited.', 'Pay again'],
    ['reversed', 'it no longer counts on your loan', 'Pay again'],
  ])('%s says what happened, and leads on', async (state, words, action) => {
    server({ payments: [fakePayment({ state })] })
    await open(PAYMENT)
    await expect.element(screen.getByRole('link', { name: action })).toHaveAttribute('href', `#${REPAY}`)
    expect(text()).toContain(words)
    expect(text()).not.toContain('Transfer to this account')
    expect(await axe()).toEqual([])
  })

  test('a receipt says what was paid, whatever was asked for, and what is left; it prints', async () => {
    const paid = { paid_day: civilDay('2027-01-12'), paid_centavos: centavos(1_500_000) }
    server({ payments: [fakePayment({ state: 'credited', ...paid })] })
    const print = vi.spyOn(window, 'print').mockImplementation(() => undefined)
    await open(PAYMENT)
    await screen.getByRole('button', { name: 'Print or save' }).click()
    expect(print).toHaveBeenCalledOnce()
    expect(text()).toContain('You paidCredited$ 15.000,00')
    expect(text()).toContain('Amount paid$ 15.000,00Amount asked for$ 140.407,56')
    expect(text()).toContain('To settle the loan today$ 140.407,56')
    expect(await axe()).toEqual([])
  })

  test('on paper it is a payment receipt: mark, lender, payer, loan, reference, when', async () => {
    server({ payments: [fakePayment({ state: 'credited', paid_day: civilDay('2027-01-12') })] })
    await open(PAYMENT)
    await expect.element(screen.getByRole('heading', { name: 'Payment receipt', level: 1 })).toBeVisible()
    const address = screen.getByText(brand.address, { exact: false })
    await expect.element(address).not.toBeVisible()
    await cdp().send('Emulation.setEmulatedMedia', { media: 'print' })
    await expect.element(address).toBeVisible()
    for (const words of [
      `${brand.legalEntity}, CUIT ${brand.cuit}`,
      `Lender${brand.legalEntity}Lender's CUIT${brand.cuit}`,
      'Paid byLucía Gómez',
      'DNI30.123.456',
      'LoanBC9H-VGZK-B2MM',
      'Reference7K3M-X2QP-9RTV',
      'Day of payment12/01/2027',
      'Issued12/01/2027 at 10:00',
    ])
      expect(text()).toContain(words)
    // What only a screen can do stays there.
    await expect.element(screen.getByText('Print or save')).not.toBeVisible()
    await cdp().send('Emulation.setEmulatedMedia', { media: '' })
  })
})

describe('at 320 px', () => {
  afterEach(() => screen.viewport(390, 844))

  test.each([
    ['a transfer', fakePayment()],
    ['a slip', fakeSlip()],
  ])('%s: a long number is never broken inside one of its groups', async (_, payment) => {
    await screen.viewport(320, 640)
    server({ payments: [payment] })
    await open(PAYMENT)
    await expect.element(screen.getByRole('button', { name: 'Copy: Reference' })).toBeVisible()
    const groups = [...document.querySelectorAll('dd > span')].filter(({ textContent }) => /^[\dA-Z]/.test(textContent))
    expect(groups.length).toBeGreaterThan(2)
    for (const group of groups) expect(group.getClientRects()).toHaveLength(1)
    const line = Number.parseFloat(getComputedStyle(groups[0] ?? document.body).lineHeight)
    expect(Math.max(...groups.map((group) => group.getBoundingClientRect().height))).toBeLessThan(1.5 * line)
    expect(document.documentElement.scrollWidth).toBe(320)
  })

  test('the two networks of kiosks look different, and every button keeps one line', async () => {
    await screen.viewport(320, 640)
    server({ payments: [fakePayment({ state: 'credited', paid_day: civilDay('2027-01-12') })] })
    await open(PAYMENT)
    await expect.element(screen.getByRole('button', { name: 'Print or save' })).toBeVisible()
    for (const words of ['Print or save', 'See my loan']) {
      const button = screen.getByText(words, { exact: true }).element()
      const line = Number.parseFloat(getComputedStyle(button).lineHeight)
      expect(button.getBoundingClientRect().height).toBeLessThan(1.5 * line)
    }
    await closeApp()
    server()
    await open(REPAY)
    const looksOf = (letters: string): string =>
      getComputedStyle(screen.getByText(letters, { exact: true }).element()).backgroundColor
    await expect.element(screen.getByText('PF', { exact: true })).toBeVisible()
    expect(looksOf('PF')).not.toEqual(looksOf('R'))
    expect(await axe()).toEqual([])
  })
})

describe('a receipt that is shared', () => {
  test.each([
    [
      'en',
      'Share the receipt',
      /^Receipt of a payment to Hola\nAmount paid: \$ 140\.407,56\nDay of payment: 12\/01\/2027\n/,
    ],
    [
      'es',
      'Compartir el comprobante',
      /^Comprobante de un pago a Hola\nMonto pagado: \$ 140\.407,56\nDía de pago: 12\/01\/2027\n/,
    ],
  ] as const)('proves the payment and says nothing of what is left, in %s', async (language, name, words) => {
    chooseLocale(language)
    const { texts } = fakeShare()
    server({ payments: [fakePayment({ state: 'credited', paid_day: civilDay('2027-01-12') })] })
    await open(PAYMENT)
    await screen.getByRole('button', { name }).click()
    const [shared] = texts()
    expect(shared).toMatch(words)
    expect(shared).toContain('7K3M-X2QP-9RTV')
    expect(shared).not.toMatch(/settle|pagarlo todo|30\.123\.456/)
    expect(text()).toMatch(/To settle the loan today|Para pagarlo todo hoy/)
    expect(await axe()).toEqual([])
  })
})

describe('the right to withdraw', () => {
  const withdrawal = { until_day: civilDay('2026-12-01'), return_centavos: centavos(10_800_000) }

  test('exactly what was received goes back, and nothing else is owed', async () => {
    const { requests } = server({ withdrawal }, fakePayment({ amount_centavos: centavos(10_800_000) }))
    const app = await open(`${REPAY}&kind=withdrawal`)
    await expect.element(screen.getByText('You return', { exact: true })).toBeVisible()
    expect(text()).toContain('$ 108.000,00')
    expect(text()).toContain('You owe nothing else: no interest, no fees, no VAT.')
    expect(await axe()).toEqual([])
    await radio(/^Online payment/).click()
    expect(text()).toContain('Not returned by 01/12/2026, it is the loan you signed, with its cost.')
    await screen.getByRole('button', { name: 'Withdraw and see how to return' }).click()
    await expect.poll(app.here).toBe(PAYMENT)
    expect(requests()[0]).toMatchObject({ kind: 'withdrawal', method_id: 'checkout' })
    expect(requests()[0]).not.toHaveProperty('amount_centavos')
  })

  test.each([
    ['cancelled', 'The loan is undone: you owe nothing.'],
    ['pending', 'The transfer was under way already.'],
  ] as const)('before the money left there is nothing to return: one tap, then it is %s', async (state, words) => {
    const nothingBack = { ...withdrawal, return_centavos: centavos(0) }
    const { requests, answers } = server({ state: 'pending', withdrawal: nothingBack, paid_out_at: null }, null)
    answers[ask] = succeed({ order: fakeRunningOrder({ state }), payment: null })
    await open(`${REPAY}&kind=withdrawal`)
    await expect.element(screen.getByText(/^If the money has not left yet, it does not leave/)).toBeVisible()
    expect(text()).toContain('what arrives you return within 10 business days. If not, it is the loan you signed')
    expect(document.querySelectorAll('input[type="radio"]')).toHaveLength(0)
    await screen.getByRole('button', { name: 'Withdraw', exact: true }).click()
    await expect.element(screen.getByRole('heading', { name: 'You withdrew from the loan' })).toBeVisible()
    expect(text()).toContain(words)
    expect(requests()).toHaveLength(1)
    expect(await axe()).toEqual([])
  })

  test('who repaid within the days is told that the excess comes back, and uses it with one tap', async () => {
    const nothingBack = { ...withdrawal, return_centavos: centavos(0) }
    const { requests, answers } = server({ state: 'cleared', withdrawal: nothingBack }, null)
    answers[ask] = succeed({ order: fakeRunningOrder({ state: 'cancelled' }), payment: null })
    await open(`${REPAY}&kind=withdrawal`)
    await expect
      .element(screen.getByText(/^All that you received is back already\. What you paid beyond it/))
      .toBeVisible()
    await screen.getByRole('button', { name: 'Withdraw', exact: true }).click()
    await expect.element(screen.getByRole('heading', { name: 'You withdrew from the loan' })).toBeVisible()
    expect(requests()).toMatchObject([{ kind: 'withdrawal' }])
  })

  describe('whoever has withdrawn already is told so', () => {
    const withdrawn_at = '2026-11-16T14:00:00.000Z'

    test('with the money under way: where that stands, and nothing to press again', async () => {
      const nothingBack = { ...withdrawal, return_centavos: centavos(0) }
      server({
        state: 'pending',
        withdrawal: nothingBack,
        paid_out_at: null,
        withdrawn_at,
        withdrawal_state: 'waiting',
      })
      await open(`${REPAY}&kind=withdrawal`)
      await expect
        .element(screen.getByRole('heading', { name: 'You have already withdrawn from this loan, on 16/11/2026.' }))
        .toBeVisible()
      expect(text()).toContain('within 10 business days, and nothing else. If not, it is the loan you signed')
      expect(screen.getByRole('button', { name: 'Withdraw', exact: true }).elements()).toHaveLength(0)
      expect(await axe()).toEqual([])
    })

    test('with the money to be given back: how', async () => {
      server({ withdrawal, withdrawn_at, withdrawal_state: 'waiting' })
      await open(`${REPAY}&kind=withdrawal`)
      await expect
        .element(screen.getByText(/^You have already withdrawn from this loan, on 16\/11\/2026/))
        .toBeVisible()
      await expect.element(screen.getByRole('button', { name: 'See how to return it' })).toBeVisible()
    })

    test('with the money back', async () => {
      server({ state: 'cancelled', withdrawal: null, withdrawn_at, withdrawal_state: 'complete' })
      await open(`${REPAY}&kind=withdrawal`)
      await expect
        .element(screen.getByRole('heading', { name: 'You have already withdrawn from this loan, on 16/11/2026.' }))
        .toBeVisible()
      expect(text()).toContain('The loan is undone: you owe nothing.')
    })
  })

  test('whoever is about to pay more is told of it', async () => {
    server({ withdrawal })
    await open(REPAY)
    await expect
      .element(screen.getByRole('link', { name: /^You can still withdraw from the loan Until 01\/12\/2026/ }))
      .toHaveAttribute('href', `#${REPAY}&kind=withdrawal`)
    expect(text()).toContain('you return $ 108.000,00 and owe nothing else')
  })

  test('after the days it leads to paying early', async () => {
    server({ withdrawal: null })
    await open(`${REPAY}&kind=withdrawal`)
    await expect.element(screen.getByRole('link', { name: 'Pay early' })).toHaveAttribute('href', `#${REPAY}`)
  })
})

describe('moving the due date', () => {
  const extension = { coupon_id: COUPON_ID, extension_days: 7, new_due_day: civilDay('2027-02-22') }

  test('from when to when, one tap, and the new day', async () => {
    const { requests, answers, become } = server({ extension }, null)
    await open(`${REPAY}&kind=extension`)
    await expect.element(screen.getByRole('heading', { name: '7 more days, at no cost' })).toBeVisible()
    expect(text()).toContain('15/02/2027')
    expect(await axe()).toEqual([])
    const extended = fakeRunningOrder({ due_day: civilDay('2027-02-22') })
    become({ due_day: civilDay('2027-02-22'), extension: null })
    answers[ask] = succeed({ order: extended, payment: null })
    await screen.getByRole('button', { name: 'Move it to 22/02/2027' }).click()
    await expect.element(screen.getByRole('heading', { name: 'Your loan is now due on 22/02/2027' })).toBeVisible()
    expect(requests()).toEqual([
      { request_id: expect.any(String), order_id: ORDER_ID, kind: 'extension', coupon_id: COUPON_ID },
    ])
  })

  test('without a coupon it says what it takes', async () => {
    server()
    await open(`${REPAY}&kind=extension`)
    await expect
      .element(screen.getByRole('link', { name: 'See my coupons' }))
      .toHaveAttribute('href', '#/pages/contract-new/my-coupon')
  })
})

describe('when it cannot be shown', () => {
  test('without a connection it says so and tries again', async () => {
    const { answers } = server()
    const readOptions = answers[options]
    answers[options] = 'offline'
    await open(REPAY)
    const again = screen.getByRole('button', { name: 'Try again' })
    await expect.element(again).toBeVisible()
    if (readOptions) answers[options] = readOptions
    await again.click()
    await expect.element(askButton()).toBeVisible()
  })

  test('a foreign or missing loan leads to her loans', async () => {
    const { answers } = server()
    answers[order] = { code: '20303', msg: 'We could not find that loan.' }
    await open(REPAY)
    await expect.element(screen.getByRole('link', { name: 'See my loans' })).toBeVisible()
  })
})

describe('how each way works', () => {
  test('every way for a guest: its steps, how long it takes, a drawing', async () => {
    logOut()
    const { asked } = server()
    await open(HELP)
    for (const { name, steps, credited_text } of fakeMethods) {
      await expect.element(screen.getByRole('heading', { name })).toBeVisible()
      for (const words of [...steps, credited_text]) expect(text()).toContain(words)
    }
    expect(asked.map(({ path, body }) => [path, body])).toEqual([[options, {}]])
    expect(document.querySelectorAll('main section svg[viewBox="0 0 320 112"]')).toHaveLength(fakeMethods.length)
    expect(await axe()).toEqual([])
  })

  test('without a connection it tries again', async () => {
    const { answers } = server()
    answers[options] = 'offline'
    await open(HELP)
    const again = screen.getByRole('button', { name: 'Try again' })
    await expect.element(again).toBeVisible()
    answers[options] = succeed(fakeOptions({ payable: null }))
    await again.click()
    await expect.element(screen.getByRole('heading', { name: 'Bank transfer' })).toBeVisible()
  })
})

describe.each(someOf('languages of repaying at 320 px', ['en', 'es'] as const, 1))(
  'whole at 320 px and free of violations in %s',
  (language) => {
    test.each<[string, string, Partial<Order>]>([
      ['the form', `${REPAY}&kind=part`, { payments: [fakePayment()] }],
      ['a transfer', PAYMENT, { payments: [fakePayment()] }],
      ['a slip', PAYMENT, { payments: [fakeSlip()] }],
      ['a receipt', PAYMENT, { payments: [fakePayment({ state: 'credited', paid_day: civilDay('2027-01-12') })] }],
      ['help', HELP, {}],
    ])('the page fits: %s', async (_, url, changes) => {
      await screen.viewport(320, 640)
      chooseLocale(language)
      server(changes)
      await open(url)
      await expect.poll(() => document.querySelector('main [aria-busy="true"]')).toBeNull()
      await expect.poll(() => document.querySelectorAll('main section').length).toBeGreaterThan(0)
      expect(document.documentElement.scrollWidth).toBe(320)
      expect(await axe()).toEqual([])
      await screen.viewport(390, 844)
    })
  },
)
