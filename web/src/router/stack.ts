import { buildUrl, type Query } from './query.ts'

export type Opener = 'launch' | 'navigateTo' | 'redirectTo' | 'reLaunch' | 'switchTab'

export type Page = {
  /** Written into the history entry, so that the entry and the page know each other. */
  readonly id: number
  /** The place of the page's entry in the browser's history; it grows from the bottom of the stack to the top. */
  readonly index: number
  readonly path: string
  readonly query: Query
  readonly tab: boolean
  readonly opener: Opener
}

/** `pages` is what back walks through, the last one on the screen; `tabs` are tab pages kept alive beside it. */
export type Stack = {
  readonly pages: readonly [Page, ...Page[]]
  readonly tabs: readonly Page[]
}

export type StackEvent =
  | { readonly type: 'navigateTo' | 'redirectTo' | 'reLaunch' | 'switchTab'; readonly page: NewPage }
  | { readonly type: 'navigateBack'; readonly delta: number }
  /** The browser went back or forward to the entry at `index`. */
  | { readonly type: 'traverse'; readonly index: number; readonly page: NewPage }
  /** Somebody edited the hash by hand: the browser has made a new entry for it. */
  | { readonly type: 'hashEdited'; readonly page: NewPage }

export type NewPage = Omit<Page, 'index'>

export type Effects = {
  readonly history:
    | { readonly do: 'push' | 'replace'; readonly page: Page }
    | { readonly do: 'go'; readonly delta: number }
    | { readonly do: 'nothing' }
  readonly scroll: 'start' | 'saved' | 'keep'
  /** Destroyed by this step: their state is gone. */
  readonly unloaded: readonly Page[]
}

export const topOf = ({ pages }: Stack): Page => pages.at(-1) ?? pages[0]

export const urlOf = (page: Pick<Page, 'path' | 'query'>): string => buildUrl(page.path, page.query)

/**
 * No back button on a tab, and none on a page that was put there as the only one. A page opened by its address has
 * nothing behind it either, but its button leads Home.
 */
export const hasBackButton = ({ pages }: Stack, page: Page): boolean =>
  !page.tab && (pages.length > 1 || (page.opener !== 'redirectTo' && page.opener !== 'reLaunch'))

const alive = ({ pages, tabs }: Stack): readonly Page[] => [...tabs, ...pages]

const isIn = (pages: readonly Page[], page: Page): boolean => pages.some(({ id }) => id === page.id)

/** Tab pages that leave the stack are kept beside it, whatever made them leave; only reLaunch lets go of them. */
const withPages = (before: Stack, pages: readonly [Page, ...Page[]]): Stack => ({
  pages,
  tabs: alive(before).filter((page) => page.tab && !pages.some(({ path }) => path === page.path)),
})

const step = (before: Stack, after: Stack, effects: Omit<Effects, 'unloaded'>): { stack: Stack; effects: Effects } => ({
  stack: after,
  effects: { ...effects, unloaded: alive(before).filter((page) => !isIn(alive(after), page)) },
})

const unchanged = (stack: Stack): { stack: Stack; effects: Effects } => ({
  stack,
  effects: { history: { do: 'nothing' }, scroll: 'keep', unloaded: [] },
})

const keptTab = (stack: Stack, path: string): Page | undefined =>
  alive(stack).find((page) => page.tab && page.path === path)

/** A tab page that is alive with the same query is shown again as it was left; another query is another page. */
const keptOrNew = (stack: Stack, page: NewPage, index: number): Page => {
  const kept = page.tab ? keptTab(stack, page.path) : undefined
  return kept && urlOf(kept) === urlOf(page) ? { ...kept, index } : { ...page, index }
}

const traverse = (stack: Stack, page: NewPage, index: number): { stack: Stack; effects: Effects } => {
  const below = page.tab ? [] : stack.pages.filter((other) => other.index < index)
  const revealed = stack.pages.find((other) => other.index === index && other.id === page.id)
  const shown = revealed ?? keptOrNew(stack, page, index)
  const [bottom = shown, ...rest] = [...below, shown]
  return step(stack, withPages(stack, [bottom, ...rest]), {
    history: { do: 'replace', page: shown },
    scroll: 'saved',
  })
}

/** The whole of navigation as a function: from a stack and what happened to the next stack and what must be done. */
export const reduce = (stack: Stack, event: StackEvent): { stack: Stack; effects: Effects } => {
  const top = topOf(stack)
  switch (event.type) {
    case 'navigateTo': {
      const page = { ...event.page, index: top.index + 1 }
      const [bottom, ...rest] = stack.pages
      return step(
        stack,
        { ...stack, pages: [bottom, ...rest, page] },
        { history: { do: 'push', page }, scroll: 'start' },
      )
    }
    case 'redirectTo': {
      const page = { ...event.page, index: top.index }
      const [bottom = page, ...rest] = [...stack.pages.slice(0, -1), page]
      return step(stack, { ...stack, pages: [bottom, ...rest] }, { history: { do: 'replace', page }, scroll: 'start' })
    }
    case 'reLaunch': {
      const page = { ...event.page, index: top.index }
      return step(stack, { pages: [page], tabs: [] }, { history: { do: 'replace', page }, scroll: 'start' })
    }
    case 'switchTab': {
      if (top.tab && top.path === event.page.path) return unchanged(stack)
      const page = { ...(keptTab(stack, event.page.path) ?? event.page), index: top.index }
      return step(stack, withPages(stack, [page]), {
        history: { do: 'replace', page },
        scroll: top.tab ? 'saved' : 'start',
      })
    }
    case 'navigateBack': {
      const target = stack.pages.at(-1 - Math.min(stack.pages.length - 1, event.delta)) ?? top
      if (target.id === top.id) return unchanged(stack)
      return {
        stack,
        effects: { history: { do: 'go', delta: target.index - top.index }, scroll: 'keep', unloaded: [] },
      }
    }
    case 'traverse':
      return traverse(stack, event.page, event.index)
    case 'hashEdited': {
      const page = keptOrNew(stack, event.page, top.index + 1)
      return step(stack, withPages(stack, [page]), { history: { do: 'replace', page }, scroll: 'start' })
    }
  }
}
