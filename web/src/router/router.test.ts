import { afterEach, describe, expect, test, vi } from 'vitest'
import type { RouteRow } from './register.ts'
import { createRouter, type Entry, type HistoryPort, type OpenApi, type Router } from './router.ts'
import { topOf, urlOf } from './stack.ts'

const row = (path: `/${string}`, more: Partial<RouteRow> = {}): RouteRow => ({
  path,
  kind: 'page',
  access: 'guest',
  navBar: true,
  title: () => path,
  screen: async () => () => null,
  ...more,
})

const routes: readonly RouteRow[] = [
  row('/', { alias: '/pages/index/index', kind: 'tab' }),
  row('/pages/my-loan/my-loan', { kind: 'tab' }),
  row('/pages/a/a'),
  row('/pages/a/b'),
  row('/pages/secret/secret', { access: 'user' }),
  row('/pages/login/login'),
]

type Browser = HistoryPort & {
  entries: { url: string; entry: Entry | undefined }[]
  at: number
  type(url: string): void
}

/** A browser's history: entries, a place in them, and traversal that answers later. */
const fakeHistory = (url: string, entry?: Entry): Browser => {
  let onPopState = (): void => undefined
  const self: Browser = {
    entries: [{ url, entry }],
    at: 0,
    current: () => self.entries[self.at] ?? { url: '', entry: undefined },
    push: (to, { id, index }) => {
      self.entries = [...self.entries.slice(0, self.at + 1), { url: to, entry: { id, index } }]
      self.at += 1
    },
    replace: (to, { id, index }) => {
      self.entries[self.at] = { url: to ?? self.current().url, entry: { id, index } }
    },
    go: (delta) =>
      queueMicrotask(() => {
        if (!self.entries[self.at + delta]) return
        self.at += delta
        onPopState()
      }),
    listen: (listener) => {
      onPopState = listener
    },
    type: (to) => {
      self.entries = [...self.entries.slice(0, self.at + 1), { url: to, entry: undefined }]
      self.at += 1
      onPopState()
    },
  }
  return self
}

const start = (url = '/', { entry, logged = true }: { entry?: Entry; logged?: boolean } = {}) => {
  const history = fakeHistory(url, entry)
  const session = { logged }
  const page = { scroll: 0 }
  let lastId = 100
  const router: Router = createRouter({
    routes,
    history,
    scroll: {
      read: () => page.scroll,
      write: (top) => {
        page.scroll = top
      },
    },
    newId: () => (lastId += 1),
    guard: (target, to) =>
      target.access === 'user' && !session.logged ? `/pages/login/login?back=${encodeURIComponent(to)}` : undefined,
    onRouteChange: () => undefined,
  })
  const shown = (): void => router.committed(router.snapshot())
  const stop = router.subscribe(() => queueMicrotask(shown))
  const stackUrls = (): string[] => router.snapshot().stack.pages.map(urlOf)
  const openNow = (api: OpenApi, to: string) => router.open(api, to)
  return { router, history, session, page, shown, stop, stackUrls, openNow }
}

const ready = (...args: Parameters<typeof start>): ReturnType<typeof start> => {
  const app = start(...args)
  app.shown()
  return app
}

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))

afterEach(() => vi.useRealTimers())

