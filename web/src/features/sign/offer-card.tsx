import type { ReactNode } from 'react'
import { formatDay } from '@hola/i18n/format-date.ts'
import { formatRate } from '@hola/i18n/format.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { exactPesos, type Quote } from '../../shared/offers/quote-parts.ts'
import { Card } from '@hola/ui/layout/card.tsx'
import { InkSurface } from '@hola/ui/layout/ink-surface.tsx'
import { CostRate, FigurePair } from '@hola/ui/format/money.tsx'
import { Skeleton } from '@hola/ui/layout/skeleton.tsx'
import css from './sign-page.module.css'

/** What arrives, what is paid and when, and what it costs a year: together, before anything is ticked. */
export function OfferCard({ quote, isToday }: { quote: Quote; isToday: boolean }): ReactNode {
  return (
    <InkSurface shape="card">
      <FigurePair
        figures={[
          {
            label: isToday ? m.sign_receive_today() : m.sign_receive_on({ day: formatDay(quote.payout_day) }),
            text: exactPesos(quote.arrival_centavos),
          },
          { label: m.sign_pay_on({ day: formatDay(quote.due_day) }), text: exactPesos(quote.repayment_centavos) },
        ]}
      />
      <div className={css.cost}>
        <CostRate
          gold
          name={m.sign_cftea()}
          text={formatRate(quote.cftea_basis_points)}
          others={m.sign_rates({ tna: formatRate(quote.tna_basis_points), tea: formatRate(quote.tea_basis_points) })}
        />
      </div>
    </InkSurface>
  )
}

export function OfferSkeleton(): ReactNode {
  return (
    <section className={css.page} aria-busy="true" aria-label={m.sign_offer_loading()}>
      <InkSurface shape="card" as="div">
        <Skeleton width="70%" />
        <Skeleton shape="figure" width="100%" />
        <div className={css.cost}>
          <Skeleton shape="figure" width="100%" />
        </div>
      </InkSurface>
      <Card>
        <Skeleton width="60%" />
        <Skeleton width="80%" />
        <Skeleton width="50%" />
        <Skeleton width="70%" />
      </Card>
      <Skeleton width="90%" />
      <Skeleton width="60%" />
      <Skeleton shape="block" />
    </section>
  )
}
