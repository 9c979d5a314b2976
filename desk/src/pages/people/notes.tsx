import { NOTE_LENGTH_MAX } from '@hola/core/desk-contract/people.ts'
import { may } from '@hola/core/desk-contract/roles.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { formatDate, formatTime } from '@hola/i18n/format-date.ts'
import { Button } from '@hola/ui/controls/button.tsx'
import { TextArea } from '@hola/ui/controls/text-area.tsx'
import { editIcon } from '@hola/ui/layout/icons.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { call } from '../../lib/desk-client.ts'
import { useKept } from '../../lib/kept.ts'
import { useCall } from '../../lib/queries.ts'
import type { SignedIn } from '../../lib/session.ts'
import { useShortcuts } from '../../lib/shortcuts.ts'
import { ActForm } from '../../parts/act-form.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Initials } from '../../parts/initials.tsx'
import { Kbd } from '../../parts/kbd.tsx'
import { Panel } from '../../parts/panel.tsx'
import { Failed } from '../../parts/state-words.tsx'
import css from '../record.module.css'

function NoteDialog({ userId, onClose }: { userId: string; onClose: () => void }): ReactNode {
  const queries = useQueryClient()
  const [text, setText] = useKept(`note ${userId}`, '')
  const [isMissing, setIsMissing] = useState(false)
  return (
    <Dialog title={m.desk_people_note_title()} onDismiss={onClose}>
      <ActForm
        says={m.desk_people_note_do()}
        icon={editIcon}
        onCancel={onClose}
        act={async () => {
          setIsMissing(text.trim() === '')
          if (text.trim() === '') return
          await call('people/note', { user_id: userId, text: text.trim() })
          void queries.invalidateQueries({ queryKey: ['people/notes'] })
          void queries.invalidateQueries({ queryKey: ['people/events'] })
          onClose()
        }}
      >
        <TextArea
          label={m.desk_people_note()}
          hint={m.desk_people_note_hint()}
          rows={4}
          maxLength={NOTE_LENGTH_MAX}
          value={text}
          data-autofocus
          error={isMissing ? m.desk_people_note_missing() : undefined}
          onChange={({ target }) => {
            setText(target.value)
            setIsMissing(false)
          }}
        />
      </ActForm>
    </Dialog>
  )
}

/** What the staff noted about a person; the newest page of it. A note is only added, never changed. */
export function Notes({ me, userId }: { me: SignedIn; userId: string }): ReactNode {
  const { data, error, refetch } = useCall('people/notes', { user_id: userId }, { isLive: true })
  const [isWriting, setIsWriting] = useState(false)
  const mayWrite = may(me.role, 'write_notes')
  useShortcuts(
    mayWrite ? [{ keys: 'm', says: m.desk_people_keys_note(), inFoot: true, run: () => setIsWriting(true) }] : [],
  )
  const notes = data?.notes ?? []
  return (
    <>
      <Panel
        title={m.desk_people_notes()}
        note={notes.length > 0 && (data?.next === null ? notes.length : `${notes.length}+`)}
        flush
        aside={
          mayWrite && (
            <Button kind="quiet" icon={editIcon} onClick={() => setIsWriting(true)}>
              {m.desk_people_note_new()} <Kbd keys="m" />
            </Button>
          )
        }
      >
        {error && <Failed problem={error} onAgain={() => void refetch()} />}
        {data && notes.length === 0 && <p className={css.item}>{m.desk_people_notes_empty()}</p>}
        {notes.map(({ note_id, author, written_at, order_number, text }) => (
          <div key={note_id} className={css.item}>
            <Initials name={author} />
            <div className={css.grow}>
              <p>{text}</p>
              <p className={css.quiet}>
                {author}, {formatDate(written_at)} {formatTime(written_at)} {order_number && `· ${order_number}`}
              </p>
            </div>
          </div>
        ))}
      </Panel>
      {isWriting && <NoteDialog userId={userId} onClose={() => setIsWriting(false)} />}
    </>
  )
}
