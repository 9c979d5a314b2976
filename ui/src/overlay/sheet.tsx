import { useId, useRef, type KeyboardEvent, type PointerEvent, type ReactNode, type RefObject } from 'react'
import { m } from '@hola/i18n/compiled/messages.js'
import { classes } from '../classes.ts'
import { Icon } from '../layout/icon.tsx'
import { closeIcon } from '../layout/icons.ts'
import { ModalDialog } from './modal-dialog.tsx'
import css from './sheet.module.css'

const DRAG_TO_CLOSE_PX = 80

/**
 * Rises from below, a centred card from 500 px on. Open while mounted: `{open && <Sheet …>}`. Esc, back, the scrim,
 * the close button and a pull on the handle all call `onClose`.
 */
export function Sheet({
  title,
  onClose,
  foot,
  bleed,
  onKeyDown,
  children,
}: {
  title: string
  onClose: () => void
  /** Buttons that stay below the scrolling part. */
  foot?: ReactNode
  /** The content reaches both edges and scrolls by itself. */
  bleed?: boolean | undefined
  onKeyDown?: ((event: KeyboardEvent) => void) | undefined
  children: ReactNode
}): ReactNode {
  const id = useId()
  const paper = useRef<HTMLDivElement>(null)
  const drag = useDragToClose(paper, onClose)
  return (
    <ModalDialog className={css.sheet} aria-labelledby={id} onDismiss={onClose} onScrim={onClose} onKeyDown={onKeyDown}>
      <div className={css.paper} ref={paper}>
        <div className={css.grip} {...drag} />
        <div className={css.head} {...drag}>
          <h2 id={id}>{title}</h2>
          <button type="button" className={css.close} aria-label={m.ui_close()} onClick={onClose}>
            <Icon shape={closeIcon} />
          </button>
        </div>
        <div className={classes(css.body, bleed && css.bleed)}>{children}</div>
        {foot && <div className={css.foot}>{foot}</div>}
      </div>
    </ModalDialog>
  )
}

/** The sheet follows the finger down and closes beyond a distance; the handle is only a help, never the only way. */
function useDragToClose(paper: RefObject<HTMLElement | null>, onClose: () => void) {
  const startY = useRef<number | null>(null)
  const moveTo = (distance: number): void => {
    paper.current?.style.setProperty('translate', `0 ${Math.max(0, distance)}px`)
  }
  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.target instanceof Element && event.target.closest('button')) return
      startY.current = event.clientY
      event.currentTarget.setPointerCapture(event.pointerId)
    },
    onPointerMove(event: PointerEvent) {
      if (startY.current !== null) moveTo(event.clientY - startY.current)
    },
    onPointerUp(event: PointerEvent) {
      const distance = startY.current === null ? 0 : event.clientY - startY.current
      startY.current = null
      moveTo(0)
      if (distance > DRAG_TO_CLOSE_PX) onClose()
    },
    onPointerCancel() {
      startY.current = null
      moveTo(0)
    },
  }
}
