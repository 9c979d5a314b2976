import { useEffect, useEffectEvent, useState } from 'react'
import { ApiError } from './api-client.ts'

/** Where the data stand that a form begins with. `problem` is what the server said, if it said anything. */
export type Load<Data> =
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly problem: string | undefined }
  | { readonly status: 'ready'; readonly data: Data }

/**
 * Loads once for a key and keeps it: what a form was filled with must not change under the person who types. With
 * another key, such as another language, the old answer stays until the new one is there.
 */
export const useLoad = <Data>(
  key: string,
  load: (signal: AbortSignal) => Promise<Data>,
): { load: Load<Data>; retry: () => void } => {
  const [{ state, of }, setState] = useState<{ state: Load<Data>; of: string | undefined }>({
    state: { status: 'loading' },
    of: undefined,
  })
  const [attempt, setAttempt] = useState(0)
  const start = useEffectEvent(load)
  useEffect(() => {
    if (of === key) return undefined
    const page = new AbortController()
    start(page.signal).then(
      (data) => {
        if (!page.signal.aborted) setState({ state: { status: 'ready', data }, of: key })
      },
      (problem: unknown) => {
        // At the end of a session the router shows the log-in in place of this page.
        if (page.signal.aborted || (problem instanceof ApiError && problem.kind === 'logged_out')) return
        const said = problem instanceof ApiError && problem.kind === 'refused' ? problem.message : undefined
        setState((before) =>
          before.state.status === 'ready' ? before : { state: { status: 'failed', problem: said }, of: undefined },
        )
      },
    )
    return () => page.abort()
  }, [key, of, attempt])
  return {
    load: state,
    retry: () => {
      setState({ state: { status: 'loading' }, of: undefined })
      setAttempt((before) => before + 1)
    },
  }
}
