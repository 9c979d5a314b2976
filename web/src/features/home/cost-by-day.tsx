import { civilDayOf, daysBetween } from '@hola/core/calendar.ts'
import type { RetOf } from '@hola/core/contract/contract.ts'
import { add } from '@hola/core/money.ts'
import type { ReactNode } from 'react'
import { formatDate, formatDay } from '@hola/i18n/format-date.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { exactPesos } from '../../shared/offers/quote-parts.ts'
import css from './cost-by-day.module.css'

type Order = RetOf<'loan/order'>['order']

const WIDTH = 320
const HEIGHT = 96
const EDGE = 8
/** What is owed at the beginning stands at this height; the rest of the picture is what the days add. */
const FLOOR = 84
const TOP = 14

/** From the day the money came to the due day: what it takes to settle the loan, with today marked. */
export function CostByDay({ detail }: { detail: Order }): ReactNode {
  const { paid_out_at: paidOutAt, due_day: dueDay, now_at: nowAt, payoff_centavos: payoff } = detail
  if (paidOutAt === null || dueDay === null) return null
  const [start, today] = [civilDayOf(new Date(paidOutAt)), civilDayOf(new Date(nowAt))]
  const [allDays, doneDays] = [daysBetween(start, dueDay), daysBetween(start, today)]
  const onDueDay = add(payoff, detail.early_saving_centavos)
  const share = Math.min(1, Math.max(0, doneDays / Math.max(1, allDays)))
  // A part that was paid lies between the two: the line is drawn from what was borrowed to what is owed.
  const low = Math.min(detail.amount_centavos, payoff)
  const heightOf = (amount: number): number => FLOOR - ((amount - low) / Math.max(1, onDueDay - low)) * (FLOOR - TOP)
  const from = { x: EDGE, y: heightOf(Math.min(detail.amount_centavos, onDueDay)) }
  const now = { x: EDGE + share * (WIDTH - EDGE * 2), y: heightOf(payoff) }
  const end = { x: WIDTH - EDGE, y: heightOf(onDueDay) }
  return (
    <figure
      className={css.figure}
      aria-label={m.home_by_day_text({
        today: exactPesos(payoff),
        due: exactPesos(onDueDay),
        date: formatDay(dueDay),
      })}
    >
      <div className={css.amounts}>
        <strong>{m.home_by_day_today({ amount: exactPesos(payoff) })}</strong>
        <span>{exactPesos(onDueDay)}</span>
      </div>
      <svg className={css.picture} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
        <path className={css.area} d={`M${from.x} ${FLOOR}L${from.x} ${from.y}L${now.x} ${now.y}L${now.x} ${FLOOR}z`} />
        <path className={css.ground} d={`M${EDGE} ${FLOOR}H${WIDTH - EDGE}`} />
        <path className={css.done} d={`M${from.x} ${from.y}L${now.x} ${now.y}`} />
        <path className={css.later} d={`M${now.x} ${now.y}L${end.x} ${end.y}`} />
        <circle className={css.start} cx={from.x} cy={from.y} r="4.5" />
        <circle className={css.end} cx={end.x} cy={end.y} r="5" />
        <circle className={css.ring} cx={now.x} cy={now.y} r="7" />
        <circle className={css.start} cx={now.x} cy={now.y} r="2.5" />
      </svg>
      <div className={css.days}>
        <p>
          {formatDate(paidOutAt)}
          <span className={css.under}>{m.home_by_day_start()}</span>
        </p>
        {/* The words keep to their point as far as the two others leave room. */}
        <span style={{ flexGrow: share }} />
        <p className={css.today}>
          <strong>{m.home_by_day_now()}</strong>
          <span className={css.under}>{m.home_by_day_count({ day: doneDays, days: allDays })}</span>
        </p>
        <span style={{ flexGrow: 1 - share }} />
        <p>
          {formatDay(dueDay)}
          <span className={css.under}>{m.home_by_day_due()}</span>
        </p>
      </div>
    </figure>
  )
}
