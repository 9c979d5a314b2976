import { channelPair, type EventChannel, type Listener } from './event-channel.ts'
import { resolveUrl, splitUrl } from './query.ts'
import type { RouteRow } from './register.ts'
import { reduce, topOf, urlOf, type Effects, type NewPage, type Opener, type Page, type Stack } from './stack.ts'

export type OpenApi = 'navigateTo' | 'redirectTo' | 'reLaunch' | 'switchTab'

/** What a history entry remembers of its page. */
export type Entry = { readonly id: number; readonly index: number }

export type HistoryPort = {
  /** The hash without its `#`, and what we wrote into the entry, if it is ours. */
  current(): { readonly url: string; readonly entry: Entry | undefined }
  push(url: string, entry: Entry): void
  /** Without a url the address stays as it is. */
  replace(url: string | undefined, entry: Entry): void
  go(delta: number): void
  listen(onPopState: () => void): void
}

export type RouterOptions = {
  readonly routes: readonly RouteRow[]
  readonly history: HistoryPort
  readonly scroll: { read(): number; write(top: number): void }
  readonly newId: () => number
  /** Names the page to show instead when this visitor may not see this one. */
  readonly guard: (row: RouteRow, url: string) => string | undefined
  readonly onRouteChange: () => void
}

export type Snapshot = { readonly stack: Stack; readonly version: number; readonly scroll: Effects['scroll'] }

export type Opened = { readonly eventChannel: EventChannel }
export type Refused = { readonly refused: string }

export type Router = ReturnType<typeof createRouter>

const HOME = '/'

/** A browser that swallows a step back must not keep every later call waiting. */
const TRAVERSAL_LIMIT_MS = 1000

