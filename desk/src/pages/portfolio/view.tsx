import { lateBuckets } from '@hola/core/portfolio.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { formatNumber, formatRate, formatShortRate } from '@hola/i18n/format.ts'
import { formatDay } from '@hola/i18n/format-date.ts'
import { Money } from '@hola/ui/format/money.tsx'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { useCall } from '../../lib/queries.ts'
import { Empty, Failed, Waiting } from '../../parts/state-words.tsx'
import type { Tone } from './charts.tsx'
import { LineChart, Mark, PairBars, StackBar } from './charts.tsx'
import type { Portfolio } from './figures.ts'
import {
  loansOf,
  outstandingOf,
  parOf,
  pesosOf,
  rollShares,
  rowOf,
  sayBucket,
  sayOutcome,
  sayReason,
  shareOf,
  situations,
} from './figures.ts'
import type { Cell } from './panel.tsx'
import { Panel, text } from './panel.tsx'
import css from './portfolio.module.css'

const spans = [30, 90, 180] as const
const tones: readonly Tone[] = ['green', 'quiet', 'sand', 'gold', 'rust', 'red']

const number = (count: number): Cell => ({ shown: formatNumber(count), csv: count })
const money = (amount: number): Cell => ({ shown: pesosOf(amount), csv: { centavos: amount } })
const rate = (ofTenThousand: number): Cell => ({ shown: formatRate(ofTenThousand), csv: formatRate(ofTenThousand) })
const dayCell = (day: string): Cell => ({ shown: formatDay(day), csv: day })
/** `06/2026` */
const sayMonth = (day: string): string => formatDay(day).slice(3)
const sayShortDay = (day: string): string => formatDay(day).slice(0, 5)
const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0)

/** `+ 0,40` or `− 0,40`: what is worse for the lender stands out, in words beside the colour. */
function Change({ by, sayBy }: { by: number; sayBy: (shown: string) => string }): ReactNode {
  if (by === 0) return <span className={css.change}>{m.desk_book_no_change()}</span>
  const shown = `${by > 0 ? '+' : '−'} ${formatRate(Math.abs(by))}`
  return (
    <span className={css.change} data-tone={by > 0 ? 'warn' : 'good'}>
      {sayBy(shown)}
    </span>
  )
}

function KeyFigure({ name, value, children }: { name: string; value: string; children: ReactNode }): ReactNode {
  return (
    <div className={css.key}>
      <dt>{name}</dt>
      <dd>{value}</dd>
      <dd className={css.below}>{children}</dd>
    </div>
  )
}

function KeyFigures({ of }: { of: Portfolio }): ReactNode {
  const { ageing, ageing_month_before: before, flows } = of
  const outstanding = outstandingOf(ageing)
  const grown = outstandingOf(before) === 0 ? 0 : shareOf(outstanding - outstandingOf(before), outstandingOf(before))
  const approved = sum(flows.map((flow) => flow.approved_count))
  const decided = approved + sum(flows.map((flow) => flow.refused_count))
  return (
    <dl className={css.keys}>
      <div className={css.ink}>
        <dt>{m.desk_book_outstanding()}</dt>
        <dd>
          <Money text={pesosOf(outstanding)} />
        </dd>
        <dd>
          {m.desk_book_outstanding_loans({ count: loansOf(ageing), shown: formatNumber(loansOf(ageing)) })}
          {' · '}
          {m.desk_book_in_a_month({ change: `${grown < 0 ? '−' : '+'} ${formatRate(Math.abs(grown))}` })}
        </dd>
        <dd>{m.desk_book_now({ amount: pesosOf(of.outstanding_now_centavos) })}</dd>
      </div>
      {[30, 60, 90].map((days) => (
        <KeyFigure key={days} name={m.desk_book_par({ days })} value={formatRate(parOf(ageing, days))}>
          {before.length > 0 && (
            <Change
              by={parOf(ageing, days) - parOf(before, days)}
              sayBy={(change) => m.desk_book_in_a_month({ change })}
            />
          )}
        </KeyFigure>
      ))}
      <KeyFigure name={m.desk_book_approved_in({ days: flows.length })} value={formatRate(shareOf(approved, decided))}>
        {m.desk_book_approved_of({ approved: formatNumber(approved), decided: formatNumber(decided) })}
      </KeyFigure>
      <KeyFigure
        name={m.desk_book_collected_in({ days: flows.length })}
        value={pesosOf(sum(flows.map((flow) => flow.collected_centavos)))}
      >
        {m.desk_book_lent_sum({ amount: pesosOf(sum(flows.map((flow) => flow.lent_centavos))) })}
      </KeyFigure>
    </dl>
  )
}

