import { centavos } from '@hola/core/money.ts'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { fakeServer, succeed } from '../../lib/fake-server.ts'
import { fakeUploads } from '../../shared/photo-queue/fake-upload.ts'
import { photoQueue } from '../../shared/photo-queue/our-queue.ts'
import { queryClient } from '../../lib/query.ts'
import { still } from '@hola/ui/still.ts'
import { axe, freshPhone, somebody } from '../../lib/test-phone.ts'
import { PageContext, type PageContextValue } from '../../router/page-context.ts'
import type { Router } from '../../router/router.ts'
import { justSent } from '../../shared/home/just-sent.ts'
import { goNowhere } from '../../router/test-router.ts'
import { feedbackState } from '@hola/ui/overlay/feedback.ts'
import { infoOf, photoOf } from './fake-application.ts'
import type { ApplyInfo } from '../../shared/camera/photo-words.ts'
import { ReviewStateScreen } from './review-state-screen.tsx'
import { SubmittedScreen } from './submitted-screen.tsx'

const applyInfo = '/api/loan/apply_info'
const home = '/api/app/home'
let opened: string[][]
let pageTitle: string | undefined

freshPhone(somebody)
beforeEach(() => {
  opened = goNowhere()
})

const at: PageContextValue = {
  router: {} as Router,
  page: {
    id: 1,
    index: 0,
    path: '/pages/index/review-state/review-state',
    query: {},
    tab: false,
    opener: 'navigateTo',
  },
  row: undefined,
  setTitle: (next) => void (pageTitle = next),
}

const submittedPage = (
  <PageContext value={at}>
    <SubmittedScreen />
  </PageContext>
)

const account = {
  institution_name: 'Mercado Pago',
  account_kind: 'cvu',
  account_ending: '0017',
  holder_name: 'Lucía Gómez',
}

/** Of a limit of 200.000, as much as a first loan may be. */
const quota = {
  total_centavos: centavos(20_000_000),
  used_centavos: centavos(0),
  frozen_centavos: centavos(0),
  remaining_centavos: centavos(5_000_000),
  available_centavos: centavos(15_000_000),
}

const approvedHome = { state: 'approved', quota, payout_account: account }

