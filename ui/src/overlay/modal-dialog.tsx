import type { ComponentProps, ReactNode } from 'react'

/**
 * Closing before React takes the element away is what gives the focus back to the control that opened it. A part with
 * data-autofocus gets the first focus instead of the platform's choice.
 */
function openWhileMounted(dialog: HTMLDialogElement | null): (() => void) | undefined {
  if (!dialog) return undefined
  dialog.showModal()
  dialog.querySelector<HTMLElement>('[data-autofocus]')?.focus()
  return () => dialog.close()
}

/**
 * A `<dialog>` that is open for as long as it is mounted: the platform keeps the focus inside, makes the page inert,
 * and turns Esc and Android's back into `onDismiss`.
 */
export function ModalDialog({
  onDismiss,
  onScrim,
  onKeyDown,
  ...rest
}: Omit<ComponentProps<'dialog'>, 'open' | 'ref'> & {
  onDismiss: () => void
  onScrim?: (() => void) | undefined
}): ReactNode {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the scrim is no control: Esc and a button do the same
    <dialog
      {...rest}
      ref={openWhileMounted}
      onKeyDown={onKeyDown}
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        onDismiss()
      }}
      onClose={(event) => {
        const dialog = event.currentTarget
        if (event.target === dialog && dialog.isConnected && !dialog.open) onDismiss()
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget) onScrim?.()
      }}
    />
  )
}
