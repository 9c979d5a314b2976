import { civilDay } from '@hola/core/calendar.ts'
import { centavos } from '@hola/core/money.ts'
import { someOf } from '@hola/core/test-proof.ts'
import { describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { chooseLocale } from '@hola/i18n/locale.ts'
import { fakeOrder } from '../../shared/orders/fake-order.ts'
import { fakeServer, succeed } from '../../lib/fake-server.ts'
import { fakeShare } from '../../lib/fake-share.ts'
import { sha256Of } from '../../shared/documents/pdf.ts'
import { axe, freshPhone, somebody } from '../../lib/test-phone.ts'
import { PageContext, type PageContextValue } from '../../router/page-context.ts'
import type { Router } from '../../router/router.ts'
import { watchToasts } from '@hola/ui/overlay/watch-toasts.ts'
import type { Order } from './api.ts'
import { fakeStatement } from './fake-statement.ts'
import { OrderDetailScreen } from './order-detail-screen.tsx'

const orderCall = '/api/loan/order'
const orderId = fakeOrder().order_id
let title: string | undefined

const toast = watchToasts()

freshPhone(somebody)

const setTitle = (next: string | undefined): void => void (title = next)

const show = async (
  answer: object | 'offline',
  query: Record<string, string> = { order_id: orderId },
  more: Parameters<typeof fakeServer>[0] = {},
) => {
  const server = fakeServer({ [orderCall]: answer, ...more })
  const at: PageContextValue = {
    router: {} as Router,
    page: { id: 1, index: 0, path: '/pages/order-detail/order-detail', query, tab: false, opener: 'navigateTo' },
    row: undefined,
    setTitle,
  }
  const screen = await render(
    <PageContext value={at}>
      <OrderDetailScreen />
    </PageContext>,
  )
  const text = (): string => screen.container.textContent.replaceAll('\u00A0', ' ')
  return { server, screen, text }
}

const showOrder = (changes: Partial<Order> = {}) => show(succeed({ order: fakeOrder(changes) }))

const running: Partial<Order> = {
  state: 'in_repayment',
  now_at: '2027-01-12T13:00:00.000Z',
  paid_out_at: '2026-11-16T14:04:00.000Z',
  due_day: civilDay('2027-02-15'),
  payoff_centavos: centavos(14_040_756),
  early_saving_centavos: centavos(1_217_294),
}

const waiting: Partial<Order> = {
  withdrawn_at: '2026-11-16T14:00:00.000Z',
  withdrawal_state: 'waiting',
  withdrawal_until_day: civilDay('2026-12-01'),
}

describe('a pending order', () => {
  test('says its state, every amount, what comes, the account, the agreement, the withdrawal', async () => {
    const { server, screen, text } = await showOrder()
    await expect.element(screen.getByText('Financial institutions are processing.')).toBeVisible()
    expect(server.asked[0]?.body).toEqual({ order_id: orderId })
    await expect.poll(() => title).toBe('Loan BC9H-VGZK-B2MM')
    for (const words of [
      'We are going to transfer to you',
      '$ 108.000,00',
      'Loan amount$ 120.000,00',
      'Service fee (10 %)− $ 12.000,00',
      'You receive$ 108.000,00',
      'Interest, 91 days$ 26.926,03',
      'VAT (21 %) on interest$ 5.654,47',
      'Total to pay$ 152.580,50',
      'TNA 90,00 % · TEA 125,24 %',
      '299,90 %',
      'You signed the agreement',
      '16/11/2026 at 10:58',
      'Due date',
      'Mercado Pago ···· 0017In the name of Lucía Gómez',
      'until 01/12/2026',
    ]) {
      expect(text()).toContain(words)
    }
    await expect
      .element(screen.getByRole('link', { name: 'Signed agreement PDF, 6 pages' }))
      .toHaveAttribute('href', `#/pages/contract-new/contract-new?of=order&order_id=${orderId}`)
    await expect
      .element(screen.getByRole('link', { name: 'Withdraw from contract Until 01/12/2026, free of charge' }))
      .toHaveAttribute('href', `#/pages/repay/repay?order_id=${orderId}&kind=withdrawal`)
    expect(screen.container.querySelectorAll('button')).toHaveLength(0)
  })

  test('a coupon has its own line between the fee and what arrives', async () => {
    const { screen, text } = await showOrder({
      fee_centavos: centavos(1_000_000),
      arrival_centavos: centavos(11_000_000),
    })
    await expect.element(screen.getByText('Coupon')).toBeVisible()
    expect(text()).toContain('Service fee (10 %)− $ 12.000,00Coupon+ $ 2.000,00You receive$ 110.000,00')
  })

  test('without a day for it yet, the due date is told by the term', async () => {
    const { screen } = await showOrder({
      timeline: [{ kind: 'due', progress: 'later', at: null, day: null, amount_centavos: null }],
    })
    await expect.element(screen.getByText('91 days after the transfer')).toBeVisible()
  })
})

describe('the later states show what the answer has', () => {
  test.each<[string, Partial<Order>, string[]]>([
    [
      'in repayment',
      { ...running, withdrawal: { until_day: civilDay('2026-12-01'), return_centavos: centavos(10_800_000) } },
      [
        'Total to pay on 15/02/2027',
        '$ 152.580,50',
        'Up to date',
        'Today is 12/01/2027. 34 days to go.',
        'If you pay today it is $ 140.407,56: you save $ 12.172,94',
        'Paid so far$ 0,00',
        'To settle it today$ 140.407,56',
        'Until 01/12/2026: you return $ 108.000,00 and nothing else',
      ],
    ],
    [
      'overdue',
      {
        ...running,
        state: 'overdue',
        overdue_days: 1,
        payoff_centavos: centavos(16_338_050),
        payoff_tomorrow_centavos: centavos(16_818_050),
        early_saving_centavos: centavos(0),
        accrued: {
          interest_centavos: centavos(2_692_603),
          vat_centavos: centavos(565_447),
          late_one_time_centavos: centavos(600_000),
          late_daily_centavos: centavos(480_000),
        },
      },
      [
        'Total to pay today',
        '$ 163.380,50',
        'Overdue by 1 day',
        'Tomorrow it would be $ 168.180,50.',
        'Late charge5 % of the loan, once$ 6.000,00',
        'Late interest4 % a day: $ 4.800,00 × 1 day$ 4.800,00',
        'Never more than $ 120.000,00 in all.',
        'Up to today, 12/01/2027Loan amount$ 120.000,00Interest$ 26.926,03VAT on interest$ 5.654,47Late charge',
        'Paid so far$ 0,00To settle it today$ 163.380,50',
      ],
    ],
    [
      'cleared, with something paid too much',
      {
        ...running,
        state: 'cleared',
        cleared_at: '2027-02-15T15:00:00.000Z',
        repaid_centavos: centavos(15_258_050),
        early_saving_centavos: centavos(0),
        credit_centavos: centavos(50_000),
        accrued: {
          interest_centavos: centavos(2_650_000),
          vat_centavos: centavos(556_500),
          late_one_time_centavos: centavos(0),
          late_daily_centavos: centavos(0),
        },
      },
      [
        'You paidSettled$ 152.580,50',
        'Settled on 15/02/2027',
        'You paid $ 500,00 more than you owed.',
        'What it came toLoan amount$ 120.000,00Interest$ 26.500,00VAT on interest$ 5.565,00Paid so far$ 152.580,50',
        'In your favour$ 500,00',
      ],
    ],
    [
      'payout failed',
      {
        state: 'payout_failed',
        payout_failure: {
          reason: { code: 'account_closed', text: 'The account is closed.' },
          correct_until_at: '2026-11-19T14:04:00.000Z',
        },
      },
      [
        'Payment failed',
        'Your order payment failed. Please confirm or modify it and submit again.',
        'The account is closed.',
        'You can correct it until 19/11/2026 at 11:04.',
      ],
    ],
    ['review failed', { state: 'review_failed', withdrawal: null }, ['Loan failure', 'This loan was not made.']],
    [
      'cancelled, because no account could take it',
      { state: 'cancelled', withdrawal: null },
      ['Cancelled', 'no other account came in time. Nothing is owed for this loan.'],
    ],
    [
      'cancelled, because she gave it back',
      {
        ...running,
        state: 'cancelled',
        withdrawal: null,
        withdrawn_at: '2026-11-16T14:00:00.000Z',
        withdrawal_state: 'complete',
      },
      ['Cancelled$ 120.000,00Nothing is owed for this loan.', 'You received$ 108.000,00'],
    ],
    [
      'overdue for so long that it costs no more',
      {
        ...running,
        state: 'overdue',
        overdue_days: 60,
        payoff_tomorrow_centavos: centavos(14_040_756),
        accrued: {
          interest_centavos: centavos(2_692_603),
          vat_centavos: centavos(565_447),
          late_one_time_centavos: centavos(600_000),
          late_daily_centavos: centavos(11_400_000),
        },
      },
      ['Late charges have reached their end: they grow no more.'],
    ],
    [
      'overdue with a remainder too small to cost anything once',
      {
        ...running,
        state: 'overdue',
        overdue_days: 2,
        repaid_centavos: centavos(15_258_000),
        payoff_centavos: centavos(54),
        payoff_tomorrow_centavos: centavos(54),
        early_saving_centavos: centavos(0),
        accrued: {
          interest_centavos: centavos(2_692_603),
          vat_centavos: centavos(565_447),
          late_one_time_centavos: centavos(0),
          late_daily_centavos: centavos(4),
        },
      },
      [
        'Tomorrow it costs the same.',
        'VAT on interest$ 5.654,47Late interest',
        '5 % of the loan once, never more than what is unpaid that day and nothing if that is less than $ 1.000;',
      ],
    ],
    [
      'signed when the one-time charge had no limit',
      { ...running, late_one_time_unpaid_min_centavos: null },
      ['If you pay after the due date: 5 % of the loan once, and 4 % for each day'],
    ],
    [
      'withdrawn while the money is on its way',
      { withdrawn_at: '2026-11-16T14:00:00.000Z', withdrawal_state: 'waiting' },
      [
        'You withdrew from this loan',
        '$ 108.000,00',
        'What arrives you give back within 10 business days, exactly that, and owe nothing else.',
        'Not given back in that time, it is the loan you signed',
      ],
    ],
    [
      'withdrawn, with the money to be given back',
      { ...running, ...waiting, payoff_centavos: centavos(10_800_000) },
      [
        'You withdrew from this loan',
        'Give it back by 01/12/2026 and you owe nothing else.',
        'To give back$ 108.000,00',
        'Not given back by 01/12/2026, it is the loan you signed, from the day the money came: $ 152.580,50, due on 15/02/2027.',
      ],
    ],
    [
      'withdrawn, and not given back by the last day',
      { ...running, ...waiting, withdrawal: null, withdrawal_state: 'lapsed' },
      ['You withdrew on 16/11/2026, but what you received was not back by 01/12/2026.', 'Up to date'],
    ],
  ])('an order is shown: %s', async (_, changes, words) => {
    const { screen, text } = await showOrder(changes)
    await expect.element(screen.getByRole('heading', { name: 'Time line' })).toBeVisible()
    for (const expected of words) expect(text()).toContain(expected)
    // What was agreed is a debt no more.
    expect(text().includes('Total to pay$ 152.580,50')).toBe(
      changes.state !== 'cancelled' && changes.state !== 'cleared' && changes.withdrawal_state !== 'waiting',
    )
    expect(await axe(screen.container)).toEqual([])
  })

  test('a payout that failed is corrected on the page for the account', async () => {
    const { screen } = await showOrder({ state: 'payout_failed' })
    await expect
      .element(screen.getByRole('link', { name: 'Correct the account' }))
      .toHaveAttribute('href', `#/pages/step/step-withdrawal/step-withdrawal-new?order_id=${orderId}`)
  })
})

describe('what can be done about it', () => {
  const repay = `#/pages/repay/repay?order_id=${orderId}`
  const linksOf = (screen: { container: Element }): (string | null)[] =>
    [...screen.container.querySelectorAll('a')].map((link) => link.getAttribute('href'))

  test.each<[string, Partial<Order>, string[]]>([
    ['in repayment', running, [repay]],
    ['overdue', { ...running, state: 'overdue', overdue_days: 3 }, [`${repay}&kind=part`, repay]],
    ['withdrawn', { ...running, ...waiting }, [`${repay}&kind=withdrawal`]],
    ['withdrawn and not given back in time', { ...running, ...waiting, withdrawal_state: 'lapsed' }, [repay]],
    ['cleared', { ...running, state: 'cleared' }, []],
    ['cancelled', { ...running, state: 'cancelled' }, []],
    ['pending', {}, []],
  ])('the ways on: %s', async (_, changes, expected) => {
    const { screen } = await showOrder({ ...changes, withdrawal: null })
    await expect.element(screen.getByRole('heading', { name: 'The figures' })).toBeVisible()
    expect(linksOf(screen).filter((href) => href?.startsWith(repay))).toEqual(expected)
  })

  test('a coupon that moves the due date, the capital to go back, the books, every payment', async () => {
    const { screen } = await showOrder({
      ...running,
      extension: { coupon_id: orderId, extension_days: 7, new_due_day: civilDay('2027-02-22') },
      payments: [
        {
          payment_id: '0197a000-0000-7000-8000-0000000000f1',
          state: 'waiting',
          method_id: 'transfer',
          amount_centavos: centavos(14_040_756),
          requested_at: '2027-01-12T13:00:00.000Z',
          expires_at: null,
          paid_day: null,
          paid_centavos: null,
          reference: '7K3M-X2QP-9RTV',
          instructions: {
            cvu: null,
            alias: null,
            qr_text: null,
            checkout_url: null,
            ticket_url: null,
            barcode: null,
          },
        },
      ],
    })
    for (const [name, href] of [
      [/^Move the due date With your coupon, at no cost: to 22\/02\/2027/, `${repay}&kind=extension`],
      [/^Withdraw from contract/, `${repay}&kind=withdrawal`],
      [/^Statement/, `#/pages/order-detail/order-detail?order_id=${orderId}&view=statement`],
      [/^How to pay/, '#/pages/custom-service/repay_help'],
      [/^\$\s140\.407,56 We are waiting for it/, `${repay}&payment_id=0197a000-0000-7000-8000-0000000000f1`],
    ] as const) {
      await expect.element(screen.getByRole('link', { name })).toHaveAttribute('href', href)
    }
    expect(await axe(screen.container)).toEqual([])
  })
})

/** What was put among the downloads. */
const downloads = (): string[] => {
  const names: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download)
  })
  return names
}

