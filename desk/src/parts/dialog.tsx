import { ModalDialog } from '@hola/ui/overlay/modal-dialog.tsx'
import { useId, type ReactNode } from 'react'
import css from './dialog.module.css'

/** A question or a list above the page, open while mounted. Esc is `onDismiss`. */
export function Dialog({
  title,
  onDismiss,
  children,
}: {
  title: string
  onDismiss: () => void
  children: ReactNode
}): ReactNode {
  const id = useId()
  return (
    <ModalDialog className={css.dialog} aria-labelledby={id} onDismiss={onDismiss}>
      <h2 id={id}>{title}</h2>
      {children}
    </ModalDialog>
  )
}
