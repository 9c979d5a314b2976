import { m } from '@hola/i18n/compiled/messages.js'
import { Button } from '@hola/ui/controls/button.tsx'
import { Note } from '@hola/ui/layout/note.tsx'
import type { IconShape } from '@hola/ui/layout/icon.tsx'
import { alertIcon } from '@hola/ui/layout/icons.ts'
import { useState, type ReactNode } from 'react'
import { wordsOf } from '../lib/desk-client.ts'
import css from './act-form.module.css'

/**
 * The fields of an act and its button. Ctrl Enter presses it. What was typed stays until the act is done: a refusal, a lost
 * connection or the end of the session only say so.
 */
export function ActForm({
  act,
  says,
  saysBusy,
  icon,
  onCancel,
  danger,
  children,
}: {
  /** Does it; nothing when something is missing, which the fields say themselves. */
  act: () => Promise<void>
  says: string
  saysBusy?: string
  icon?: IconShape
  onCancel?: (() => void) | undefined
  danger?: boolean | undefined
  children: ReactNode
}): ReactNode {
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const send = async (): Promise<void> => {
    if (isBusy) return
    setIsBusy(true)
    setProblem(undefined)
    try {
      await act()
    } catch (failure) {
      setProblem(wordsOf(failure))
    } finally {
      setIsBusy(false)
    }
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Ctrl Enter is a second way to the button
    <form
      className={css.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void send()
      }}
    >
      {children}
      {problem && (
        <Note tone="bad" icon={alertIcon} live>
          {problem}
        </Note>
      )}
      <div className={css.foot}>
        {onCancel && (
          <Button kind="secondary" onClick={onCancel}>
            {m.desk_cancel()}
          </Button>
        )}
        <Button type="submit" kind={danger ? 'danger' : 'primary'} icon={icon} busy={isBusy} busyText={saysBusy}>
          {says}
        </Button>
      </div>
    </form>
  )
}
