import { useRef, type ReactNode } from 'react'
import { useLocale } from '../../i18n/locale.ts'
import { useRemote } from '../../lib/use-remote.ts'
import { HomeRefresh } from './home-refresh.tsx'
import { InitState } from './init-state.tsx'

/** Nobody can have applied yet, so a user's Home is the state before applying. */
export function HomeForUser(): ReactNode {
  useLocale()
  const { remote: home, refresh } = useRemote('app/home')
  const area = useRef<HTMLDivElement>(null)
  return (
    <div ref={area}>
      <HomeRefresh area={area} onRefresh={refresh} />
      <InitState onHome home={home} onRetry={refresh} />
    </div>
  )
}
