import type { ReactNode } from 'react'
import { m } from '../../i18n/compiled/messages.js'
import { classes } from '../../ui/classes.ts'
import { Icon } from '../../ui/icon.tsx'
import { downIcon } from '../../ui/icons.ts'
import { Money } from '../../ui/money.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import css from './explained-line.module.css'
import type { Line } from './lines.ts'

/** A line of the bill that opens to the sum behind it. */
export function ExplainedLine({ line: { name, text, under, weight, how, sum } }: { line: Line }): ReactNode {
  return (
    <details className={classes(css.line, weight && css[weight])}>
      <summary className={css.summary}>
        <span className={css.words}>
          <span className={css.name}>{name}</span>
          <span className={css.value}>
            {weight === 'rate' ? <Money text={text} size="rate" /> : text}
            {under && <span className={css.under}>{under}</span>}
          </span>
        </span>
        <VisuallyHidden>{m.loan_how()}</VisuallyHidden>
        <span className={css.mark}>
          <Icon shape={downIcon} size="small" />
        </span>
      </summary>
      <div className={css.how}>
        <p>{how}</p>
        {sum && <p className={css.sum}>{sum}</p>}
      </div>
    </details>
  )
}
