import { useRef, type ReactNode } from 'react'
import { useLocale } from '../../i18n/locale.ts'
import { useRemote } from '../../lib/use-remote.ts'
import { ApplicationState, isUnderway } from './application-state.tsx'
import { HomeRefresh } from './home-refresh.tsx'
import { InitState } from './init-state.tsx'

/** A user's Home: how her application stands, with the one way on. */
export function HomeForUser(): ReactNode {
  useLocale()
  const { remote: home, refresh } = useRemote('app/home')
  const area = useRef<HTMLDivElement>(null)
  const next = home.status === 'ready' ? home.data.next_action.kind : undefined
  return (
    <div ref={area}>
      <HomeRefresh area={area} onRefresh={refresh} />
      {home.status === 'ready' && next !== undefined && isUnderway(next) ? (
        <ApplicationState home={home} kind={next} />
      ) : (
        <InitState onHome home={home} onRetry={refresh} />
      )}
    </div>
  )
}
