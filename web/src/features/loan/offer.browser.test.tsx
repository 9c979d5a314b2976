import { pesos } from '@hola/core/money.ts'
import { someOf } from '@hola/core/test-proof.ts'
import { describe, expect, test, vi } from 'vitest'
import { page as screen, userEvent } from 'vitest/browser'
import { closeApp, openApp, screensOf } from '../../app/test-app.tsx'
import { chooseLocale } from '@hola/i18n/locale.ts'
import { fakeServer, succeed } from '../../lib/fake-server.ts'
import { axe, freshPhone, somebody } from '../../lib/test-phone.ts'
import { navigateBack } from '../../router/navigation.ts'
import { feedbackState } from '@hola/ui/overlay/feedback.ts'
import { answerCoupons, answerPreview, fakeCoupons, previewOf } from './fake-offer.ts'
import { lineGroups } from './lines.ts'

const CHOOSE = '/pages/loan/loan-info-choose/loan-info-choose'
const INFORMATION = '/pages/loan/loan-information/loan-information'
const PREVIEW = '/api/loan/preview'
const COUPONS = '/api/coupon/my_coupon'

const open = (url: string) => openApp(url, screensOf(/^\/pages\/loan\//))

freshPhone(somebody)

const cost = () => screen.getByRole('region', { name: 'What it costs' })
const slider = () => screen.getByRole('slider', { name: 'How much would you like?' })
const term = (name: RegExp) => screen.getByRole('radio', { name })
const textOf = (element: Element): string => element.textContent.replaceAll('\u00A0', ' ')
const shown = (): string => textOf(cost().element())

/** What the card must say for an answer, to the centavo. */
const expectCost = async (asked: Parameters<typeof previewOf>[0], rest?: Parameters<typeof previewOf>[1]) => {
  const groups = lineGroups(previewOf(asked, rest))
  const lines = groups
    .flatMap(({ lines: each }) => each)
    .map(({ id, text }) => [id, text.replaceAll('\u00A0', ' ').replace(/^[+−] /, '')])
  const figures = lines.filter(([id = '']) =>
    ['arrival', 'interest', 'vat', 'total', 'cftea', 'tna', 'tea'].includes(id),
  )
  for (const [, text = ''] of figures) await expect.poll(shown).toContain(text)
}

/** A server whose previews come when the test says so, whether or not the page still wants them. */
const slowServer = () => {
  const waiting: { asked: Parameters<typeof previewOf>[0]; answer: () => void }[] = []
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    if (!String(input).endsWith('preview')) return new Response(JSON.stringify(succeed({ coupons: [] })))
    const asked = JSON.parse(String(init?.body)) as Parameters<typeof previewOf>[0]
    await new Promise<void>((answer) => void waiting.push({ asked, answer }))
    return new Response(JSON.stringify(answerPreview()({ body: asked })))
  })
  const askedFor = async (asked: Parameters<typeof previewOf>[0]) => {
    await expect.poll(() => waiting.map((each) => each.asked)).toContainEqual(asked)
    return {
      answer: () => waiting.findLast((each) => JSON.stringify(each.asked) === JSON.stringify(asked))?.answer(),
    }
  }
  return { waiting, askedFor }
}