describe('checks, in this order', () => {
  test.each<[check: string, api: OpenApi, url: string, text: string]>([
    ['url empty', 'navigateTo', '', 'Missing required args: "url"'],
    ['neither path nor alias', 'navigateTo', '/pages/x/x?a=1', 'page `/pages/x/x?a=1` is not found'],
    ['unknown comes before tab rules', 'switchTab', '/pages/x/x', 'page `/pages/x/x` is not found'],
    ['unknown', 'reLaunch', '/pages/x/x', 'page `/pages/x/x` is not found'],
    ['unknown', 'redirectTo', '/pages/x/x', 'page `/pages/x/x` is not found'],
    ['navigateTo to a tab page', 'navigateTo', '/pages/my-loan/my-loan', 'can not navigateTo a tabbar page'],
    ['navigateTo to the alias of Home', 'navigateTo', '/pages/index/index?x=1', 'can not navigateTo a tabbar page'],
    ['redirectTo to a tab page', 'redirectTo', '/', 'can not redirectTo a tabbar page'],
    ['switchTab to a plain page', 'switchTab', '/pages/a/a', 'can not switch to no-tabBar page'],
    ['relative url that leads nowhere', 'navigateTo', 'pages/a/a', 'page `/pages/index/pages/a/a` is not found'],
  ])('%s: %s %s', async (_check, api, url, text) => {
    const { router, stackUrls } = ready()
    expect(await router.open(api, url)).toEqual({ refused: text })
    expect(stackUrls()).toEqual(['/'])
  })

  test('the same url while the previous call is pending: locked', async () => {
    const { router, stackUrls } = ready()
    const first = router.open('navigateTo', '/pages/a/a?x=1')
    expect(await router.open('navigateTo', '/pages/a/a?x=1')).toEqual({ refused: '/pages/a/a?x=1 locked' })
    expect(await first).toHaveProperty('eventChannel')
    expect(stackUrls()).toEqual(['/', '/pages/a/a?x=1'])
  })

  test('another url is not locked, and any completed call releases the lock', async () => {
    const { router, stackUrls } = ready()
    const both = [router.open('navigateTo', '/pages/a/a'), router.open('navigateTo', '/pages/a/b')]
    await Promise.all(both)
    await router.open('navigateTo', '/pages/a/a')
    expect(stackUrls()).toEqual(['/', '/pages/a/a', '/pages/a/b', '/pages/a/a'])
  })

  test('navigateBack refused by a page: onBackPress', async () => {
    const { router, stackUrls } = ready()
    await router.open('navigateTo', '/pages/a/a')
    const release = router.onBackPress(topOf(router.snapshot().stack).id, () => true)
    expect(await router.back(1)).toEqual({ refused: 'onBackPress' })
    expect(stackUrls()).toEqual(['/', '/pages/a/a'])
    release()
    expect(await router.back(1)).toBeUndefined()
    expect(stackUrls()).toEqual(['/'])
  })
})

