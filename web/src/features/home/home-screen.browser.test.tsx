import { beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { chooseLocale } from '@hola/i18n/locale.ts'
import { fakeProducts } from '../../shared/offers/fake-products.ts'
import { fakeServer, succeed } from '../../lib/fake-server.ts'
import { queryClient } from '../../lib/query.ts'
import { logIn } from '../../lib/session.ts'
import { axe, freshPhone } from '../../lib/test-phone.ts'
import { watchToasts } from '@hola/ui/overlay/watch-toasts.ts'
import { ApiStateScreen } from './api-state-screen.tsx'
import { fakeHomes } from './fake-home.ts'
import { HomeHelpScreen } from './home-help-screen.tsx'
import { HomeScreen } from './home-screen.tsx'
import { HomeTopScreen } from './home-top-screen.tsx'
import { InitStateScreen } from './init-state-screen.tsx'

const products = '/api/app/get_product_list'
const home = '/api/app/home'

const notApplied = succeed({
  state: 'not_applied',
  now_at: '2026-11-16T12:00:00.000Z',
  person: { first_name: 'Lucía', contact_masked: '' },
  next_action: { kind: 'start_application', step: null, order_id: null },
})

const toast = watchToasts()

freshPhone()

describe("a guest's Home", () => {
  test("shows the server's numbers: range, terms, both amounts, every rate", async () => {
    fakeServer({ [products]: succeed(fakeProducts) })
    const screen = await render(<HomeScreen />)
    await expect.element(screen.getByRole('heading', { name: 'Example: $ 120.000' })).toBeVisible()
    const text = screen.container.textContent.replaceAll('\u00A0', ' ')
    for (const words of [
      '$ 20.000 to $ 500.000, over 62, 91 or 120 days.',
      'You receive$ 108.000,00',
      'You pay in total$ 152.580,50',
      'Fees$ 12.000,00',
      'Interest$ 26.926,03',
      'VAT$ 5.654,47',
      'TNA 90,00 % · TEA 125,24 %',
      '299,90 %',
    ]) {
      expect(text).toContain(words)
    }
    expect(await axe(screen.container)).toEqual([])
  })

  test('speaks Spanish', async () => {
    chooseLocale('es')
    fakeServer({ [products]: succeed(fakeProducts) })
    const screen = await render(<HomeScreen />)
    await expect.element(screen.getByRole('heading', { name: 'Sabé cuánto pagás antes de pedir' })).toBeVisible()
    await expect.element(screen.getByText('Pagás en total')).toBeVisible()
    await expect.element(screen.getByRole('link', { name: 'Empezar mi solicitud' })).toBeVisible()
  })

  test('is there before the figures are, and does not move when they come', async () => {
    let answer: (envelope: object) => void = () => undefined
    const later = new Promise<object>((resolve) => (answer = resolve))
    vi.stubGlobal('fetch', async () => new Response(JSON.stringify(await later)))
    const screen = await render(<HomeScreen />)
    await expect.element(screen.getByRole('heading', { name: 'See the cost before you borrow' })).toBeVisible()
    const below = screen.getByRole('heading', { name: 'How it works' })
    await expect.element(below).toBeInTheDocument()
    await expect.element(screen.getByRole('region', { name: 'Loading what a loan costs' })).toBeVisible()
    const before = below.element().getBoundingClientRect().top
    answer(succeed(fakeProducts))
    await expect.element(screen.getByRole('heading', { name: 'Example: $ 120.000' })).toBeVisible()
    expect(below.element().getBoundingClientRect().top).toBe(before)
  })

  test('without a connection: one toast after three tries, a card, and a way to try again', async () => {
    const server = fakeServer({ [products]: 'offline' })
    const screen = await render(<HomeScreen />)
    const tryAgain = screen.getByRole('button', { name: 'Try again' })
    await expect.element(tryAgain).toBeVisible()
    expect(server.asked).toHaveLength(3)
    expect(toast()).toBe('No connection. Check your internet and try again.')
    expect(await axe(screen.container)).toEqual([])
    server.answers[products] = succeed(fakeProducts)
    await tryAgain.click()
    await expect.element(screen.getByRole('heading', { name: 'Example: $ 120.000' })).toBeVisible()
  })

  test('a refusal is not asked again by itself', async () => {
    const server = fakeServer({ [products]: { code: '503', msg: 'Back in a minute.' } })
    const screen = await render(<HomeScreen />)
    await expect.element(screen.getByRole('button', { name: 'Try again' })).toBeVisible()
    expect(server.asked).toHaveLength(1)
    expect(toast()).toBe('Back in a minute.')
  })

  test('figures that could not be refreshed say from when they are', async () => {
    const server = fakeServer({ [products]: succeed(fakeProducts) })
    const screen = await render(<HomeScreen />)
    await expect.element(screen.getByRole('heading', { name: 'Example: $ 120.000' })).toBeVisible()
    server.answers[products] = 'offline'
    await queryClient.invalidateQueries()
    await expect.element(screen.getByText(/^No connection\. Data as of \d\d:\d\d\.$/)).toBeVisible()
    await expect.element(screen.getByRole('heading', { name: 'Example: $ 120.000' })).toBeVisible()
  })

  test.each([
    [390, 844, 'en'],
    [390, 844, 'es'],
    [320, 640, 'en'],
    [320, 640, 'es'],
  ] as const)('regret and unsubscribe are in sight without scrolling at %i×%i in %s', async (width, height, locale) => {
    await page.viewport(width, height)
    chooseLocale(locale)
    fakeServer({ [products]: succeed(fakeProducts) })
    const screen = await render(<HomeScreen />)
    await expect.element(screen.getByRole('heading', { name: /120\.000/ })).toBeInTheDocument()
    for (const path of ['/pages/consumer/regret', '/pages/consumer/unsubscribe']) {
      const { top, bottom } = screen.container.querySelector(`a[href="#${path}"]`)?.getBoundingClientRect() ?? {}
      expect(top).toBeGreaterThan(0)
      expect(bottom).toBeLessThan(height)
    }
    expect(document.documentElement.scrollWidth).toBe(width)
    await page.viewport(390, 844)
  })

  test('a button asks the server again, for whoever has no finger to pull with', async () => {
    const server = fakeServer({ [products]: succeed(fakeProducts) })
    const screen = await render(<HomeScreen />)
    await expect.element(screen.getByRole('heading', { name: 'Example: $ 120.000' })).toBeVisible()
    const before = server.asked.length
    const button = screen.getByRole('button', { name: 'Refresh' })
    await expect.element(button).toBeInTheDocument()
    button.element().dispatchEvent(new MouseEvent('click', { bubbles: true }))
    await expect.poll(() => server.asked.length).toBe(before + 1)
  })

  test.each([
    ['a phone', 390, false, 1],
    ['a phone, when the keyboard comes to it', 390, true, 48],
    ['a wide screen', 600, false, 48],
  ])('the refresh button on %s', async (_, width, byKeyboard, sidePx) => {
    await page.viewport(width, 844)
    fakeServer({ [products]: succeed(fakeProducts) })
    const screen = await render(<HomeScreen />)
    const button = screen.getByRole('button', { name: 'Refresh' })
    await expect.element(button).toBeInTheDocument()
    if (byKeyboard) await userEvent.keyboard('{Tab}')
    await expect.poll(() => button.element().getBoundingClientRect().width).toBe(sidePx)
    expect(document.documentElement.scrollWidth).toBe(width)
    await page.viewport(390, 844)
  })

  test('leads to logging in and to starting', async () => {
    fakeServer({ [products]: succeed(fakeProducts) })
    const screen = await render(<HomeScreen />)
    await expect
      .element(screen.getByRole('link', { name: 'Log in' }))
      .toHaveAttribute('href', '#/pages/account/get-code-page/get-code-page')
    await expect
      .element(screen.getByRole('link', { name: 'Start my application' }))
      .toHaveAttribute('href', '#/pages/step/step-basic/step-basic')
  })
})

describe("a user's Home", () => {
  beforeEach(() => logIn({ token: 'a-token', userId: 'user-1' }))

  test('before applying: what it takes and the one next action', async () => {
    fakeServer({ [home]: notApplied })
    const screen = await render(<HomeScreen />)
    await expect.element(screen.getByRole('heading', { name: 'Nothing applied for yet', level: 1 })).toBeVisible()
    await expect.element(screen.getByText('Hello, Lucía')).toBeVisible()
    await expect.element(screen.getByRole('heading', { name: 'What you need' })).toBeVisible()
    expect(await axe(screen.container)).toEqual([])
  })

  test.each([
    [
      'begun',
      'continue_application',
      'social',
      'You have not sent an application yet',
      '#/pages/step/step-social/step-social',
    ],
    [
      'a photo is asked for again',
      'retake_photos',
      'photos',
      'We need a photo again',
      '#/pages/upload/upload-id-card/upload-id-card',
    ],
    [
      'in review',
      'check_review',
      null,
      'We are looking at your application',
      '#/pages/index/review-state/review-state',
    ],
  ])('an application that is %s: how it stands and the one way on', async (_, kind, step, title, href) => {
    fakeServer({
      [home]: succeed({ ...fakeHomes.in_review, next_action: { kind, step, order_id: null } }),
    })
    const screen = await render(<HomeScreen />)
    await expect.element(screen.getByRole('heading', { name: title, level: 1 })).toBeVisible()
    const hrefs = [...screen.container.querySelectorAll('a')].map((link) => link.getAttribute('href'))
    expect(hrefs).toContain(href)
    expect(hrefs).not.toContain('#/pages/step/step-basic/step-basic')
    expect(await axe(screen.container)).toEqual([])
  })

  test('without a connection the whole screen tries again', async () => {
    const server = fakeServer({ [home]: 'offline' })
    const screen = await render(<HomeScreen />)
    const again = screen.getByRole('button', { name: /^the connection timed out, click the screen to try again / })
    await expect.element(again).toBeVisible()
    server.answers[home] = notApplied
    await again.click()
    await expect.element(screen.getByRole('heading', { name: 'What you need' })).toBeVisible()
  })

  test('a session that has ended makes it the Home of a guest', async () => {
    fakeServer({ [home]: { code: '10001', msg: 'Your session has ended.' }, [products]: succeed(fakeProducts) })
    const screen = await render(<HomeScreen />)
    await expect.element(screen.getByRole('link', { name: 'Log in' })).toBeVisible()
    expect(toast()).toBe('Your session has ended.')
  })
})

describe('the pages around Home', () => {
  const guest = { ...fakeHomes.in_review, state: 'guest', person: null, next_action: { kind: 'start_application' } }
  const begun = {
    ...fakeHomes.in_review,
    state: 'not_applied',
    next_action: { kind: 'continue_application', step: 'social' },
  }
  const standings = [
    ['a guest', guest, 'What it takes to apply', 'Start my application', '/pages/step/step-basic/step-basic'],
    [
      'somebody who has typed nothing',
      { ...begun, next_action: { kind: 'start_application' } },
      'Nothing applied for yet',
      'Start my application',
      '/pages/step/step-basic/step-basic',
    ],
    [
      'somebody who has sent nothing',
      begun,
      'You have not sent an application yet',
      'Go on with my application',
      '/pages/step/step-social/step-social',
    ],
    [
      'in review',
      fakeHomes.in_review,
      'We are looking at your application',
      'See whether there is an answer',
      '/pages/index/review-state/review-state',
    ],
    [
      'approved',
      fakeHomes.approved,
      'Your application is approved',
      'Choose amount and term',
      '/pages/loan/loan-info-choose/loan-info-choose',
    ],
    ['refused', fakeHomes.refused, 'Review not approved', 'See why', '/pages/index/review-state/review-state'],
    ['expired', fakeHomes.expired, 'Your approval has lapsed', 'Go to Home', '/'],
    [
      'waiting for the transfer',
      fakeHomes.pending,
      'Waiting for the transfer',
      'See my loan',
      `/pages/order-detail/order-detail?order_id=${fakeHomes.pending.active_order.order_id}`,
    ],
    [
      'late',
      fakeHomes.overdue,
      'It was due on 15/02/2027',
      'See my loan',
      `/pages/order-detail/order-detail?order_id=${fakeHomes.pending.active_order.order_id}`,
    ],
    [
      'paid off, and the approval is over',
      { ...fakeHomes.cleared, next_action: { kind: 'apply_again' } },
      'Your loan is settled',
      'Ask for another loan',
      '/',
    ],
    [
      'paid off',
      fakeHomes.cleared,
      'Your loan is settled',
      'Choose amount and term',
      '/pages/loan/loan-info-choose/loan-info-choose',
    ],
  ] as const

  test.each(standings)('the offer as a page of its own says what is true: %s', async (_, answer, title, name, href) => {
    fakeServer({ [products]: succeed(fakeProducts), [home]: succeed(answer) })
    const screen = await render(<HomeTopScreen />)
    await expect.element(screen.getByRole('heading', { name: 'Example: $ 120.000' })).toBeVisible()
    await expect.element(screen.getByRole('link', { name })).toHaveAttribute('href', `#${href}`)
    // A guest sees the offer alone.
    expect(screen.getByRole('heading', { name: title, level: 2 }).elements()).toHaveLength(answer === guest ? 0 : 1)
    expect(screen.getByRole('region', { name: 'Your limit' }).elements()).toHaveLength(answer.quota ? 1 : 0)
    expect(await axe(screen.container)).toEqual([])
  })

  test.each(standings)('how to apply says what is true: %s', async (_, answer, title, name, href) => {
    fakeServer({ [home]: succeed(answer) })
    const screen = await render(<InitStateScreen />)
    await expect.element(screen.getByRole('heading', { name: title, level: 2 })).toBeVisible()
    await expect.element(screen.getByRole('link', { name })).toHaveAttribute('href', `#${href}`)
    const isToApply = answer.state === 'guest' || answer.state === 'not_applied'
    expect(screen.getByRole('heading', { name: 'What you need' }).elements()).toHaveLength(isToApply ? 1 : 0)
    expect(await axe(screen.container)).toEqual([])
  })

  test('questions open and close, and their numbers are the constants', async () => {
    const screen = await render(<HomeHelpScreen />)
    const answer = screen.getByText(/An approval is valid for 6 days, 23 hours, 59 minutes,? and 59 seconds/)
    await expect.element(answer).not.toBeVisible()
    await screen.getByText('When do I get an answer?').click()
    await expect.element(answer).toBeVisible()
    await expect
      .element(screen.getByRole('link', { name: 'See how to apply', includeHidden: true }))
      .toHaveAttribute('href', '#/pages/index/init-state/init-state')
    expect(await axe(screen.container)).toEqual([])
  })

  test('the page for a service that cannot be reached asks again at a tap, once at a time', async () => {
    const server = fakeServer({ [home]: 'offline' })
    const screen = await render(<ApiStateScreen />)
    const again = screen.getByRole('button')
    const words = screen.getByText('the connection timed out, click the screen to try again')
    await expect.element(words).toBeVisible()
    await again.click()
    await expect.poll(toast).toBe('No connection. Check your internet and try again.')
    expect(server.asked).toHaveLength(1)
    await expect.element(words).toBeVisible()
    expect(await axe(screen.container)).toEqual([])
  })
})
