import type { DeskBodyOf } from '@hola/core/desk-contract/contract.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { Button } from '@hola/ui/controls/button.tsx'
import { Note } from '@hola/ui/layout/note.tsx'
import { alertIcon, keyIcon } from '@hola/ui/layout/icons.ts'
import { useState, type ReactNode } from 'react'
import type { ConfirmedPath } from '../lib/desk-client.ts'
import { wordsOf } from '../lib/desk-client.ts'
import { confirm } from '../lib/passkey.ts'
import type { SignedIn } from '../lib/session.ts'
import css from './confirmed-form.module.css'

/**
 * The fields of an act that takes the passkey, and its button. Ctrl Enter presses it. What was typed stays until the act is
 * done: a refusal, a lost connection or the end of the session only say so.
 */
export function ConfirmedForm<Path extends ConfirmedPath>({
  me,
  path,
  body,
  onDone,
  onCancel,
  danger,
  children,
}: {
  me: SignedIn
  path: Path
  /** Undefined when something is missing, which the fields say themselves. */
  body: () => DeskBodyOf<Path> | undefined
  onDone: () => void
  onCancel?: () => void
  danger?: boolean
  children: ReactNode
}): ReactNode {
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const send = async (): Promise<void> => {
    const whole = body()
    if (whole === undefined || isBusy) return
    setIsBusy(true)
    setProblem(undefined)
    try {
      await confirm(me, path, whole)
      onDone()
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
      {me.is_made_up && <Note>{m.desk_confirm_made_up_text()}</Note>}
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
        <Button
          type="submit"
          kind={danger ? 'danger' : 'primary'}
          icon={keyIcon}
          busy={isBusy}
          busyText={m.desk_confirm_busy()}
        >
          {me.is_made_up ? m.desk_confirm_made_up() : m.desk_confirm_passkey()}
        </Button>
      </div>
    </form>
  )
}