function AgeingPanel({ of: { ageing, day } }: { of: Portfolio }): ReactNode {
  const whole = outstandingOf(ageing)
  const rows = lateBuckets.map((bucket, at) => ({ ...rowOf(ageing, bucket), tone: tones[at] ?? 'ink' }))
  return (
    <Panel
      title={m.desk_book_ageing()}
      note={m.desk_book_ageing_note()}
      isOpen
      table={{
        file: `antiguedad-${day}`,
        columns: [
          { head: m.desk_book_column_late() },
          { head: m.desk_book_column_loans(), isNumber: true },
          { head: m.desk_book_column_principal(), isNumber: true },
          { head: m.desk_book_column_share(), isNumber: true },
          { head: m.desk_book_column_situation(), isNumber: true },
        ],
        rows: rows.map(({ bucket, loans_count, principal_centavos, tone }) => ({
          key: bucket,
          cells: [
            {
              shown: (
                <>
                  <Mark tone={tone} />
                  {sayBucket(bucket)}
                </>
              ),
              csv: sayBucket(bucket),
            },
            number(loans_count),
            money(principal_centavos),
            rate(shareOf(principal_centavos, whole)),
            text(situations[bucket]),
          ],
        })),
      }}
    >
      <StackBar
        label={m.desk_book_ageing()}
        parts={rows.map(({ bucket, principal_centavos, tone }) => ({
          key: bucket,
          name: `${sayBucket(bucket)}: ${pesosOf(principal_centavos)}`,
          tone,
          value: principal_centavos,
        }))}
      />
    </Panel>
  )
}

/** The newest vintages: more lines than this cannot be told apart. */
const VINTAGES_DRAWN = 6
/** A vintage is judged by what is later than this. */
const VINTAGE_LATE_DAYS = 30
const courseTones: readonly Tone[] = ['quiet', 'sand', 'gold', 'green', 'rust', 'ink']

function VintagePanel({ of: { vintages, day } }: { of: Portfolio }): ReactNode {
  const followed = vintages.filter(({ points }) => points.length > 0)
  const drawn = followed.slice(-VINTAGES_DRAWN)
  return (
    <Panel
      title={m.desk_book_vintages()}
      note={m.desk_book_vintages_note({ days: VINTAGE_LATE_DAYS })}
      table={{
        file: `cosechas-${day}`,
        columns: [
          { head: m.desk_book_column_month() },
          { head: m.desk_book_column_loans(), isNumber: true },
          { head: m.desk_book_column_lent(), isNumber: true },
          { head: m.desk_book_column_months(), isNumber: true },
          { head: m.desk_book_column_late30({ days: VINTAGE_LATE_DAYS }), isNumber: true },
          { head: m.desk_book_column_share(), isNumber: true },
        ],
        rows: followed.flatMap(({ month, loans_count, lent_centavos, points }) =>
          points.map((point) => ({
            key: `${month} ${point.months_count}`,
            cells: [
              { shown: sayMonth(month), csv: month.slice(0, 7) },
              number(loans_count),
              money(lent_centavos),
              number(point.months_count),
              money(point.late_centavos),
              rate(shareOf(point.late_centavos, lent_centavos)),
            ],
          })),
        ),
      }}
    >
      <LineChart
        label={m.desk_book_vintages_note({ days: VINTAGE_LATE_DAYS })}
        courses={drawn.map(({ month, lent_centavos, points }, at) => ({
          name: sayMonth(month),
          tone: courseTones[at] ?? 'ink',
          points: points.map((point) => ({ x: point.months_count, y: shareOf(point.late_centavos, lent_centavos) })),
        }))}
        sayX={String}
        sayY={formatShortRate}
      />
      <p className={css.caption}>{m.desk_book_vintages_axis()}</p>
    </Panel>
  )
}

