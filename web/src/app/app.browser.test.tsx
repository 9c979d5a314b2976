import { run } from 'axe-core'
import { lazy, type ReactNode } from 'react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { page as screen, userEvent } from 'vitest/browser'
import { brand } from '@hola/core/brand.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { chooseLocale } from '@hola/i18n/locale.ts'
import { fakeWrapper } from '../bridge/fake-wrapper.ts'
import { fakeHomes } from '../features/home/fake-home.ts'
import { appInfo } from '../lib/app-info.ts'
import { fakeServer, succeed } from '../lib/fake-server.ts'
import { logOut } from '../lib/session.ts'
import { freshPhone, somebody } from '../lib/test-phone.ts'
import { learnAppInfo } from '../shared/device/learn-app-info.ts'
import { watchLoadErrors } from '../router/lazy-screen.ts'
import { usePageTitle } from '../router/page-context.ts'
import type { RouteRow } from '../router/register.ts'
import type { Router } from '../router/router.ts'
import { urlOf } from '../router/stack.ts'
import { Drawing } from '@hola/ui/drawings/drawing.tsx'
import { routes } from './routes.ts'
import { start } from './start.tsx'
import { openApp } from './test-app.tsx'

const Tall = (): ReactNode => <p style={{ height: '3000px' }}>tall</p>
const Long = (): ReactNode => (
  <div data-columns style={{ flexDirection: 'column' }}>
    <p style={{ height: '600px' }}>first</p>
    <p style={{ height: '600px' }}>second</p>
  </div>
)
const Broken = (): ReactNode => {
  throw new Error('a bug')
}

/** The real table with screens that need no server. */
const testRoutes = (screens: Record<string, RouteRow['screen']> = {}): readonly RouteRow[] =>
  routes.map((row: RouteRow) => ({ ...row, screen: screens[row.path] ?? (async () => Tall) }))

const open = async (url: string, screens?: Record<string, RouteRow['screen']>): Promise<Router> =>
  (await openApp(url, testRoutes(screens))).router

const urls = (router: Router): string[] => router.snapshot().stack.pages.map(urlOf)
const tabBar = () => screen.getByRole('navigation', { name: m.shell_tabs() })
const heightOf = (element: Element): number => element.getBoundingClientRect().height
const problems = async (): Promise<string[]> =>
  (await run(document)).violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)

freshPhone(somebody)

describe('tab bar', () => {
  test('50 px high, three tabs with icon and label, the current one marked', async () => {
    await open('/pages/my-loan/my-loan')
    await expect.element(tabBar()).toBeVisible()
    expect(heightOf(tabBar().element())).toBe(50)
    const links = tabBar().getByRole('link').elements()
    expect(links.map((link) => link.textContent)).toEqual([m.pages_index(), m.pages_my_loan(), m.pages_profile()])
    expect(links.map((link) => link.querySelector('svg') !== null)).toEqual([true, true, true])
    expect(links.map((link) => link.getAttribute('aria-current'))).toEqual([null, 'page', null])
  })

  test('only on tab pages, and docks hear of it', async () => {
    const router = await open('/')
    await expect.element(tabBar()).toBeVisible()
    expect(document.documentElement.hasAttribute('data-tab-bar')).toBe(true)
    await router.open('navigateTo', '/pages/settings/settings')
    await expect.element(tabBar()).not.toBeInTheDocument()
    expect(document.documentElement.hasAttribute('data-tab-bar')).toBe(false)
  })

  test('a tap switches the tab', async () => {
    const router = await open('/')
    await userEvent.click(tabBar().getByRole('link', { name: m.pages_profile() }))
    await expect.poll(() => urls(router)).toEqual(['/pages/profile/profile'])
  })

  test('a tap on the current tab: no navigation, back to the top', async () => {
    const router = await open('/')
    await expect.element(screen.getByText('tall')).toBeVisible()
    const before = router.snapshot()
    window.scrollTo({ top: 600, behavior: 'instant' })
    await userEvent.click(tabBar().getByRole('link', { name: m.pages_index() }))
    await expect.poll(() => window.scrollY).toBe(0)
    expect(router.snapshot()).toBe(before)
  })
})

