import { useEffect, useState } from 'react'
import { api } from '../../lib/api.ts'
import type { Choice } from './fields.tsx'

/** The areas of the country change less often than a page is loaded. */
const known = new Map<string | null, readonly Choice[]>()

export const loadAreas = async (parentId: string | null, signal: AbortSignal): Promise<readonly Choice[]> => {
  const found = known.get(parentId)
  if (found) return found
  const { areas } = await api.call('app/get_area', { parent_id: parentId }, { signal, quiet: true })
  const choices = areas.map(({ id, name }) => ({ id, label: name }))
  known.set(parentId, choices)
  return choices
}

export type Areas =
  | { readonly status: 'none' | 'loading' | 'failed' }
  | { readonly status: 'ready'; readonly choices: readonly Choice[] }

/** The areas inside one; `none` as long as none is chosen. */
export const useAreas = (parentId: string): { areas: Areas; retry: () => void } => {
  const [answer, setAnswer] = useState<{ of: string; areas: Areas }>({ of: '', areas: { status: 'none' } })
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    if (parentId === '') return undefined
    const page = new AbortController()
    loadAreas(parentId, page.signal).then(
      (choices) => setAnswer({ of: parentId, areas: { status: 'ready', choices } }),
      () => {
        if (!page.signal.aborted) setAnswer({ of: parentId, areas: { status: 'failed' } })
      },
    )
    return () => page.abort()
  }, [parentId, attempt])
  const isAnswered = answer.of === parentId
  return {
    areas: parentId === '' ? { status: 'none' } : isAnswered ? answer.areas : { status: 'loading' },
    retry: () => {
      setAnswer({ of: '', areas: { status: 'none' } })
      setAttempt((before) => before + 1)
    },
  }
}
