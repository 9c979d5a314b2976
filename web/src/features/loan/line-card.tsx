import type { ReactNode } from 'react'
import { Card } from '@hola/ui/layout/card.tsx'
import { Fold } from '@hola/ui/layout/fold.tsx'
import { AmountList } from '@hola/ui/layout/row-list.tsx'
import css from './line-card.module.css'
import type { LineGroup } from './lines.ts'

/** A part of the bill, line by line as on paper, and below it, for whoever wants to know, the sums behind it. */
export function LineCard({ group: { title, how, lines } }: { group: LineGroup }): ReactNode {
  const shown = lines.filter(({ isSaidAbove }) => !isSaidAbove)
  return (
    <Card title={title}>
      {shown.length > 0 && (
        <div className={css.lines}>
          <AmountList rows={shown} />
        </div>
      )}
      <Fold title={how}>
        <dl className={css.sums}>
          {lines.map((line) => (
            <div key={line.id}>
              <dt className={css.name}>{line.name}</dt>
              <dd>{line.how}</dd>
              {line.sum && <dd className={css.sum}>{line.sum}</dd>}
            </div>
          ))}
        </dl>
      </Fold>
    </Card>
  )
}