describe('navigation bar', () => {
  test('44 px high with the title, which is also the title of the document', async () => {
    await open('/pages/settings/settings')
    await expect.element(screen.getByRole('heading', { level: 1, name: m.pages_settings() })).toBeVisible()
    expect(heightOf(screen.getByRole('banner').element())).toBe(44)
    expect(document.title).toBe(`${m.pages_settings()} · Hola`)
  })

  test('hidden on Home', async () => {
    await open('/')
    await expect.element(tabBar()).toBeVisible()
    expect(screen.getByRole('banner').elements()).toEqual([])
    expect(document.title).toBe('Hola')
  })

  test('back goes to the page below', async () => {
    const router = await open('/')
    await router.open('navigateTo', '/pages/settings/settings')
    await userEvent.click(screen.getByRole('button', { name: m.shell_back() }))
    await expect.poll(() => urls(router)).toEqual(['/'])
  })

  test('back on the only page leads Home', async () => {
    const router = await open('/pages/settings/settings')
    await userEvent.click(screen.getByRole('button', { name: m.shell_back() }))
    await expect.poll(() => urls(router)).toEqual(['/'])
  })

  test('no back button on a tab page', async () => {
    await open('/pages/profile/profile')
    await expect.element(screen.getByRole('heading', { level: 1 })).toBeVisible()
    expect(screen.getByRole('button', { name: m.shell_back() }).elements()).toEqual([])
  })

  test('help is one tap away where her application or loan is at stake, and the page waits below', async () => {
    const router = await open('/pages/step/step-basic/step-basic')
    await userEvent.click(screen.getByRole('link', { name: m.shell_nav_help() }))
    await expect
      .poll(() => urls(router))
      .toEqual(['/pages/step/step-basic/step-basic', '/pages/index/home-components/home-help'])
    await expect.element(screen.getByRole('heading', { level: 1, name: m.pages_home_help() })).toBeVisible()
    expect(screen.getByRole('link', { name: m.shell_nav_help() }).elements()).toEqual([])
  })

  test('the number of a loan stays on one line on a narrow phone', async () => {
    const Loan = (): ReactNode => {
      usePageTitle('Préstamo 8Z7W-HPPB-RES7')
      return <Tall />
    }
    await screen.viewport(320, 640)
    await open('/pages/order-detail/order-detail', { '/pages/order-detail/order-detail': async () => Loan })
    await expect.element(screen.getByRole('heading', { level: 1, name: 'Préstamo 8Z7W-HPPB-RES7' })).toBeVisible()
    expect(heightOf(screen.getByRole('heading', { level: 1 }).element())).toBeLessThan(24)
    await screen.viewport(390, 844)
  })

  test('speaks the new language at once', async () => {
    await open('/pages/settings/settings')
    chooseLocale('es')
    await expect.element(screen.getByRole('heading', { level: 1, name: 'Ajustes' })).toBeVisible()
    expect(document.title).toBe('Ajustes · Hola')
  })
})

describe('what can go wrong', () => {
  test('an unknown address says so and shows the way Home', async () => {
    const router = await open('/nope?x=1')
    await expect.element(screen.getByRole('heading', { level: 1, name: m.shell_not_found_title() })).toBeVisible()
    expect(await problems()).toEqual([])
    await userEvent.click(screen.getByRole('link', { name: m.shell_go_home() }))
    await expect.poll(() => urls(router)).toEqual(['/'])
  })

  test('a screen that does not load shows the connection text, and the whole screen is the button', async () => {
    await open('/pages/vip/vip', { '/pages/vip/vip': () => Promise.reject(new TypeError('Failed to fetch')) })
    const button = screen.getByRole('button', { name: 'the connection timed out, click the screen to try again' })
    await expect.element(button).toBeVisible()
    expect(heightOf(button.element())).toBeGreaterThan(window.innerHeight - 100)
    expect(await problems()).toEqual([])
  })

  test('a part that a screen loads later and that does not come shows the connection text too', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    watchLoadErrors()
    const problem = new TypeError('Failed to fetch dynamically imported module')
    const Part = lazy(async () => {
      window.dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload: problem }))
      throw problem
    })
    await open('/pages/vip/vip', { '/pages/vip/vip': async () => () => <Part /> })
    await expect.element(screen.getByText(m.shell_connection_lost())).toBeVisible()
    vi.restoreAllMocks()
  })

  test('a bug on a page is our mistake in kind words, and Home is a tap away', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const router = await open('/pages/vip/vip', { '/pages/vip/vip': async () => Broken })
    await expect.element(screen.getByText(m.shell_error_text())).toBeVisible()
    expect(await problems()).toEqual([])
    await userEvent.click(screen.getByRole('button', { name: m.shell_go_home() }))
    await expect.poll(() => urls(router)).toEqual(['/'])
    vi.restoreAllMocks()
  })

  test('a screen that takes its time shows a named skeleton, after 200 ms', async () => {
    await open('/pages/vip/vip', { '/pages/vip/vip': () => new Promise(() => undefined) })
    const skeleton = screen.getByLabelText(m.shell_loading({ title: m.pages_vip() }))
    const isSeen = () => skeleton.element().checkVisibility({ visibilityProperty: true })
    // On a slow machine the time is over already: it is given once more, and looked at in the same moment.
    const frame = skeleton.element().parentElement
    frame?.style.setProperty('animation', 'none')
    expect(isSeen()).toBe(true)
    frame?.style.removeProperty('animation')
    expect(isSeen()).toBe(false)
    await expect.poll(isSeen).toBe(true)
    expect(await problems()).toEqual([])
  })
})

