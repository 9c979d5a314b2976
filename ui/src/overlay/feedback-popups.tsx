import { useId, type ReactNode } from 'react'
import { m } from '@hola/i18n/compiled/messages.js'
import { Button } from '../controls/button.tsx'
import { classes } from '../classes.ts'
import css from './feedback-popups.module.css'
import type { ActionSheetOptions, ModalOptions, Popup } from './feedback.ts'
import { ModalDialog } from './modal-dialog.tsx'
import sheet from './sheet.module.css'
import { Sheet } from './sheet.tsx'

/** The views of `showModal` and `showActionSheet`. */
export function FeedbackPopups({ popup }: { popup: Popup | null }): ReactNode {
  if (!popup) return null
  return popup.kind === 'modal' ? (
    <Modal key={popup.id} options={popup.options} settle={popup.settle} />
  ) : (
    <ActionSheet key={popup.id} options={popup.options} settle={popup.settle} />
  )
}

/** Esc cancels, the scrim does nothing, Enter confirms unless a button has the focus and answers for itself. */
function Modal({ options, settle }: { options: ModalOptions; settle: (confirm: boolean) => void }): ReactNode {
  const { title, content, confirmText = m.ui_ok(), cancelText = m.ui_cancel(), showCancel = true, danger } = options
  const id = useId()
  // A destructive answer is never the one that a hasty Enter gives.
  const cancelFirst = danger && showCancel
  return (
    <ModalDialog
      role="alertdialog"
      className={classes(sheet.sheet, sheet.centred)}
      aria-labelledby={title ? `${id}-title` : undefined}
      aria-label={title ? undefined : content}
      aria-describedby={`${id}-content`}
      onDismiss={() => settle(false)}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !(event.target instanceof HTMLButtonElement)) settle(true)
      }}
    >
      <div className={classes(sheet.paper, sheet.dialog)}>
        <div className={css.modal}>
          {title && <h2 id={`${id}-title`}>{title}</h2>}
          <p id={`${id}-content`} className={css.content}>
            {content}
          </p>
          <div className={css.buttons}>
            {showCancel && (
              <Button kind="secondary" data-autofocus={cancelFirst || undefined} onClick={() => settle(false)}>
                {cancelText}
              </Button>
            )}
            <Button
              kind={danger ? 'danger' : 'primary'}
              data-autofocus={!cancelFirst || undefined}
              onClick={() => settle(true)}
            >
              {confirmText}
            </Button>
          </div>
        </div>
      </div>
    </ModalDialog>
  )
}

function ActionSheet({
  options: { title, items },
  settle,
}: {
  options: ActionSheetOptions
  settle: (tapIndex: number | null) => void
}): ReactNode {
  const cancel = (): void => settle(null)
  return (
    <Sheet
      title={title ?? m.ui_options()}
      bleed
      onClose={cancel}
      foot={
        <Button kind="secondary" onClick={cancel}>
          {m.ui_cancel()}
        </Button>
      }
    >
      <ul className={css.items}>
        {items.map((item, index) => (
          <li key={`${index} ${item}`}>
            <button type="button" className={css.item} onClick={() => settle(index)}>
              {item}
            </button>
          </li>
        ))}
      </ul>
    </Sheet>
  )
}
