import { civilDay } from '@hola/core/calendar.ts'
import { deviceDataKinds } from '@hola/core/device/limits.ts'
import { centavos } from '@hola/core/money.ts'
import { someOf } from '@hola/core/test-proof.ts'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { chooseLocale } from '@hola/i18n/locale.ts'
import { fakeLateOrder, fakeRunningOrder } from '../../shared/orders/fake-order.ts'
import { fakeServer, succeed } from '../../lib/fake-server.ts'
import { queryClient } from '../../lib/query.ts'
import { logIn } from '../../lib/session.ts'
import { mayAsk } from '../../shared/consents/consents.ts'
import { still } from '@hola/ui/still.ts'
import { axe, freshPhone, somebody } from '../../lib/test-phone.ts'
import { goNowhere } from '../../router/test-router.ts'
import { watchToasts } from '@hola/ui/overlay/watch-toasts.ts'
import { fakeHomes, fakeNowAt } from './fake-home.ts'
import type { Home } from './home-data.ts'
import { HomeForUser } from './home-for-user.tsx'

const home = '/api/app/home'
const applyInfo = '/api/loan/apply_info'
const order = '/api/loan/order'
let opened: string[][]

const toast = watchToasts()

freshPhone(somebody)
beforeEach(() => {
  opened = goNowhere()
})

const show = async (answer: Home, more: Parameters<typeof fakeServer>[0] = {}) => {
  const server = fakeServer({ [home]: succeed(answer), ...more })
  const screen = await render(<HomeForUser />)
  const text = (): string => screen.container.textContent.replaceAll('\u00A0', ' ')
  return { server, screen, text }
}

const dockLink = (screen: { container: Element }): string | null | undefined =>
  [...screen.container.querySelectorAll('a')].at(-1)?.getAttribute('href')

const stepsOf = (open: string | null) =>
  ['basic', 'social', 'withdrawal', 'photos'].map((step) => ({
    step,
    complete: step !== open,
    saved_at: step === open ? null : '2026-11-08T13:00:00.000Z',
    missing: [],
  }))

const onFile = (open: string | null) =>
  succeed({
    application: { state: 'expired', steps: stepsOf(open), next_step: open, can_submit: open === null },
    photos: [],
    submitted_at: null,
    decision_expected_at: null,
    review_stage: null,
    decided_at: null,
    limit_centavos: null,
    expires_at: null,
    retry_at: null,
    reasons: [],
  })

/** The numbers of loans that stand on more than one line. */
const brokenNumbers = (container: Element): string[] => {
  const texts = document.createNodeIterator(container, NodeFilter.SHOW_TEXT)
  const broken: string[] = []
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const found = /\w{4}-\w{4}-\w{4}/.exec(text.textContent ?? '')
    if (!found) continue
    const range = document.createRange()
    range.setStart(text, found.index)
    range.setEnd(text, found.index + found[0].length)
    if (range.getClientRects().length > 1) broken.push(found[0])
  }
  return broken
}

test.each(someOf('languages of the states of Home', ['en', 'es'] as const, 1))(
  'every state is whole at 320 px and passes axe in %s',
  async (language) => {
    await page.viewport(320, 640)
    chooseLocale(language)
    for (const answer of Object.values<Home>(fakeHomes)) {
      const { screen } = await show(answer, {
        [applyInfo]: onFile(null),
        [order]: succeed({ order: answer.state === 'overdue' ? fakeLateOrder() : fakeRunningOrder() }),
      })
      await expect.element(screen.getByRole('heading', { level: 1 })).toBeVisible()
      await expect.poll(() => screen.container.querySelector('[aria-busy="true"]')).toBeNull()
      expect([answer.state, await axe(screen.container)]).toEqual([answer.state, []])
      expect([answer.state, document.documentElement.scrollWidth]).toEqual([answer.state, 320])
      expect([answer.state, brokenNumbers(screen.container)]).toEqual([answer.state, []])
      await screen.unmount()
      queryClient.clear()
    }
    await page.viewport(390, 844)
  },
)

