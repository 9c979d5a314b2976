import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { m } from '@hola/i18n/compiled/messages.js'
import { setLocale } from '@hola/i18n/compiled/runtime.js'
import { Phone, launchBrowser } from './phone.ts'

launchBrowser()

const settings = '/pages/settings/settings'
const myLoan = '/pages/my-loan/my-loan'
const profile = '/pages/profile/profile'

let phone: Phone

const size = { width: 320, height: 640 }

beforeAll(async () => {
  setLocale('en')
  phone = await Phone.open(size)
})

beforeEach(async () => {
  await phone.page.setViewportSize(size)
  await phone.page.goto('about:blank')
})

afterEach(() => {
  expect(phone.problems.splice(0)).toEqual([])
})

afterAll(() => phone.close())

const tabBar = () => phone.page.getByRole('navigation', { name: m.shell_tabs() })
const tab = (path: string) => tabBar().locator(`a[href="#${path}"]`)

async function switchTo(path: string): Promise<void> {
  await tab(path).click()
  await phone.page.waitForURL((url) => url.hash === `#${path}`)
  await phone.settled()
}

const scrollY = (): Promise<number> => phone.page.evaluate(() => Math.round(window.scrollY))

describe('tabs', () => {
  test('keep what was in them and how far they were scrolled', async () => {
    await phone.goto('/')
    const limit = await phone.page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight)
    expect(limit).toBeGreaterThan(100)
    await phone.page.evaluate(() => {
      const heading = document.querySelector('main h1, main h2, main p')
      if (heading instanceof HTMLElement) heading.dataset['kept'] = 'yes'
      window.scrollTo(0, 100)
    })
    await switchTo(profile)
    expect(await scrollY()).toBe(0)
    await switchTo('/')
    expect(await scrollY()).toBe(100)
    expect(await phone.page.locator('[data-kept=yes]').count()).toBe(1)
  })

  test('are not steps of the browser’s history: back leaves the app', async () => {
    await phone.goto('/')
    const steps = await phone.page.evaluate(() => history.length)
    await switchTo(myLoan)
    await switchTo(profile)
    await switchTo(myLoan)
    expect(await phone.page.evaluate(() => history.length)).toBe(steps)
    await phone.page.goBack()
    expect(phone.page.url()).toBe('about:blank')
  })

  test('have a bar of 50 px with three of them, the current one marked, on tab pages only', async () => {
    await phone.goto(profile)
    expect(await tabBar().getByRole('link').count()).toBe(3)
    expect((await tabBar().boundingBox())?.height).toBe(50)
    expect(await tab(profile).getAttribute('aria-current')).toBe('page')
    await phone.goto(settings)
    expect(await tabBar().count()).toBe(0)
  })
})

describe('the end of a tab page', () => {
  test.each(['/', myLoan, profile])('%s: nothing to tap stays under the bar', async (path) => {
    await phone.goto(path)
    await phone.page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
    const barTop = (await tabBar().boundingBox())?.y ?? 0
    const bottoms = await phone.page
      .locator('main :is(a, button, input)')
      .evaluateAll((elements) => elements.map((element) => element.getBoundingClientRect().bottom))
    expect(bottoms.length).toBeGreaterThan(0)
    expect(Math.max(...bottoms)).toBeLessThanOrEqual(barTop)
  })
})

describe('addresses', () => {
  test('F5 keeps the page and its query', async () => {
    await phone.goto('/pages/policy/policy?type=terms&from=home')
    await phone.page.reload()
    await phone.settled()
    expect(phone.hash()).toBe('#/pages/policy/policy?type=terms&from=home')
  })

  test('back returns to the page below with its query', async () => {
    await phone.goto('/')
    await switchTo(profile)
    await phone.tap(phone.page.locator(`a[href="#${settings}"]`))
    await phone.page.waitForURL((url) => url.hash === `#${settings}`)
    await phone.settled()
    await phone.page.goBack()
    await phone.page.waitForURL((url) => url.hash === `#${profile}`)
    await phone.settled()
    expect(await tab(profile).getAttribute('aria-current')).toBe('page')
  })

  test('one that leads nowhere says so, and shows the way Home', async () => {
    await phone.goto('/pages/nowhere/nowhere?x=1')
    await phone.page.getByText(m.shell_not_found_title()).first().waitFor()
    expect(await phone.axe()).toEqual([])
    await phone.page.getByRole('main').locator('a[href="#/"], button').first().click()
    await phone.page.waitForURL((url) => url.hash === '#/')
  })

  test('a campaign’s query is dropped at the start, a deep link is kept', async () => {
    await phone.page.goto(`${phone.url}/?utm=1`)
    await phone.settled()
    expect(phone.page.url().replace(/#\/?$/, '')).toBe(`${phone.url}/`)
    await phone.page.goto(`${phone.url}/?utm=1#${settings}`)
    await phone.settled()
    expect(phone.hash()).toBe(`#${settings}`)
  })

  test('the entry page’s alias shows Home', async () => {
    await phone.goto('/pages/index/index')
    expect(await tab('/').getAttribute('aria-current')).toBe('page')
  })
})

describe('the bars', () => {
  test('the navigation bar is 44 px high', async () => {
    await phone.goto(settings)
    expect((await phone.page.getByRole('banner').boundingBox())?.height).toBe(44)
  })

  test('a wide screen shows 480 px in its middle', async () => {
    await phone.page.setViewportSize({ width: 1200, height: 800 })
    await phone.goto(profile)
    const box = await phone.page.getByRole('main').first().boundingBox()
    expect(box?.width).toBeLessThanOrEqual(480)
    expect(Math.round((box?.x ?? 0) + (box?.width ?? 0) / 2)).toBe(600)
  })
})
