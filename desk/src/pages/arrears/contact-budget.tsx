import { CONTACTS_A_DAY, CONTACTS_IN_SEVEN_DAYS } from '@hola/core/contact.ts'
import { CONTACT_HOURS } from '@hola/core/reminder.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { Badge } from '@hola/ui/layout/badge.tsx'
import { checkIcon, clockIcon } from '@hola/ui/layout/icons.ts'
import { Note } from '@hola/ui/layout/note.tsx'
import type { ReactNode } from 'react'
import css from './arrears.module.css'
import { Facts } from '../../parts/peek.tsx'
import type { Late } from './words.ts'
import { sayMoment, sayObstacle } from './words.ts'

/** So many discs as are allowed, those that are used filled. */
function Discs({ count, max }: { count: number; max: number }): ReactNode {
  return (
    <span className={css.discs}>
      <span aria-hidden="true" className={css.row}>
        {Array.from({ length: max }, (_, at) => (
          <span key={at} className={css.disc} data-used={at < count || undefined} />
        ))}
      </span>
      {m.desk_care_budget_of({ count, max })}
    </span>
  )
}

/** What is left of the contacts that the law allows, and when the next one is allowed and why not now. */
export function ContactBudget({ of: { budget }, now }: { of: Pick<Late, 'budget'>; now: Date }): ReactNode {
  const { obstacle, next_at, today_count, seven_days_count } = budget
  return (
    <section className={css.section} aria-label={m.desk_care_budget()}>
      <header className={css.heading}>
        <h3>{m.desk_care_budget()}</h3>
        {obstacle === null ? (
          <Badge tone="done" icon={checkIcon}>
            {m.desk_care_budget_yes({ to: CONTACT_HOURS.to })}
          </Badge>
        ) : (
          <Badge tone="late" icon={clockIcon}>
            {m.desk_care_budget_no()}
          </Badge>
        )}
      </header>
      <Facts
        of={[
          [m.desk_care_budget_today(), <Discs key="today" count={today_count} max={CONTACTS_A_DAY} />],
          [m.desk_care_budget_week(), <Discs key="week" count={seven_days_count} max={CONTACTS_IN_SEVEN_DAYS} />],
          [
            m.desk_care_budget_opt_out(),
            obstacle === 'opted_out' ? m.desk_care_budget_opt_out_yes() : m.desk_care_budget_opt_out_no(),
          ],
          ...(obstacle !== null && next_at !== null ? [[m.desk_care_budget_next(), sayMoment(next_at)] as const] : []),
        ]}
      />
      {obstacle !== null && (
        <Note tone="warn" icon={clockIcon}>
          {m.desk_care_budget_why({ problem: sayObstacle(obstacle, now) })}
        </Note>
      )}
    </section>
  )
}
