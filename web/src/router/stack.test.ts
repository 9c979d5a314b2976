import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hasBackButton, reduce, topOf, type NewPage, type Page, type Stack, type StackEvent } from './stack.ts'

const tabPaths = ['/', '/loans', '/profile']
const page = (path: string, id: number, query: Record<string, string> = {}): NewPage => ({
  id,
  path,
  query,
  tab: tabPaths.includes(path),
  opener: 'launch',
})
const at = (path: string, id: number, index: number): Page => ({ ...page(path, id), index })
const paths = (pages: readonly Page[]): string[] => pages.map(({ path }) => path)
const ids = (pages: readonly Page[]): number[] => pages.map(({ id }) => id)

const homeAndTwo: Stack = {
  pages: [at('/', 1, 0), at('/a', 2, 1), at('/b', 3, 2)],
  tabs: [at('/loans', 4, 0)],
}
const onHome: Stack = { pages: [at('/', 1, 0)], tabs: [at('/loans', 4, 0)] }

describe('API effects: the stack, the history, what is destroyed, where the page starts', () => {
  const rows: {
    row: string
    stack: Stack
    event: StackEvent
    pages: number[]
    tabs: number[]
    unloaded: number[]
    history: string
    scroll: string
  }[] = [
    {
      row: 'navigateTo: push, new page on top, opener kept alive',
      stack: homeAndTwo,
      event: { type: 'navigateTo', page: page('/c', 9) },
      pages: [1, 2, 3, 9],
      tabs: [4],
      unloaded: [],
      history: 'push 9@3',
      scroll: 'start',
    },
    {
      row: 'redirectTo: replace, top page destroyed, new one in its place',
      stack: homeAndTwo,
      event: { type: 'redirectTo', page: page('/c', 9) },
      pages: [1, 2, 9],
      tabs: [4],
      unloaded: [3],
      history: 'replace 9@2',
      scroll: 'start',
    },
    {
      row: 'reLaunch: replace, all pages and cached tab pages destroyed',
      stack: homeAndTwo,
      event: { type: 'reLaunch', page: page('/c', 9) },
      pages: [9],
      tabs: [],
      unloaded: [4, 1, 2, 3],
      history: 'replace 9@2',
      scroll: 'start',
    },
    {
      row: 'reLaunch to the tab that is open: a new page, not the kept one',
      stack: onHome,
      event: { type: 'reLaunch', page: page('/', 9, { x: '1' }) },
      pages: [9],
      tabs: [],
      unloaded: [4, 1],
      history: 'replace 9@0',
      scroll: 'start',
    },
    {
      row: 'switchTab: replace, plain pages destroyed, other tabs stay cached, first visit is a new page',
      stack: homeAndTwo,
      event: { type: 'switchTab', page: page('/profile', 9) },
      pages: [9],
      tabs: [4, 1],
      unloaded: [2, 3],
      history: 'replace 9@2',
      scroll: 'start',
    },
    {
      row: 'switchTab from tab to tab: the kept page, at the position it had',
      stack: onHome,
      event: { type: 'switchTab', page: page('/loans', 9) },
      pages: [4],
      tabs: [1],
      unloaded: [],
      history: 'replace 4@0',
      scroll: 'saved',
    },
    {
      row: 'switchTab from a plain page to the tab below it: revealed as it was, starts at the top',
      stack: homeAndTwo,
      event: { type: 'switchTab', page: page('/', 9) },
      pages: [1],
      tabs: [4],
      unloaded: [2, 3],
      history: 'replace 1@2',
      scroll: 'start',
    },
    {
      row: 'switchTab to the current tab: nothing',
      stack: onHome,
      event: { type: 'switchTab', page: page('/', 9) },
      pages: [1],
      tabs: [4],
      unloaded: [],
      history: 'nothing',
      scroll: 'keep',
    },
    {
      row: 'navigateBack: history.go, the stack waits for the browser',
      stack: homeAndTwo,
      event: { type: 'navigateBack', delta: 1 },
      pages: [1, 2, 3],
      tabs: [4],
      unloaded: [],
      history: 'go -1',
      scroll: 'keep',
    },
    {
      row: 'navigateBack with a delta beyond the stack: to its first page',
      stack: homeAndTwo,
      event: { type: 'navigateBack', delta: 99 },
      pages: [1, 2, 3],
      tabs: [4],
      unloaded: [],
      history: 'go -2',
      scroll: 'keep',
    },
    {
      row: 'navigateBack with one page: never a reload',
      stack: onHome,
      event: { type: 'navigateBack', delta: 1 },
      pages: [1],
      tabs: [4],
      unloaded: [],
      history: 'nothing',
      scroll: 'keep',
    },
    {
      row: 'browser back by one: pops like navigateBack, position restored',
      stack: homeAndTwo,
      event: { type: 'traverse', index: 1, page: page('/a', 2) },
      pages: [1, 2],
      tabs: [4],
      unloaded: [3],
      history: 'replace 2@1',
      scroll: 'saved',
    },
    {
      row: 'browser back by two',
      stack: homeAndTwo,
      event: { type: 'traverse', index: 0, page: page('/', 1) },
      pages: [1],
      tabs: [4],
      unloaded: [2, 3],
      history: 'replace 1@0',
      scroll: 'saved',
    },
    {
      row: 'browser forward after back: the page is rebuilt on top',
      stack: onHome,
      event: { type: 'traverse', index: 1, page: page('/a', 2) },
      pages: [1, 2],
      tabs: [4],
      unloaded: [],
      history: 'replace 2@1',
      scroll: 'saved',
    },
    {
      row: 'browser back to an entry from before a reload or a reLaunch: that page alone',
      stack: { pages: [at('/c', 9, 2)], tabs: [] },
      event: { type: 'traverse', index: 1, page: page('/a', 2) },
      pages: [2],
      tabs: [],
      unloaded: [9],
      history: 'replace 2@1',
      scroll: 'saved',
    },
    {
      row: 'browser back from a tab to the tab of the entry before: shown as it was left',
      stack: { pages: [at('/loans', 4, 1)], tabs: [at('/', 1, 0)] },
      event: { type: 'traverse', index: 0, page: page('/', 1) },
      pages: [1],
      tabs: [4],
      unloaded: [],
      history: 'replace 1@0',
      scroll: 'saved',
    },
  ]

  test.each(rows)('the stack: $row', ({ stack, event, ...expected }) => {
    const result = reduce(stack, event)
    const { history } = result.effects
    const written =
      'page' in history ? `${history.page.id}@${history.page.index}` : 'delta' in history ? history.delta : ''
    expect({
      pages: ids(result.stack.pages),
      tabs: ids(result.stack.tabs),
      unloaded: ids(result.effects.unloaded),
      history: `${history.do} ${written}`.trim(),
      scroll: result.effects.scroll,
    }).toEqual({
      pages: expected.pages,
      tabs: expected.tabs,
      unloaded: expected.unloaded,
      history: expected.history,
      scroll: expected.scroll,
    })
  })
})