describe('choosing', () => {
  test('amount, terms with their real due dates, and the whole cost on one card', async () => {
    fakeServer({ [PREVIEW]: answerPreview(), [COUPONS]: succeed({ coupons: [] }) })
    await open(CHOOSE)
    await expect.element(slider()).toHaveAttribute('aria-valuetext', '120.000 pesos')
    await expect.element(term(/91 days 15\/02\/2027/)).toBeChecked()
    await expect.element(term(/62 days 18\/01\/2027/)).not.toBeChecked()
    await expect.element(term(/120 days 16\/03\/2027/)).toBeVisible()
    await expectCost({})
    expect(shown()).toContain('You receive$ 108.000,00Pay on 15/02/2027$ 152.580,50')
    await expect.element(screen.getByText('Your approval is valid until 22/11/2026 at 10:30.')).toBeVisible()
    expect(screen.getByText('The same as last time').elements()).toEqual([])
    expect(screen.getByRole('button', { name: /Coupon/ }).elements()).toEqual([])
  })

  test('the CFTEA is the largest rate on the card', async () => {
    fakeServer({ [PREVIEW]: answerPreview(), [COUPONS]: succeed({ coupons: [] }) })
    await open(CHOOSE)
    await expectCost({})
    const sizeOf = (text: RegExp): number =>
      Number.parseInt(getComputedStyle(cost().getByText(text).element()).fontSize, 10)
    expect(sizeOf(/^299,90/)).toBeGreaterThan(2 * sizeOf(/^TNA/))
  })

  test.each(someOf('languages of the offer for axe', ['en', 'es'] as const, 1))(
    'nothing for axe to say, in %s',
    async (language) => {
      chooseLocale(language)
      fakeServer({
        [PREVIEW]: answerPreview({
          coupons: fakeCoupons,
          last_loan: { amount_centavos: pesos(50_000), term_days: 62 },
        }),
        [COUPONS]: answerCoupons,
      })
      await open(CHOOSE)
      await expect.element(screen.getByRole('link', { name: /last time|última vez/ })).toBeVisible()
      expect(await axe()).toEqual([])
      await screen.getByRole('button', { name: /coupon|cupón/i }).click()
      await expect.element(screen.getByRole('listbox')).toBeVisible()
      expect(await axe()).toEqual([])
    },
  )

  test('by keyboard: arrows, page keys, home and end move the amount in its steps', async () => {
    fakeServer({ [PREVIEW]: answerPreview(), [COUPONS]: succeed({ coupons: [] }) })
    await open(CHOOSE)
    await expectCost({})
    ;(slider().element() as HTMLElement).focus()
    for (const [key, amount] of [
      ['ArrowRight', 125_000],
      ['ArrowUp', 130_000],
      ['ArrowLeft', 125_000],
      ['ArrowDown', 120_000],
      ['Home', 20_000],
      ['End', 150_000],
    ] as const) {
      await userEvent.keyboard(`{${key}}`)
      await expectCost({ amount_centavos: pesos(amount) })
    }
    await userEvent.keyboard('{PageDown}')
    await expect.poll(() => Number((slider().element() as HTMLInputElement).value)).toBeLessThan(pesos(145_000))
  })

  test('by steps, which end at the ends of the range', async () => {
    fakeServer({ [PREVIEW]: answerPreview(), [COUPONS]: succeed({ coupons: [] }) })
    await open(CHOOSE)
    const more = screen.getByRole('button', { name: '$\u00A05.000 more' })
    await more.click()
    await expectCost({ amount_centavos: pesos(125_000) })
    ;(slider().element() as HTMLElement).focus()
    await userEvent.keyboard('{End}')
    await expectCost({ amount_centavos: pesos(150_000) })
    await expect.element(more).toHaveAttribute('aria-disabled', 'true')
    await screen.getByRole('button', { name: '$\u00A05.000 less' }).click()
    await expectCost({ amount_centavos: pesos(145_000) })
  })

  test('by term, and those who listen hear the result once it is there', async () => {
    fakeServer({ [PREVIEW]: answerPreview(), [COUPONS]: succeed({ coupons: [] }) })
    await open(CHOOSE)
    await term(/62 days/).click()
    await expectCost({ term_days: 62 })
    await expect
      .element(screen.getByText(/^\$.120\.000 for 62 days: you receive .*, CFTEA \d+,\d\d.%\.$/))
      .toBeInTheDocument()
  })

  test('the figures stay in their places until the new ones are there', async () => {
    const server = slowServer()
    await open(CHOOSE)
    ;(await server.askedFor({})).answer()
    await expectCost({})
    const before = { text: shown(), box: cost().element().getBoundingClientRect().toJSON() as object }
    await term(/120 days/).click()
    const asked = await server.askedFor({ amount_centavos: pesos(120_000), term_days: 120 })
    await expect.element(cost()).toHaveAttribute('aria-busy', 'true')
    expect({ text: shown(), box: cost().element().getBoundingClientRect().toJSON() as object }).toEqual(before)
    expect(await axe()).toEqual([])
    asked.answer()
    await expectCost({ term_days: 120 })
    await expect.element(cost()).not.toHaveAttribute('aria-busy')
    expect(cost().element().getBoundingClientRect().toJSON()).toEqual(before.box)
  })

  test('an older answer never covers a newer one, in whatever order they come', async () => {
    const server = slowServer()
    await open(CHOOSE)
    ;(await server.askedFor({})).answer()
    await expectCost({})
    await term(/62 days/).click()
    const older = await server.askedFor({ amount_centavos: pesos(120_000), term_days: 62 })
    await term(/120 days/).click()
    const newer = await server.askedFor({ amount_centavos: pesos(120_000), term_days: 120 })
    newer.answer()
    await expectCost({ term_days: 120 })
    older.answer()
    await new Promise((done) => void setTimeout(done))
    await expectCost({ term_days: 120 })
    expect(shown()).not.toContain('62 days')
  })

  test('a slider that is dragged asks far less often than it moves, and ends on its last place', async () => {
    const server = fakeServer({ [PREVIEW]: answerPreview(), [COUPONS]: succeed({ coupons: [] }) })
    await open(CHOOSE)
    await expectCost({})
    ;(slider().element() as HTMLElement).focus()
    await userEvent.keyboard('{Home}{ArrowRight>18/}')
    await expectCost({ amount_centavos: pesos(110_000) })
    const asked = server.asked.filter(({ path }) => path === PREVIEW)
    expect(asked.length).toBeLessThan(15)
    expect(asked.at(-1)?.body).toEqual({ amount_centavos: pesos(110_000), term_days: 91 })
  })

  test('what was chosen is there after coming back and after a reload', async () => {
    fakeServer({ [PREVIEW]: answerPreview(), [COUPONS]: succeed({ coupons: [] }) })
    const { here } = await open(CHOOSE)
    await screen.getByRole('button', { name: '$\u00A05.000 more' }).click()
    await term(/62 days/).click()
    await expectCost({ amount_centavos: pesos(125_000), term_days: 62 })
    await screen.getByRole('link', { name: 'See the whole offer' }).click()
    await expect.poll(here).toBe(`${INFORMATION}?amount_centavos=12500000&term_days=62`)
    await navigateBack()
    await expect.element(slider()).toHaveAttribute('aria-valuetext', '125.000 pesos')
    await closeApp()
    await open(CHOOSE)
    await expect.element(slider()).toHaveAttribute('aria-valuetext', '125.000 pesos')
    await expect.element(term(/62 days/)).toBeChecked()
    await expectCost({ amount_centavos: pesos(125_000), term_days: 62 })
  })

  test('a returning borrower gets a shortcut, as long as the last loan is still offered', async () => {
    const server = fakeServer({
      [PREVIEW]: answerPreview({ last_loan: { amount_centavos: pesos(50_000), term_days: 62 } }),
      [COUPONS]: succeed({ coupons: [] }),
    })
    const { here } = await open(CHOOSE)
    await expect.element(screen.getByText('$\u00A050.000 for 62 days')).toBeVisible()
    server.answers[PREVIEW] = answerPreview({ last_loan: { amount_centavos: pesos(200_000), term_days: 62 } })
    await term(/62 days/).click()
    await expect.element(screen.getByText('The same as last time')).not.toBeInTheDocument()
    server.answers[PREVIEW] = answerPreview({ last_loan: { amount_centavos: pesos(50_000), term_days: 62 } })
    await term(/91 days/).click()
    await screen.getByRole('link', { name: /The same as last time/ }).click()
    await expect.poll(here).toBe('/pages/sign/auto-sign')
  })
})