describe('API calls and the browser', () => {
  test('navigateTo pushes, tab switches and redirects replace: back never walks through tabs', async () => {
    const { router, history } = ready()
    await router.open('switchTab', '/pages/my-loan/my-loan')
    await router.open('switchTab', '/')
    await router.open('navigateTo', '/pages/a/a')
    await router.open('redirectTo', '/pages/a/b')
    expect(history.entries.map(({ url }) => url)).toEqual(['/', '/pages/a/b'])
  })

  test('switchTab strips the query, reLaunch keeps it', async () => {
    const { router, history } = ready()
    await router.open('switchTab', '/pages/my-loan/my-loan?index=1')
    expect(history.current().url).toBe('/pages/my-loan/my-loan')
    await router.open('reLaunch', '/pages/my-loan/my-loan?index=1')
    expect(history.current().url).toBe('/pages/my-loan/my-loan?index=1')
  })

  test('the alias of Home becomes / in the address bar', async () => {
    const { router, history } = ready('/pages/a/a')
    await router.open('switchTab', '/pages/index/index')
    expect(history.current().url).toBe('/')
  })

  test('navigateBack goes delta entries back and no further than the first page', async () => {
    const { router, history, stackUrls } = ready()
    await router.open('navigateTo', '/pages/a/a')
    await router.open('navigateTo', '/pages/a/b')
    await router.back(7)
    expect(stackUrls()).toEqual(['/'])
    expect(history.at).toBe(0)
  })

  test('navigateBack on the only page, a tab: nothing happens', async () => {
    const { router, history, stackUrls } = ready('/pages/my-loan/my-loan')
    const go = vi.spyOn(history, 'go')
    expect(await router.back(1)).toBeUndefined()
    expect(stackUrls()).toEqual(['/pages/my-loan/my-loan'])
    expect(go).not.toHaveBeenCalled()
  })

  test('navigateBack on the only page, a plain one: Home, never a reload', async () => {
    const { router, history, stackUrls } = ready('/pages/a/a')
    const go = vi.spyOn(history, 'go')
    await router.back(1)
    expect(stackUrls()).toEqual(['/'])
    expect(go).not.toHaveBeenCalled()
  })

  test('a call right after navigateBack waits until the browser has gone back', async () => {
    const { router, history, stackUrls } = ready()
    await router.open('navigateTo', '/pages/a/a')
    await Promise.all([router.back(1), router.open('navigateTo', '/pages/a/b')])
    expect(stackUrls()).toEqual(['/', '/pages/a/b'])
    expect(history.entries.map(({ url }) => url)).toEqual(['/', '/pages/a/b'])
  })

  test('a step back that the browser swallows does not block later calls', async () => {
    const { router, history, stackUrls } = ready()
    await router.open('navigateTo', '/pages/a/a')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    history.go = () => undefined
    const back = router.back(1)
    const next = router.open('navigateTo', '/pages/a/b')
    await vi.advanceTimersByTimeAsync(1000)
    await Promise.all([back, next])
    expect(stackUrls()).toEqual(['/', '/pages/a/a', '/pages/a/b'])
  })

  test('browser back pops and does not ask onBackPress; forward rebuilds the page', async () => {
    const { router, history, stackUrls } = ready()
    await router.open('navigateTo', '/pages/a/a?x=1')
    const before = topOf(router.snapshot().stack)
    router.onBackPress(before.id, () => true)
    history.go(-1)
    await settled()
    expect(stackUrls()).toEqual(['/'])
    expect(router.isAlive(before.id)).toBe(false)
    history.go(1)
    await settled()
    expect(stackUrls()).toEqual(['/', '/pages/a/a?x=1'])
    expect(topOf(router.snapshot().stack)).not.toBe(before)
  })

  test('after a reload the stack holds the current page alone, and back reaches the entry before', async () => {
    const { router, history, stackUrls } = ready('/pages/a/b?x=1', { entry: { id: 7, index: 1 } })
    history.entries.unshift({ url: '/pages/a/a', entry: { id: 6, index: 0 } })
    history.at = 1
    expect(stackUrls()).toEqual(['/pages/a/b?x=1'])
    history.go(-1)
    await settled()
    expect(stackUrls()).toEqual(['/pages/a/a'])
    expect(router.snapshot().stack.pages[0].id).toBe(6)
  })

  test('reLaunch cannot clear the history: back may still reach older entries', async () => {
    const { router, history, stackUrls } = ready()
    await router.open('navigateTo', '/pages/a/a')
    await router.open('navigateTo', '/pages/a/b')
    await router.open('reLaunch', '/')
    expect(stackUrls()).toEqual(['/'])
    history.go(-1)
    await settled()
    expect(stackUrls()).toEqual(['/pages/a/a'])
  })

  test('relative urls stand on the folder of the current page, Home on that of its alias', async () => {
    const { router, stackUrls } = ready()
    await router.open('navigateTo', '../a/a')
    await router.open('navigateTo', './b?x=1')
    expect(stackUrls()).toEqual(['/', '/pages/a/a', '/pages/a/b?x=1'])
  })

  test('the opener and the opened page talk through the channel, until the page is gone', async () => {
    const { router } = ready()
    const heard: unknown[] = []
    const opened = await router.open('navigateTo', '/pages/a/a', { chosen: (value) => heard.push(value) })
    const { id } = topOf(router.snapshot().stack)
    router.channelOf(id)?.emit('chosen', 'Córdoba')
    if ('eventChannel' in opened) opened.eventChannel.emit('data', 1)
    router.channelOf(id)?.on('data', (value) => heard.push(value))
    expect(heard).toEqual(['Córdoba', 1])
    await router.back(1)
    expect(router.channelOf(id)).toBeUndefined()
  })

  test('calls before the first page is ready wait, in their order, and lock nothing', async () => {
    const { router, shown, stackUrls } = start()
    const calls = [router.open('navigateTo', '/pages/a/a'), router.open('navigateTo', '/pages/a/a')]
    await settled()
    expect(stackUrls()).toEqual(['/'])
    shown()
    await Promise.all(calls)
    expect(stackUrls()).toEqual(['/', '/pages/a/a', '/pages/a/a'])
  })
})