test('what the card says against the form is told, and one tap corrects the form', async () => {
  const home_ = {
    ...fakeHomes.approved,
    state: 'not_applied',
    next_action: { kind: 'continue_application', step: 'photos', order_id: null },
    card_check: {
      is_reading: false,
      differences: [{ field: 'national_id_number', typed: '30111223', on_card: '30111222' }],
      expired_day: null,
    },
  } as const satisfies Home
  const { server, screen } = await show(home_, {
    '/api/app/get_basic_info': succeed({ info: { national_id_number: '30111223' }, saved_at: null }),
    '/api/app/save_basic_info': succeed({ saved_at: '2026-11-16T13:41:00.000Z', application: {} }),
  })
  await expect.element(screen.getByText('Your card says 30.111.222')).toBeVisible()
  expect(await axe(screen.container)).toEqual([])
  server.answers[home] = succeed({ ...home_, card_check: null })
  await screen.getByRole('button', { name: 'Use what my card says' }).click()
  await expect.poll(() => screen.getByText('Your card says 30.111.222').elements()).toEqual([])
  expect(server.asked.find(({ path }) => path === '/api/app/save_basic_info')?.body).toEqual({
    national_id_number: '30111222',
  })
})

test('before the answer it says nothing about where she stands, and offers nothing', async () => {
  vi.stubGlobal('fetch', () => new Promise(() => undefined))
  const screen = await render(<HomeForUser />)
  await expect.element(screen.getByRole('region', { name: 'Loading your Home' })).toBeVisible()
  expect(screen.container.textContent).not.toContain('Start my application')
})

describe('approved', () => {
  test('how much, the limit and its three parts, until when, what comes next, the coupon', async () => {
    const { screen, text } = await show(fakeHomes.approved)
    await expect.element(screen.getByRole('heading', { name: 'Lucía, you are approved', level: 1 })).toBeVisible()
    for (const words of [
      'You can borrow up to$ 150.000',
      'Valid until 22/11/2026 at 10:40',
      'Your limit$ 200.000',
      'Available now$ 150.000',
      'In use$ 0',
      'Not yet open$ 50.000',
      'Receive it in Mercado Pago ···· 0017',
      'Welcome coupon$ 2.000 off the fees',
    ]) {
      expect(text()).toContain(words)
    }
    await expect
      .element(screen.getByRole('link', { name: /^Welcome coupon/ }))
      .toHaveAttribute('href', '#/pages/contract-new/my-coupon')
    expect(dockLink(screen)).toBe('#/pages/loan/loan-info-choose/loan-info-choose')
  })

  test('speaks Spanish', async () => {
    chooseLocale('es')
    const { screen, text } = await show(fakeHomes.approved)
    await expect.element(screen.getByRole('heading', { name: 'Lucía, te aprobamos', level: 1 })).toBeVisible()
    expect(text()).toContain('Vale hasta el 22/11/2026 a las 10:40')
    await expect.element(screen.getByRole('timer')).toHaveTextContent('Quedan 5 días y 23 h para pedirlo.')
  })

  test('with nothing to borrow now it leads to help, not to a choice that does not exist', async () => {
    const { screen } = await show({
      ...fakeHomes.approved,
      next_action: { kind: 'see_help', step: null, order_id: null },
    })
    await expect.element(screen.getByRole('heading', { name: 'Lucía, you are approved', level: 1 })).toBeVisible()
    expect(dockLink(screen)).toBe('#/pages/index/home-components/home-help')
  })

  test('what the lender has to say stands there too', async () => {
    const { screen } = await show({
      ...fakeHomes.approved,
      notices: [{ notice_id: 'holiday', tone: 'info', text: 'Transfers rest on Monday.' }],
    })
    await expect.element(screen.getByText('Transfers rest on Monday.')).toBeVisible()
  })

  test("counts down by the server's clock, whatever the phone's says, and asks when it is over", async () => {
    // This phone believes that it is 2031.
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'], now: new Date('2031-01-01T00:00:00.000Z') })
    const { server, screen } = await show({ ...fakeHomes.approved, expires_at: '2026-11-16T15:43:00.000Z' })
    const timer = screen.getByRole('timer')
    await expect.element(timer, still).toHaveTextContent('2 h and 2 min left to apply.')
    await vi.advanceTimersByTimeAsync(3 * 60_000)
    await expect.element(timer, still).toHaveTextContent('1 h and 59 min left to apply.')
    await vi.advanceTimersByTimeAsync(115 * 60_000)
    await expect.element(timer, still).toHaveTextContent('4 min left to apply.')
    const asked = server.asked.length
    server.answers[home] = succeed({ ...fakeHomes.expired, now_at: '2026-11-16T15:43:05.000Z' })
    server.answers[applyInfo] = onFile(null)
    await vi.advanceTimersByTimeAsync(3 * 60_000)
    expect(server.asked).toHaveLength(asked)
    await vi.advanceTimersByTimeAsync(70_000)
    await expect.element(screen.getByRole('heading', { name: 'Your approval has lapsed' })).toBeVisible()
  })
})