export const createRouter = (options: RouterOptions) => {
  const { history, scroll } = options
  const rows = new Map<string, RouteRow>()
  for (const row of options.routes) {
    rows.set(row.path, row)
    if (row.alias) rows.set(row.alias, row)
  }

  const listeners = new Set<() => void>()
  const positions = new Map<number, number>()
  const channels = new Map<number, EventChannel>()
  const backHandlers = new Map<number, Set<() => boolean>>()
  const locked = new Set<string>()
  const firstCommit = Promise.withResolvers<void>()
  let isReady = false
  let commits: { version: number; done: () => void }[] = []
  let committedVersion = -1
  let traversal: { ended: Promise<void>; end: () => void } | undefined

  /** The alias becomes the path, and a page that is not for this visitor becomes the one the guard names. */
  const pageFor = (url: string, opener: Opener, id = options.newId()): NewPage => {
    const { path, query } = splitUrl(url)
    const row = rows.get(path)
    if (!row) return { id, path, query, tab: false, opener }
    const instead = options.guard(row, urlOf({ path: row.path, query }))
    if (instead !== undefined) return pageFor(instead, 'launch')
    return { id, path: row.path, query, tab: row.kind === 'tab', opener }
  }

  const launch = history.current()
  const firstPage: Page = {
    ...pageFor(launch.url, 'launch', launch.entry?.id),
    index: launch.entry?.index ?? 0,
  }
  let snapshot: Snapshot = { stack: { pages: [firstPage], tabs: [] }, version: 0, scroll: 'keep' }

  /** Resolves when the new pages are in the document. */
  const apply = ({ stack, effects }: { stack: Stack; effects: Effects }): Promise<void> => {
    if (stack === snapshot.stack) return Promise.resolve()
    positions.set(topOf(snapshot.stack).id, scroll.read())
    if (effects.history.do === 'push') history.push(urlOf(effects.history.page), effects.history.page)
    if (effects.history.do === 'replace') history.replace(urlOf(effects.history.page), effects.history.page)
    for (const { id } of effects.unloaded) {
      channels.delete(id)
      backHandlers.delete(id)
    }
    const version = snapshot.version + 1
    snapshot = { stack, version, scroll: effects.scroll }
    options.onRouteChange()
    const committed = new Promise<void>((done) => commits.push({ version, done }))
    for (const listener of listeners) listener()
    return committed
  }

  const onPopState = (): void => {
    const { url, entry } = history.current()
    if (entry) {
      const page = pageFor(url, 'launch', entry.id)
      void apply(reduce(snapshot.stack, { type: 'traverse', index: entry.index, page }))
    } else if (url === urlOf(topOf(snapshot.stack))) {
      // A link to the page that is already there: the browser forgot what we wrote into the entry, nothing more.
      history.replace(url, topOf(snapshot.stack))
    } else {
      void apply(reduce(snapshot.stack, { type: 'hashEdited', page: pageFor(url, 'launch') }))
    }
    traversal?.end()
  }

  const problemOf = (api: OpenApi, target: string, url: string): string | undefined => {
    if (target === '') return 'Missing required args: "url"'
    const row = rows.get(splitUrl(url).path)
    if (!row) return `page \`${url}\` is not found`
    if (row.kind === 'tab' && (api === 'navigateTo' || api === 'redirectTo')) return `can not ${api} a tabbar page`
    if (row.kind !== 'tab' && api === 'switchTab') return 'can not switch to no-tabBar page'
    return locked.has(url) ? `${url} locked` : undefined
  }

  const complete = (): void => locked.clear()

  const open = async (
    api: OpenApi,
    target: string,
    events: Readonly<Record<string, Listener>> = {},
  ): Promise<Opened | Refused> => {
    // The first page is not there yet: nothing can be a double tap, and a relative url has nothing to stand on.
    const early = !isReady
    if (early) await firstCommit.promise
    const current = rows.get(topOf(snapshot.stack).path)
    const url = resolveUrl(target, current?.alias ?? topOf(snapshot.stack).path)
    const problem = problemOf(api, target, url)
    if (problem !== undefined) return { refused: problem }
    if (!early) locked.add(url)
    if (traversal) await traversal.ended
    const page = pageFor(api === 'switchTab' ? splitUrl(url).path : url, api)
    const { opener, opened } = channelPair()
    for (const [name, listener] of Object.entries(events)) opener.on(name, listener)
    const shown = apply(reduce(snapshot.stack, { type: api, page }))
    if (api === 'navigateTo') channels.set(page.id, opened)
    await shown
    complete()
    return { eventChannel: opener }
  }

  const goBack = (delta: number): Promise<void> => {
    const { promise: ended, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(() => traversal?.end(), TRAVERSAL_LIMIT_MS)
    const end = (): void => {
      clearTimeout(timer)
      traversal = undefined
      resolve()
    }
    traversal = { ended, end }
    history.go(delta)
    return ended
  }

  const back = async (delta: number): Promise<Refused | undefined> => {
    if (!isReady) await firstCommit.promise
    if (traversal) await traversal.ended
    const { stack } = snapshot
    const top = topOf(stack)
    if ([...(backHandlers.get(top.id) ?? [])].some((handler) => handler())) return { refused: 'onBackPress' }
    const { effects } = reduce(stack, { type: 'navigateBack', delta })
    if (effects.history.do === 'go') {
      await goBack(effects.history.delta)
      await new Promise<void>((done) => {
        if (committedVersion >= snapshot.version) done()
        else commits.push({ version: snapshot.version, done })
      })
    } else if (!top.tab) {
      // The original reloaded the whole app here. There is nothing behind the only page, so it leads Home.
      await apply(reduce(stack, { type: 'reLaunch', page: pageFor(HOME, 'reLaunch') }))
    }
    complete()
    return undefined
  }

  // The address stays as it was opened, unless the guard chose another page for it.
  const launchPath = splitUrl(launch.url).path
  const isAsked = firstPage.path === (rows.get(launchPath)?.path ?? launchPath)
  history.replace(isAsked ? undefined : urlOf(firstPage), firstPage)
  history.listen(onPopState)

  return {
    open,
    back,

    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    snapshot: (): Snapshot => snapshot,
    rowOf: (path: string): RouteRow | undefined => rows.get(path),
    isAlive: (id: number): boolean => {
      const { pages, tabs } = snapshot.stack
      return [...pages, ...tabs].some((page) => page.id === id)
    },

    /** The pages of this snapshot are in the document: the calls that led here are complete, waiting ones begin. */
    committed: (shown: Snapshot): void => {
      if (shown.version > committedVersion) {
        committedVersion = shown.version
        if (shown.scroll === 'start') scroll.write(0)
        if (shown.scroll === 'saved') scroll.write(positions.get(topOf(shown.stack).id) ?? 0)
      }
      for (const { version, done } of commits) if (version <= committedVersion) done()
      commits = commits.filter(({ version }) => version > committedVersion)
      isReady = true
      firstCommit.resolve()
    },

    /** A page that was built anew is tall enough for its old position only when its screen is there. */
    screenShown: (id: number): void => {
      if (snapshot.scroll !== 'saved' || topOf(snapshot.stack).id !== id) return
      const saved = positions.get(id) ?? 0
      if (saved > scroll.read()) scroll.write(saved)
    },

    /** The visitor logged in or out: the page on the screen may no longer be theirs to see. */
    checkGuard: (): void => {
      const top = topOf(snapshot.stack)
      const page = pageFor(urlOf(top), 'launch')
      if (page.path !== top.path) void apply(reduce(snapshot.stack, { type: 'redirectTo', page }))
    },

    channelOf: (id: number): EventChannel | undefined => channels.get(id),

    onBackPress: (id: number, handler: () => boolean): (() => void) => {
      const handlers = backHandlers.get(id) ?? new Set()
      backHandlers.set(id, handlers.add(handler))
      return () => handlers.delete(handler)
    },
  }
}
