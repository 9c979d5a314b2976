import { contract } from '@hola/core/contract/contract.ts'
import { someOf } from '@hola/core/test-proof.ts'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { page as screen, userEvent } from 'vitest/browser'
import { closeApp, openApp, screensOf } from '../../app/test-app.tsx'
import { chooseLocale } from '@hola/i18n/locale.ts'
import { fakeServer, succeed } from '../../lib/fake-server.ts'
import { logIn, logOut, session } from '../../lib/session.ts'
import { axe, freshPhone } from '../../lib/test-phone.ts'
import { watchToasts } from '@hola/ui/overlay/watch-toasts.ts'

const REGRET = '/pages/consumer/regret'
const UNSUBSCRIBE = '/pages/consumer/unsubscribe'
const SERVICE = '/pages/custom-service/custom-service'
const COMPLAINT = `${SERVICE}?view=complaint`
const ASK = '/api/consumer/request'
const STATE = '/api/consumer/state'
const ORDERS = '/api/user/get_processing_order'

const open = (url: string) => openApp(url, screensOf(/^\/pages\/(consumer\/|custom-service\/custom-service$)/))

type Request = { kind: string; state: string; concluded_at: string | null; answer: string; tracking_number: string }

const request = (more: Partial<Request> = {}) => ({
  tracking_number: 'ARR-20261116-7K3M',
  kind: 'regret',
  state: 'received',
  received_at: '2026-11-16T15:00:00.000Z',
  answer_until_at: '2026-11-17T15:00:00.000Z',
  concluded_at: null,
  answer: 'We have your request.',
  ...more,
})

const order = (number: string, amount: number) => ({
  order_id: `0197a000-0000-7000-8000-${String(amount).padStart(12, '0')}`,
  order_number: number,
  state: 'pending',
  group: 'pending',
  amount_centavos: amount,
  arrival_centavos: amount,
  repayment_centavos: amount,
  term_days: 91,
  applied_at: '2026-11-16T15:00:00.000Z',
  paid_out_at: null,
  due_day: null,
  cleared_at: null,
  withdrawn_at: null,
  withdrawal_state: null,
  withdrawal_until_day: null,
  overdue_days: 0,
  next_part: null,
  written_off_day: null,
  payoff_centavos: 0,
  repaid_centavos: 0,
})

const orders = (...list: readonly object[]) =>
  succeed({ groups: list.length > 0 ? [{ group: 'pending', orders: list }] : [], next_cursor: null })

const server = (answers: Parameters<typeof fakeServer>[0] = {}) =>
  fakeServer({
    [ASK]: succeed(request()),
    [STATE]: succeed({ requests: [] }),
    [ORDERS]: orders(),
    ...answers,
  })

const mobile = () => screen.getByRole('textbox', { name: 'Mobile number' })
const send = () => screen.getByRole('button', { name: 'Send the request' })
const bodies = ({ asked }: ReturnType<typeof fakeServer>) =>
  asked.filter(({ path }) => path === ASK).map(({ body }) => body)

const toast = watchToasts()

freshPhone()

