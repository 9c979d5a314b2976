import type { ReactNode } from 'react'
import { useLocale } from '../../i18n/locale.ts'
import { useRemote } from '../../lib/use-remote.ts'
import { PullToRefresh } from '../../ui/pull-to-refresh.tsx'
import { InitState } from './init-state.tsx'

/** Nobody can have applied yet, so a user's Home is the state before applying. */
export function HomeForUser(): ReactNode {
  useLocale()
  const { remote: home, refresh } = useRemote('app/home')
  return (
    <PullToRefresh onRefresh={refresh}>
      <InitState onHome home={home} onRetry={refresh} />
    </PullToRefresh>
  )
}
