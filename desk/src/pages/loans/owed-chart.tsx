import type { DeskRetOf } from '@hola/core/desk-contract/contract.ts'
import { formatPesos } from '@hola/core/money.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { formatDay } from '@hola/i18n/format-date.ts'
import type { ReactNode } from 'react'
import css from './owed-chart.module.css'

type Point = DeskRetOf<'loans/show'>['line'][number]

const WIDTH = 520
const HEIGHT = 150
const TOP = 12
const BOTTOM = 22

const dayNumber = (day: string): number => Date.parse(`${day}T00:00:00Z`) / 86_400_000

/** What is owed at the end of each day: up to today as it was, dotted as it will be if nothing is paid. */
export function OwedChart({
  line,
  today,
  dueDay,
}: {
  line: readonly Point[]
  today: string
  dueDay: string | null
}): ReactNode {
  const first = line[0]
  const last = line.at(-1)
  if (first === undefined || last === undefined || line.length < 2) return null
  const from = dayNumber(first.day)
  const span = Math.max(1, dayNumber(last.day) - from)
  const most = Math.max(1, ...line.map(({ payoff_centavos }) => payoff_centavos))
  const x = (day: string): number => Math.round(((dayNumber(day) - from) / span) * WIDTH)
  const y = (amount: number): number => Math.round(TOP + (1 - amount / most) * (HEIGHT - TOP - BOTTOM))
  const path = (points: readonly Point[]): string =>
    points
      .map(({ day, payoff_centavos }, index) => `${index === 0 ? 'M' : 'L'}${x(day)} ${y(payoff_centavos)}`)
      .join('')
  const was = line.filter(({ day }) => day <= today)
  const willBe = line.filter(({ day }) => day >= today)
  const now = was.at(-1)
  // To the right of today the line still rises, to the left it was lower: its words stand where it is not.
  const isLate = now !== undefined && x(now.day) > WIDTH * 0.7
  const isDueShown = dueDay !== null && dueDay >= first.day && dueDay <= last.day
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- it is drawn from the numbers beside it
    <svg className={css.chart} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={m.desk_people_chart_label()}>
      <line className={css.axis} x1="0" x2={WIDTH} y1={HEIGHT - BOTTOM} y2={HEIGHT - BOTTOM} />
      {isDueShown && (
        <>
          <line className={css.due} x1={x(dueDay)} x2={x(dueDay)} y1={TOP} y2={HEIGHT - BOTTOM} />
          <text
            className={css.words}
            x={Math.min(WIDTH - 60, Math.max(60, x(dueDay)))}
            y={HEIGHT - 6}
            textAnchor="middle"
          >
            {m.desk_people_chart_due({ day: formatDay(dueDay).slice(0, 5) })}
          </text>
        </>
      )}
      <path className={css.willBe} d={path(willBe)} />
      <path className={css.was} d={path(was)} />
      {now && (
        <>
          <circle className={css.now} cx={x(now.day)} cy={y(now.payoff_centavos)} r="5" />
          <text
            className={css.today}
            x={x(now.day) + (isLate ? -10 : 10)}
            y={Math.max(TOP, y(now.payoff_centavos) + (isLate ? -8 : 16))}
            textAnchor={isLate ? 'end' : 'start'}
          >
            {m.desk_people_chart_today({ amount: formatPesos(now.payoff_centavos) })}
          </text>
        </>
      )}
    </svg>
  )
}