describe('refused', () => {
  test('the specified words, each reason, the exact next try, how to correct a record, and help', async () => {
    const { screen, text } = await show(fakeHomes.refused)
    await expect.element(screen.getByRole('heading', { name: 'Review not approved', level: 1 })).toBeVisible()
    for (const words of [
      'Sorry, your application has been refused, please try again 14 days later.',
      'From 30/11/2026 at 10:42',
      'You have debts that are overdue.',
      'What you owe is much for what you earn.',
      'How to correct a fact',
      'By law they have 5 business days',
    ]) {
      expect(text().split(words)).toHaveLength(2)
    }
    expect(text()).not.toMatch(/\d\d:\d\d:\d\d/)
    const how = screen.getByText(/By law they have/)
    await expect.element(how).not.toBeVisible()
    await screen.getByText('How to correct a fact').click()
    await expect.element(how).toBeVisible()
    await expect
      .element(screen.getByRole('link', { name: 'Talk to a person' }))
      .toHaveAttribute('href', '#/pages/custom-service/custom-service')
    expect(dockLink(screen)).toBe('#/pages/index/home-components/home-help')
  })

  test('at the second from which she may try again, Home asks by itself', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'], now: new Date(fakeNowAt) })
    const { server, screen } = await show({ ...fakeHomes.refused, retry_at: '2026-11-16T13:42:00.000Z' })
    await expect.element(screen.getByRole('heading', { name: 'Review not approved' }), still).toBeVisible()
    server.answers[home] = succeed({
      ...fakeHomes.refused,
      state: 'not_applied',
      retry_at: null,
      next_action: { kind: 'continue_application', step: 'photos', order_id: null },
    })
    await vi.advanceTimersByTimeAsync(50_000)
    expect(server.asked).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(20_000)
    await expect
      .element(screen.getByRole('link', { name: 'Go on with my application' }))
      .toHaveAttribute('href', '#/pages/upload/upload-id-card/upload-id-card')
  })
})

describe('expired', () => {
  test('what is on file, and one button that sends it again', async () => {
    const { server, screen, text } = await show(fakeHomes.expired, { [applyInfo]: onFile(null) })
    const send = screen.getByRole('button', { name: 'Ask again with these details' })
    await expect.element(send).toBeVisible()
    await expect.poll(text).toContain('Mercado Pago ···· 0017Saved on 08/11/2026')
    await send.click()
    await expect
      .poll(() => opened)
      .toEqual([['reLaunch', '/pages/landing/landing-application-submited/landing-application-submited']])
    expect(server.asked.map(({ path, body }) => [path, body])).toContainEqual([applyInfo, { submit: true }])
  })

  test('something is missing: the button goes to that step', async () => {
    const next = { kind: 'continue_application', step: 'photos', order_id: null } as const
    const { screen } = await show({ ...fakeHomes.expired, next_action: next }, { [applyInfo]: onFile('photos') })
    await expect
      .element(screen.getByRole('link', { name: 'Complete: Photos of your ID' }))
      .toHaveAttribute('href', '#/pages/upload/upload-id-card/upload-id-card')
    await expect.element(screen.getByText('Not complete')).toBeVisible()
  })

  test('a refusal is said, and what is true is asked again', async () => {
    const { server, screen } = await show(fakeHomes.expired, { [applyInfo]: onFile(null) })
    const send = screen.getByRole('button', { name: 'Ask again with these details' })
    await expect.element(send).toBeVisible()
    server.answers[applyInfo] = ({ body }) =>
      (body as { submit?: boolean }).submit ? { code: '20101', msg: 'A step is open.' } : onFile('social')
    await send.click()
    await expect.element(screen.getByRole('link', { name: /^Complete: / })).toBeVisible()
    expect(toast()).toBe('A step is open.')
  })

  test('without a connection it tries again', async () => {
    const { server, screen } = await show(fakeHomes.expired, { [applyInfo]: 'offline' })
    const again = screen.getByRole('button', { name: 'Try again' })
    await expect.element(again).toBeVisible()
    server.answers[applyInfo] = onFile(null)
    await again.click()
    await expect.element(screen.getByRole('button', { name: 'Ask again with these details' })).toBeVisible()
  })
})

