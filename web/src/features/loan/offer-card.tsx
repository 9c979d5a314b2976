import type { ReactNode } from 'react'
import { formatDay } from '@hola/i18n/format-date.ts'
import { formatRate, formatShortRate } from '@hola/i18n/format.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { exactPesos, moneyParts } from '../../shared/offers/quote-parts.ts'
import { classes } from '@hola/ui/classes.ts'
import { InkSurface } from '@hola/ui/layout/ink-surface.tsx'
import { MoneyBar } from '@hola/ui/format/money-bar.tsx'
import { CostRate, FigurePair } from '@hola/ui/format/money.tsx'
import type { Preview } from './ask-offer.ts'
import { daysText } from './days-text.ts'
import css from './offer-card.module.css'

/**
 * What arrives, what is paid and the whole cost, together on one surface. Old figures stay in their places, paler, and
 * under a line that breathes while newer ones are on their way.
 */
export function OfferCard({
  preview: { quote, pricing, coupon },
  exact,
  old,
  waiting,
}: {
  preview: Preview
  /** The legend of the bar says the amounts, where no list below does. */
  exact?: boolean
  /** The figures are not those of what is chosen now. */
  old?: boolean
  /** And newer ones are on their way. */
  waiting?: boolean
}): ReactNode {
  return (
    <section className={css.frame} aria-label={m.loan_cost()} aria-busy={waiting || undefined}>
      <InkSurface shape="card" as="div">
        <div className={classes(css.stack, old && css.old)}>
          <FigurePair
            figures={[
              { label: m.loan_you_receive(), text: exactPesos(quote.arrival_centavos) },
              {
                label: m.loan_you_pay_on({ day: formatDay(quote.due_day) }),
                text: exactPesos(quote.repayment_centavos),
              },
            ]}
          />
          <MoneyBar
            exact={exact}
            parts={moneyParts(quote, {
              arrival: m.loan_you_receive(),
              fee: coupon ? m.loan_line_fee_after() : m.loan_fee({ rate: formatShortRate(pricing.fee_basis_points) }),
              interest: m.loan_interest({ span: daysText(quote.term_days) }),
              vat: m.loan_vat({ rate: formatShortRate(pricing.vat_basis_points) }),
            })}
          />
          <div className={css.cost}>
            <CostRate
              gold
              name={m.loan_cftea()}
              text={formatRate(quote.cftea_basis_points)}
              others={m.loan_rates({
                tna: formatRate(quote.tna_basis_points),
                tea: formatRate(quote.tea_basis_points),
              })}
            />
          </div>
        </div>
        {waiting && <span className={css.line} />}
      </InkSurface>
    </section>
  )
}
