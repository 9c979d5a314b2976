import '@hola/ui/tokens.css'
import '@hola/ui/base.css'
import { run } from 'axe-core'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { chooseLocale } from '@hola/i18n/locale.ts'
import { fakeServer, succeed } from '../lib/fake-server.ts'
import { FeedbackHost } from '@hola/ui/overlay/feedback-host.tsx'
import { closePopups, hideToast } from '@hola/ui/overlay/feedback.ts'
import { watchToasts } from '@hola/ui/overlay/watch-toasts.ts'
import type { AskedPayment, ReceivedMoney, SentPayout } from './sandbox-api.ts'
import { SandboxPage } from './sandbox-page.tsx'

const at = (path: string): string => `/sandbox/api/${path}`

const underWay: SentPayout = {
  payout_key: 'order-1',
  order_number: '7K3M-X2QP-9RTV',
  amount_centavos: 10_800_000,
  asked_at: '2026-11-16T12:30:00.000Z',
  bank_state: 'under_way',
  failure_reason: null,
  attempt_state: 'accepted',
}
const settled: SentPayout = { ...underWay, bank_state: 'settled', attempt_state: 'settled' }
const failed: SentPayout = {
  ...underWay,
  bank_state: 'failed',
  failure_reason: 'account_closed',
  attempt_state: 'failed',
}
const lost: SentPayout = { ...underWay, bank_state: 'lost', attempt_state: 'asked' }

const asked: AskedPayment = {
  payment_id: '1',
  order_number: '7K3M-X2QP-9RTV',
  kind: 'payoff',
  method_id: 'rapipago',
  reference: 'HOLA-22PQ',
  amount_centavos: 15_258_050,
  requested_at: '2026-11-16T12:30:00.000Z',
  state: 'waiting',
}
const came: ReceivedMoney = {
  provider_payment_id: 'sandbox-1',
  reference: 'HOLA-22PQ',
  amount_centavos: 15_258_050,
  paid_day: '2026-11-14',
  collector_state: 'credited',
  receipt_state: 'credited',
}

/** The page as the server has it, with an answer to everything that it can be asked to do. */
const open = async ({
  payouts = [],
  payments = [],
  money = [],
  after = {},
}: {
  payouts?: SentPayout[]
  payments?: AskedPayment[]
  money?: ReceivedMoney[]
  after?: Record<string, object>
}) => {
  const server = fakeServer({
    [at('messages')]: succeed({ messages: [] }),
    [at('clock')]: succeed({ now: '2026-11-16T12:30:05.000Z', real_now: '2026-11-16T12:30:05.000Z', offset_ms: 0 }),
    [at('loans')]: succeed({ loans: [] }),
    [at('payouts')]: succeed({ payouts }),
    [at('payments')]: succeed({ payments, money }),
    ...after,
  })
  const screen = await render(
    <>
      <SandboxPage />
      <FeedbackHost />
    </>,
  )
  return { screen, done: () => server.asked.filter(({ body }) => body) }
}

const toast = watchToasts()

beforeEach(() => {
  hideToast()
  chooseLocale('en')
})

afterEach(() => {
  closePopups()
  vi.unstubAllGlobals()
  window.history.replaceState(null, '', '#')
})

const violations = async (container: Element) => (await run(container)).violations.map(({ id }) => id)