describe('in review', () => {
  test.each([
    ['automatic', 'We are looking at your application', 'Around 10:42'],
    ['waiting_for_bureau', 'We are waiting for the Central Bank', 'A few minutes after it answers'],
    ['with_a_person', 'A person is looking at your application', 'As soon as it has been looked at'],
  ] as const)('%s: who has it in hand, and until when', async (stage, title, answer) => {
    const { screen } = await show({ ...fakeHomes.in_review, review_stage: stage })
    await expect.element(screen.getByRole('heading', { name: title, level: 1 })).toBeVisible()
    await expect.element(screen.getByText(answer)).toBeVisible()
    expect(dockLink(screen)).toBe('#/pages/index/review-state/review-state')
  })

  test('a time that has passed is not promised again', async () => {
    const { screen } = await show({ ...fakeHomes.in_review, review_expected_at: '2026-11-16T13:40:00.000Z' })
    await expect.element(screen.getByText('At any moment')).toBeVisible()
  })

  test('Home follows by itself, less and less often, without a word when it cannot', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { server, screen } = await show(fakeHomes.in_review)
    await expect
      .element(screen.getByRole('heading', { name: 'We are looking at your application' }), still)
      .toBeVisible()
    await vi.advanceTimersByTimeAsync(9_900)
    expect(server.asked).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(200)
    await expect.poll(() => server.asked, still).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(12_800)
    expect(server.asked).toHaveLength(2)
    server.answers[home] = succeed(fakeHomes.approved)
    await vi.advanceTimersByTimeAsync(200)
    await expect.element(screen.getByRole('heading', { name: 'Lucía, you are approved' })).toBeVisible()
    expect(toast()).toBeUndefined()
  })

  test('nobody looks: nothing is asked', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { server, screen } = await show(fakeHomes.in_review)
    await expect
      .element(screen.getByRole('heading', { name: 'We are looking at your application' }), still)
      .toBeVisible()
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
    await vi.advanceTimersByTimeAsync(120_000)
    expect(server.asked).toHaveLength(1)
    vi.restoreAllMocks()
  })
})

describe('pending', () => {
  test('what is on its way and where to, what comes next, what is held, and the way to the order', async () => {
    const { screen, text } = await show(fakeHomes.pending)
    await expect.element(screen.getByRole('heading', { name: 'Your loan', level: 1 })).toBeVisible()
    for (const words of [
      'We are going to transfer to you$ 108.000,00',
      'To Mercado Pago ···· 0017',
      'Financial institutions are processing',
      'You pay $ 152.580,50',
      '91 days after the transfer',
      'Held for your loan$ 120.000',
      'Not yet open$ 50.000',
    ]) {
      expect(text()).toContain(words)
    }
    expect(dockLink(screen)).toBe(
      `#/pages/order-detail/order-detail?order_id=${fakeHomes.pending.active_order.order_id}`,
    )
  })

  test('Home follows by itself what becomes of the transfer', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { server, screen } = await show(fakeHomes.pending)
    await expect.element(screen.getByRole('heading', { name: 'Your loan', level: 1 }), still).toBeVisible()
    server.answers[home] = succeed(fakeHomes.payout_failed)
    await vi.advanceTimersByTimeAsync(10_100)
    await expect.element(screen.getByRole('link', { name: 'Correct the account' }), still).toBeVisible()
  })
})

