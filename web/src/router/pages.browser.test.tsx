import { useEffect, useState, type ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { page as screen, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { browserHistory, documentScroll } from './browser-history.ts'
import { installRouter } from './navigation.ts'
import { useOnBackPress, useOnHide, useOnShow, useOpenerChannel, usePage, usePageTitle } from './page-context.ts'
import { Pages, type Views } from './pages.tsx'
import type { RouteRow } from './register.ts'
import { createRouter, type Router } from './router.ts'
import { topOf, urlOf } from './stack.ts'

let log: string[] = []
let blockBack = false

/** Says what happens to it, holds what is typed into it, and is taller than the window. */
const Probe = (): ReactNode => {
  const { path, query } = usePage()
  const name = path === '/' ? 'home' : (path.split('/').at(-1) ?? '')
  useState(() => log.push(`${name} onLoad ${JSON.stringify(query)}`))
  useOnShow(() => log.push(`${name} onShow`))
  useOnHide(() => log.push(`${name} onHide`))
  useOnBackPress(() => blockBack)
  useEffect(() => {
    log.push(`${name} effects start`)
    return () => void log.push(`${name} effects stop`)
  }, [name])
  const channel = useOpenerChannel()
  return (
    <div style={{ height: '3000px' }}>
      <input aria-label={`${name} field`} />
      <button onClick={() => channel?.emit('chosen', name)}>{name} chooses</button>
    </div>
  )
}

const Titled = (): ReactNode => {
  usePageTitle('Loan 1048')
  return <p>titled</p>
}

const Broken = (): ReactNode => {
  throw new Error('a bug')
}

const row = (path: `/${string}`, more: Partial<RouteRow> = {}): RouteRow => ({
  path,
  kind: 'page',
  access: 'guest',
  navBar: true,
  title: () => `Title of ${path}`,
  screen: async () => Probe,
  ...more,
})

const makeRoutes = (): readonly RouteRow[] => [
  row('/', { kind: 'tab', alias: '/pages/index/index' }),
  row('/pages/tab/tab', { kind: 'tab' }),
  row('/pages/a/a'),
  row('/pages/b/b'),
  row('/pages/titled/titled', { screen: async () => Titled }),
  row('/pages/broken/broken', { screen: async () => Broken }),
  row('/pages/lost/lost', { screen: () => Promise.reject(new TypeError('Failed to fetch')) }),
  row('/pages/slow/slow', { screen: () => new Promise(() => undefined) }),
]

const views: Views = {
  Frame: ({ row: own, title, hasBackButton, children }) => (
    <main>
      <h1>{title ?? own?.title() ?? 'Nowhere'}</h1>
      {hasBackButton && <span>can go back</span>}
      {children}
    </main>
  ),
  Loading: () => <p>loading</p>,
  Failed: ({ error }) => <p>{error instanceof Error ? `${error.name}` : 'failed'}</p>,
  NotFound: () => <p>not found</p>,
}

let stopListening: AbortController
let lastId = 0

/** Each test gets a router of its own; the one before must not hear its history. */
const start = async (url = '/'): Promise<Router> => {
  stopListening = new AbortController()
  window.history.replaceState(null, '', `#${url}`)
  const router = createRouter({
    routes: makeRoutes(),
    history: {
      ...browserHistory(),
      listen: (onPopState) => window.addEventListener('popstate', onPopState, { signal: stopListening.signal }),
    },
    scroll: documentScroll,
    newId: () => (lastId += 1),
    guard: () => undefined,
    onRouteChange: () => undefined,
  })
  installRouter(router)
  await render(<Pages router={router} views={views} />)
  await expect.element(screen.getByRole('heading')).toBeVisible()
  return router
}

const urls = (router: Router): string[] => router.snapshot().stack.pages.map(urlOf)
const shows = async (router: Router, url: string): Promise<void> => {
  await expect.poll(() => urlOf(topOf(router.snapshot().stack))).toBe(url)
}
const logged = async (act: () => Promise<unknown>): Promise<string[]> => {
  log = []
  await act()
  await expect.poll(() => log.some((line) => line.endsWith('onShow'))).toBe(true)
  return log.filter((line) => !line.includes('effects'))
}

beforeEach(() => {
  log = []
  blockBack = false
})

afterEach(() => stopListening.abort())

describe('hooks of a page', () => {
  test('navigateTo: opener onHide; new page onLoad with its query, onShow', async () => {
    const router = await start()
    expect(await logged(() => router.open('navigateTo', '/pages/a/a?x=1'))).toEqual([
      'home onHide',
      'a onLoad {"x":"1"}',
      'a onShow',
    ])
  })

  test('navigateBack: the popped page is closed, not hidden; the revealed one onShow, not onLoad', async () => {
    const router = await start()
    await logged(() => router.open('navigateTo', '/pages/a/a'))
    expect(await logged(() => router.back(1))).toEqual(['home onShow'])
  })

  test('redirectTo: the old page is closed, not hidden', async () => {
    const router = await start()
    await logged(() => router.open('navigateTo', '/pages/a/a'))
    expect(await logged(() => router.open('redirectTo', '/pages/b/b'))).toEqual(['b onLoad {}', 'b onShow'])
  })

  test('reLaunch: every page is closed, tabs too', async () => {
    const router = await start()
    await logged(() => router.open('switchTab', '/pages/tab/tab'))
    expect(await logged(() => router.open('reLaunch', '/pages/a/a'))).toEqual(['a onLoad {}', 'a onShow'])
    expect(await logged(() => router.open('switchTab', '/'))).toEqual(['home onLoad {}', 'home onShow'])
  })

  test('switchTab: the leaving tab onHide; first visit onLoad and onShow, later visits onShow only', async () => {
    const router = await start()
    expect(await logged(() => router.open('switchTab', '/pages/tab/tab'))).toEqual([
      'home onHide',
      'tab onLoad {}',
      'tab onShow',
    ])
    expect(await logged(() => router.open('switchTab', '/'))).toEqual(['tab onHide', 'home onShow'])
  })

  test('browser back and forward: revealed, then built anew', async () => {
    const router = await start()
    await logged(() => router.open('navigateTo', '/pages/a/a?x=1'))
    expect(await logged(async () => window.history.back())).toEqual(['home onShow'])
    // The code of the page is there by now, so building it may begin before the other one has been hidden.
    const forward = await logged(async () => window.history.forward())
    expect(forward.toSorted()).toEqual(['a onLoad {"x":"1"}', 'a onShow', 'home onHide'])
    expect(urls(router)).toEqual(['/', '/pages/a/a?x=1'])
  })
})

describe('a page below another one', () => {
  test('keeps its DOM and what was typed, is hidden and inert, and its effects rest', async () => {
    const router = await start()
    await userEvent.fill(screen.getByLabelText('home field'), 'typed')
    await router.open('navigateTo', '/pages/a/a')
    const field = document.querySelector<HTMLInputElement>('[aria-label="home field"]')
    expect(field?.value).toBe('typed')
    expect(field?.checkVisibility()).toBe(false)
    await expect.poll(() => field?.closest('[inert]')).not.toBeNull()
    expect(log).toContain('home effects stop')
    await router.back(1)
    await expect.element(screen.getByLabelText('home field')).toHaveValue('typed')
    expect(field?.closest('[inert]')).toBeNull()
  })
})

describe('focus', () => {
  test('stays on the first page, goes to the heading of a new one, and back to what was left', async () => {
    const router = await start()
    expect(document.activeElement).toBe(document.body)
    await userEvent.click(screen.getByRole('button', { name: 'home chooses' }))
    await router.open('navigateTo', '/pages/a/a')
    await expect.element(screen.getByRole('heading', { name: 'Title of /pages/a/a' })).toHaveFocus()
    await router.back(1)
    await expect.element(screen.getByRole('button', { name: 'home chooses' })).toHaveFocus()
  })
})

describe('scroll of the document', () => {
  const scrollTo = (top: number): void => window.scrollTo({ top, behavior: 'instant' })

  test('a new page starts at the top, back and forward restore', async () => {
    const router = await start()
    scrollTo(700)
    await router.open('navigateTo', '/pages/a/a')
    expect(window.scrollY).toBe(0)
    await expect.element(screen.getByLabelText('a field')).toBeVisible()
    scrollTo(300)
    window.history.back()
    await shows(router, '/')
    await expect.poll(() => window.scrollY).toBe(700)
    window.history.forward()
    await shows(router, '/pages/a/a')
    await expect.poll(() => window.scrollY).toBe(300)
  })

  test('each tab keeps its position', async () => {
    const router = await start()
    scrollTo(500)
    await router.open('switchTab', '/pages/tab/tab')
    await expect.element(screen.getByLabelText('tab field')).toBeVisible()
    expect(window.scrollY).toBe(0)
    scrollTo(90)
    await router.open('switchTab', '/')
    expect(window.scrollY).toBe(500)
    await router.open('switchTab', '/pages/tab/tab')
    expect(window.scrollY).toBe(90)
  })
})

describe('the address', () => {
  test('hash edited by hand above a stack: that page alone', async () => {
    const router = await start()
    await router.open('navigateTo', '/pages/a/a')
    window.location.hash = '#/pages/b/b?x=1'
    await shows(router, '/pages/b/b?x=1')
    expect(urls(router)).toEqual(['/pages/b/b?x=1'])
    expect(window.location.hash).toBe('#/pages/b/b?x=1')
  })

  test('the same page with another query typed by hand: loaded again', async () => {
    await start('/pages/a/a?x=1')
    expect(await logged(async () => void (window.location.hash = '#/pages/a/a?x=2'))).toEqual([
      'a onLoad {"x":"2"}',
      'a onShow',
    ])
  })

  test('a path without its slash is the same page', async () => {
    const router = await start()
    window.location.hash = '#pages/b/b'
    await shows(router, '/pages/b/b')
    expect(window.location.hash).toBe('#/pages/b/b')
  })

  test('an unknown path says so, and stays in the address bar', async () => {
    await start('/nope')
    await expect.element(screen.getByText('not found')).toBeVisible()
    expect(window.location.hash).toBe('#/nope')
  })

  test('navigateBack goes back in the browser too', async () => {
    const router = await start()
    await router.open('navigateTo', '/pages/a/a')
    await router.open('navigateTo', '/pages/b/b')
    await router.back(2)
    expect(window.location.hash).toBe('#/')
  })
})

describe('a screen', () => {
  test('that is on its way shows its title and a placeholder', async () => {
    const router = await start()
    await router.open('navigateTo', '/pages/slow/slow')
    await expect.element(screen.getByRole('heading', { name: 'Title of /pages/slow/slow' })).toBeVisible()
    await expect.element(screen.getByText('loading')).toBeVisible()
  })

  test('that does not load is a failure of its page alone', async () => {
    const router = await start()
    await router.open('navigateTo', '/pages/lost/lost')
    await expect.element(screen.getByText('ScreenLoadError')).toBeVisible()
    await router.back(1)
    await expect.element(screen.getByLabelText('home field')).toBeVisible()
  })

  test('that has a bug is caught on its page, and the way back is open', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const router = await start()
    await router.open('navigateTo', '/pages/broken/broken')
    await expect.element(screen.getByText('Error', { exact: true })).toBeVisible()
    await router.back(1)
    await expect.element(screen.getByLabelText('home field')).toBeVisible()
    vi.restoreAllMocks()
  })

  test('that arrived once is shown again without a placeholder', async () => {
    const router = await start()
    await router.open('navigateTo', '/pages/a/a')
    await expect.element(screen.getByLabelText('a field')).toBeVisible()
    await router.back(1)
    await router.open('navigateTo', '/pages/a/a')
    expect(document.body.textContent).not.toContain('loading')
  })

  test('may choose its own title', async () => {
    const router = await start()
    await router.open('navigateTo', '/pages/titled/titled')
    await expect.element(screen.getByRole('heading', { name: 'Loan 1048' })).toBeVisible()
  })

  test('may refuse to be left', async () => {
    const router = await start()
    await logged(() => router.open('navigateTo', '/pages/a/a'))
    blockBack = true
    expect(await router.back(1)).toEqual({ refused: 'onBackPress' })
    expect(urls(router)).toEqual(['/', '/pages/a/a'])
  })

  test('tells its opener what was chosen', async () => {
    const router = await start()
    const heard: unknown[] = []
    await router.open('navigateTo', '/pages/a/a', { chosen: (value) => heard.push(value) })
    await userEvent.click(screen.getByRole('button', { name: 'a chooses' }))
    expect(heard).toEqual(['a'])
  })
})