describe('payouts', () => {
  test('none: how to make one', async () => {
    const { screen } = await open({})
    await expect.element(screen.getByRole('heading', { name: 'Payouts' })).toBeVisible()
    await expect.element(screen.getByText('Sign a loan in the app and its payout appears here.')).toBeVisible()
  })

  test.each([
    [
      'on its way',
      underWay,
      'On its way',
      /the app knows that the bank has it/,
      ['Settle', 'Fail', 'Send the message again'],
    ],
    ['paid', settled, 'Paid out', /^Loan 7K3M-X2QP-9RTV$/, ['Send the message again']],
    ['failed', failed, 'Failed: account closed', /^Loan 7K3M-X2QP-9RTV$/, ['Send the message again']],
    ['lost', lost, 'Lost: the bank knows nothing of it', /the app has no answer/, ['Settle', 'Fail']],
  ] as const)('%s: what it is and what can be done', async (_, payout, state, known, buttons) => {
    const { screen } = await open({ payouts: [payout] })
    const item = screen.getByRole('listitem', { name: '7K3M-X2QP-9RTV' })
    await expect.element(item.getByText(state)).toBeVisible()
    await expect.element(item.getByText('$ 108.000,00')).toBeVisible()
    await expect.element(item.getByText(known)).toBeVisible()
    expect(
      item
        .getByRole('button')
        .elements()
        .map(({ textContent }) => textContent),
    ).toEqual(buttons)
    expect(await violations(screen.container)).toEqual([])
  })

  test('settle', async () => {
    const { screen, done } = await open({
      payouts: [underWay],
      after: { [at('payouts/settle')]: succeed({ payouts: [settled] }) },
    })
    await screen.getByRole('button', { name: 'Settle' }).click()
    await expect.poll(toast).toBe('The bank has paid it.')
    expect(done()).toMatchObject([{ path: at('payouts/settle'), body: { payout_key: 'order-1' } }])
  })

  test('fail, with the reason', async () => {
    const { screen, done } = await open({
      payouts: [underWay],
      after: { [at('payouts/fail')]: succeed({ payouts: [failed] }) },
    })
    await screen.getByRole('button', { name: 'Fail', exact: true }).click()
    const sheet = page.getByRole('dialog', { name: 'Why does it fail?' })
    await expect.element(sheet.getByRole('button', { name: 'no such account' })).toBeVisible()
    await sheet.getByRole('button', { name: 'another holder' }).click()
    await expect.poll(toast).toBe('The bank has refused it.')
    expect(done()).toMatchObject([
      { path: at('payouts/fail'), body: { payout_key: 'order-1', reason: 'holder_mismatch' } },
    ])
  })

  test('a sheet that is closed fails nothing', async () => {
    const { screen, done } = await open({ payouts: [underWay] })
    await screen.getByRole('button', { name: 'Fail', exact: true }).click()
    await expect.element(page.getByRole('dialog', { name: 'Why does it fail?' })).toBeVisible()
    closePopups()
    await expect.element(page.getByRole('dialog', { name: 'Why does it fail?' })).not.toBeInTheDocument()
    expect(done()).toEqual([])
  })

  test('the message again', async () => {
    const { screen, done } = await open({
      payouts: [settled],
      after: { [at('payouts/message')]: succeed({ payouts: [settled] }) },
    })
    await screen.getByRole('button', { name: 'Send the message again' }).click()
    await expect.poll(toast).toBe('The message was sent.')
    expect(done()).toMatchObject([{ path: at('payouts/message'), body: { payout_key: 'order-1' } }])
  })

  test("what the bank refuses is said in the server's words", async () => {
    const { screen } = await open({
      payouts: [underWay],
      after: { [at('payouts/settle')]: { code: '40000', msg: 'Check "payout_key": the bank has concluded it' } },
    })
    await screen.getByRole('button', { name: 'Settle' }).click()
    await expect.poll(toast).toBe('Check "payout_key": the bank has concluded it')
  })

  test('only the newest five are open', async () => {
    const payouts = Array.from({ length: 7 }, (_, count) => ({
      ...settled,
      payout_key: String(count),
      order_number: `LOAN-${count}`,
    }))
    const { screen } = await open({ payouts })
    await expect.element(screen.getByText('Loan LOAN-4')).toBeVisible()
    await expect.element(screen.getByText('Loan LOAN-5')).not.toBeVisible()
    await screen.getByText('Older (2)').click()
    await expect.element(screen.getByText('Loan LOAN-6')).toBeVisible()
  })
})

