import { subtract } from '@hola/core/money.ts'
import type { ReactNode } from 'react'
import { formatDay } from '@hola/i18n/format-date.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { exactPesos } from '../../shared/offers/quote-parts.ts'
import { Card } from '@hola/ui/layout/card.tsx'
import { classes } from '@hola/ui/classes.ts'
import { Fold } from '@hola/ui/layout/fold.tsx'
import type { Preview } from './ask-offer.ts'
import { daysText } from './days-text.ts'
import line from './line-card.module.css'
import { lateSums } from './lines.ts'
import css from './other-days.module.css'

type Day = Preview['what_if'][number]

/** What paying on another day would take, the cheaper days first: a bar for the eye, the same in words beside it. */
export function OtherDays({ preview }: { preview: Preview }): ReactNode {
  const { what_if: days, quote, late_max_centavos: lateMax } = preview
  if (days.length === 0) return null
  const longest = Math.max(...days.map((day) => day.payoff_centavos))
  const agreed = quote.repayment_centavos

  const whenOf = ({ from_due_days: from }: Day): string => {
    if (from === 0) return m.loan_day_due()
    const span = daysText(Math.abs(from))
    return from < 0 ? m.loan_day_before({ span }) : m.loan_day_late({ span })
  }
  const differenceOf = ({ payoff_centavos: payoff }: Day): string => {
    if (payoff === agreed) return m.loan_as_agreed()
    return payoff < agreed
      ? m.loan_saves({ amount: exactPesos(subtract(agreed, payoff)) })
      : m.loan_costs_more({ amount: exactPesos(subtract(payoff, agreed)) })
  }
  return (
    <Card title={m.loan_other_days()}>
      <p className={css.text}>{m.loan_other_days_early()}</p>
      <ol className={css.days}>
        {days.map((day) => (
          <li key={day.day} className={classes(css.day, day.from_due_days === 0 && css.due)}>
            <p className={css.pair}>
              <span className={css.when}>{whenOf(day)}</span>
              <span className={css.payoff}>{exactPesos(day.payoff_centavos)}</span>
            </p>
            <div className={css.bar} aria-hidden="true">
              <span
                className={css.owed}
                style={{ flexGrow: day.payoff_centavos - day.late_one_time_centavos - day.late_daily_centavos }}
              />
              <span className={css.late} style={{ flexGrow: day.late_one_time_centavos + day.late_daily_centavos }} />
              <span style={{ flexGrow: longest - day.payoff_centavos }} />
            </div>
            <p className={css.pair}>
              <span>{formatDay(day.day)}</span>
              <span className={classes(day.payoff_centavos < agreed && css.saves)}>{differenceOf(day)}</span>
            </p>
          </li>
        ))}
      </ol>
      <p className={css.text}>{m.loan_late_max({ amount: exactPesos(lateMax) })}</p>
      <div className={css.lateHow}>
        <Fold title={m.loan_late_how()}>
          <div className={line.sums}>
            {lateSums(preview).map(({ how, sum }) => (
              <div key={how}>
                <p>{how}</p>
                <p className={line.sum}>{sum}</p>
              </div>
            ))}
          </div>
        </Fold>
      </div>
    </Card>
  )
}
