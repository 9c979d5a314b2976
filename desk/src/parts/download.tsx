import { m } from '@hola/i18n/compiled/messages.js'
import { formatNumber } from '@hola/i18n/format.ts'
import { Button } from '@hola/ui/controls/button.tsx'
import { alertIcon, downloadIcon } from '@hola/ui/layout/icons.ts'
import { Note } from '@hola/ui/layout/note.tsx'
import { useState, type ReactNode } from 'react'
import { wordsOf } from '../lib/desk-client.ts'
import css from './download.module.css'

/** A button that reads a file page by page, and says how far it is. */
export function Download({
  name,
  text = '',
  kind = 'secondary',
  read,
}: {
  name: string
  text?: string
  kind?: 'secondary' | 'quiet'
  read: (told: (count: number) => void) => Promise<void>
}): ReactNode {
  const [count, setCount] = useState<number>()
  const [problem, setProblem] = useState<unknown>()
  const start = async (): Promise<void> => {
    setProblem(undefined)
    setCount(0)
    try {
      await read(setCount)
    } catch (error) {
      setProblem(error)
    }
    setCount(undefined)
  }
  return (
    <div className={css.file}>
      <Button
        kind={kind}
        icon={downloadIcon}
        busy={count !== undefined}
        // In a row of a list there is no room for how far it is.
        {...(kind === 'quiet' ? {} : { busyText: m.desk_book_reading({ shown: formatNumber(count ?? 0) }) })}
        onClick={() => void start()}
      >
        {name}
      </Button>
      {text !== '' && <span className={css.note}>{text}</span>}
      {problem !== undefined && (
        <Note tone="bad" icon={alertIcon} live>
          {wordsOf(problem)}
        </Note>
      )}
    </div>
  )
}