describe('wide screens', () => {
  afterEach(() => screen.viewport(390, 844))

  test('show a column of 480 px, where she stands on its left, help and legal links on its right', async () => {
    await screen.viewport(1280, 800)
    chooseLocale('en')
    fakeServer({ '/api/app/home': succeed(fakeHomes.approved) })
    await open('/pages/my-loan/my-loan')
    const left = screen.getByRole('complementary', { name: brand.name })
    await expect.element(left).toBeVisible()
    await expect
      .poll(() => left.element().textContent)
      .toContain(`${m.pages_my_loan()}You can borrow up to $\u00A0150.000`)
    expect(tabBar().element().getBoundingClientRect().width).toBe(480)
    const legal = screen.getByRole('link', { name: m.shell_regret() }).element().getBoundingClientRect()
    expect(legal.left).toBeGreaterThan(tabBar().element().getBoundingClientRect().right)
    expect(await problems()).toEqual([])
  })

  test('say brand and legal links once', async () => {
    await screen.viewport(1280, 800)
    logOut()
    fakeServer({ '/api/app/get_product_list': succeed({ products: [] }) })
    await openApp('/')
    const seen = (text: string): number =>
      [...document.querySelectorAll('a')].filter(
        (element) => element.textContent?.trim() === text && element.checkVisibility({ visibilityProperty: true }),
      ).length
    await expect.element(screen.getByRole('link', { name: m.shell_adhesion() }).first()).toBeVisible()
    expect([m.shell_regret(), m.shell_unsubscribe(), m.shell_adhesion()].map(seen)).toEqual([1, 1, 1])
  })

  test('show one drawing, beside the page that has the same on a phone', async () => {
    fakeServer({ '/api/app/home': succeed(fakeHomes.approved) })
    const good = { '/pages/index/review-state/review-state': async () => () => <Drawing of="sunrise" /> }
    const shown = (): number =>
      [...document.querySelectorAll('[data-drawing=sunrise]')].filter((drawing) => drawing.checkVisibility()).length
    await screen.viewport(1280, 800)
    await open('/pages/index/review-state/review-state', good)
    await expect.poll(() => document.querySelector('aside [data-drawing]')?.checkVisibility()).toBe(true)
    expect(shown()).toBe(1)
    await screen.viewport(390, 844)
    expect(document.querySelector('main [data-drawing]')?.checkVisibility()).toBe(true)
  })

  test('give a long page two columns, and a phone one', async () => {
    const order = { '/pages/order-detail/order-detail': async () => Long }
    await screen.viewport(1280, 800)
    await open('/pages/order-detail/order-detail', order)
    await expect.element(screen.getByText('second')).toBeVisible()
    const leftOf = (text: string): number => screen.getByText(text).element().getBoundingClientRect().left
    expect(leftOf('second') - leftOf('first')).toBeGreaterThan(350)
    await screen.viewport(390, 844)
    expect(leftOf('second')).toBe(leftOf('first'))
  })

  test('phones do not', async () => {
    await open('/')
    await expect.element(tabBar()).toBeVisible()
    expect(document.querySelectorAll('aside')).toHaveLength(0)
  })
})

test('in the wrapper the version of the app is learned once at every launch', async () => {
  fakeServer({})
  const updated = { package_name: 'ar.hola', version_name: '3.1.4', version_code: 31, build: 'play' }
  const { asked } = fakeWrapper({ selfAppInfo: updated })
  localStorage.setItem('app-info', '{"versionName":"2.3.0","versionCode":1}')
  try {
    const root = document.createElement('div')
    document.body.append(root)
    start(root)
    await expect.poll(appInfo).toEqual({ versionName: '3.1.4', versionCode: 31 })
    await learnAppInfo()
    expect(asked.filter(({ event }) => event === 'selfAppInfo')).toHaveLength(1)
  } finally {
    delete window.androidBridge
  }
})
