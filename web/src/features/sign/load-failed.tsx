import type { ReactNode } from 'react'
import { m } from '@hola/i18n/compiled/messages.js'
import { Button } from '@hola/ui/controls/button.tsx'
import { EmptyState } from '@hola/ui/layout/empty-state.tsx'
import { refreshIcon } from '@hola/ui/layout/icons.ts'
import css from './sign-page.module.css'

/** What could not be read: why, and a way to try again. */
export function LoadFailed({ title, text, onRetry }: { title: string; text: string; onRetry: () => void }): ReactNode {
  return (
    <div className={css.page}>
      <EmptyState
        drawing="night"
        title={title}
        text={text}
        action={
          <Button icon={refreshIcon} onClick={onRetry}>
            {m.sign_retry()}
          </Button>
        }
      />
    </div>
  )
}