function ApplicationsPanel({ of: { flows, day } }: { of: Portfolio }): ReactNode {
  return (
    <Panel
      title={m.desk_book_applications()}
      note={m.desk_book_until({ day: formatDay(day) })}
      legend={[
        { name: m.desk_book_asked(), tone: 'quiet' },
        { name: m.desk_book_approved(), tone: 'ink' },
      ]}
      table={{
        file: `solicitudes-${day}`,
        columns: [
          { head: m.desk_book_column_day() },
          { head: m.desk_book_asked(), isNumber: true },
          { head: m.desk_book_approved(), isNumber: true },
          { head: m.desk_book_refused(), isNumber: true },
        ],
        rows: flows.toReversed().map((flow) => ({
          key: flow.day,
          cells: [
            dayCell(flow.day),
            number(flow.applications_count),
            number(flow.approved_count),
            number(flow.refused_count),
          ],
        })),
      }}
    >
      <PairBars
        label={m.desk_book_applications()}
        tones={['quiet', 'ink']}
        say={formatNumber}
        pairs={flows.map((flow) => ({
          key: flow.day,
          name: sayShortDay(flow.day),
          values: [flow.applications_count, flow.approved_count],
        }))}
      />
    </Panel>
  )
}

/** On the axis thousands of pesos are enough; the table has the centavos. */
const sayThousands = (amount: number): string =>
  m.desk_book_thousands({ count: formatNumber(Math.round(amount / 100_000)) })

function MoneyPanel({ of: { flows, day } }: { of: Portfolio }): ReactNode {
  return (
    <Panel
      title={m.desk_book_money()}
      note={m.desk_book_until({ day: formatDay(day) })}
      legend={[
        { name: m.desk_book_paid_out(), tone: 'gold' },
        { name: m.desk_book_collected(), tone: 'green' },
      ]}
      table={{
        file: `prestado-y-cobrado-${day}`,
        columns: [
          { head: m.desk_book_column_day() },
          { head: m.desk_book_column_loans(), isNumber: true },
          { head: m.desk_book_column_lent(), isNumber: true },
          { head: m.desk_book_paid_out(), isNumber: true },
          { head: m.desk_book_collected(), isNumber: true },
        ],
        rows: flows.toReversed().map((flow) => ({
          key: flow.day,
          cells: [
            dayCell(flow.day),
            number(flow.lent_count),
            money(flow.lent_centavos),
            money(flow.paid_out_centavos),
            money(flow.collected_centavos),
          ],
        })),
      }}
    >
      <PairBars
        label={m.desk_book_money()}
        tones={['gold', 'green']}
        say={sayThousands}
        pairs={flows.map((flow) => ({
          key: flow.day,
          name: sayShortDay(flow.day),
          values: [flow.paid_out_centavos, flow.collected_centavos],
        }))}
      />
    </Panel>
  )
}

