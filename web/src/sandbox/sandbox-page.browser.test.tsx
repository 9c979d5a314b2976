import '@hola/ui/tokens.css'
import '@hola/ui/base.css'
import { run } from 'axe-core'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { chooseLocale } from '@hola/i18n/locale.ts'
import { fakeServer, succeed } from '../lib/fake-server.ts'
import { hideToast } from '@hola/ui/overlay/feedback.ts'
import { watchToasts } from '@hola/ui/overlay/watch-toasts.ts'
import { SandboxPage } from './sandbox-page.tsx'

const messages = '/sandbox/api/messages'
const clock = '/sandbox/api/clock'
const reset = '/sandbox/api/clock/reset'
const loans = '/sandbox/api/loans'
const payouts = '/sandbox/api/payouts'
const payments = '/sandbox/api/payments'
const noMoney = {
  [loans]: succeed({ loans: [] }),
  [payouts]: succeed({ payouts: [] }),
  [payments]: succeed({ payments: [], money: [] }),
}

const real = succeed({ now: '2026-11-16T12:30:05.000Z', real_now: '2026-11-16T12:30:05.000Z', offset_ms: 0 })
const aDayLater = succeed({
  now: '2026-11-17T12:30:05.000Z',
  real_now: '2026-11-16T12:30:05.000Z',
  offset_ms: 86_400_000,
})

const code = {
  id: '1',
  sent_at: '2026-11-16T12:30:00.000Z',
  channel: 'sms',
  recipient: '+5491123456789',
  text: 'Hola: your code is 482913.',
  code: '482913',
}
const plain = { ...code, id: '2', channel: 'email', recipient: 'lucia@correo.example', text: 'Paid out.', code: null }

