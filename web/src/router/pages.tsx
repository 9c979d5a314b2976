import {
  Activity,
  createElement,
  Suspense,
  use,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
  type ComponentType,
  type ReactNode,
} from 'react'
import { ErrorBoundary } from './error-boundary.tsx'
import { ScreenLoadError, useScreen } from './lazy-screen.ts'
import { PageContext } from './page-context.ts'
import type { RouteRow } from './register.ts'
import type { Router } from './router.ts'
import { hasBackButton, topOf, type Page } from './stack.ts'

/** How a page looks around its screen; the shell decides. */
export type Views = {
  /** `row` is missing for an address that no row has. */
  readonly Frame: ComponentType<{
    row: RouteRow | undefined
    /** Chosen by the screen, before the one of the row. */
    title: string | undefined
    hasBackButton: boolean
    children: ReactNode
  }>
  readonly Loading: ComponentType<{ row: RouteRow }>
  readonly Failed: ComponentType<{ error: unknown }>
  readonly NotFound: ComponentType
}

/**
 * A page change has no page load that a screen reader would announce. So the focus moves to the heading of a new page,
 * and back to the control that was left when the page is shown again.
 */
const useFocusOnShow = (router: Router) => {
  const element = useRef<HTMLDivElement>(null)
  const left = useRef<Element>(undefined)
  useEffect(() => {
    const page = element.current
    // The very first page was loaded by the browser, which has put the focus where it belongs.
    if (!page || router.snapshot().version === 0) return
    if (left.current instanceof HTMLElement && page.contains(left.current)) {
      left.current.focus({ preventScroll: true })
      if (document.activeElement === left.current) return
    }
    const heading = page.querySelector<HTMLElement>('h1') ?? page
    if (!heading.hasAttribute('tabindex')) heading.tabIndex = -1
    heading.focus({ preventScroll: true })
  }, [router])
  return { element, remember: (target: Element) => void (left.current = target) }
}

const ScreenOf = ({ row, views: { Loading, Failed } }: { row: RouteRow; views: Views }): ReactNode => {
  const screen = useScreen(row)
  const value = use(PageContext)
  useLayoutEffect(() => {
    if (screen && value) value.router.screenShown(value.page.id)
  }, [screen, value])
  if (screen === undefined) return <Loading row={row} />
  return screen instanceof ScreenLoadError ? <Failed error={screen} /> : createElement(screen)
}

const PageView = ({
  router,
  page,
  views,
  active,
  ...frame
}: {
  router: Router
  page: Page
  views: Views
  active: boolean
  hasBackButton: boolean
}): ReactNode => {
  const { Frame, Loading, Failed, NotFound } = views
  const row = router.rowOf(page.path)
  const [title, setTitle] = useState<string>()
  const { element, remember } = useFocusOnShow(router)
  const context = useMemo(() => ({ router, page, row, setTitle }), [router, page, row])
  return (
    <div ref={element} inert={!active} onFocus={(event) => remember(event.target)}>
      <PageContext value={context}>
        <Frame row={row} title={title} {...frame}>
          <ErrorBoundary fallback={(error) => <Failed error={error} />}>
            {row ? (
              <Suspense fallback={<Loading row={row} />}>
                <ScreenOf row={row} views={views} />
              </Suspense>
            ) : (
              <NotFound />
            )}
          </ErrorBoundary>
        </Frame>
      </PageContext>
    </div>
  )
}

/**
 * Every page that is alive is in the document, and only the top one is shown. A hidden page keeps its state, its DOM
 * and what was typed into it; its effects stop until it is shown again, so that nothing ticks or calls behind a cover.
 */
export const Pages = ({ router, views }: { router: Router; views: Views }): ReactNode => {
  const snapshot = useSyncExternalStore(router.subscribe, router.snapshot)
  useLayoutEffect(() => router.committed(snapshot), [router, snapshot])
  const { pages, tabs } = snapshot.stack
  const top = topOf(snapshot.stack)
  // In the order of their birth, so that no page is ever moved in the document.
  const alive = [...tabs, ...pages].toSorted((a, b) => a.id - b.id)
  return alive.map((page) => (
    <Activity key={page.id} mode={page.id === top.id ? 'visible' : 'hidden'}>
      <PageView
        router={router}
        page={page}
        views={views}
        active={page.id === top.id}
        hasBackButton={hasBackButton(snapshot.stack, page)}
      />
    </Activity>
  ))
}
