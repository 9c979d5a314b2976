import { m } from '@hola/i18n/compiled/messages.js'
import type { ReactNode } from 'react'
import { ClockBar, sayClock } from '../../parts/clock.tsx'
import { Facts } from '../../parts/peek.tsx'
import css from './requests.module.css'
import type { Request } from './words.ts'
import { clockOf, sayLaw, saySituation, sayWhen } from './words.ts'

/** A request and its clock, without anything of who asked. */
export function RequestFacts({ of, now }: { of: Request; now: Date }): ReactNode {
  return (
    <>
      <div className={css.head}>
        <p className={css.quiet}>{of.tracking_number}</p>
        {of.answered_at === null ? (
          <p className={css.figure}>{sayClock(clockOf(of), now)}</p>
        ) : (
          <p className={css.figure}>{of.is_late ? m.desk_care_late() : m.desk_care_in_time()}</p>
        )}
        <p className={css.quiet}>{sayLaw(of.kind)}</p>
        {of.answered_at === null && <ClockBar {...clockOf(of)} now={now} wide />}
      </div>
      <Facts
        of={[
          [m.desk_care_column_stands(), saySituation(of.situation)],
          [m.desk_care_received(), sayWhen(of.received_at)],
          [m.desk_care_until(), sayWhen(of.answer_until_at)],
          [m.desk_care_number_sent(), of.acknowledged_at === null ? '–' : sayWhen(of.acknowledged_at)],
          ...(of.answered_at === null ? [] : [[m.desk_care_answered_on(), sayWhen(of.answered_at)] as const]),
          [m.desk_care_known(), of.is_proven ? m.desk_care_known_yes() : m.desk_care_known_no()],
          [m.desk_care_column_loan(), of.order_number ?? '–'],
          [m.desk_care_column_person(), of.person ?? '–'],
        ]}
      />
    </>
  )
}
