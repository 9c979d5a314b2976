import type { DeskRetOf } from '@hola/core/desk-contract/contract.ts'
import { formatPesos } from '@hola/core/money.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { formatNumber } from '@hola/i18n/format.ts'
import { Badge } from '@hola/ui/layout/badge.tsx'
import { alertIcon, checkIcon } from '@hola/ui/layout/icons.ts'
import type { ReactNode } from 'react'
import { Facts } from '../../parts/peek.tsx'
import css from './case.module.css'

type Opened = NonNullable<DeskRetOf<'cases/show'>['opened']>
type Bureau = Opened['bureau']

const answers = {
  thin_file: m.desk_queue_case_answer_thin_file,
  unavailable: m.desk_queue_case_answer_unavailable,
  not_asked: m.desk_queue_case_answer_not_asked,
} as const

const sayMonth = (month: string): string => month.split('-').toReversed().join('/')

/** The worst of each month, the oldest on the left; a number where it was not in order. */
function MonthStrip({ months }: { months: Bureau['months'] }): ReactNode {
  return (
    <ul className={css.months}>
      {months.toReversed().map(({ month, worst }) => (
        <li
          key={month}
          data-worst={worst <= 1 ? undefined : worst}
          title={m.desk_queue_case_month({ month: sayMonth(month), worst })}
        >
          <span className={css.monthWords}>{worst <= 1 ? '' : worst}</span>
        </li>
      ))}
    </ul>
  )
}

function Situation({ worst }: { worst: number | null }): ReactNode {
  if (worst === null) return m.desk_queue_case_situation_none()
  return (
    <Badge tone={worst === 1 ? 'done' : 'late'} icon={worst === 1 ? checkIcon : alertIcon}>
      {m.desk_queue_case_situation({ number: worst })}
    </Badge>
  )
}

/** What the bureau has, by month, and what we know of her ourselves. */
export function BureauPanel({ opened }: { opened: Opened | null }): ReactNode {
  const bureau = opened?.bureau
  return (
    <section className={css.panel} aria-label={m.desk_queue_case_bureau()}>
      <header className={css.head}>
        <h2 className={css.title}>{m.desk_queue_case_bureau()}</h2>
      </header>
      <div className={css.body}>
        {bureau === undefined || opened === null ? (
          <p className={css.quiet}>····</p>
        ) : (
          <>
            {bureau.answer === 'on_file' ? (
              <>
                <Facts
                  of={[
                    [m.desk_queue_case_situation_now(), <Situation key="now" worst={bureau.worst_now} />],
                    [
                      m.desk_queue_case_debt(),
                      bureau.debt_centavos === null ? '–' : formatPesos(bureau.debt_centavos, { centavos: false }),
                    ],
                    [
                      m.desk_queue_case_cheques(),
                      bureau.rejected_cheques_count
                        ? formatNumber(bureau.rejected_cheques_count)
                        : m.desk_queue_case_cheques_none(),
                    ],
                    ...(bureau.is_in_review ? [[m.desk_queue_case_in_review(), m.desk_queue_case_yes()] as const] : []),
                  ]}
                />
                {bureau.months.length === 0 ? (
                  <p className={css.quiet}>
                    {m.desk_queue_case_months_none({
                      worst: bureau.worst_24_months ?? m.desk_queue_case_situation_none(),
                    })}
                  </p>
                ) : (
                  <>
                    <p>{m.desk_queue_case_months()}</p>
                    <MonthStrip months={bureau.months} />
                    <p className={css.scaleWords}>
                      <span>{sayMonth(bureau.months.at(-1)?.month ?? '')}</span>
                      <span>{sayMonth(bureau.months[0]?.month ?? '')}</span>
                    </p>
                  </>
                )}
              </>
            ) : (
              <p>{answers[bureau.answer]()}</p>
            )}
            <hr className={css.rule} />
            <Facts
              of={[
                [
                  m.desk_queue_case_with_us(),
                  opened.own.cleared_on_time_count + opened.own.cleared_late_count === 0
                    ? m.desk_queue_case_first()
                    : m.desk_queue_case_cleared({
                        on_time: opened.own.cleared_on_time_count,
                        late: opened.own.cleared_late_count,
                      }),
                ],
                ...(opened.own.open_principal_centavos > 0
                  ? [[m.desk_queue_case_owes(), formatPesos(opened.own.open_principal_centavos)] as const]
                  : []),
                [
                  m.desk_queue_case_retakes(),
                  m.desk_queue_case_retakes_of({
                    count: opened.photos.reduce((sum, { retakes_count }) => sum + retakes_count, 0),
                    max: 3 * opened.retakes_max,
                  }),
                ],
              ]}
            />
          </>
        )}
      </div>
    </section>
  )
}
