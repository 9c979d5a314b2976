import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { m } from '@hola/i18n/compiled/messages.js'
import { setLocale } from '@hola/i18n/compiled/runtime.js'
import { ownServer } from './own-server.ts'
import { launchBrowser, Phone } from './phone.ts'
import { readClock, resetClock } from './sandbox-api.ts'

launchBrowser()
const server = ownServer()

const dayMs = 24 * 3_600_000

let phone: Phone

async function openSandbox(options: Parameters<typeof Phone.open>[0] = {}): Promise<void> {
  phone = await Phone.open({ ...options, url: server().url })
  await phone.page.goto(`${phone.url}/sandbox`)
  await phone.settled()
}

beforeEach(() => {
  setLocale('en')
})

afterEach(async () => {
  await resetClock(phone.url)
  expect(phone.problems).toEqual([])
  await phone.close()
})

describe('the clock', () => {
  test('moves by a button, for the page and for the server, and goes back to real time', async () => {
    await openSandbox()
    await phone.tap(phone.page.getByRole('button', { name: m.sandbox_add_day() }))
    await phone.page
      .getByText(m.sandbox_clock_ahead({ span: m.sandbox_span({ days: 1, hours: 0, minutes: 0 }) }))
      .waitFor()
    expect((await readClock(phone.url)).offset_ms).toBe(dayMs)

    await phone.tap(phone.page.getByRole('button', { name: m.sandbox_add_week() }))
    await phone.page
      .getByText(m.sandbox_clock_ahead({ span: m.sandbox_span({ days: 8, hours: 0, minutes: 0 }) }))
      .waitFor()
    expect((await readClock(phone.url)).offset_ms).toBe(8 * dayMs)

    await phone.tap(phone.page.getByRole('button', { name: m.sandbox_reset() }))
    await expect.poll(() => phone.toasts()).toContain(m.sandbox_was_reset())
    expect((await readClock(phone.url)).offset_ms).toBe(0)
  })
})

describe('the messages', () => {
  test('are none before anybody asked for a code, and the page says how they come', async () => {
    await openSandbox()
    await phone.page.getByText(m.sandbox_messages_none_text()).waitFor()
    expect(await phone.page.getByRole('button', { name: /copy code/i }).count()).toBe(0)
  })
})

describe('the page', () => {
  test.each([
    { width: 390, height: 844, language: 'en', dark: false },
    { width: 320, height: 640, language: 'es', dark: false },
    { width: 1280, height: 800, language: 'en', dark: true },
  ] as const)('$width × $height in $language, dark: $dark: fits, reads well, reports nothing', async (options) => {
    await openSandbox(options)
    await phone.page
      .getByRole('heading', { name: m.sandbox_title({}, { locale: options.language }) })
      .first()
      .waitFor()
    expect(await phone.overflow()).toBe(0)
    expect(await phone.axe()).toEqual([])
  })
})
