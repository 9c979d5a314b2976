import type { DeskBodyOf, DeskRetOf } from '@hola/core/desk-contract/contract.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { Note } from '@hola/ui/layout/note.tsx'
import { keyIcon } from '@hola/ui/layout/icons.ts'
import type { ReactNode } from 'react'
import type { ConfirmedPath } from '../lib/desk-client.ts'
import { confirm } from '../lib/passkey.ts'
import type { SignedIn } from '../lib/session.ts'
import { ActForm } from './act-form.tsx'

/** The fields of an act that takes the passkey, and its button. */
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
  onDone: (ret: DeskRetOf<Path>) => void
  onCancel?: () => void
  danger?: boolean
  children: ReactNode
}): ReactNode {
  return (
    <ActForm
      act={async () => {
        const whole = body()
        if (whole !== undefined) onDone(await confirm(me, path, whole))
      }}
      says={me.is_made_up ? m.desk_confirm_made_up() : m.desk_confirm_passkey()}
      saysBusy={m.desk_confirm_busy()}
      icon={keyIcon}
      onCancel={onCancel}
      danger={danger}
    >
      {children}
      {me.is_made_up && <Note>{m.desk_confirm_made_up_text()}</Note>}
    </ActForm>
  )
}