const pdfBase64 = btoa('%PDF-1.7')

describe('the certificate of no debt', () => {
  const cleared: Partial<Order> = { ...running, state: 'cleared', cleared_at: '2027-02-15T15:00:00.000Z' }

  test.each([
    ['is saved when it is what it says it is', true, ['libre-deuda-BC9H-VGZK-B2MM.pdf'], 'It is among your downloads.'],
    ['another file is not', false, [], 'The file that came is not the certificate.'],
  ])('the certificate: %s', async (_, isRight, saved, words) => {
    const sha256 = isRight ? await sha256Of(new TextEncoder().encode('%PDF-1.7')) : 'f'.repeat(64)
    const clearance = succeed({ issued_at: '2027-02-15T15:00:00.000Z', sha256, pdf_base64: pdfBase64 })
    const names = downloads()
    const { screen } = await show(succeed({ order: fakeOrder(cleared) }), undefined, {
      '/api/loan/clearance': clearance,
    })
    await screen.getByRole('button', { name: /^Certificate of no debt/ }).click()
    // Paid off is good news.
    expect(document.querySelector('[data-drawing=sunrise]')).not.toBeNull()
    await expect.poll(toast).toContain(words)
    expect(names).toEqual(saved)
  })

  test.each([
    ['en', 'Share the certificate PDF, with whom you choose'],
    ['es', 'Compartir el libre deuda PDF, con quien vos elijas'],
  ] as const)('is shared where the phone can, fetched once, in %s', async (language, name) => {
    chooseLocale(language)
    const { share, fileNames } = fakeShare()
    share.mockRejectedValueOnce(new DOMException('', 'NotAllowedError'))
    const sha256 = await sha256Of(new TextEncoder().encode('%PDF-1.7'))
    const { screen, server } = await show(succeed({ order: fakeOrder(cleared) }), undefined, {
      '/api/loan/clearance': succeed({ issued_at: '2027-02-15T15:00:00.000Z', sha256, pdf_base64: pdfBase64 }),
    })
    const button = screen.getByRole('button', { name, exact: true })
    await button.click()
    await expect.poll(toast).toMatch(/Press Share once more|Tocá Compartir otra vez/)
    await button.click()
    await expect.poll(fileNames).toEqual(['libre-deuda-BC9H-VGZK-B2MM.pdf', 'libre-deuda-BC9H-VGZK-B2MM.pdf'])
    expect(server.asked.filter(({ path }) => path === '/api/loan/clearance')).toHaveLength(1)
    expect(await axe(screen.container)).toEqual([])
  })

  test('is not offered to other apps where the phone cannot, nor when it is another file', async () => {
    const { screen } = await show(succeed({ order: fakeOrder(cleared) }))
    await expect.element(screen.getByRole('button', { name: /^Certificate of no debt/ })).toBeVisible()
    expect(screen.getByRole('button', { name: /Share/ }).elements()).toEqual([])
    await screen.unmount()

    const { share } = fakeShare()
    const other = succeed({ issued_at: '2027-02-15T15:00:00.000Z', sha256: 'f'.repeat(64), pdf_base64: pdfBase64 })
    const again = await show(succeed({ order: fakeOrder(cleared) }), undefined, { '/api/loan/clearance': other })
    await again.screen.getByRole('button', { name: /^Share the certificate/ }).click()
    await expect.poll(toast).toContain('The file that came is not the certificate.')
    expect(share).not.toHaveBeenCalled()
  })

  test('is not there before', async () => {
    const { screen } = await showOrder(running)
    await expect.element(screen.getByRole('heading', { name: 'The figures' })).toBeVisible()
    expect(screen.container.textContent).not.toContain('Certificate of no debt')
  })
})