describe('hash edited by hand', () => {
  test.each<[row: string, to: NewPage, pages: number[], tabs: number[]]>([
    ['valid plain page: that page alone, tabs stay cached', page('/c', 9), [9], [4, 1]],
    ['the same page with another query: loaded again', page('/b', 9, { x: '1' }), [9], [4, 1]],
    ['tab page: opens as that tab, kept state', page('/loans', 9), [4], [1]],
    ['tab page with a query it was not opened with: loaded again', page('/loans', 9, { x: '1' }), [9], [1]],
    ['unknown path: a page of its own', page('/nope', 9), [9], [4, 1]],
  ])('an edited hash: %s', (_row, to, pages, tabs) => {
    const { stack, effects } = reduce(homeAndTwo, { type: 'hashEdited', page: to })
    expect({ pages: ids(stack.pages), tabs: ids(stack.tabs) }).toEqual({ pages, tabs })
    expect(topOf(stack).index).toBe(3)
    expect(effects.scroll).toBe('start')
  })
})

test('whatever happens: no page twice, each tab once, history rises, a tab only at the bottom', () => {
  const anyPath = fc.constantFrom('/', '/loans', '/profile', '/a', '/b')
  const anyStep = fc.record({
    type: fc.constantFrom(
      'navigateTo',
      'redirectTo',
      'reLaunch',
      'switchTab',
      'navigateBack',
      'traverse',
      'hashEdited',
    ),
    path: anyPath,
    index: fc.nat(6),
  })
  fc.assert(
    fc.property(fc.array(anyStep, { maxLength: 40 }), (steps) => {
      let stack: Stack = { pages: [at('/', 0, 0)], tabs: [] }
      for (const [count, { type, path, index }] of steps.entries()) {
        const to = page(path, count + 1)
        if ((type === 'navigateTo' || type === 'redirectTo') && to.tab) continue
        if (type === 'switchTab' && !to.tab) continue
        const event: StackEvent =
          type === 'navigateBack'
            ? { type, delta: index + 1 }
            : type === 'traverse'
              ? { type, index, page: to }
              : { type: type as 'navigateTo', page: to }
        stack = reduce(stack, event).stack
        const all = [...stack.tabs, ...stack.pages]
        const tabsAlive = paths(all.filter(({ tab }) => tab))
        const places = stack.pages.map((one) => one.index)
        expect(new Set(ids(all)).size).toBe(all.length)
        expect(new Set(tabsAlive).size).toBe(tabsAlive.length)
        expect(places).toEqual(places.toSorted((a, b) => a - b))
        expect(new Set(places).size).toBe(places.length)
        expect(stack.pages.slice(1).some(({ tab }) => tab)).toBe(false)
      }
    }),
  )
})

describe('back button in the navigation bar', () => {
  const only = (path: string, opener: Page['opener']): Stack => ({ pages: [{ ...at(path, 1, 0), opener }], tabs: [] })
  test.each<[row: string, stack: Stack, shown: boolean]>([
    ['hidden on the entry page', only('/', 'launch'), false],
    ['hidden on a tab page', only('/loans', 'switchTab'), false],
    ['hidden on a tab page opened by its address', only('/loans', 'launch'), false],
    ['hidden on the only page, opened by redirectTo', only('/a', 'redirectTo'), false],
    ['hidden on the only page, opened by reLaunch', only('/a', 'reLaunch'), false],
    ['shown on the only page, opened by its address', only('/a', 'launch'), true],
    ['shown above another page', homeAndTwo, true],
    [
      'shown on a redirected page above another page',
      { pages: [at('/', 1, 0), { ...at('/a', 2, 1), opener: 'redirectTo' }], tabs: [] },
      true,
    ],
  ])('the back button: %s', (_row, stack, shown) => {
    expect(hasBackButton(stack, topOf(stack))).toBe(shown)
  })
})
