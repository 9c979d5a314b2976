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
  groups = [text],
}: {
  name: string
  text: string
  /** What goes to the clipboard, when a form of another app wants it written differently. */
  copied?: string
  hint?: string | undefined
  /** The text in the groups in which it is read: a line is broken between them and never inside one. */
  groups?: readonly string[]
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
        {groups.map((group, at) => (
          // The same group may come twice; they never change their places.
          <span key={at} className={css.group}>
            {group}
          </span>
        ))}
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