describe('in repayment', () => {
  test('what it takes on the due day, what today would save, how to pay, and the one way on', async () => {
    const { screen, text } = await show(fakeHomes.in_repayment, { [order]: succeed({ order: fakeRunningOrder() }) })
    await expect.element(screen.getByRole('heading', { name: 'What you pay, by the day' })).toBeVisible()
    for (const words of [
      'Up to date',
      'Total to pay on 15/02/2027$ 152.580,50',
      '34 days to go. It is a single payment.',
      'Today: $ 140.407,56$ 152.580,50',
      'day 57 of 91',
      'If you pay today it is $ 140.407,56: you save $ 12.172,94',
      'See the details and the agreementLoan BC9H-VGZK-B2MM',
    ]) {
      expect(text()).toContain(words)
    }
    await expect
      .element(screen.getByRole('link', { name: /^How to pay/ }))
      .toHaveAttribute('href', '#/pages/custom-service/repay_help')
    expect(dockLink(screen)).toBe(`#/pages/repay/repay?order_id=${fakeHomes.in_repayment.active_order.order_id}`)
  })

  test.each([
    ['2027-02-14T13:00:00.000Z', '1 day to go.'],
    ['2027-02-15T13:00:00.000Z', 'It is due today.'],
  ])('on %s it says so, without hurry, and offers a coupon that moves the day', async (nowAt, words) => {
    const extension = { coupon_id: fakeRunningOrder().order_id, extension_days: 7, new_due_day: civilDay('2027-02-22') }
    const { screen, text } = await show(
      { ...fakeHomes.in_repayment, now_at: nowAt },
      { [order]: succeed({ order: fakeRunningOrder({ now_at: nowAt, extension }) }) },
    )
    await expect
      .element(screen.getByRole('link', { name: /^Move the due date With your coupon, at no cost: to 22\/02\/2027/ }))
      .toBeVisible()
    expect(text()).toContain(words)
  })

  test('on a plan: the next part and its day, all that is owed, and a part to pay first', async () => {
    const next_part = {
      paid_count: 1,
      part_count: 3,
      due_day: civilDay('2027-03-15'),
      amount_centavos: centavos(4_000_000),
    }
    const active_order = { ...fakeHomes.in_repayment.active_order, next_part, payoff_centavos: centavos(8_000_000) }
    const { screen, text } = await show(
      { ...fakeHomes.in_repayment, active_order },
      { [order]: succeed({ order: fakeRunningOrder({ next_part, payoff_centavos: centavos(8_000_000) }) }) },
    )
    await expect.element(screen.getByRole('link', { name: 'Pay a part' })).toBeVisible()
    expect(text()).toContain('Part 2 of 3 of your plan$ 40.000,00')
    expect(text()).toContain('By 15/03/2027. In all you owe $ 80.000,00')
    expect(text()).not.toContain('What you pay, by the day')
  })

  test('a part that was paid is in the figure', async () => {
    const paid = { payoff_centavos: centavos(9_000_000), early_saving_centavos: centavos(500_000) }
    const { text } = await show(
      {
        ...fakeHomes.in_repayment,
        active_order: { ...fakeHomes.in_repayment.active_order, repaid_centavos: centavos(5_000_000) },
      },
      { [order]: succeed({ order: fakeRunningOrder({ ...paid, repaid_centavos: centavos(5_000_000) }) }) },
    )
    await expect.poll(text).toContain('Total to pay on 15/02/2027$ 95.000,00')
  })

  test('without the rest of the loan the figure and the way to pay still stand', async () => {
    const { screen, text } = await show(fakeHomes.in_repayment, { [order]: 'offline' })
    await expect.element(screen.getByRole('link', { name: 'Pay', exact: true })).toBeVisible()
    expect(text()).toContain('Total to pay on 15/02/2027$ 152.580,50')
  })
})

