import type { ReactNode } from 'react'
import { m } from '@hola/i18n/compiled/messages.js'
import { Button } from '@hola/ui/controls/button.tsx'
import { EmptyState } from '@hola/ui/layout/empty-state.tsx'
import { refreshIcon } from '@hola/ui/layout/icons.ts'

/** Where the application could not be read: why, and a way to try again. */
export function LoadFailed({ problem, onRetry }: { problem: string | undefined; onRetry: () => void }): ReactNode {
  return (
    <EmptyState
      drawing="night"
      title={m.photos_load_failed()}
      text={problem ?? m.photos_load_failed_text()}
      action={
        <Button icon={refreshIcon} onClick={onRetry}>
          {m.photos_load_again()}
        </Button>
      }
    />
  )
}
