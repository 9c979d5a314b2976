import { useCallback, useEffect, useRef, useState } from 'react'
import type { BodyOf, CallPath, RetOf } from '@hola/core/contract/contract.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { useLocale, wireLanguageOf } from '@hola/i18n/locale.ts'
import { showToast } from '@hola/ui/overlay/feedback.ts'
import type { Remote, Watch } from './remote.ts'

/** The calls that need nothing but their name. */
export type PlainCall = {
  [Path in CallPath]: BodyOf<Path> extends Record<string, never> ? Path : never
}[CallPath]

type Watched<Path extends CallPath> = { remote: Remote<RetOf<Path>>; refresh: () => Promise<void> }

/**
 * A call's answer for a screen, cached, retried and refreshed on focus. What does that is loaded after the first
 * paint; until then the answer is loading. A body has to be the same object as long as it says the same; what is asked
 * with one is asked anew each time the page is shown.
 */
export function useRemote<Path extends PlainCall>(path: Path): Watched<Path>
export function useRemote<Path extends CallPath>(path: Path, body: BodyOf<Path>): Watched<Path>
export function useRemote<Path extends CallPath>(path: Path, body?: BodyOf<Path>): Watched<Path> {
  const language = wireLanguageOf(useLocale())
  const [remote, setRemote] = useState<Remote<RetOf<Path>>>({ status: 'loading' })
  const [attempt, setAttempt] = useState(0)
  const watch = useRef<Watch>(undefined)

  useEffect(() => {
    let left = false
    import('./query.ts').then(
      ({ watchCall }) => {
        if (!left) watch.current = watchCall(path, language, setRemote, body)
      },
      () => {
        if (left) return
        setRemote({ status: 'failed' })
        showToast(m.lib_network_failed())
      },
    )
    return () => {
      left = true
      watch.current?.stop()
      watch.current = undefined
    }
  }, [path, language, attempt, body])

  const refresh = useCallback(async () => {
    if (watch.current) return watch.current.refresh()
    setRemote({ status: 'loading' })
    setAttempt((before) => before + 1)
  }, [])

  return { remote, refresh }
}