beforeEach(() => {
  hideToast()
  chooseLocale('en')
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const toast = watchToasts()

describe('the messages', () => {
  test('an empty list says how to fill it', async () => {
    fakeServer({ ...noMoney, [messages]: succeed({ messages: [] }), [clock]: real })
    const screen = await render(<SandboxPage />)
    await expect.element(screen.getByText('No messages yet')).toBeVisible()
    expect((await run(screen.container)).violations.map(({ id }) => id)).toEqual([])
  })

  test('each with its time in Argentina, and a code that can be copied', async () => {
    const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    fakeServer({ ...noMoney, [messages]: succeed({ messages: [code, plain] }), [clock]: real })
    const screen = await render(<SandboxPage />)
    await expect.element(screen.getByText('To +5491123456789')).toBeVisible()
    await expect.element(screen.getByText('16/11/2026 09:30:00').first()).toBeVisible()
    await screen.getByRole('button', { name: 'Copy code 482913' }).click()
    expect(writeText).toHaveBeenCalledWith('482913')
    expect(toast()).toBe('Code 482913 copied.')
    expect(screen.getByRole('button', { name: /^Copy code/ }).elements()).toHaveLength(1)
    expect((await run(screen.container)).violations.map(({ id }) => id)).toEqual([])
  })

  test('where copying is forbidden the code is shown instead', async () => {
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('no', 'NotAllowedError'))
    fakeServer({ ...noMoney, [messages]: succeed({ messages: [code] }), [clock]: real })
    const screen = await render(<SandboxPage />)
    await screen.getByRole('button', { name: 'Copy code 482913' }).click()
    await expect.poll(toast).toBe('The browser did not let us copy. The code is 482913.')
  })

  test('new ones appear by themselves, and a server that comes back is noticed', async () => {
    const server = fakeServer({ ...noMoney, [messages]: 'offline', [clock]: real })
    const screen = await render(<SandboxPage />)
    const gone = screen.getByText('The server does not answer. This page tries again by itself.')
    await expect.element(gone).toBeVisible()
    server.answers[messages] = succeed({ messages: [code] })
    await expect.element(screen.getByText('Hola: your code is 482913.')).toBeVisible()
    await expect.element(gone).not.toBeInTheDocument()
  })
})

describe('the clock', () => {
  test('shows Argentine time, and runs', async () => {
    fakeServer({ ...noMoney, [messages]: succeed({ messages: [] }), [clock]: real })
    const screen = await render(<SandboxPage />)
    await expect.element(screen.getByText('09:30:05')).toBeVisible()
    await expect.element(screen.getByText(/^Monday,? 16 November 2026$/)).toBeVisible()
    await expect.element(screen.getByText('09:30:06')).toBeVisible()
  })

  test.each([
    ['+2 minutes', 120_000],
    ['+1 hour', 3_600_000],
    ['+1 day', 86_400_000],
    ['+7 days', 604_800_000],
  ])('the button %s moves the clock', async (name, ms) => {
    const server = fakeServer({
      ...noMoney,
      [messages]: succeed({ messages: [] }),
      [clock]: ({ body }) => (body ? aDayLater : real),
    })
    const screen = await render(<SandboxPage />)
    await expect.element(screen.getByText('09:30:05')).toBeVisible()
    await screen.getByRole('button', { name }).click()
    await expect.poll(toast).toBe('The clock moved.')
    expect(server.asked.filter(({ body }) => body)).toMatchObject([{ path: clock, body: { advance_ms: ms } }])
  })

  test('to a date and time as they are in Argentina', async () => {
    const server = fakeServer({
      ...noMoney,
      [messages]: succeed({ messages: [] }),
      [clock]: ({ body }) => (body ? aDayLater : real),
    })
    const screen = await render(<SandboxPage />)
    await expect.element(screen.getByText('09:30:05')).toBeVisible()
    await screen.getByLabelText('Move to a date').fill('2027-02-15T10:00')
    await screen.getByRole('button', { name: 'Move the clock' }).click()
    await expect.poll(toast).toBe('The clock moved.')
    expect(server.asked.filter(({ body }) => body)).toMatchObject([{ body: { to: '2027-02-15T13:00:00.000Z' } }])
  })

  test('back to real time, once it is ahead', async () => {
    const server = fakeServer({ ...noMoney, [messages]: succeed({ messages: [] }), [clock]: aDayLater, [reset]: real })
    const screen = await render(<SandboxPage />)
    await expect.element(screen.getByText(/Ahead by 1 d 0 h 0 min · Real time 16\/11\/2026 09:30/)).toBeVisible()
    await screen.getByRole('button', { name: 'Back to real time' }).click()
    await expect.poll(toast).toBe('The clock shows real time again.')
    expect(server.asked.filter(({ path }) => path === reset)).toHaveLength(1)
  })

  test("a refused move shows the server's words", async () => {
    fakeServer({
      ...noMoney,
      [messages]: succeed({ messages: [] }),
      [clock]: ({ body }) => (body ? { code: '40000', msg: 'That lies in the past.' } : real),
    })
    const screen = await render(<SandboxPage />)
    await screen.getByRole('button', { name: '+1 day' }).click()
    await expect.poll(toast).toBe('That lies in the past.')
  })
})

describe('the due date of a loan', () => {
  const lent = [
    { order_id: '1', order_number: '7K3M-X2QP-9RTV', due_day: '2027-02-15' },
    { order_id: '2', order_number: 'AAAA-BBBB-CCCC', due_day: '2026-11-16' },
    { order_id: '3', order_number: 'PAST-PAST-PAST', due_day: '2026-11-15' },
  ]

  test('is where the clock goes, at ten in the morning', async () => {
    const server = fakeServer({
      ...noMoney,
      [messages]: succeed({ messages: [] }),
      [loans]: succeed({ loans: lent }),
      [clock]: ({ body }) => (body ? aDayLater : real),
    })
    const screen = await render(<SandboxPage />)
    await screen.getByRole('button', { name: '7K3M-X2QP-9RTV: to 15/02/2027' }).click()
    await expect.poll(toast).toBe('The clock moved.')
    expect(server.asked.filter(({ body }) => body)).toMatchObject([{ body: { to: '2027-02-15T13:00:00.000Z' } }])
  })

  test('today it can be reached, yesterday it cannot', async () => {
    fakeServer({ ...noMoney, [messages]: succeed({ messages: [] }), [loans]: succeed({ loans: lent }), [clock]: real })
    const screen = await render(<SandboxPage />)
    await expect.element(screen.getByRole('button', { name: 'AAAA-BBBB-CCCC: to 16/11/2026' })).toBeVisible()
    await expect.element(screen.getByText(/PAST-PAST-PAST/)).not.toBeInTheDocument()
  })

  test('without a loan there is nothing to go to', async () => {
    fakeServer({ ...noMoney, [messages]: succeed({ messages: [] }), [clock]: real })
    const screen = await render(<SandboxPage />)
    await expect.element(screen.getByText('09:30:05')).toBeVisible()
    await expect.element(screen.getByText('To the due date')).not.toBeInTheDocument()
  })
})

test('speaks Spanish', async () => {
  chooseLocale('es')
  fakeServer({ ...noMoney, [messages]: succeed({ messages: [] }), [clock]: real })
  const screen = await render(<SandboxPage />)
  await expect.element(screen.getByRole('heading', { name: 'Mensajes enviados' })).toBeVisible()
  await expect.element(screen.getByRole('button', { name: '+7 días' })).toBeVisible()
})
