import type { ReactNode } from 'react'
import { m } from '@hola/i18n/compiled/messages.js'
import { classes } from '@hola/ui/classes.ts'
import { Icon } from '@hola/ui/layout/icon.tsx'
import { downIcon } from '@hola/ui/layout/icons.ts'
import { Money } from '@hola/ui/format/money.tsx'
import { VisuallyHidden } from '@hola/ui/layout/visually-hidden.tsx'
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
