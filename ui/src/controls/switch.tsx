import type { ReactNode } from 'react'
import css from './switch.module.css'

/** On or off, at once. Whoever shows it says beside it what it does; `label` names it for those who listen. */
export function Switch({
  label,
  describedBy,
  on,
  busy = false,
  onChange,
}: {
  label: string
  /** The id of the words beside it. */
  describedBy?: string | undefined
  on: boolean
  busy?: boolean | undefined
  onChange: (on: boolean) => void
}): ReactNode {
  return (
    <input
      type="checkbox"
      role="switch"
      className={css.switch}
      aria-label={label}
      aria-describedby={describedBy}
      aria-busy={busy || undefined}
      aria-checked={on}
      checked={on}
      onChange={(event) => {
        if (!busy) onChange(event.target.checked)
      }}
    />
  )
}