describe('the coupon', () => {
  const [best, other] = fakeCoupons

  test('the best one is applied by itself; it can be taken off and put on again', async () => {
    const server = fakeServer({ [PREVIEW]: answerPreview({ coupons: fakeCoupons }), [COUPONS]: answerCoupons })
    const { here } = await open(CHOOSE)
    const row = () => screen.getByRole('button', { name: /coupon/i })
    await expect.poll(() => textOf(row().element())).toMatch(/^Coupon: \$.2\.000 off the service fee/)
    await expect.poll(() => textOf(row().element())).toMatch(/Fee: \$.10\.000,00 instead of \$.12\.000,00/)
    await expectCost({}, { coupons: [best] })

    await row().click()
    await screen.getByRole('option', { name: 'No coupon' }).click()
    await expectCost({})
    await expect.poll(() => textOf(row().element())).toMatch(/^You have a coupon of \$.2\.000/)
    expect(server.asked.at(-1)?.body).toEqual({ amount_centavos: pesos(120_000), term_days: 91, coupon_id: null })

    await row().click()
    await screen.getByRole('option', { name: '$\u00A01.000 off the service fee, valid until 30/12/2026' }).click()
    await expectCost({}, { coupons: [other] })
    await screen.getByRole('link', { name: 'See the whole offer' }).click()
    await expect.poll(here).toContain(`&coupon_id=${other.coupon_id}`)
  })

  test('taken off, it stays off after a reload', async () => {
    fakeServer({ [PREVIEW]: answerPreview({ coupons: fakeCoupons }), [COUPONS]: answerCoupons })
    await open(CHOOSE)
    await screen.getByRole('button', { name: /coupon/i }).click()
    await screen.getByRole('option', { name: 'No coupon' }).click()
    await expectCost({})
    await closeApp()
    await open(CHOOSE)
    await expect.element(screen.getByText('You have a coupon of $\u00A02.000')).toBeVisible()
  })

  test('the sheet closes without a choice', async () => {
    const server = fakeServer({ [PREVIEW]: answerPreview({ coupons: fakeCoupons }), [COUPONS]: answerCoupons })
    await open(CHOOSE)
    const row = screen.getByRole('button', { name: /coupon/i })
    await row.click()
    await expect.element(screen.getByRole('listbox')).toBeVisible()
    const asked = server.asked.length
    await userEvent.keyboard('{Escape}')
    await expect.element(screen.getByRole('listbox')).not.toBeInTheDocument()
    await expect.element(row).toHaveFocus()
    expect(server.asked.length).toBe(asked)
  })

  test('without the list of coupons the applied one can still be taken off', async () => {
    fakeServer({ [PREVIEW]: answerPreview({ coupons: fakeCoupons }), [COUPONS]: 'offline' })
    await open(CHOOSE)
    await screen.getByRole('button', { name: /coupon/i }).click()
    await screen.getByRole('option', { name: 'No coupon' }).click()
    await expectCost({})
  })

  test('one that can no longer be used is left out, and the page says so', async () => {
    fakeServer({
      [PREVIEW]: (request) =>
        (request.body as { coupon_id?: string }).coupon_id
          ? { code: '20309', msg: 'That coupon can no longer be used.', ret: null }
          : answerPreview()(request),
      [COUPONS]: succeed({ coupons: [] }),
    })
    const { here } = await open(`${INFORMATION}?amount_centavos=12000000&term_days=91&coupon_id=${best.coupon_id}`)
    await expect.element(screen.getByRole('status').getByText(/can no longer be used/)).toBeVisible()
    await expectCost({})
    await screen.getByRole('link', { name: 'Go on to sign' }).click()
    await expect.poll(here).toBe('/pages/sign/sign?amount_centavos=12000000&term_days=91')
  })
})

