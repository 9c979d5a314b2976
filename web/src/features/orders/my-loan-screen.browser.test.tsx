import { beforeEach, describe, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { chooseLocale } from '@hola/i18n/locale.ts'
import { axe, freshPhone } from '../../lib/test-phone.ts'
import { fakeSummary } from '../../shared/orders/fake-order.ts'
import { fakeServer, succeed } from '../../lib/fake-server.ts'
import { queryClient } from '../../lib/query.ts'
import { logIn } from '../../lib/session.ts'
import { civilDay } from '@hola/core/calendar.ts'
import { centavos } from '@hola/core/money.ts'
import { someOf } from '@hola/core/test-proof.ts'
import { MyLoanScreen } from './my-loan-screen.tsx'

const processing = '/api/user/get_processing_order'
const complete = '/api/user/get_complete_order'

const pageOf = (groups: readonly object[], nextCursor: string | null = null): object =>
  succeed({ groups, next_cursor: nextCursor })
const nothing = { [processing]: pageOf([]), [complete]: pageOf([]) }

const idOf = (number: number): string => `0197a000-0000-7000-8000-${String(number).padStart(12, '0')}`

const failed = fakeSummary({ order_id: idOf(2), state: 'payout_failed', group: 'failed_payouts' })
const running = fakeSummary({
  order_id: idOf(3),
  order_number: '1050-0001',
  state: 'in_repayment',
  group: 'in_repayment',
  paid_out_at: '2026-11-16T14:04:00.000Z',
  due_day: civilDay('2027-02-15'),
})
const late = fakeSummary({ ...running, order_id: idOf(4), state: 'overdue', overdue_days: 3 })

freshPhone()

test('a guest is asked to log in', async () => {
  const screen = await render(<MyLoanScreen />)
  await expect
    .element(screen.getByRole('link', { name: 'Log in' }))
    .toHaveAttribute('href', '#/pages/account/get-code-page/get-code-page')
  expect(await axe(screen.container)).toEqual([])
})

describe("a user's loans", () => {
  beforeEach(() => logIn({ token: 'a-token', userId: 'user-1' }))

  test('begin with those in progress; a place that is empty says so', async () => {
    fakeServer(nothing)
    const screen = await render(<MyLoanScreen />)
    await expect.element(screen.getByRole('tab', { name: 'In progress', selected: true })).toBeVisible()
    await expect.element(screen.getByText('You have no loan in progress')).toBeVisible()
    await expect.element(screen.getByText('When you sign one, you follow it from here.')).toBeVisible()
    expect(await axe(screen.container)).toEqual([])
  })

  test('whoever has paid off a loan is told where it is, and what Home offers next', async () => {
    const settled = fakeSummary({ ...running, state: 'cleared', group: 'complete', cleared_at: '2027-02-15T15:00:00Z' })
    fakeServer({
      [processing]: pageOf([]),
      [complete]: pageOf([{ group: 'complete', orders: [settled] }]),
      '/api/app/home': succeed({ state: 'cleared', active_order: settled, next_action: { kind: 'choose_loan' } }),
    })
    const screen = await render(<MyLoanScreen />)
    await expect.element(screen.getByText('You have no loan in progress')).toBeVisible()
    await expect.element(screen.getByText('Those you had are under Completed.')).toBeVisible()
    await expect
      .element(screen.getByRole('link', { name: 'Choose amount and term' }))
      .toHaveAttribute('href', '#/pages/loan/loan-info-choose/loan-info-choose')
    expect(screen.container.textContent).not.toContain('yet')
  })

  const owedCards = [
    [
      'agreed',
      running,
      ['To repay', 'Up to date', 'Total to pay', '152.580,50', 'Due on 15/02/2027', 'Paid: $ 0,00 of $ 152.580,50'],
      0,
      { Pay: '' },
    ],
    [
      'with a part paid',
      { ...running, repaid_centavos: centavos(2_000_000), payoff_centavos: centavos(10_500_000) },
      ['To settle it today', '105.000,00', 'Due on 15/02/2027', 'Paid: $ 20.000,00 of $ 125.000,00'],
      0.16,
      { Pay: '' },
    ],
    [
      'late',
      { ...late, payoff_centavos: centavos(17_298_050) },
      ['Overdue by 3 days', 'Total to pay today', '172.980,50', 'It was due on 15/02/2027'],
      0,
      { 'Pay a part': '&kind=part', 'Pay it all': '' },
    ],
    [
      'withdrawn from',
      { ...running, withdrawal_state: 'waiting', withdrawal_until_day: civilDay('2026-12-01') },
      ['To give back', 'By 01/12/2026'],
      null,
      { 'See how to return it': '&kind=withdrawal' },
    ],
  ] as const
  test.each(owedCards)('%s: what she owes and when is the largest', async (_, order, words, share, actions) => {
    fakeServer({ [processing]: pageOf([{ group: 'in_repayment', orders: [order] }]) })
    const screen = await render(<MyLoanScreen />)
    await expect.element(screen.getByRole('heading', { name: 'To repay' })).toBeVisible()
    const text = screen.container.textContent.replaceAll('\u00A0', ' ')
    for (const each of words) expect(text).toContain(each)
    const bar = screen.container.querySelector('progress')
    expect(bar && Math.round(bar.position * 100)).toBe(share && share * 100)
    const ways = [...screen.container.querySelectorAll('a[href*=repay]')]
    expect(
      Object.fromEntries(ways.map((way) => [way.textContent, way.getAttribute('href')?.split(order.order_id)[1]])),
    ).toEqual(actions)
    // What is late was due; it is not due.
    expect(text.includes('Due on')).toBe(order.state === 'in_repayment' && share !== null)
    const sizes = [...screen.container.querySelectorAll('*')].map((each) => parseFloat(getComputedStyle(each).fontSize))
    const figureSize = Math.max(
      ...[...screen.container.querySelectorAll('p > span')].map((each) => parseFloat(getComputedStyle(each).fontSize)),
    )
    expect(figureSize).toBe(Math.max(...sizes))
    expect(await axe(screen.container)).toEqual([])
  })

  test('the chosen list is remembered under the my-loan index', async () => {
    fakeServer(nothing)
    const screen = await render(<MyLoanScreen />)
    await screen.getByRole('tab', { name: 'Completed' }).click()
    await expect.element(screen.getByText('No completed loans yet')).toBeVisible()
    expect(localStorage.getItem('my-loan-index')).toBe('1')
    await screen.unmount()
    const again = await render(<MyLoanScreen />)
    await expect.element(again.getByRole('tab', { name: 'Completed', selected: true })).toBeVisible()
  })

  test.each(['"1"', '7', 'nonsense'])('a stored index of %s shows the first list', async (stored) => {
    fakeServer(nothing)
    localStorage.setItem('my-loan-index', stored)
    const screen = await render(<MyLoanScreen />)
    await expect.element(screen.getByRole('tab', { name: 'In progress', selected: true })).toBeVisible()
  })

  test('arrow keys go from list to list, round and round', async () => {
    fakeServer(nothing)
    const screen = await render(<MyLoanScreen />)
    await screen.getByRole('tab', { name: 'In progress' }).click()
    await userEvent.keyboard('{ArrowLeft}')
    const completed = screen.getByRole('tab', { name: 'Completed', selected: true })
    await expect.element(completed).toHaveFocus()
    await userEvent.keyboard('{ArrowRight}')
    await expect.element(screen.getByRole('tab', { name: 'In progress', selected: true })).toHaveFocus()
  })

  test.each(someOf('languages of My loan', ['en', 'es'] as const, 1))(
    'stand in groups under headings, each row leading to its loan, in %s',
    async (locale) => {
      chooseLocale(locale)
      fakeServer({
        [processing]: pageOf([
          { group: 'failed_payouts', orders: [failed] },
          { group: 'pending', orders: [fakeSummary()] },
          { group: 'in_repayment', orders: [running, { ...late, due_day: civilDay('2027-01-15') }] },
        ]),
      })
      const screen = await render(<MyLoanScreen />)
      await expect.poll(() => screen.container.querySelectorAll('h2').length).toBe(4)
      expect([...screen.container.querySelectorAll('h2')].map((heading) => heading.textContent)).toEqual(
        locale === 'en'
          ? ['To repay', 'Payment failed', 'Waiting for the transfer', 'To repay']
          : ['Para pagar', 'No pudimos transferirte', 'Esperando la transferencia', 'Para pagar'],
      )
      const links = [...screen.container.querySelectorAll('a[href*=order-detail]')]
      expect(links.map((link) => link.getAttribute('href'))).toEqual(
        // What is due first stands first.
        [late, failed, fakeSummary(), running].map(
          ({ order_id: id }) => `#/pages/order-detail/order-detail?order_id=${id}`,
        ),
      )
      const late3 = locale === 'en' ? 'Overdue by 3 days' : 'En mora hace 3 días'
      await expect.element(screen.getByText(late3)).toBeVisible()
      expect(await axe(screen.container)).toEqual([])
    },
  )

  test('those that are over: not approved, settled, cancelled', async () => {
    localStorage.setItem('my-loan-index', '1')
    fakeServer({
      [complete]: pageOf([
        { group: 'failed_review', orders: [fakeSummary({ state: 'review_failed', group: 'failed_review' })] },
        {
          group: 'complete',
          orders: [
            fakeSummary({
              ...running,
              state: 'cleared',
              group: 'complete',
              cleared_at: '2027-02-15T15:00:00.000Z',
            }),
            fakeSummary({ order_id: idOf(9), state: 'cancelled', group: 'complete' }),
          ],
        },
      ]),
    })
    const screen = await render(<MyLoanScreen />)
    await expect.element(screen.getByRole('heading', { name: 'Review not approved' })).toBeVisible()
    await expect.element(screen.getByText('Settled on 15/02/2027')).toBeVisible()
    await expect.element(screen.getByText('Cancelled')).toBeVisible()
  })

  test.each(someOf('languages of My loan at 320 px', ['en', 'es'] as const, 1))(
    'an application that was not approved: its date, why, and the next try, in %s',
    async (locale) => {
      chooseLocale(locale)
      localStorage.setItem('my-loan-index', '1')
      const refused = {
        decision_id: idOf(3),
        refused_at: '2026-11-16T13:41:00.000Z',
        // To the second; whoever comes at the minute that is named is not too early.
        retry_at: '2026-11-30T13:40:12.000Z',
        reasons: [{ code: 'score_low', text: 'What we know of you is not enough for a loan.' }],
      }
      fakeServer({ [complete]: pageOf([{ group: 'failed_review', orders: [], refused_applications: [refused] }]) })
      const screen = await render(<MyLoanScreen />)
      const texts =
        locale === 'en'
          ? ['Review not approved', 'Application of 16/11/2026', 'Loan failure', 'Next try: from 30/11/2026 at 10:41.']
          : [
              'No aprobados',
              'Solicitud del 16/11/2026',
              'No aprobado',
              'Próximo intento: desde el 30/11/2026 a las 10:41.',
            ]
      for (const text of texts) await expect.element(screen.getByText(text, { exact: true })).toBeVisible()
      await expect.element(screen.getByText('What we know of you is not enough for a loan.')).toBeVisible()
      expect(screen.container.querySelectorAll('a')).toHaveLength(0)
      expect(await axe(screen.container)).toEqual([])
    },
  )

  test('a long list goes on at its bottom, in the same groups, and each page is asked for once', async () => {
    const many = (from: number) =>
      Array.from({ length: 12 }, (_, index) => fakeSummary({ ...running, order_id: idOf(from + index) }))
    const server = fakeServer({
      [processing]: ({ body }) =>
        (body as { cursor?: string }).cursor === 'page-2'
          ? pageOf([{ group: 'in_repayment', orders: many(200) }])
          : pageOf([{ group: 'in_repayment', orders: many(100) }], 'page-2'),
    })
    const screen = await render(<MyLoanScreen />)
    const rows = (): number => screen.container.querySelectorAll('a[href*=order-detail]').length
    await expect.poll(rows).toBe(12)
    await expect.element(screen.getByRole('button', { name: 'Show more' })).toBeInTheDocument()
    window.scrollTo(0, document.documentElement.scrollHeight)
    await expect.poll(rows).toBe(24)
    expect(screen.container.querySelectorAll('h2')).toHaveLength(2)
    await expect.element(screen.getByRole('button', { name: 'Show more' })).not.toBeInTheDocument()
    expect(server.asked.map(({ body }) => body)).toEqual([{}, { cursor: 'page-2' }])
  })

  test('when the rest cannot be loaded, what is there stays, and a button tries again', async () => {
    const server = fakeServer({
      [processing]: ({ body }) =>
        (body as { cursor?: string }).cursor
          ? 'offline'
          : pageOf([{ group: 'pending', orders: [fakeSummary()] }], 'page-2'),
    })
    const screen = await render(<MyLoanScreen />)
    await screen.getByRole('button', { name: 'Show more' }).click()
    await expect.element(screen.getByText('The rest of the list could not be loaded.')).toBeVisible()
    await expect.element(screen.getByText('Loan BC9H-VGZK-B2MM')).toBeVisible()
    server.answers[processing] = ({ body }) =>
      (body as { cursor?: string }).cursor
        ? pageOf([{ group: 'pending', orders: [fakeSummary({ order_id: idOf(7), order_number: '2000-0001' })] }])
        : pageOf([{ group: 'pending', orders: [fakeSummary()] }], 'page-2')
    await screen.getByRole('button', { name: 'Try again' }).click()
    await expect.element(screen.getByText('Loan 2000-0001')).toBeVisible()
  })

  test('without a connection: says so and tries again; what was there before says from when it is', async () => {
    const server = fakeServer({ [processing]: 'offline' })
    const screen = await render(<MyLoanScreen />)
    await expect.element(screen.getByRole('heading', { name: 'We could not load your loans' })).toBeVisible()
    server.answers[processing] = pageOf([{ group: 'pending', orders: [fakeSummary()] }])
    await screen.getByRole('button', { name: 'Try again' }).click()
    await expect.element(screen.getByText('Loan BC9H-VGZK-B2MM')).toBeVisible()
    server.answers[processing] = 'offline'
    await queryClient.invalidateQueries()
    await expect.element(screen.getByText(/^No connection\. Data as of \d\d:\d\d\.$/)).toBeVisible()
    await expect.element(screen.getByText('Loan BC9H-VGZK-B2MM')).toBeVisible()
  })
})