describe('the statement', () => {
  const statementCall = '/api/loan/statement'
  const query = { order_id: orderId, view: 'statement' }

  test.each(someOf('languages of the payments of an order', ['en', 'es'] as const, 1))(
    'reads as a list, is whole at 320 px and passes axe in %s',
    async (language) => {
      await page.viewport(320, 640)
      chooseLocale(language)
      const { screen, text } = await show('offline', query, { [statementCall]: succeed(await fakeStatement(orderId)) })
      await expect.element(screen.getByRole('heading', { name: /BC9H-VGZK-B2MM/ })).toBeVisible()
      expect(text()).toContain(language === 'en' ? '17/11/2026 to 18/11/2026' : '17/11/2026 al 18/11/2026')
      expect(text()).toContain('− $ 9.283,95')
      expect(text()).toContain('Lucía Gómez, DNI 30.123.456')
      expect(text()).toContain('CUIT 30-00000000-7')
      expect(document.documentElement.scrollWidth).toBe(320)
      expect(await axe(screen.container)).toEqual([])
      await page.viewport(390, 844)
    },
  )

  test('verify: it fits', async () => {
    const { screen, text } = await show('offline', query, { [statementCall]: succeed(await fakeStatement(orderId)) })
    await screen.getByRole('button', { name: 'Verify' }).click()
    await expect.poll(text).toContain('It fits. Your phone recomputed the 5 entries')
  })

  test('verify: it does not, and where', async () => {
    const statement = await fakeStatement(orderId)
    const entries = statement.entries.map((entry, index) =>
      index === 3 ? { ...entry, effective_day: civilDay('2026-11-17') } : entry,
    )
    const { screen, text } = await show('offline', query, { [statementCall]: succeed({ ...statement, entries }) })
    await screen.getByRole('button', { name: 'Verify' }).click()
    await expect.poll(text).toContain('It does not fit: entry 4.What is shown is not what was booked.')
    expect(await axe(screen.container)).toEqual([])
  })

  test('is taken home as data and on paper, and handed to another app', async () => {
    const names = downloads()
    const { fileNames } = fakeShare()
    const statement = await fakeStatement(orderId)
    const { screen, server } = await show('offline', query, {
      [statementCall]: ({ body }) =>
        succeed({ ...statement, pdf_base64: (body as { with_pdf?: boolean }).with_pdf ? pdfBase64 : null }),
    })
    // Without the frame of the app around it the dock lies above the end of the page: the keyboard reaches them.
    const press = async (name: RegExp): Promise<void> => {
      const button = screen.getByRole('button', { name })
      await expect.element(button).toBeVisible()
      const element = button.element() as HTMLElement
      element.focus()
      await userEvent.keyboard('{Enter}')
    }
    await press(/^Data to verify/)
    await press(/^Statement on paper/)
    await expect
      .poll(() => names)
      .toEqual(['estado-de-cuenta-BC9H-VGZK-B2MM.json', 'estado-de-cuenta-BC9H-VGZK-B2MM.pdf'])
    await press(/^Share the statement/)
    await expect.poll(fileNames).toEqual(['estado-de-cuenta-BC9H-VGZK-B2MM.pdf'])
    expect(server.asked.map(({ body }) => body)).toEqual([{ order_id: orderId }, { order_id: orderId, with_pdf: true }])
  })

  test('without a connection it says so and tries again', async () => {
    const { server, screen } = await show('offline', query, { [statementCall]: 'offline' })
    const again = screen.getByRole('button', { name: 'Try again' })
    await expect.element(again).toBeVisible()
    server.answers[statementCall] = succeed({ ...(await fakeStatement(orderId)), entries: [] })
    await again.click()
    await expect.element(screen.getByRole('heading', { name: 'Nothing is booked yet' })).toBeVisible()
  })
})