describe('overdue', () => {
  test('days and charges line by line, where they end, parts, and nobody else hears of it', async () => {
    const { screen, text } = await show(fakeHomes.overdue, { [order]: succeed({ order: fakeLateOrder() }) })
    await expect.element(screen.getByRole('heading', { name: 'Where it comes from' })).toBeVisible()
    for (const words of [
      'Overdue by 3 days',
      'Total to pay today, 18/02/2027$ 172.980,50',
      'It was due on 15/02/2027',
      'What was due on 15/02/2027$ 152.580,50',
      'Late charge5 % of the loan, once$ 6.000,00',
      '4 % a day: $ 4.800,00 × 3 days$ 14.400,00',
      'Total today$ 172.980,50',
      'Tomorrow it would be $ 177.780,50. Late charges end at $ 120.000,00.',
      'We tell none of your contacts',
    ]) {
      expect(text()).toContain(words)
    }
    const repay = `#/pages/repay/repay?order_id=${fakeHomes.overdue.active_order.order_id}`
    await expect
      .element(screen.getByRole('link', { name: /^You can pay in parts From \$\s1\.000/ }))
      .toHaveAttribute('href', `${repay}&kind=part`)
    await expect.element(screen.getByRole('link', { name: 'Pay a part' })).toHaveAttribute('href', `${repay}&kind=part`)
    expect(dockLink(screen)).toBe(repay)
  })

  test('what was paid stands under what was charged, and not instead of it', async () => {
    const paid = { repaid_centavos: centavos(1_000_000), payoff_centavos: centavos(16_298_050) }
    const { text } = await show(fakeHomes.overdue, {
      [order]: succeed({ order: fakeLateOrder({ ...paid, late_one_time_centavos: centavos(0) }) }),
    })
    await expect.poll(text).toContain('once$ 6.000,00')
    expect(text()).toContain('$ 14.400,00Paid so far− $ 10.000,00Total today$ 162.980,50')
  })

  test('at the ceiling it says that nothing grows any more', async () => {
    const { text } = await show(fakeHomes.overdue, {
      [order]: succeed({
        order: fakeLateOrder({
          payoff_tomorrow_centavos: centavos(17_298_050),
          liquidated_damages_max_centavos: centavos(2_040_000),
        }),
      }),
    })
    await expect.poll(text).toContain('Late charges have reached their end, $ 20.400,00: they grow no more.')
  })
})

describe('withdrawn', () => {
  const waiting = { withdrawn_at: '2027-01-12T13:00:00.000Z', withdrawal_state: 'waiting' } as const
  const { in_repayment: running, pending } = fakeHomes

  test('what she received goes back: that is the figure and the one thing to do', async () => {
    const owed = {
      ...running.active_order,
      ...waiting,
      withdrawal_until_day: civilDay('2027-01-26'),
      payoff_centavos: centavos(10_800_000),
    }
    const { screen, text } = await show({ ...running, active_order: owed })
    await expect.element(screen.getByRole('link', { name: 'See how to return it' })).toBeVisible()
    expect(text()).toContain('To give back$ 108.000,00')
    expect(text()).toContain('By 26/01/2027')
    expect(text()).not.toContain('What you pay, by the day')
    expect(dockLink(screen)).toBe(`#/pages/repay/repay?order_id=${owed.order_id}&kind=withdrawal`)
  })

  test('not given back by the last day: a loan to be paid like any other', async () => {
    const active_order = { ...running.active_order, ...waiting, withdrawal_state: 'lapsed' as const }
    const { screen } = await show({ ...running, active_order }, { [order]: succeed({ order: fakeRunningOrder() }) })
    await expect.element(screen.getByRole('heading', { name: 'What you pay, by the day' })).toBeVisible()
    expect(dockLink(screen)).toBe(`#/pages/repay/repay?order_id=${active_order.order_id}`)
  })

  test('while the money is on its way nothing is promised of it', async () => {
    const { text } = await show({ ...pending, active_order: { ...pending.active_order, ...waiting } })
    await expect.poll(text).toContain('You withdrew from this loan')
    expect(text()).not.toContain('You pay $')
  })
})

