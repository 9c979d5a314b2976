import type { ReactNode } from 'react'
import { useLocale } from '@hola/i18n/locale.ts'
import { useRemote } from '../../lib/use-remote.ts'
import { InitState } from './init-state.tsx'

/** The state before applying as a page of its own, for a guest too. */
export function InitStateScreen(): ReactNode {
  useLocale()
  const { remote: home, refresh } = useRemote('app/home')
  return <InitState onHome={false} home={home} onRetry={refresh} />
}