describe('what is not offered', () => {
  test('a term that is not offered falls back to the default one, without a word', async () => {
    const server = fakeServer({ [PREVIEW]: answerPreview(), [COUPONS]: succeed({ coupons: [] }) })
    const { here } = await open(`${INFORMATION}?amount_centavos=5000000&term_days=30`)
    await expectCost({ amount_centavos: pesos(50_000) })
    expect(server.asked.filter(({ path }) => path === PREVIEW).map(({ body }) => body)).toEqual([
      { amount_centavos: pesos(50_000), term_days: 30 },
      { amount_centavos: pesos(50_000) },
    ])
    expect(feedbackState().slot).toBeNull()
    expect(screen.getByRole('status').elements().map(textOf).join('')).toBe('')
    await screen.getByRole('link', { name: 'Go on to sign' }).click()
    await expect.poll(here).toBe('/pages/sign/sign?amount_centavos=5000000&term_days=91')
  })

  test('a term that goes while she chooses falls back too', async () => {
    const server = fakeServer({ [PREVIEW]: answerPreview(), [COUPONS]: succeed({ coupons: [] }) })
    await open(CHOOSE)
    await expectCost({})
    server.answers[PREVIEW] = (request) =>
      (request.body as { term_days?: number }).term_days === 62
        ? { code: '20301', msg: 'invalid loan_daycount', ret: null }
        : answerPreview()(request)
    await term(/62 days/).click()
    await expect.poll(() => server.asked.at(-1)?.body).toEqual({ amount_centavos: pesos(120_000) })
    await expect.element(term(/91 days/)).toBeChecked()
    expect(feedbackState().slot).toBeNull()
  })

  test('an amount above what is left becomes one that fits, and the page says so', async () => {
    fakeServer({ [PREVIEW]: answerPreview(), [COUPONS]: succeed({ coupons: [] }) })
    await open(`${INFORMATION}?amount_centavos=90000000&term_days=62`)
    await expectCost({ term_days: 62 })
    await expect.element(screen.getByText(/This is for \$.120\.000\.$/)).toBeVisible()
  })

  test.each([
    ['not_approved', '20305', 'There is no approval yet', 'Go to Home', '#/'],
    ['approval_expired', '20306', 'Your approval has expired', 'Go to Home', '#/'],
    ['quota_too_small', '20302', 'You cannot take another loan now', 'See my loans', '#/pages/my-loan/my-loan'],
  ])('%s: says why and leads on', async (_, code, title, link, href) => {
    // Home's answer is still the one from before.
    const before = { state: 'approved', active_order: null, next_action: { kind: 'choose_loan' } }
    fakeServer({
      [PREVIEW]: { code, msg: 'Why, in the words of the server.', ret: null },
      '/api/app/home': succeed(before),
    })
    for (const url of [CHOOSE, `${INFORMATION}?amount_centavos=12000000&term_days=91`]) {
      await open(url)
      await expect.element(screen.getByRole('heading', { name: title })).toBeVisible()
      await expect.element(screen.getByText('Why, in the words of the server.')).toBeVisible()
      await expect.element(screen.getByRole('link', { name: link })).toHaveAttribute('href', href)
      expect(feedbackState().slot).toBeNull()
      expect(await axe()).toEqual([])
      await closeApp()
    }
  })

  test.each([
    [
      'refused',
      { state: 'refused', retry_at: '2026-11-30T15:30:27.000Z', next_action: { kind: 'see_help' } },
      'Review not approved',
      'See why',
    ],
    [
      'in review',
      { state: 'in_review', review_stage: 'automatic', next_action: { kind: 'check_review' } },
      'We are looking at your application',
      'See whether there is an answer',
    ],
  ])('nothing to choose, and Home knows why: %s', async (_, home, title, link) => {
    fakeServer({
      [PREVIEW]: { code: '20305', msg: 'Why, in the words of the server.', ret: null },
      '/api/app/home': succeed({ active_order: null, ...home }),
    })
    await open(CHOOSE)
    await expect.element(screen.getByRole('heading', { name: title })).toBeVisible()
    await expect
      .element(screen.getByRole('link', { name: link }))
      .toHaveAttribute('href', '#/pages/index/review-state/review-state')
    expect(await axe()).toEqual([])
  })

  test('an approval that ends while she chooses', async () => {
    const server = fakeServer({ [PREVIEW]: answerPreview(), [COUPONS]: succeed({ coupons: [] }) })
    await open(CHOOSE)
    await expectCost({})
    server.answers[PREVIEW] = { code: '20306', msg: 'It has expired.', ret: null }
    await term(/62 days/).click()
    await expect.element(screen.getByRole('heading', { name: 'Your approval has expired' })).toBeVisible()
  })
})

