import type { Centavos } from '@hola/core/money.ts'
import type { ReactNode } from 'react'
import { exactPesos } from '../../shared/offers/quote-parts.ts'
import { InkSurface } from '@hola/ui/layout/ink-surface.tsx'
import { Money } from '@hola/ui/format/money.tsx'
import css from './repay-page.module.css'

/** The one number of the page, what it is, and the sentence that goes with it. */
export function RepayHead({
  label,
  amount,
  text,
  badge,
  drawing,
}: {
  label: string
  amount: Centavos
  text: ReactNode
  badge?: ReactNode
  drawing?: ReactNode
}): ReactNode {
  return (
    <InkSurface shape="card">
      {drawing}
      <div className={css.head}>
        <p className={css.label}>{label}</p>
        {badge}
      </div>
      <p>
        <Money text={exactPesos(amount)} size="xl" />
      </p>
      <p className={css.under}>{text}</p>
    </InkSurface>
  )
}
