import { m } from '@hola/i18n/compiled/messages.js'
import { Button } from '@hola/ui/controls/button.tsx'
import { EmptyState } from '@hola/ui/layout/empty-state.tsx'
import { Skeleton } from '@hola/ui/layout/skeleton.tsx'
import type { ReactNode } from 'react'
import { wordsOf } from '../lib/desk-client.ts'
import css from './state-words.module.css'

const LINES = 8

/** The place of a list that is on its way. */
export function Waiting(): ReactNode {
  return (
    <output className={css.panel} aria-busy="true" aria-label={m.desk_loading()}>
      {Array.from({ length: LINES }, (_, line) => (
        <Skeleton key={line} />
      ))}
    </output>
  )
}

export function Failed({ problem, onAgain }: { problem: unknown; onAgain: () => void }): ReactNode {
  return (
    <div className={css.panel}>
      <EmptyState
        title={m.desk_page_failed()}
        text={wordsOf(problem)}
        action={<Button onClick={onAgain}>{m.desk_try_again()}</Button>}
      />
    </div>
  )
}

export function Empty({ title, text }: { title: string; text: string }): ReactNode {
  return (
    <div className={css.panel}>
      <EmptyState title={title} text={text} />
    </div>
  )
}