describe('without a log-in', () => {
  test('withdrawing: the right, the form, and the number to keep', async () => {
    const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    const asked = server()
    await open(REGRET)
    await expect.element(screen.getByText(/^You can withdraw .* within 10 business days/)).toBeVisible()
    await expect.element(screen.getByText(/^If it is on its way, what arrives you give back/)).toBeVisible()
    await expect.element(screen.getByText(/answer within 24 hours/)).toBeVisible()
    await mobile().fill('011 15 2345-6789')
    await screen.getByRole('textbox', { name: 'Loan number (optional)' }).fill(' 7k3m-x2qp-9rtv ')
    await screen.getByRole('textbox', { name: 'Anything to add (optional)' }).fill('I do not need it')
    await send().click()
    const title = screen.getByRole('heading', { name: 'We have your request' })
    await expect.element(title).toHaveFocus()
    expect(bodies(asked)).toEqual([
      {
        channel: 'phone',
        phone: '+5491123456789',
        kind: 'regret',
        order_number: '7k3m-x2qp-9rtv',
        note: 'I do not need it',
      },
    ])
    for (const body of bodies(asked)) expect(contract['consumer/request'].body.safeParse(body).success).toBe(true)
    await expect.element(screen.getByText('ARR-20261116-7K3M', { exact: true })).toBeVisible()
    await expect
      .element(screen.getByText(/this number, with what comes next, to \+54\s9\s11\s2345\s6789/))
      .toBeVisible()
    await expect.element(screen.getByText(/by 17\/11\/2026 at 12:00 at the latest/)).toBeVisible()
    await screen.getByRole('button', { name: 'Copy the number' }).click()
    expect(writeText).toHaveBeenCalledWith('ARR-20261116-7K3M')
    await expect
      .element(screen.getByRole('link', { name: 'Log in and confirm' }))
      .toHaveAttribute('href', expect.stringContaining(encodeURIComponent(REGRET)))
    // And it can be looked at from here.
    await expect.element(screen.getByRole('textbox', { name: 'Tracking number' })).toBeVisible()
  })

  test('a number that cannot be copied is to be written down', async () => {
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('no', 'NotAllowedError'))
    server()
    await open(REGRET)
    await mobile().fill('11 2345 6789')
    await send().click()
    await screen.getByRole('button', { name: 'Copy the number' }).click()
    await expect.poll(toast).toContain('ARR-20261116-7K3M')
  })

  test('ending the service, by mail', async () => {
    const asked = server({ [ASK]: succeed(request({ kind: 'unsubscribe', tracking_number: 'BAJ-20261116-7K3M' })) })
    await open(UNSUBSCRIBE)
    await screen.getByRole('radio', { name: 'E-mail' }).click()
    await screen.getByRole('textbox', { name: 'E-mail address' }).fill('Ana@Correo.example')
    await send().click()
    await expect.element(screen.getByText('BAJ-20261116-7K3M', { exact: true })).toBeVisible()
    expect(bodies(asked)).toEqual([{ channel: 'mail', mail: 'ana@correo.example', kind: 'unsubscribe' }])
  })

  test.each([
    ['nothing', '', 'Please enter'],
    ['too few digits', '11 234', /digits/],
  ])('a mobile with %s is said at the field, and nothing is sent', async (_, typed, words) => {
    const asked = server()
    await open(REGRET)
    await mobile().fill(typed)
    await send().click()
    await expect.element(mobile()).toHaveFocus()
    await expect.element(mobile()).toHaveAccessibleDescription(words instanceof RegExp ? words : new RegExp(words))
    expect(bodies(asked)).toEqual([])
  })

  test('without a connection what was typed stays, and sending again goes through', async () => {
    const asked = server({ [ASK]: 'offline' })
    await open(REGRET)
    await mobile().fill('11 2345 6789')
    await screen.getByRole('textbox', { name: 'Anything to add (optional)' }).fill('a note')
    await send().click()
    await expect.element(screen.getByText(/What you wrote is still here/)).toBeVisible()
    await expect.element(mobile()).toHaveValue('11 2345 6789')
    await expect.element(screen.getByRole('textbox', { name: 'Anything to add (optional)' })).toHaveValue('a note')
    asked.answers[ASK] = succeed(request())
    await send().click()
    await expect.element(screen.getByRole('heading', { name: 'We have your request' })).toBeVisible()
  })

  test.each([
    ['an address that the server refuses', { code: '40000', msg: 'Please check "Mobile"' }, 'Mobile number'],
    ['a loan that it does not find', { code: '20303', msg: 'We could not find that loan.' }, 'Loan number (optional)'],
  ])('%s is said at its field', async (_, answer, name) => {
    server({ [ASK]: answer })
    await open(REGRET)
    await mobile().fill('11 2345 6789')
    await send().click()
    const field = screen.getByRole('textbox', { name })
    await expect.element(field).toHaveFocus()
    await expect.element(field).toHaveAccessibleDescription(new RegExp(answer.msg.slice(0, 12)))
  })

  test('too many are said in place', async () => {
    server({ [ASK]: { code: '429', msg: 'Too many attempts. Please try again in 60 seconds.' } })
    await open(REGRET)
    await mobile().fill('11 2345 6789')
    await send().click()
    await expect.element(screen.getByRole('status').getByText(/60 seconds/)).toBeVisible()
  })

  test('another request keeps the address and nothing else', async () => {
    server()
    await open(REGRET)
    await mobile().fill('11 2345 6789')
    await screen.getByRole('textbox', { name: 'Anything to add (optional)' }).fill('a note')
    await send().click()
    await screen.getByRole('button', { name: 'Make another request' }).click()
    await expect.element(mobile()).toHaveValue('11 2345 6789')
    await expect.element(screen.getByRole('textbox', { name: 'Anything to add (optional)' })).toHaveValue('')
  })
})

