import { useState, type ReactNode } from 'react'
import { formatDate, formatTime } from '@hola/i18n/format-date.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { offlineIcon } from '@hola/ui/layout/icons.ts'
import { Note } from '@hola/ui/layout/note.tsx'
import type { Remote } from './remote.ts'

/** Says from when the figures are while they cannot be refreshed. */
export function OutdatedNote({ remote }: { remote: Remote<unknown> }): ReactNode {
  const [today] = useState(() => formatDate(new Date()))
  if (remote.status !== 'ready' || !remote.outdated) return null
  const [day, time] = [formatDate(remote.readAt), formatTime(remote.readAt)]
  return (
    <Note tone="warn" icon={offlineIcon} live>
      {day === today ? m.lib_data_as_of({ time }) : m.lib_data_as_of_day({ day, time })}
    </Note>
  )
}
