import type { ReactNode } from 'react'
import { m } from '@hola/i18n/compiled/messages.js'
import { WITHDRAWAL_BUSINESS_DAYS } from '@hola/core/loan/withdrawal.ts'
import { Card } from '@hola/ui/layout/card.tsx'
import { Icon } from '@hola/ui/layout/icon.tsx'
import { calendarIcon, lockIcon, shieldIcon } from '@hola/ui/layout/icons.ts'
import css from './promises.module.css'

/** Three promises that the product keeps by construction, each to be read in one breath. */
export function Promises(): ReactNode {
  const promises = [
    [shieldIcon, m.home_promise_regret(), m.home_promise_regret_text({ days: WITHDRAWAL_BUSINESS_DAYS })],
    [lockIcon, m.home_promise_contacts(), m.home_promise_contacts_text()],
    [calendarIcon, m.home_promise_early(), m.home_promise_early_text()],
  ] as const
  return (
    <Card>
      <ul>
        {promises.map(([icon, title, text]) => (
          <li key={icon} className={css.promise}>
            <span className={css.disc}>
              <Icon shape={icon} />
            </span>
            <div>
              <h2 className={css.title}>{title}</h2>
              <p className={css.text}>{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  )
}