function RollPanel({ of: { rolls, day } }: { of: Portfolio }): ReactNode {
  const months = rollShares(rolls)
  const [last] = months.toReversed()
  const drawn = lateBuckets.slice(0, 4)
  return (
    <Panel
      title={m.desk_book_rolls()}
      note={last === undefined ? m.desk_book_rolls_none() : m.desk_book_rolls_note({ month: sayMonth(last.day) })}
      table={{
        file: `traspasos-${day}`,
        columns: [
          { head: m.desk_book_column_month() },
          { head: m.desk_book_column_from() },
          { head: m.desk_book_column_to() },
          { head: m.desk_book_column_loans(), isNumber: true },
          { head: m.desk_book_column_principal(), isNumber: true },
        ],
        rows: rolls.toReversed().map((roll) => ({
          key: `${roll.day} ${roll.from_bucket} ${roll.to_end}`,
          cells: [
            { shown: sayMonth(roll.day), csv: roll.day },
            text(sayBucket(roll.from_bucket)),
            text(sayBucket(roll.to_end)),
            number(roll.loans_count),
            money(roll.principal_centavos),
          ],
        })),
      }}
      legend={drawn.map((bucket, at) => ({ name: sayBucket(bucket), tone: tones[at] ?? 'ink' }))}
    >
      <PairBars
        label={m.desk_book_rolls()}
        tones={drawn.map((_, at) => tones[at] ?? 'ink')}
        say={formatShortRate}
        pairs={months.slice(-VINTAGES_DRAWN).map((month) => ({
          key: month.day,
          name: sayMonth(month.day),
          values: drawn.map((bucket) => month.shares.get(bucket) ?? 0),
        }))}
      />
    </Panel>
  )
}

const REASONS_DRAWN = 8

function ReasonsPanel({ of: { reasons, flows, day } }: { of: Portfolio }): ReactNode {
  const all = sum(flows.map((flow) => flow.applications_count))
  const most = Math.max(1, ...reasons.map(({ decisions_count }) => decisions_count))
  return (
    <Panel
      title={m.desk_book_reasons()}
      note={m.desk_book_reasons_note({ days: flows.length })}
      table={{
        file: `motivos-${day}`,
        columns: [
          { head: m.desk_book_column_reason() },
          { head: m.desk_book_column_outcome() },
          { head: m.desk_book_column_decisions(), isNumber: true },
          { head: m.desk_book_column_of_asked(), isNumber: true },
        ],
        rows: reasons.map(({ outcome, reason, decisions_count }) => ({
          key: `${outcome} ${reason}`,
          cells: [
            text(sayReason(reason)),
            text(sayOutcome(outcome)),
            number(decisions_count),
            rate(shareOf(decisions_count, all)),
          ],
        })),
      }}
    >
      <ul className={css.bars}>
        {reasons.slice(0, REASONS_DRAWN).map(({ outcome, reason, decisions_count }) => (
          <li key={`${outcome} ${reason}`}>
            <span className={css.barName}>
              {sayOutcome(outcome)}
              <span className={css.note}>{sayReason(reason)}</span>
            </span>
            <span className={css.barTrack}>
              <span data-outcome={outcome} style={{ flexGrow: decisions_count / most }} />
              <span style={{ flexGrow: 1 - decisions_count / most }} />
            </span>
            <span className={css.barCount}>{formatNumber(decisions_count)}</span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

export function PortfolioView(): ReactNode {
  const [search, setSearch] = useSearchParams()
  const days = spans.find((span) => String(span) === search.get('days')) ?? spans[0]
  const { data, error, refetch } = useCall('portfolio/show', { days_count: days }, { isLive: true })
  if (data === undefined) return error ? <Failed problem={error} onAgain={() => void refetch()} /> : <Waiting />
  const { portfolio } = data
  if (portfolio === null) return <Empty title={m.desk_book_empty()} text={m.desk_book_empty_text()} />
  return (
    <div className={css.page}>
      <div className={css.top}>
        <p className={css.note}>{m.desk_book_closed({ day: formatDay(portfolio.day) })}</p>
        <fieldset className={css.spans}>
          <legend>{m.desk_book_span()}</legend>
          {spans.map((span) => (
            <label key={span}>
              <input
                type="radio"
                name="span"
                checked={span === days}
                onChange={() => setSearch(span === spans[0] ? [] : [['days', String(span)]], { replace: true })}
              />
              {m.desk_book_span_days({ days: span })}
            </label>
          ))}
        </fieldset>
      </div>
      <KeyFigures of={portfolio} />
      <div className={css.grid}>
        <AgeingPanel of={portfolio} />
        <VintagePanel of={portfolio} />
        <ApplicationsPanel of={portfolio} />
        <MoneyPanel of={portfolio} />
        <RollPanel of={portfolio} />
        <ReasonsPanel of={portfolio} />
      </div>
    </div>
  )
}