describe('payments', () => {
  const paid = { [at('payments/pay')]: succeed({ payments: [{ ...asked, state: 'credited' }], money: [came] }) }

  test('none: how to make one', async () => {
    const { screen } = await open({})
    await expect.element(screen.getByRole('heading', { name: 'Payments' })).toBeVisible()
    await expect.element(screen.getByText('No payments yet')).toBeVisible()
  })

  test('what it is', async () => {
    const { screen } = await open({ payments: [asked] })
    const item = screen.getByRole('listitem', { name: 'HOLA-22PQ' })
    await expect.element(item.getByText('Waiting')).toBeVisible()
    await expect.element(item.getByText('$ 152.580,50')).toBeVisible()
    const words = 'Loan 7K3M-X2QP-9RTV · all of it · Rapipago · Reference HOLA-22PQ'
    await expect.element(item.getByText(words)).toBeVisible()
    expect(await violations(screen.container)).toEqual([])
  })

  test.each([
    ['Pay', { reference: 'HOLA-22PQ' }],
    ['Pay twice', { reference: 'HOLA-22PQ', times: 2 }],
  ])('the button %s pays', async (name, body) => {
    const { screen, done } = await open({ payments: [asked], after: paid })
    await screen.getByRole('button', { name, exact: true }).click()
    await expect.poll(toast).toBe('It is paid.')
    expect(done()).toEqual([expect.objectContaining({ path: at('payments/pay'), body })])
  })

  test('another amount, on an earlier day', async () => {
    const { screen, done } = await open({ payments: [asked], after: paid })
    const item = screen.getByRole('listitem', { name: 'HOLA-22PQ' })
    await item.getByText('Another amount or an earlier day').click()
    await expect.element(item.getByLabelText('Amount in pesos')).toHaveValue('152.580,50')
    await expect.element(item.getByLabelText('Paid on')).toHaveAttribute('max', '2026-11-16')
    expect(await violations(screen.container)).toEqual([])
    await item.getByLabelText('Amount in pesos').fill('1.500,5')
    await item.getByLabelText('Paid on').fill('2026-11-14')
    await item.getByRole('button', { name: 'Pay like this' }).click()
    await expect.poll(toast).toBe('It is paid.')
    const body = { reference: 'HOLA-22PQ', amount_centavos: 150_050, paid_day: '2026-11-14' }
    expect(done()).toEqual([expect.objectContaining({ body })])
  })

  test('an unknown reference, today', async () => {
    const { screen, done } = await open({ after: paid })
    await screen.getByText('Pay with an unknown reference').click()
    await screen.getByLabelText('Reference').fill('de Lucía')
    await screen.getByLabelText('Amount in pesos').fill('5000')
    await screen.getByRole('button', { name: 'Pay like this' }).click()
    await expect.poll(toast).toBe('It is paid.')
    expect(done()).toEqual([expect.objectContaining({ body: { reference: 'de Lucía', amount_centavos: 500_000 } })])
  })

  test('what is no amount is not sent', async () => {
    const { screen, done } = await open({ after: paid })
    await screen.getByText('Pay with an unknown reference').click()
    await screen.getByLabelText('Reference').fill('x')
    await screen.getByLabelText('Amount in pesos').fill('much')
    await screen.getByRole('button', { name: 'Pay like this' }).click()
    await expect.poll(toast).toBe('Type an amount, like 1.500,50.')
    expect(done()).toEqual([])
  })

  test('the page that a borrower is sent to shows her payment', async () => {
    const payments = Array.from({ length: 5 }, (_, count) => ({
      ...asked,
      payment_id: String(count),
      reference: `R${count}`,
    }))
    window.history.replaceState(null, '', '#pay-R4')
    const { screen } = await open({ payments })
    await expect.element(screen.getByRole('listitem', { name: 'R4' })).toBeInViewport()
  })
})

describe('money that came', () => {
  test.each([
    ['credited', came, 'Credited', ['Take it back', 'Send the message again']],
    ['in suspense', { ...came, receipt_state: 'suspense' }, 'In suspense', ['Take it back', 'Send the message again']],
    ['not heard of', { ...came, receipt_state: null }, 'Not heard of yet', ['Take it back', 'Send the message again']],
    [
      'taken back',
      { ...came, collector_state: 'reversed', receipt_state: 'reversed' },
      'Taken back',
      ['Send the message again'],
    ],
  ] as const)('money is shown: %s', async (_, money, state, buttons) => {
    const { screen } = await open({ money: [money] })
    const item = screen.getByRole('listitem', { name: 'sandbox-1' })
    await expect.element(item.getByText(state)).toBeVisible()
    await expect.element(item.getByText('Paid on 14/11/2026')).toBeVisible()
    expect(
      item
        .getByRole('button')
        .elements()
        .map(({ textContent }) => textContent),
    ).toEqual(buttons)
    expect(await violations(screen.container)).toEqual([])
  })

  test.each([
    ['Take it back', 'payments/reverse', 'The bank has taken it back.'],
    ['Send the message again', 'payments/message', 'The message was sent.'],
  ])('the button %s acts', async (name, path, words) => {
    const { screen, done } = await open({
      money: [came],
      after: { [at(path)]: succeed({ payments: [], money: [came] }) },
    })
    await screen.getByRole('button', { name }).click()
    await expect.poll(toast).toBe(words)
    expect(done()).toMatchObject([{ path: at(path), body: { provider_payment_id: 'sandbox-1' } }])
  })
})

test('speaks Spanish', async () => {
  chooseLocale('es')
  const { screen } = await open({ payouts: [failed], payments: [asked], money: [came] })
  await expect.element(screen.getByText('Falló: cuenta cerrada')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Pagar dos veces' })).toBeVisible()
  await expect.element(screen.getByRole('heading', { name: 'Dinero recibido' })).toBeVisible()
})

test('fits a small phone, in the longer language', async () => {
  chooseLocale('es')
  await page.viewport(320, 640)
  const { screen } = await open({
    payouts: [underWay, { ...lost, payout_key: '2' }],
    payments: [{ ...asked, reference: 'HOLA-22PQ-33RS-44TV' }],
    money: [{ ...came, reference: 'x'.repeat(60), receipt_state: 'suspense' }],
  })
  await expect.element(screen.getByText('Sin imputar')).toBeVisible()
  await screen.getByText('Otro monto o un día anterior').click()
  expect(document.documentElement.scrollWidth).toBe(320)
  expect(await violations(screen.container)).toEqual([])
})
