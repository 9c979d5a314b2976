import { useEffect, useState } from 'react'
import { loadAreas, type Area } from './areas.ts'

export type Areas =
  | { readonly status: 'none' | 'loading' | 'failed' }
  | { readonly status: 'ready'; readonly choices: readonly Area[] }

/** The areas inside one; `none` as long as none is chosen. */
export const useAreas = (parentId: string, every = false): { areas: Areas; retry: () => void } => {
  const [answer, setAnswer] = useState<{ of: string; areas: Areas }>({ of: '', areas: { status: 'none' } })
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    if (parentId === '') return undefined
    const page = new AbortController()
    loadAreas(parentId, page.signal, every).then(
      (choices) => setAnswer({ of: parentId, areas: { status: 'ready', choices } }),
      () => {
        if (!page.signal.aborted) setAnswer({ of: parentId, areas: { status: 'failed' } })
      },
    )
    return () => page.abort()
  }, [parentId, every, attempt])
  const isAnswered = answer.of === parentId
  return {
    areas: parentId === '' ? { status: 'none' } : isAnswered ? answer.areas : { status: 'loading' },
    retry: () => {
      setAnswer({ of: '', areas: { status: 'none' } })
      setAttempt((before) => before + 1)
    },
  }
}