describe('without a connection', () => {
  test.each([CHOOSE, `${INFORMATION}?amount_centavos=12000000&term_days=91`])(
    '%s says so and asks again',
    async (url) => {
      const server = fakeServer({ [PREVIEW]: 'offline', [COUPONS]: 'offline' })
      await open(url)
      const again = screen.getByRole('button', { name: 'Try again' })
      await expect.element(again).toBeVisible()
      server.answers[PREVIEW] = answerPreview()
      await again.click()
      await expectCost({})
    },
  )

  test('it holds the place of the offer while it loads', async () => {
    slowServer()
    await open(CHOOSE)
    await expect
      .element(screen.getByRole('region', { name: 'Loading your offer' }))
      .toHaveAttribute('aria-busy', 'true')
  })

  test('lost while she chooses: it says whose figures these are, and goes on when it is back', async () => {
    const server = fakeServer({ [PREVIEW]: answerPreview(), [COUPONS]: succeed({ coupons: [] }) })
    await open(CHOOSE)
    await expectCost({})
    server.answers[PREVIEW] = 'offline'
    await term(/62 days/).click()
    await expect
      .element(screen.getByRole('status').getByText(/^We could not count \$.120\.000 for 62 days\..* for 91 days\.$/))
      .toBeVisible()
    await expectCost({})
    expect(await axe()).toEqual([])
    server.answers[PREVIEW] = answerPreview()
    window.dispatchEvent(new Event('online'))
    await expectCost({ term_days: 62 })
    await expect.element(screen.getByText(/could not count/)).not.toBeInTheDocument()
  })
})