test.each(someOf('languages of an order at 320 px', ['en', 'es'] as const, 1))(
  'is whole at 320 px and passes axe in %s',
  async (language) => {
    await page.viewport(320, 640)
    chooseLocale(language)
    const { screen } = await showOrder()
    await expect.element(screen.getByText('299,90', { exact: false })).toBeVisible()
    expect(document.documentElement.scrollWidth).toBe(320)
    expect(await axe(screen.container)).toEqual([])
    await page.viewport(390, 844)
  },
)

describe('when there is nothing to show', () => {
  test.each([
    ['an address without an order', {}, 0],
    ['a foreign or missing order', { order_id: orderId }, 1],
  ])('%s leads to her loans', async (_, query, calls) => {
    const { server, screen } = await show({ code: '404', msg: 'We do not have this loan.' }, query)
    await expect
      .element(screen.getByRole('link', { name: 'See my loans' }))
      .toHaveAttribute('href', '#/pages/my-loan/my-loan')
    expect(server.asked).toHaveLength(calls)
    expect(await axe(screen.container)).toEqual([])
  })

  test('without a connection it says so and tries again', async () => {
    const { server, screen } = await show('offline')
    const again = screen.getByRole('button', { name: 'Try again' })
    await expect.element(again).toBeVisible()
    server.answers[orderCall] = succeed({ order: fakeOrder() })
    await again.click()
    await expect.element(screen.getByRole('heading', { name: 'The figures' })).toBeVisible()
  })
})