describe('looking at a request', () => {
  const field = () => screen.getByRole('textbox', { name: 'Tracking number' })
  const look = () => screen.getByRole('button', { name: 'Look it up' })

  test.each([
    ['received', 'Received'],
    ['acknowledged', 'Answered'],
    ['done', 'Done'],
    ['not_possible', 'Not possible'],
  ])('the state %s has its words', async (state, words) => {
    const concluded_at = state === 'done' || state === 'not_possible' ? '2026-11-16T18:30:00.000Z' : null
    const asked = server({
      [STATE]: succeed({ requests: [request({ state, concluded_at, answer: 'What comes next.' })] }),
    })
    await open(REGRET)
    await field().fill('arr 20261116 7k3m')
    await look().click()
    const card = screen.getByRole('region', { name: 'Look at a request' })
    await expect.element(card.getByText(words, { exact: true })).toBeVisible()
    await expect.element(card.getByText('What comes next.')).toBeVisible()
    await expect.element(card.getByText('Requested on 16/11/2026 at 12:00')).toBeVisible()
    expect(card.getByText('Concluded on 16/11/2026 at 15:30').query() !== null).toBe(concluded_at !== null)
    expect(asked.asked.at(-1)?.body).toEqual({ tracking_number: 'arr 20261116 7k3m' })
  })

  test('an empty number, one that is not found, and no connection', async () => {
    const asked = server({ [STATE]: { code: '20501', msg: 'We could not find a request with that number.' } })
    await open(REGRET)
    await look().click()
    await expect.element(field()).toHaveAccessibleDescription(/Please enter/)
    await field().fill('ARR-1')
    await look().click()
    await expect.element(field()).toHaveAccessibleDescription(/could not find/)
    await expect.element(field()).toHaveFocus()
    asked.answers[STATE] = 'offline'
    await look().click()
    await expect.element(screen.getByText(/could not look it up/)).toBeVisible()
    await expect.element(field()).toHaveValue('ARR-1')
  })

  test('by the link of the message it is shown first and at once', async () => {
    server({ [STATE]: succeed({ requests: [request({ state: 'acknowledged' })] }) })
    await open(`${REGRET}?number=ARR-20261116-7K3M`)
    await expect.element(screen.getByText('Answered', { exact: true })).toBeVisible()
    await expect.element(field()).toHaveValue('ARR-20261116-7K3M')
    expect(screen.getByRole('textbox').elements()[0]).toBe(field().element())
  })
})

