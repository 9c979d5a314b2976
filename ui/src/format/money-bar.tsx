import type { ReactNode } from 'react'
import { classes } from '../classes.ts'
import css from './money-bar.module.css'
import { VisuallyHidden } from '../layout/visually-hidden.tsx'

export type MoneyPart = {
  kind: 'arrival' | 'fee' | 'interest' | 'vat' | 'available' | 'used' | 'held' | 'waiting'
  label: string
  /** The written amount. */
  text: string
  /** Centavos, or anything in proportion: only the ratio is drawn. */
  share: number
}

/**
 * Where the money goes, always in the order arrival, fee, interest, VAT. The legend says the same in words; it shows
 * the exact amounts whenever the bar decides something, and always reads them out.
 */
export function MoneyBar({ parts, exact }: { parts: readonly MoneyPart[]; exact?: boolean | undefined }): ReactNode {
  return (
    <div>
      <div className={css.bar} aria-hidden="true">
        {parts.map(
          ({ kind, share }) =>
            share > 0 && <span key={kind} className={classes(css.part, css[kind])} style={{ flexGrow: share }} />,
        )}
      </div>
      <ul className={classes(css.legend, exact && css.exact)}>
        {parts.map(({ kind, label, text }) => (
          <li key={kind} className={css.item}>
            <span className={css.name}>
              <span className={classes(css.mark, css[kind])} />
              {label}
            </span>
            {exact ? <span className={css.amount}>{text}</span> : <VisuallyHidden>{text}</VisuallyHidden>}
          </li>
        ))}
      </ul>
    </div>
  )
}