test("a payout that failed: the specification's words, then why, and the account to correct", async () => {
  const why = 'The bank says that this account is closed.'
  const { screen, text } = await show({
    ...fakeHomes.payout_failed,
    notices: [{ notice_id: 'payout_failure', tone: 'warning', text: why }],
  })
  await expect
    .element(screen.getByText('Your order payment failed. Please confirm or modify it and submit again.'))
    .toBeVisible()
  await expect.element(screen.getByText('Payment failed')).toBeVisible()
  expect(text()).toContain(`modify it and submit again.${why}`)
  expect(dockLink(screen)).toBe(
    `#/pages/step/step-withdrawal/step-withdrawal-new?order_id=${fakeHomes.payout_failed.active_order.order_id}`,
  )
})

describe('cleared', () => {
  test('it is done with: what was paid, the papers, and the next loan if she wants one', async () => {
    const { screen, text } = await show(fakeHomes.cleared)
    await expect.element(screen.getByRole('heading', { name: 'Your loan is settled', level: 1 })).toBeVisible()
    expect(text()).toContain('You paid$ 152.580,50')
    expect(text()).toContain('Settled on 15/02/2027. You owe nothing.')
    await expect
      .element(screen.getByRole('link', { name: /^Certificate of no debt/ }))
      .toHaveAttribute('href', `#/pages/order-detail/order-detail?order_id=${fakeHomes.cleared.active_order.order_id}`)
    expect(dockLink(screen)).toBe('#/pages/loan/loan-info-choose/loan-info-choose')
  })

  test('after the approval has ended the next loan is asked for with what is on file', async () => {
    const { screen } = await show(
      { ...fakeHomes.cleared, next_action: { kind: 'apply_again', step: null, order_id: null } },
      { [applyInfo]: onFile(null) },
    )
    await screen.getByRole('button', { name: 'Ask for another loan' }).click()
    await expect.element(screen.getByRole('heading', { name: 'What we have on file' })).toBeVisible()
  })

  test('with nothing to borrow now it leads to the loan', async () => {
    const { screen } = await show({
      ...fakeHomes.cleared,
      next_action: { kind: 'see_order', step: null, order_id: fakeHomes.cleared.active_order.order_id },
    })
    await expect.element(screen.getByRole('heading', { name: 'Your loan is settled' })).toBeVisible()
    expect(dockLink(screen)).toContain('order-detail')
  })
})

describe('the optional consents', () => {
  const unasked = succeed({ consents: [] })
  const mentioned = (screen: { getByRole: typeof page.getByRole }) =>
    screen.getByRole('region', { name: 'Help us make the app better' })
  let last = 0
  beforeEach(() => {
    // What is known of a person's consents is asked once in a visit.
    logIn({ token: 'a', userId: `asked-${(last += 1)}` })
  })

  test('are mentioned quietly once the money of a loan has come, and open nothing by themselves', async () => {
    const { screen } = await show(fakeHomes.in_repayment, {
      '/api/privacy/state': unasked,
      [order]: succeed({ order: fakeRunningOrder() }),
    })
    await expect.element(mentioned(screen)).toBeVisible()
    expect(screen.getByRole('dialog').query()).toBeNull()
    await expect
      .element(mentioned(screen).getByRole('link', { name: 'See it in My data' }))
      .toHaveAttribute('href', '#/pages/privacy/privacy')
    expect(await axe()).toEqual([])
    await mentioned(screen).getByRole('button', { name: 'Not now' }).click()
    await expect.element(mentioned(screen)).not.toBeInTheDocument()
    expect(deviceDataKinds.some((kind) => mayAsk(kind))).toBe(false)
  })

  test.each(['approved', 'overdue'] as const)('are not mentioned: %s', async (state) => {
    const { server, screen } = await show(fakeHomes[state], {
      '/api/privacy/state': unasked,
      [order]: succeed({ order: fakeLateOrder() }),
    })
    await expect.element(screen.getByRole('heading', { level: 1 })).toBeVisible()
    expect(server.asked.some(({ path }) => path === '/api/privacy/state')).toBe(false)
    expect(mentioned(screen).query()).toBeNull()
  })
})