describe('logged in', () => {
  beforeEach(() => logIn({ token: 'a-token', userId: 'user-1', phone: '+5491123456789' }))

  test('her mobile and her only loan are there already', async () => {
    const asked = server({
      [ORDERS]: orders(order('7K3M-X2QP-9RTV', 12_000_000)),
      [ASK]: succeed(request({ state: 'received', answer: 'Give back $ 90.000,00.' })),
    })
    const app = await open(REGRET)
    await expect.element(mobile()).toHaveValue('11 2345 6789')
    await expect
      .element(screen.getByRole('button', { name: 'Which loan 7K3M-X2QP-9RTV, $\u00A0120.000' }))
      .toBeVisible()
    await send().click()
    await expect.element(screen.getByText('Give back $ 90.000,00.')).toBeVisible()
    expect(bodies(asked)).toMatchObject([{ phone: '+5491123456789', order_number: '7K3M-X2QP-9RTV' }])
    expect(screen.getByRole('link', { name: 'Log in and confirm' }).query()).toBe(null)
    await screen.getByRole('link', { name: 'Go to the loan' }).click()
    await expect.poll(() => app.here()).toContain('/pages/order-detail/order-detail?order_id=')
  })

  test('whoever has the money is led to giving it back', async () => {
    const paidOut = { ...order('7K3M-X2QP-9RTV', 12_000_000), paid_out_at: '2026-11-16T15:00:00.000Z' }
    server({ [ORDERS]: orders(paidOut) })
    await open(REGRET)
    await expect.element(screen.getByRole('button', { name: /^Which loan 7K3M/ })).toBeVisible()
    await send().click()
    await expect
      .element(screen.getByRole('link', { name: 'Give back what I received' }))
      .toHaveAttribute('href', `#/pages/repay/repay?order_id=${paidOut.order_id}&kind=withdrawal`)
  })

  test.each([
    ['waiting', '$ 108.000,00 is to be given back by 01/12/2026. If not, it is the loan you signed.'],
    ['lapsed', 'What you received was not back by 01/12/2026: it is the loan you signed.'],
  ])('whoever has withdrawn already is told so before she asks again: %s', async (withdrawal_state, words) => {
    const withdrawn = {
      ...order('7K3M-X2QP-9RTV', 12_000_000),
      state: 'in_repayment',
      group: 'in_repayment',
      paid_out_at: '2026-11-16T15:00:00.000Z',
      withdrawn_at: '2026-11-16T15:00:00.000Z',
      withdrawal_state,
      withdrawal_until_day: '2026-12-01',
      payoff_centavos: 10_800_000,
    }
    server({ [ORDERS]: orders(withdrawn) })
    await open(REGRET)
    await expect.element(screen.getByText(/^You have already withdrawn from this loan, on 16\/11\/2026/)).toBeVisible()
    await expect.element(screen.getByText(words.replace('$ ', '$\u00A0'))).toBeVisible()
    expect(await axe()).toEqual([])
  })

  test('of several loans one is chosen first', async () => {
    const asked = server({
      [ORDERS]: orders(order('AAAA-BBBB-CCCC', 12_000_000), order('DDDD-EEEE-FFFF', 5_000_000)),
      [ASK]: succeed(request({ state: 'done', answer: 'Loan DDDD-EEEE-FFFF has no effect any more.' })),
    })
    await open(REGRET)
    const picker = screen.getByRole('button', { name: /^Which loan/ })
    await expect.element(picker).toBeVisible()
    await send().click()
    await expect.element(screen.getByText('Please select', { exact: true })).toBeVisible()
    await expect.element(picker).toHaveFocus()
    expect(bodies(asked)).toEqual([])
    await picker.click()
    await screen.getByRole('option', { name: 'DDDD-EEEE-FFFF, $\u00A050.000' }).click()
    await send().click()
    await expect.element(screen.getByRole('heading', { name: 'Done' })).toBeVisible()
    expect(bodies(asked)).toMatchObject([{ order_number: 'DDDD-EEEE-FFFF' }])
    expect(screen.getByText(/at the latest/).query()).toBe(null)
  })

  test('without an open loan it says so and can be sent all the same', async () => {
    const asked = server()
    await open(REGRET)
    await expect.element(screen.getByText(/You have no open loan/)).toBeVisible()
    await send().click()
    await expect.element(screen.getByText('ARR-20261116-7K3M', { exact: true })).toBeVisible()
    expect(bodies(asked)).toEqual([{ channel: 'phone', phone: '+5491123456789', kind: 'regret' }])
  })

  test('when her loans cannot be shown the number is typed', async () => {
    server({ [ORDERS]: 'offline' })
    await open(REGRET)
    await expect.element(screen.getByRole('textbox', { name: 'Loan number (optional)' })).toBeVisible()
  })

  test('what she asked for before, of this kind', async () => {
    server({
      [STATE]: succeed({
        requests: [
          request({ state: 'acknowledged', answer: 'Please confirm it.' }),
          request({ kind: 'unsubscribe', tracking_number: 'BAJ-20261116-2222' }),
        ],
      }),
    })
    await open(REGRET)
    const list = screen.getByRole('region', { name: 'Your requests' })
    await expect.element(list.getByText('Please confirm it.')).toBeVisible()
    expect(list.getByRole('listitem').elements()).toHaveLength(1)
  })

  test('when the service has ended this phone is logged out and the number stays', async () => {
    server({ [ASK]: succeed(request({ kind: 'unsubscribe', state: 'done', answer: 'The service has ended.' })) })
    await open(UNSUBSCRIBE)
    await expect.element(mobile()).toHaveValue('11 2345 6789')
    await send().click()
    await expect.element(screen.getByText('The service has ended.')).toBeVisible()
    expect(session().isLogged).toBe(false)
    expect(localStorage.getItem('token')).toBe(null)
    await expect.element(screen.getByText('ARR-20261116-7K3M', { exact: true })).toBeVisible()
  })

  test('with an open loan the session stays', async () => {
    server({ [ASK]: succeed(request({ kind: 'unsubscribe', answer: 'When the loan is paid.' })) })
    await open(UNSUBSCRIBE)
    await send().click()
    await expect.element(screen.getByText('When the loan is paid.')).toBeVisible()
    expect(session().isLogged).toBe(true)
  })

  test('logging in on the way keeps what was typed', async () => {
    logOut()
    server({ [ORDERS]: orders(order('7K3M-X2QP-9RTV', 12_000_000)) })
    await open(REGRET)
    await mobile().fill('351 555 1234')
    await screen.getByRole('textbox', { name: 'Anything to add (optional)' }).fill('a note')
    logIn({ token: 'a-token', userId: 'user-1', phone: '+5491123456789' })
    await expect.element(screen.getByRole('button', { name: /^Which loan/ })).toBeVisible()
    await expect.element(mobile()).toHaveValue('351 555 1234')
    await expect.element(screen.getByRole('textbox', { name: 'Anything to add (optional)' })).toHaveValue('a note')
  })
})