describe('what the lender granted', () => {
  const part = (day: string, amount: number, isPaid: boolean) => ({
    due_day: civilDay(day),
    amount_centavos: centavos(amount),
    is_paid: isPaid,
  })
  const planned: Partial<Order> = {
    ...running,
    now_at: '2027-02-20T13:00:00.000Z',
    payoff_centavos: centavos(12_000_000),
    early_saving_centavos: centavos(0),
    next_part: { paid_count: 1, part_count: 2, due_day: civilDay('2027-03-15'), amount_centavos: centavos(12_000_000) },
    plan: {
      state: 'running',
      made_on_day: civilDay('2027-02-18'),
      parts: [part('2027-03-01', 5_298_050, true), part('2027-03-15', 12_000_000, false)],
    },
  }

  test('a plan: the next part is the one number, and each part has its day', async () => {
    const { screen, text } = await showOrder(planned)
    await expect.element(screen.getByText('Part 2 of 2 of your plan')).toBeVisible()
    for (const words of ['Your payment plan', '$ 52.980,50', 'Paid', '$ 120.000,00', 'ends the plan'])
      expect(text()).toContain(words)
    expect(await axe(screen.container)).toEqual([])
  })

  test('a plan in Spanish', async () => {
    await chooseLocale('es')
    const { screen, text } = await showOrder(planned)
    await expect.element(screen.getByText('Cuota 2 de 2 de tu plan')).toBeVisible()
    for (const words of ['Tu plan de pagos', 'Pagada', 'sigue el préstamo que firmaste'])
      expect(text()).toContain(words)
  })

  test('a plan that was not kept, a waiver and a write-off are said where they count', async () => {
    const { screen, text } = await showOrder({
      ...running,
      state: 'overdue',
      overdue_days: 30,
      accrued: {
        interest_centavos: centavos(2_692_603),
        vat_centavos: centavos(565_447),
        late_one_time_centavos: centavos(600_000),
        late_daily_centavos: centavos(1_440_000),
      },
      waived_centavos: centavos(700_000),
      written_off_day: civilDay('2027-03-16'),
      plan: { state: 'broken', made_on_day: civilDay('2027-02-18'), parts: [part('2027-03-01', 17_298_050, false)] },
    })
    await expect.element(screen.getByText('was not kept', { exact: false })).toBeVisible()
    for (const words of ['Late charges waived', '− $ 7.000,00', 'You still owe it']) expect(text()).toContain(words)
    expect(text()).not.toContain('Your payment plan')
  })
})
