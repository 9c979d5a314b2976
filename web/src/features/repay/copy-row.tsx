import { useRef, type ReactNode } from 'react'
import { m } from '@hola/i18n/compiled/messages.js'
import { Button } from '@hola/ui/controls/button.tsx'
import { useLongPress } from '@hola/ui/gestures/long-press.ts'
import { showToast } from '@hola/ui/overlay/feedback.ts'
import css from './copy-row.module.css'

/** Where the browser hands nothing to the clipboard, the text is at least marked: one more press copies it. */
const select = (element: Element | null): void => {
  const selection = window.getSelection()
  if (!element || !selection) return
  selection.selectAllChildren(element)
}

/** Something to take to another app, letter by letter, with a button that copies it; holding a finger on the text does too. */
export function CopyRow({
  name,
  text,
  copied = text,
  hint,
  breakAt = text.length,
}: {
  name: string
  text: string
  /** What goes to the clipboard, when a form of another app wants it written differently. */
  copied?: string
  hint?: string | undefined
  /** After so many letters a line that is too long is broken first. */
  breakAt?: number
}): ReactNode {
  const value = useRef<HTMLElement>(null)
  const copy = (): void => {
    // Over plain HTTP there is no clipboard at all.
    const writing: Promise<void> = 'clipboard' in navigator ? navigator.clipboard.writeText(copied) : Promise.reject()
    writing.then(
      () => showToast({ title: m.repay_copied({ name }) }),
      () => {
        select(value.current)
        showToast(m.repay_copy_failed())
      },
    )
  }
  const press = useLongPress(copy)
  return (
    <div className={css.row}>
      <dt className={css.name}>{name}</dt>
      <dd ref={value} className={css.value} {...press}>
        {text.slice(0, breakAt)}
        <wbr />
        {text.slice(breakAt)}
      </dd>
      {hint && <dd className={css.hint}>{hint}</dd>}
      <dd className={css.copy}>
        <Button kind="secondary" aria-label={m.repay_copy_name({ name })} onClick={copy}>
          {m.repay_copy()}
        </Button>
      </dd>
    </div>
  )
}