describe('a person to talk to', () => {
  test('is reached by WhatsApp, phone or mail, in the hours that are said', async () => {
    server()
    await open(SERVICE)
    await expect.element(screen.getByText('Monday to Friday from 9 to 20 h. A person answers.')).toBeVisible()
    for (const [name, href] of [
      [/^WhatsApp \+54 9 11/, 'https://wa.me/5491100000000'],
      [/^By phone/, 'tel:08000000000'],
      [/^By e-mail/, 'mailto:ayuda@hola.example'],
      [/^Consumer protection/, 'https://www.argentina.gob.ar/defensadelconsumidor'],
      [/^Central bank/, 'https://www.bcra.gob.ar/reclamo-productos-servicios-financieros'],
    ] as const) {
      await expect.element(screen.getByRole('link', { name })).toHaveAttribute('href', href)
    }
  })

  test('answers that need nobody open in place', async () => {
    server()
    await open(SERVICE)
    const answer = screen.getByText(/the day you paid counts/)
    await expect.element(answer).not.toBeVisible()
    await screen.getByText('I paid and do not see it').click()
    await expect.element(answer).toBeVisible()
    await expect
      .element(screen.getByRole('link', { name: 'How long each way takes' }))
      .toHaveAttribute('href', '#/pages/custom-service/repay_help')
  })
})

