import type { ReactNode } from 'react'
import { useLocale } from '@hola/i18n/locale.ts'
import { useStanding } from '../../shared/home/use-standing.ts'
import { useRemote } from '../../lib/use-remote.ts'
import { InitState } from './init-state.tsx'

/** The state before applying as a page of its own, for a guest too. */
export function InitStateScreen(): ReactNode {
  useLocale()
  const { remote: home, refresh } = useRemote('app/home')
  const standing = useStanding(home.status === 'ready' ? home.data : undefined)
  return <InitState onHome={false} home={home} standing={standing} onRetry={refresh} />
}
