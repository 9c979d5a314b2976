import { m } from '@hola/i18n/compiled/messages.js'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, type ReactNode } from 'react'
import { call } from '../lib/desk-client.ts'
import css from './fill-desk.module.css'

const ASK_MS = 700
const FILL_BORROWERS = 300

/** Only in the sandbox: a desk without anything to do is filled with a made-up book, and says how far that is. */
export function FillDesk(): ReactNode {
  const queries = useQueryClient()
  const [isPressed, setPressed] = useState(false)
  const { data, refetch } = useQuery({
    queryKey: ['sandbox/fill_state'],
    queryFn: ({ signal }) => call('sandbox/fill_state', {}, signal),
    refetchInterval: ({ state }) => (state.data?.state === 'filling' ? ASK_MS : false),
  })
  const isFilled = data?.state === 'filled'
  useEffect(() => {
    if (isFilled && isPressed) void queries.invalidateQueries()
  }, [isFilled, isPressed, queries])

  const fill = async (): Promise<void> => {
    setPressed(true)
    await call('sandbox/fill', {})
    await refetch()
  }

  if (data?.state === 'filling') {
    const percent = Math.round(data.done_share / 10)
    return (
      <label className={css.progress}>
        {m.desk_book_filling({ percent })}
        <progress max={1000} value={data.done_share} />
      </label>
    )
  }
  if (data?.state !== 'empty') return null
  return (
    <button
      type="button"
      className={css.fill}
      title={m.desk_book_fill_text({ count: FILL_BORROWERS })}
      onClick={() => void fill()}
    >
      {m.desk_book_fill()}
    </button>
  )
}
