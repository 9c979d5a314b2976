import { useCallback, useEffect, useRef, useState } from 'react'
import { useLocale } from '@hola/i18n/locale.ts'
import { ApiError } from '../../lib/api-client.ts'
import { api } from '../../lib/api.ts'
import type { Load } from '../../lib/form-load.ts'
import type { ApplyInfo } from '../../shared/camera/photo-words.ts'

const askForInfo = (signal?: AbortSignal): Promise<ApplyInfo> =>
  api.call('loan/apply_info', {}, { quiet: true, ...(signal && { signal }) })

/**
 * How far the application is, asked anew each time the page is shown and in each language. What was known stays on the
 * screen meanwhile, and when the asking fails.
 */
export const useApplication = () => {
  const language = useLocale()
  const [load, setLoad] = useState<Load<ApplyInfo>>({ status: 'loading' })

  const show = useCallback((data: ApplyInfo): void => setLoad({ status: 'ready', data }), [])
  const fail = useCallback((problem: unknown): void => {
    if (!(problem instanceof ApiError)) throw problem
    // At the end of a session the router shows the log-in in place of this page.
    if (problem.kind === 'aborted' || problem.kind === 'logged_out') return
    const said = problem.kind === 'refused' ? problem.message : undefined
    setLoad((before) => (before.status === 'ready' ? before : { status: 'failed', problem: said }))
  }, [])
  /** How often a stored photo has changed what is shown: an answer that was asked for before it would undo it. */
  const changes = useRef(0)
  const refresh = useCallback((): Promise<void> => {
    const before = changes.current
    return askForInfo().then((data) => {
      if (changes.current === before) show(data)
    }, fail)
  }, [show, fail])

  useEffect(() => {
    const page = new AbortController()
    askForInfo(page.signal).then(show, fail)
    return () => page.abort()
  }, [show, fail, language])

  const retry = (): void => {
    setLoad({ status: 'loading' })
    void refresh()
  }
  const update = useCallback((change: (before: ApplyInfo) => ApplyInfo): void => {
    changes.current += 1
    setLoad((before) => (before.status === 'ready' ? { status: 'ready', data: change(before.data) } : before))
  }, [])
  return { load, refresh, retry, show, update }
}