describe('hash edited by hand, deep link', () => {
  test.each<[row: string, url: string, stack: string[], tab: boolean]>([
    ['valid plain page', '/pages/a/a?x=1', ['/pages/a/a?x=1'], false],
    ['tab page, query kept', '/pages/my-loan/my-loan?x=1', ['/pages/my-loan/my-loan?x=1'], true],
    ['alias of Home', '/pages/index/index', ['/'], true],
    ['unknown path', '/nope?x=1', ['/nope?x=1'], false],
    ['a flag without a value is empty, not "null"', '/pages/a/a?flag', ['/pages/a/a?flag='], false],
  ])('at launch and above a stack: %s', async (_row, url, stack, tab) => {
    const launched = ready(url)
    expect(launched.stackUrls()).toEqual(stack)
    expect(launched.history.current().url).toBe(url)
    const app = ready()
    await app.router.open('navigateTo', '/pages/a/b')
    app.history.type(url)
    expect(app.stackUrls()).toEqual(stack)
    expect(topOf(app.router.snapshot().stack).tab).toBe(tab)
  })

  test('same page, other query: loaded again with the new query', () => {
    const { router, history } = ready('/pages/a/a?x=1')
    const before = topOf(router.snapshot().stack)
    history.type('/pages/a/a?x=2')
    const after = topOf(router.snapshot().stack)
    expect(after.query).toEqual({ x: '2' })
    expect(after.id).not.toBe(before.id)
  })

  test('a link to the very page that is open changes nothing', async () => {
    const { router, history, stackUrls } = ready()
    await router.open('navigateTo', '/pages/a/a')
    const before = topOf(router.snapshot().stack)
    history.type('/pages/a/a')
    expect(stackUrls()).toEqual(['/', '/pages/a/a'])
    expect(topOf(router.snapshot().stack)).toBe(before)
  })
})

describe('scroll', () => {
  test('back restores, a new page starts at the top', async () => {
    const { router, page } = ready()
    page.scroll = 700
    await router.open('navigateTo', '/pages/a/a')
    expect(page.scroll).toBe(0)
    page.scroll = 40
    await router.back(1)
    expect(page.scroll).toBe(700)
  })

  test('forward restores too, once the screen that was built anew is there', async () => {
    const { router, history, page } = ready()
    await router.open('navigateTo', '/pages/a/a')
    page.scroll = 300
    await router.back(1)
    history.go(1)
    await settled()
    expect(page.scroll).toBe(300)
    page.scroll = 0
    router.screenShown(topOf(router.snapshot().stack).id)
    expect(page.scroll).toBe(300)
  })

  test('tab to tab restores, from a plain page a tab starts at the top', async () => {
    const { router, page } = ready()
    page.scroll = 500
    await router.open('switchTab', '/pages/my-loan/my-loan')
    expect(page.scroll).toBe(0)
    page.scroll = 90
    await router.open('switchTab', '/')
    expect(page.scroll).toBe(500)
    await router.open('navigateTo', '/pages/a/a')
    await router.open('switchTab', '/pages/my-loan/my-loan')
    expect(page.scroll).toBe(0)
  })
})

describe('pages that need a log-in, for a guest', () => {
  const login = '/pages/login/login?back=%2Fpages%2Fsecret%2Fsecret%3Fid%3D7'

  test.each<OpenApi>(['navigateTo', 'redirectTo', 'reLaunch'])(
    '%s leads to the log-in, which knows the way back',
    async (api) => {
      const { router, history } = ready('/', { logged: false })
      await router.open(api, '/pages/secret/secret?id=7')
      expect(history.current().url).toBe(login)
      expect(topOf(router.snapshot().stack).query).toEqual({ back: '/pages/secret/secret?id=7' })
    },
  )

  test('a deep link too, at launch and typed later', () => {
    const launched = ready('/pages/secret/secret?id=7', { logged: false })
    expect(launched.history.current().url).toBe(login)
    const app = ready('/', { logged: false })
    app.history.type('/pages/secret/secret?id=7')
    expect(app.history.current().url).toBe(login)
  })

  test('logging out on such a page leaves it, and back does not show it again', async () => {
    const { router, history, session, stackUrls } = ready()
    await router.open('navigateTo', '/pages/secret/secret?id=7')
    await router.open('navigateTo', '/pages/a/a')
    session.logged = false
    router.checkGuard()
    expect(stackUrls()).toEqual(['/', '/pages/secret/secret?id=7', '/pages/a/a'])
    await router.back(1)
    expect(stackUrls()).toEqual(['/', login])
    expect(history.current().url).toBe(login)
  })

  test('logging out while it is on the screen', async () => {
    const { router, session, stackUrls } = ready()
    await router.open('navigateTo', '/pages/secret/secret?id=7')
    session.logged = false
    router.checkGuard()
    expect(stackUrls()).toEqual(['/', login])
  })

  test('a user opens it', async () => {
    const { router, stackUrls } = ready()
    await router.open('navigateTo', '/pages/secret/secret')
    expect(stackUrls()).toEqual(['/', '/pages/secret/secret'])
  })
})