describe('the whole offer', () => {
  const address = `${INFORMATION}?amount_centavos=12000000&term_days=91`

  test.each(someOf('languages of the whole offer', ['en', 'es'] as const, 1))(
    'every line equals the quote, each part opens to its sums, in %s',
    async (language) => {
      chooseLocale(language)
      const rest = { coupons: fakeCoupons }
      fakeServer({ [PREVIEW]: answerPreview(rest) })
      await open(address)
      await expect.element(screen.getByText('15/02/2027').first()).toBeVisible()
      for (const { title, how: question, lines } of lineGroups(previewOf({}, rest))) {
        const card = screen.getByRole('region', { name: title }).element()
        const fold = card.querySelector('details')
        if (!fold) throw new Error(`nothing opens in ${title}`)
        expect(fold.querySelector('summary')?.textContent).toBe(question)
        fold.querySelector('summary')?.click()
        expect(fold.open).toBe(true)
        for (const { name, text, under = '', how, sum, isSaidAbove } of lines) {
          expect(card.textContent.includes(`${name}${under}${text}`)).toBe(!isSaidAbove)
          for (const words of [how, sum ?? how]) expect(fold.textContent).toContain(words)
        }
      }
      expect(await axe()).toEqual([])
    },
  )

  test('CFTEA stands once, larger than the other rates; nothing but a part of the bill opens', async () => {
    fakeServer({ [PREVIEW]: answerPreview({ coupons: fakeCoupons }) })
    await open(address)
    await expect.element(screen.getByRole('region', { name: 'What it costs' })).toBeVisible()
    const visible = [...document.querySelectorAll('span, p, dd')].filter((each) => each.checkVisibility())
    expect(visible.filter(({ textContent }) => textContent.startsWith('271,52'))).toHaveLength(1)
    const sizeOf = (text: RegExp): number =>
      Number.parseInt(getComputedStyle(screen.getByText(text).first().element()).fontSize, 10)
    expect(sizeOf(/^271,52/)).toBeGreaterThan(2 * sizeOf(/TEA 125,24/))
    expect(document.querySelectorAll('summary')).toHaveLength(5)
  })

  test('the sums open by keyboard', async () => {
    fakeServer({ [PREVIEW]: answerPreview() })
    await open(address)
    const sum = screen.getByText(/^120\.000,00 × 90,00.% × 91 ÷ 365 =.26\.926,03$/)
    await expect.element(sum).not.toBeVisible()
    screen.getByText('How is this calculated?').last().element().closest('summary')?.focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(sum).toBeVisible()
  })

  test('what paying on another day takes: cheaper days first, each in words, and the ceiling', async () => {
    fakeServer({ [PREVIEW]: answerPreview() })
    await open(address)
    const card = screen.getByRole('region', { name: 'What if you pay on another day?' })
    await expect.element(card).toBeVisible()
    expect([...card.element().querySelectorAll('li')].map(textOf)).toEqual([
      '30 days early$ 141.839,6816/01/2027$ 10.740,82 less',
      '15 days early$ 147.210,0831/01/2027$ 5.370,42 less',
      'On the due date$ 152.580,5015/02/2027As agreed',
      '1 day late$ 163.380,5016/02/2027$ 10.800,00 more for being late',
      '7 days late$ 192.180,5022/02/2027$ 39.600,00 more for being late',
      '30 days late$ 272.580,5017/03/2027$ 120.000,00 more for being late',
    ])
    await expect.element(card.getByText('Late charges never exceed $\u00A0120.000,00 in all.')).toBeVisible()
  })

  test('arrival, total and CFTEA come first; then the agreement and the way on, with the query', async () => {
    fakeServer({ [PREVIEW]: answerPreview() })
    const { here } = await open(`${address}&coupon_id=none`)
    await expectCost({ coupon_id: null })
    const [first] = screen.getByRole('region').elements()
    expect(first).toBe(cost().element())
    await expect
      .element(screen.getByRole('link', { name: /Read the agreement/ }))
      .toHaveAttribute(
        'href',
        '#/pages/contract-new/contract-new?amount_centavos=12000000&term_days=91&coupon_id=none&of=offer',
      )
    await screen.getByRole('link', { name: 'Go on to sign' }).click()
    await expect.poll(here).toBe('/pages/sign/sign?amount_centavos=12000000&term_days=91&coupon_id=none')
  })
})
