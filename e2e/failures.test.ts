import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import type { Route } from 'playwright-core'
import { m } from '@hola/i18n/compiled/messages.js'
import { setLocale } from '@hola/i18n/compiled/runtime.js'
import { newSession } from './client.ts'
import { Phone, launchBrowser } from './phone.ts'

launchBrowser()

let phone: Phone

beforeEach(() => {
  setLocale('en')
})

afterEach(async () => {
  await phone.close()
})

const connectionText = 'the connection timed out, click the screen to try again'
const scripts = /\/assets\/.*\.js$/
const envelope = (code: string, msg: string) => ({
  status: code === '10001' ? 401 : 200,
  contentType: 'application/json',
  body: JSON.stringify({ code, msg, ret: null }),
})

describe('a page whose code does not come', () => {
  test('shows the connection text, and a tap tries again', async () => {
    phone = await Phone.open()
    await phone.goto('/')
    const lost = (route: Route): Promise<void> => route.abort('connectionfailed')
    await phone.page.route(scripts, lost)
    await phone.page.evaluate(() => (location.hash = '#/pages/settings/settings'))
    await phone.page.getByText(connectionText, { exact: false }).waitFor()
    expect(await phone.axe()).toEqual([])
    expect(phone.problems.filter((problem) => problem.startsWith('uncaught'))).toEqual([])

    await phone.page.unroute(scripts, lost)
    await phone.page.getByText(connectionText, { exact: false }).click()
    await phone.page.getByText('Tiếng Việt').waitFor()
    expect(phone.hash()).toBe('#/pages/settings/settings')
  })
})

describe('a server that does not answer', () => {
  test('Home says so in words and comes back with a tap', async () => {
    phone = await Phone.open()
    const lost = (route: Route): Promise<void> => route.abort('connectionrefused')
    await phone.page.route('**/api/**', lost)
    await phone.page.goto(phone.url)
    await phone.page.getByText(m.home_offer_failed()).waitFor()
    expect(await phone.axe()).toEqual([])

    await phone.page.unroute('**/api/**', lost)
    await phone.page.getByRole('button', { name: m.home_try_again() }).click()
    await phone.page.getByText(m.home_you_receive(), { exact: true }).first().waitFor()
  })

  test('the page for it retries by a tap on the screen, and then goes Home', async () => {
    phone = await Phone.open()
    const lost = (route: Route): Promise<void> => route.abort('connectionrefused')
    await phone.page.route('**/api/**', lost)
    await phone.goto('/pages/index/api-state/api-state')
    await phone.page.getByText(connectionText, { exact: false }).click()
    await phone.settled()
    expect(phone.hash()).toBe('#/pages/index/api-state/api-state')

    await phone.page.unroute('**/api/**', lost)
    await phone.page.getByText(connectionText, { exact: false }).click()
    await phone.page.waitForURL((url) => url.hash === '#/')
  })
})

describe('an answer that ends the session', () => {
  test.each([
    { name: 'code 10001', code: '10001', msg: 'Please log in again.' },
    { name: 'code 403', code: '403', msg: 'Your account is blocked.' },
    { name: 'the message "bad request"', code: '400', msg: 'bad request' },
  ])('$name logs out, tells it once, and leaves nothing of the person behind', async ({ code, msg }) => {
    const session = await newSession(inject('url'))
    phone = await Phone.open({ session })
    await phone.goto('/pages/settings/settings')
    await phone.page.evaluate(() => {
      localStorage.setItem('user-id', 'u')
      localStorage.setItem('phone', '+5491100000000')
      localStorage.setItem('my-loan-index', '1')
    })
    await phone.page.route('**/api/app/home', (route) => route.fulfill(envelope(code, msg)))
    await phone.page.reload()
    await phone.page.evaluate(() => (location.hash = '#/'))
    await expect.poll(() => phone.toasts()).toContain(msg)
    await phone.settled()
    expect(await phone.toasts()).toEqual([msg])
    const left = await phone.page.evaluate(() =>
      ['token', 'user-id', 'phone', 'my-loan-index'].filter((key) => localStorage.getItem(key) !== null),
    )
    expect(left).toEqual([])
  })

  test('a user’s page becomes the log-in, and the message stays readable', async () => {
    const session = await newSession(inject('url'))
    phone = await Phone.open({ session })
    await phone.goto('/')
    await phone.page.route('**/api/**', (route) => route.fulfill(envelope('10001', 'Please log in again.')))
    await phone.page.evaluate(() => (location.hash = '#/pages/vip/vip'))
    await phone.settled()
    await phone.page.evaluate(() => localStorage.removeItem('token'))
    await phone.page.reload()
    await phone.settled()
    expect(phone.hash()).toMatch(/^#\/pages\/account\/get-code-page\/get-code-page/)
  })
})