describe('submitted', () => {
  beforeEach(() => {
    fakeServer({ [home]: succeed({ state: 'in_review', active_order: null, next_action: { kind: 'check_review' } }) })
  })

  test.each([
    [
      'nothing sent',
      { state: 'not_applied', next_action: { kind: 'continue_application', step: 'photos' } },
      'You have not sent an application yet',
      'Go on with my application',
      '#/pages/upload/upload-id-card/upload-id-card',
    ],
    [
      'approved',
      { ...approvedHome, next_action: { kind: 'choose_loan' }, expires_at: '2026-11-23T15:29:59.000Z' },
      'Your application is approved',
      'Choose amount and term',
      '#/pages/loan/loan-info-choose/loan-info-choose',
    ],
    [
      'refused',
      { state: 'refused', next_action: { kind: 'see_help' }, retry_at: '2026-11-30T15:30:27.000Z' },
      'Review not approved',
      'See why',
      '#/pages/index/review-state/review-state',
    ],
  ])('opened by its address, says what is true and goes nowhere: %s', async (_, answer, title, name, href) => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
    fakeServer({ [home]: succeed({ active_order: null, ...answer }) })
    const screen = await render(submittedPage)
    await expect.element(screen.getByRole('heading', { name: title }), still).toBeVisible()
    const drawing = answer.state === 'approved' ? 'sunrise' : 'calendar'
    expect(screen.container.querySelector(`[data-drawing=${drawing}]`)).not.toBeNull()
    await expect.element(screen.getByRole('link', { name })).toHaveAttribute('href', href)
    await vi.advanceTimersByTimeAsync(20_000)
    expect(opened).toEqual([])
    expect(screen.container.textContent).not.toContain('We have your application')
    expect(await axe()).toEqual([])
  })

  test('sent just now: says so at once, whatever Home knows', async () => {
    justSent.note()
    fakeServer({ [home]: 'offline' })
    const screen = await render(submittedPage)
    await expect.element(screen.getByRole('heading', { name: 'We have your application' })).toBeVisible()
    await screen.unmount()
    expect(justSent.isTrue()).toBe(false)
  })

  test('says what happens next, and counts down where it can be seen', async () => {
    const screen = await render(submittedPage)
    await expect.element(screen.getByRole('heading', { name: 'We have your application' })).toBeVisible()
    await expect.element(screen.getByRole('timer')).toHaveTextContent('You go to Home in 5 s')
    await expect.element(screen.getByText(/^We answer in about 2 minutes/)).toBeVisible()
    expect(await axe()).toEqual([])
  })

  test('goes Home after 5 s by the clock, once', async () => {
    justSent.note()
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
    await render(submittedPage)
    await vi.advanceTimersByTimeAsync(4_800)
    expect(opened).toEqual([])
    await vi.advanceTimersByTimeAsync(200)
    expect(opened).toEqual([['switchTab', '/']])
    await vi.advanceTimersByTimeAsync(20_000)
    expect(opened).toHaveLength(1)
  })

  test('a phone that slept catches up at once', async () => {
    justSent.note()
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
    await render(submittedPage)
    vi.setSystemTime(Date.now() + 60_000)
    await vi.advanceTimersByTimeAsync(200)
    expect(opened).toEqual([['switchTab', '/']])
  })

  test('nobody has to wait', async () => {
    const screen = await render(submittedPage)
    await screen.getByRole('button', { name: 'Go to Home now' }).click()
    await expect.poll(() => opened).toEqual([['switchTab', '/']])
  })

  test('nobody has to go', async () => {
    justSent.note()
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
    const screen = await render(submittedPage)
    const stay = screen.getByRole('button', { name: 'Stay here' })
    await expect.element(stay, still).toBeVisible()
    // A click by the browser lets the faked clock go on while it waits.
    stay.element().dispatchEvent(new MouseEvent('click', { bubbles: true }))
    await vi.advanceTimersByTimeAsync(20_000)
    expect(opened).toEqual([])
    expect(screen.getByRole('timer').elements()).toEqual([])
  })
})

const reviewPage = (
  <PageContext value={at}>
    <ReviewStateScreen />
  </PageContext>
)

const approved = infoOf(['accepted', 'accepted', 'accepted'], {
  state: 'approved',
  decided_at: '2026-11-16T15:30:00.000Z',
  limit_centavos: centavos(20_000_000),
  expires_at: '2026-11-23T15:29:59.000Z',
})

const inReview = infoOf(['accepted', 'accepted', 'accepted'], {
  state: 'in_review',
  submitted_at: '2026-11-16T12:30:00.000Z',
  decision_expected_at: '2026-11-16T12:31:30.000Z',
})

