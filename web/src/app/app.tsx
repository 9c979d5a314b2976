import { useSyncExternalStore, type ReactNode } from 'react'
import { useLocale } from '@hola/i18n/locale.ts'
import { Pages } from '../router/pages.tsx'
import type { Router } from '../router/router.ts'
import { topOf } from '../router/stack.ts'
import { FeedbackHost } from '@hola/ui/overlay/feedback-host.tsx'
import { Layout } from './layout.tsx'
import { views } from './page-views.tsx'
import { TabBar } from './tab-bar.tsx'

export const App = ({ router }: { router: Router }): ReactNode => {
  // Every text below is read while rendering: a new language renders all of it again.
  useLocale()
  const { tab, path } = topOf(useSyncExternalStore(router.subscribe, router.snapshot).stack)
  return (
    <Layout row={router.rowOf(path)}>
      <Pages router={router} views={views} />
      {tab && <TabBar path={path} />}
      <FeedbackHost />
    </Layout>
  )
}
