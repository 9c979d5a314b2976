import type { KeyboardEvent, ReactNode } from 'react'
import { m } from '@hola/i18n/compiled/messages.js'
import { Button } from '../controls/button.tsx'

export function PickerButtons({ onDone, onCancel }: { onDone: () => void; onCancel: () => void }): ReactNode {
  return (
    <>
      <Button kind="secondary" onClick={onCancel}>
        {m.ui_cancel()}
      </Button>
      <Button onClick={onDone}>{m.ui_done()}</Button>
    </>
  )
}

/** Enter is Done, unless a button has the focus and answers for itself. */
export function doneOnEnter(onDone: () => void): (event: KeyboardEvent) => void {
  return (event) => {
    if (event.key !== 'Enter' || event.target instanceof HTMLButtonElement) return
    event.preventDefault()
    onDone()
  }
}
