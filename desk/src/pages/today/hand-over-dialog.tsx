import type { ClaimKind } from '@hola/core/desk-contract/queue.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { Note } from '@hola/ui/layout/note.tsx'
import { useState, type ReactNode } from 'react'
import { call } from '../../lib/desk-client.ts'
import { useCall } from '../../lib/queries.ts'
import { ActForm } from '../../parts/act-form.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { SelectField } from '../../parts/select-field.tsx'
import { useWhy } from '../../parts/why-field.tsx'
import { sayRole } from '../../words.ts'

/** Gives something to a colleague, with a word for why. */
export function HandOverDialog({
  kind,
  itemId,
  onClose,
  onDone,
}: {
  kind: ClaimKind
  itemId: string
  onClose: () => void
  onDone: (name: string) => void
}): ReactNode {
  const { data } = useCall('queue/colleagues', { kind })
  const [to, setTo] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  const why = useWhy()
  return (
    <Dialog title={m.desk_queue_hand_over_title()} onDismiss={onClose}>
      {data?.members.length === 0 && <Note>{m.desk_queue_hand_over_nobody()}</Note>}
      <ActForm
        says={m.desk_queue_hand_over()}
        onCancel={onClose}
        act={async () => {
          setIsMissing(to === '')
          const reason = why.read()
          if (to === '' || reason === undefined) return
          const { owner } = await call('queue/hand_over', { kind, item_id: itemId, member_id: to, why: reason })
          onDone(owner.name)
        }}
      >
        <SelectField
          label={m.desk_queue_hand_over_to()}
          value={to}
          error={isMissing ? m.desk_queue_hand_over_choose() : undefined}
          onChange={({ target }) => {
            setTo(target.value)
            setIsMissing(false)
          }}
        >
          <option value="">{m.desk_queue_hand_over_choose()}</option>
          {data?.members.map(({ member_id, name, role }) => (
            <option key={member_id} value={member_id}>
              {name} · {sayRole(role)}
            </option>
          ))}
        </SelectField>
        {why.field}
      </ActForm>
    </Dialog>
  )
}
