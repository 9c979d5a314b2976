import type { ReactNode } from 'react'
import css from './steps.module.css'

/** Where the borrower stands; the words say it, the segments draw it. */
export function Steps({
  text,
  aside,
  step,
  of,
  done = 0.5,
}: {
  /** "Step 1 of 4", in the reader's language. */
  text: string
  aside?: ReactNode
  step: number
  of: number
  /** How much of the current step is filled in, 0 to 1. */
  done?: number | undefined
}): ReactNode {
  return (
    <div>
      <div className={css.words}>
        <span>{text}</span>
        {aside && <span className={css.aside}>{aside}</span>}
      </div>
      <div className={css.track} aria-hidden="true">
        {Array.from({ length: of }, (_, index) => (
          <span key={index} className={css.part}>
            <span
              className={css.fill}
              style={{ width: `${Math.min(1, Math.max(0, step - 1 + done - index)) * 100}%` }}
            />
          </span>
        ))}
      </div>
    </div>
  )
}
