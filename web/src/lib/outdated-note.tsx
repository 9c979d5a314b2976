import type { ReactNode } from 'react'
import { formatTime } from '../i18n/format-date.ts'
import { m } from '../i18n/compiled/messages.js'
import { offlineIcon } from '../ui/icons.ts'
import { Note } from '../ui/note.tsx'
import type { Remote } from './use-remote.ts'

/** Says from when the figures are while they cannot be refreshed. */
export function OutdatedNote({ remote }: { remote: Remote<unknown> }): ReactNode {
  if (remote.status !== 'ready' || !remote.outdated) return null
  return (
    <Note tone="warn" icon={offlineIcon} live>
      {m.lib_data_as_of({ time: formatTime(remote.readAt) })}
    </Note>
  )
}
