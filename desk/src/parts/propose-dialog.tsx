import type { DeskBodyOf, DeskRetOf } from '@hola/core/desk-contract/contract.ts'
import type { ProposalDetails, ProposalKind } from '@hola/core/desk-contract/proposals.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { peopleIcon } from '@hola/ui/layout/icons.ts'
import { Note } from '@hola/ui/layout/note.tsx'
import { showToast } from '@hola/ui/overlay/feedback.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { call } from '../lib/desk-client.ts'
import { ActForm } from './act-form.tsx'
import { Dialog } from './dialog.tsx'
import { Effects } from './effects.tsx'
import { useWhy } from './why-field.tsx'

type Preview = DeskRetOf<'proposals/preview'>
/** What the contract says of the details of any kind. */
type Details = DeskBodyOf<'proposals/preview'>['details']

/**
 * Proposing what takes two people, in two steps: what it says, in the fields that are given, then what it would do now and
 * why. Going back to the fields keeps what was typed.
 */
export function ProposeDialog<Kind extends ProposalKind>({
  kind,
  title,
  details,
  onClose,
  onDone,
  children,
}: {
  kind: Kind
  title: string
  /** Undefined when something is missing, which the fields say themselves. */
  details: () => ProposalDetails<Kind> | undefined
  onClose: () => void
  onDone?: (proposalId: string) => void
  /** The fields; without any, what it would do is shown at once by the first button. */
  children?: ReactNode
}): ReactNode {
  const queries = useQueryClient()
  const why = useWhy()
  const [shown, setShown] = useState<{ details: Details; preview: Preview }>()
  return (
    <Dialog title={title} onDismiss={onClose}>
      <div hidden={shown !== undefined}>
        <ActForm
          act={async () => {
            const whole = details() as Details | undefined
            if (whole === undefined) return
            setShown({ details: whole, preview: await call('proposals/preview', { kind, details: whole }) })
          }}
          says={m.desk_propose_preview()}
          onCancel={onClose}
        >
          {children}
          <Note icon={peopleIcon}>{m.desk_propose_two()}</Note>
        </ActForm>
      </div>
      {shown && (
        <ActForm
          act={async () => {
            const reason = why.read()
            if (reason === undefined) return
            const { proposal } = await call('proposals/propose', { kind, details: shown.details, why: reason })
            showToast(m.desk_propose_done())
            void queries.invalidateQueries()
            onClose()
            onDone?.(proposal.proposal_id)
          }}
          says={m.desk_propose()}
          icon={peopleIcon}
          onCancel={() => setShown(undefined)}
        >
          <Effects of={shown.preview.effects} />
          {why.field}
        </ActForm>
      )}
    </Dialog>
  )
}