describe('a request about data', () => {
  test.each([
    ['data_access', /^Ask what you hold/, 'We answer within 10 days.', 'ACC-20261116-7K3M'],
    ['data_change', /^Ask to correct or erase/, 'We do it and answer within 5 business days.', 'DAT-20261116-7K3M'],
  ] as const)('%s: from the page with everything else, by its law, to its number', async (kind, row, time, number) => {
    const answer = { ...request({ kind, tracking_number: number }), answer_until_at: '2026-11-27T02:59:59.999Z' }
    const asked = server({ [ASK]: succeed(answer) })
    await open(SERVICE)
    await screen.getByRole('link', { name: row }).click()
    await expect.element(screen.getByText(time)).toBeVisible()
    await screen.getByRole('textbox', { name: 'Your request' }).fill('My address is wrong.')
    await mobile().fill('11 2345 6789')
    await screen.getByRole('button', { name: 'Send the request' }).click()
    await expect.element(screen.getByText(number, { exact: true })).toBeVisible()
    await expect.element(screen.getByText('You have our answer by 26/11/2026 at the latest.')).toBeVisible()
    expect(bodies(asked)).toEqual([{ channel: 'phone', phone: '+5491123456789', kind, note: 'My address is wrong.' }])
  })
})

describe('a complaint', () => {
  const what = () => screen.getByRole('textbox', { name: 'What happened' })
  const sendIt = () => screen.getByRole('button', { name: 'Send the complaint' })
  const complaint = (more: Partial<Request> = {}) =>
    request({ kind: 'complaint', tracking_number: 'REC-20261116-7K3M', ...more })

  test('from the page with everything else, on several lines, to its number and its day', async () => {
    const asked = server({ [ASK]: succeed({ ...complaint(), answer_until_at: '2026-12-02T02:59:59.999Z' }) })
    await open(SERVICE)
    await screen.getByRole('link', { name: /^Write a complaint/ }).click()
    await sendIt().click()
    await expect.element(what()).toHaveFocus()
    await expect.element(what()).toHaveAccessibleDescription(/Please enter/)
    await what().fill('I paid twice.\nNobody answers.')
    await mobile().fill('11 2345 6789')
    await sendIt().click()
    await expect.element(screen.getByRole('heading', { name: 'We have your complaint' })).toHaveFocus()
    await expect.element(screen.getByText('REC-20261116-7K3M', { exact: true })).toBeVisible()
    await expect.element(screen.getByText('You have our answer by 01/12/2026 at the latest.')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Log in and confirm' }).query()).toBe(null)
    expect(bodies(asked)).toEqual([
      { channel: 'phone', phone: '+5491123456789', kind: 'complaint', note: 'I paid twice.\nNobody answers.' },
    ])
    for (const body of bodies(asked)) expect(contract['consumer/request'].body.safeParse(body).success).toBe(true)
  })

  test('what was written outlives a failed try and a reload, and is gone when it was sent', async () => {
    const asked = server({ [ASK]: 'offline' })
    await open(COMPLAINT)
    await what().fill('I paid twice.')
    await mobile().fill('11 2345 6789')
    await sendIt().click()
    await expect.element(screen.getByText(/What you wrote is still here/)).toBeVisible()
    await closeApp()
    await open(COMPLAINT)
    await expect.element(what()).toHaveValue('I paid twice.')
    asked.answers[ASK] = succeed(complaint())
    await mobile().fill('11 2345 6789')
    await sendIt().click()
    await expect.element(screen.getByText('REC-20261116-7K3M', { exact: true })).toBeVisible()
    await closeApp()
    await open(COMPLAINT)
    await expect.element(what()).toHaveValue('')
  })

  test('nobody else in the tab is shown what she wrote', async () => {
    server()
    logIn({ token: 'a-token', userId: 'user-1' })
    await open(COMPLAINT)
    await what().fill('I paid twice.')
    await closeApp()
    logIn({ token: 'another-token', userId: 'user-2' })
    await open(COMPLAINT)
    await expect.element(what()).toHaveValue('')
  })

  test.each([
    ['acknowledged', 'In hand'],
    ['done', 'Answered'],
  ])('that is %s is shown to whoever made it, by its number too', async (state, words) => {
    const shown = succeed({ requests: [complaint({ state, answer: 'We gave it back.' }), request()] })
    server({ [STATE]: shown })
    logIn({ token: 'a-token', userId: 'user-1' })
    await open(COMPLAINT)
    const list = screen.getByRole('region', { name: 'Your complaints' })
    await expect.element(list.getByText(words, { exact: true })).toBeVisible()
    await expect.element(list.getByText('We gave it back.')).toBeVisible()
    expect(list.getByRole('listitem').elements()).toHaveLength(1)
    await closeApp()
    logOut()
    await open(`${COMPLAINT}&number=REC-20261116-7K3M`)
    const card = screen.getByRole('region', { name: 'Look at a complaint' })
    await expect.element(card.getByText(words, { exact: true })).toBeVisible()
  })
})

describe.each(someOf('languages of the consumer pages', ['en', 'es'] as const, 1))('in %s', (locale) => {
  test('the page with every way to a person is accessible, with an answer open', async () => {
    chooseLocale(locale)
    server()
    await open(SERVICE)
    await screen.getByText(locale === 'en' ? 'I changed my mind' : 'Me arrepentí del préstamo').click()
    expect(await axe()).toEqual([])
  })

  test.each([
    ['regret', REGRET],
    ['unsubscribe', UNSUBSCRIBE],
    ['complaint', COMPLAINT],
  ] as const)('%s: form, errors, answer and list are accessible', async (kind, url) => {
    chooseLocale(locale)
    logIn({ token: 'a-token', userId: 'user-1' })
    server({
      [ASK]: succeed(request({ kind })),
      [STATE]: succeed({
        requests: ['received', 'acknowledged', 'done', 'not_possible'].map((state, index) =>
          request({ kind, state, tracking_number: `ARR-20261116-222${index + 2}` }),
        ),
      }),
      [ORDERS]: orders(order('AAAA-BBBB-CCCC', 12_000_000), order('DDDD-EEEE-FFFF', 5_000_000)),
    })
    await open(url)
    await expect.element(screen.getByText('ARR-20261116-2225')).toBeVisible()
    expect(await axe()).toEqual([])
    // Somebody who logs in by mail is asked for her mail.
    const mail = screen.getByRole('textbox', { name: locale === 'en' ? 'E-mail address' : 'Correo electrónico' })
    await userEvent.click(mail)
    await userEvent.keyboard('{Enter}')
    await expect.element(mail).toHaveAccessibleDescription(locale === 'en' ? /Please enter/ : /Completá/)
    expect(await axe()).toEqual([])
  })

  test('the answer to a guest is accessible', async () => {
    chooseLocale(locale)
    server({ [STATE]: succeed({ requests: [request({ state: 'done', concluded_at: '2026-11-16T18:30:00.000Z' })] }) })
    await open(`${REGRET}?number=ARR-20261116-7K3M`)
    await screen
      .getByRole('textbox', { name: locale === 'en' ? 'Mobile number' : 'Número de celular' })
      .fill('1123456789')
    await screen.getByRole('button', { name: locale === 'en' ? 'Send the request' : 'Enviar el pedido' }).click()
    await expect
      .element(screen.getByRole('heading', { name: locale === 'en' ? 'We have your request' : 'Recibimos tu pedido' }))
      .toBeVisible()
    expect(await axe()).toEqual([])
  })
})