describe('in review', () => {
  const show = async (info: ApplyInfo) => {
    const server = fakeServer({ [applyInfo]: succeed(info), [home]: succeed(approvedHome) })
    return { server, screen: await render(reviewPage) }
  }

  test('says what is happening, how long, and since when', async () => {
    const { screen } = await show(inReview)
    await expect.element(screen.getByRole('heading', { name: 'We are looking at your application' })).toBeVisible()
    await expect.element(screen.getByText(/^It takes about 2 minutes/)).toBeVisible()
    await expect.element(screen.getByText('16/11/2026 at 09:30')).toBeVisible()
    await expect.element(screen.getByText('Around 09:31')).toBeVisible()
    expect(pageTitle).toBe('In review')
    expect(await axe()).toEqual([])
  })

  test.each([
    ['waiting_for_bureau', 'We are waiting for the Central Bank', 'A few minutes after it answers'],
    ['with_a_person', 'A person is looking at your application', 'As soon as it has been looked at'],
  ] as const)('%s: says who has it in hand, and promises no time', async (stage, title, answer) => {
    const { screen } = await show({ ...inReview, review_stage: stage })
    await expect.element(screen.getByRole('heading', { name: title })).toBeVisible()
    await expect.element(screen.getByText(answer)).toBeVisible()
    expect(screen.getByText(/^Around/).elements()).toEqual([])
    expect(await axe()).toEqual([])
  })

  test('what was decided while she waits comes up by itself, and Home forgets that she waited', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    queryClient.setQueryData(['app/home', 'en'], { state: 'in_review', now_at: '2026-11-16T12:30:30.000Z' })
    const { server, screen } = await show(inReview)
    await expect
      .element(screen.getByRole('heading', { name: 'We are looking at your application' }), still)
      .toBeVisible()
    const decided = { state: 'expired', decided_at: '2026-11-16T12:31:00.000Z' } as const
    server.answers[applyInfo] = succeed(infoOf(['accepted', 'accepted', 'accepted'], decided))
    await vi.advanceTimersByTimeAsync(15_000)
    await expect.element(screen.getByRole('heading', { name: 'The offer has expired' })).toBeVisible()
    await expect.poll(() => queryClient.getQueryData(['app/home', 'en'])).toMatchObject({ state: 'approved' })
  })

  test('no answer yet: the page says so by itself, with the time', async () => {
    const { server, screen } = await show(inReview)
    server.answers[applyInfo] = ({ body }) =>
      (body as { check_result?: boolean }).check_result ? { code: '301', msg: 'not yet' } : succeed(inReview)
    await screen.getByRole('button', { name: 'See whether there is an answer' }).click()
    await expect
      .element(screen.getByRole('status').getByText(/^Not yet\. We looked at \d\d:\d\d:\d\d\.$/))
      .toBeVisible()
    expect(feedbackState().slot).toBeNull()
    expect(await axe()).toEqual([])
  })

  test.each([
    [
      'approved',
      approved,
      'Your application is approved',
      [
        'You can borrow up to',
        /150\.000$/,
        'The offer is open until 23/11/2026 at 12:29.',
        'Choose amount and term',
        /Receive it in .*0017/,
      ],
      ['Choose amount and term', '#/pages/loan/loan-info-choose/loan-info-choose'],
      'Application approved',
    ],
    [
      'refused',
      infoOf(['accepted', 'accepted', 'accepted'], {
        state: 'refused',
        retry_at: '2026-11-30T15:30:27.000Z',
        reasons: [
          { code: 'debts', text: 'You have debts that are overdue.' },
          { code: 'score', text: 'All your data together is not enough for now.' },
        ],
      }),
      'Sorry, your application has been refused, please try again 14 days later.',
      ['You have debts that are overdue.', 'From 30/11/2026 at 12:31.', 'How to correct a fact'],
      ['Go to Home', '#/'],
      'Review not approved',
    ],
    [
      'a photo to take again',
      {
        ...infoOf(['accepted', 'accepted', 'retake'], { state: 'retake' }),
        photos: [photoOf('selfie', 'retake', 'Your face is not sharp enough.')],
      },
      'We need a photo again',
      ['Your face is not sharp enough.'],
      ['Take it again', '#/pages/upload/upload-id-card/upload-id-card'],
      undefined,
    ],
    [
      'expired',
      infoOf(['accepted', 'accepted', 'accepted'], { state: 'expired' }),
      'The offer has expired',
      [],
      ['Go to Home', '#/'],
      undefined,
    ],
    [
      'nothing sent yet',
      infoOf(['missing', 'missing', 'missing'], { open: ['social'] }),
      'You have not sent an application yet',
      [],
      ['Go on with my application', '#/pages/step/step-social/step-social'],
      undefined,
    ],
  ] as const)(
    'the answer comes up, and the page takes its name: %s',
    async (_, info, title, texts, [name, href], named) => {
      const { server, screen } = await show(inReview)
      const button = screen.getByRole('button', { name: 'See whether there is an answer' })
      await expect.element(button).toBeVisible()
      server.answers[applyInfo] = succeed(info)
      await button.click()
      await expect.element(screen.getByRole('heading', { name: title })).toBeVisible()
      await expect.element(screen.getByRole('heading', { name: title })).toHaveFocus()
      for (const text of texts) await expect.element(screen.getByText(text)).toBeVisible()
      await expect.element(screen.getByRole('link', { name })).toHaveAttribute('href', href)
      expect(pageTitle).toBe(named)
      expect(await axe()).toEqual([])
    },
  )

  test('approved while Home still said that she waits: the amount comes with the words', async () => {
    queryClient.setQueryData(['app/home', 'en'], {
      state: 'in_review',
      now_at: '2026-11-16T15:29:59.000Z',
      quota: null,
      payout_account: account,
    })
    const { server, screen } = await show(approved)
    await expect.element(screen.getByRole('heading', { name: 'Your application is approved' })).toBeVisible()
    // At once: no look at the page finds the words without the amount.
    expect(screen.container.textContent).toContain('150.000')
    expect(server.asked.filter(({ path }) => path === home)).toHaveLength(1)
    expect(screen.getByRole('link').elements()).toHaveLength(1)
    expect(await axe()).toEqual([])
  })

  test('a Home that says two things is not asked without end', async () => {
    const confused = { state: 'in_review', now_at: '2026-11-16T15:31:00.000Z', quota: null }
    const server = fakeServer({ [applyInfo]: succeed(approved), [home]: succeed(confused) })
    const screen = await render(reviewPage)
    await expect.element(screen.getByRole('link', { name: 'Choose amount and term' })).toBeVisible()
    expect(server.asked.filter(({ path }) => path === home)).toHaveLength(1)
  })

  test('refused: a line for each reason, a fold on correcting them, nothing twice, no seconds', async () => {
    const reasons = [
      { code: 'bureau_situation_now', text: 'A debt that is more than 90 days late.' },
      { code: 'score_low', text: 'All your data together is not enough for now.' },
    ]
    const { screen } = await show(
      infoOf(['accepted', 'accepted', 'accepted'], { state: 'refused', retry_at: '2026-11-30T15:30:27.000Z', reasons }),
    )
    await expect.element(screen.getByText('From 30/11/2026 at 12:31.')).toBeVisible()
    const fold = screen.getByText('How to correct a fact')
    const how = screen.getByText(/bcra\.gob\.ar/)
    await expect.element(how).not.toBeVisible()
    await fold.click()
    await expect.element(how).toBeVisible()
    const text = screen.container.textContent
    expect(text).not.toMatch(/\d\d:\d\d:\d\d/)
    for (const once of ['try again', 'BCRA', 'bcra.gob.ar', '25.326']) expect(text.split(once)).toHaveLength(2)
    expect(await axe()).toEqual([])
  })

  test('photos that have not arrived are told here too', async () => {
    fakeUploads()
    photoQueue.add({ userId: 'user-1', kind: 'selfie', image: new Blob(['x']), consentVersion: 'v1' })
    const { screen } = await show(infoOf(['accepted', 'accepted', 'missing']))
    await expect.element(screen.getByText(/^1 photo is on its way/)).toBeVisible()
    expect(await axe()).toEqual([])
    photoQueue.forget()
  })

  test('without a connection: says so, and asks again', async () => {
    const server = fakeServer({ [applyInfo]: 'offline' })
    const screen = await render(reviewPage)
    const again = screen.getByRole('button', { name: 'Try again' })
    await expect.element(again).toBeVisible()
    server.answers[applyInfo] = succeed(inReview)
    await again.click()
    await expect.element(screen.getByRole('heading', { name: 'We are looking at your application' })).toBeVisible()
  })
})
