import type { ReactNode } from 'react'
import { formatDay } from '@hola/i18n/format-date.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { Card } from '@hola/ui/layout/card.tsx'
import css from './privacy.module.css'
import { categories, countWords, type PrivacyState } from './words.ts'

/** Each kind of thing that there is about her: what for, how much, and for how long. */
export function HeldCard({ held }: { held: PrivacyState['held'] }): ReactNode {
  const there = held.filter(({ records_count: count }) => count > 0)
  return (
    <Card title={m.privacy_held()}>
      <ul className={css.list}>
        {there.map(({ category, records_count: count, keep_until_day: until }) => (
          <li key={category} className={css.item}>
            <h3 className={css.name}>{categories[category].name()}</h3>
            <p className={css.soft}>{categories[category].why()}</p>
            <p className={css.line}>
              <span className={css.state}>
                {until === null ? m.privacy_keep_account() : m.privacy_keep_until({ date: formatDay(until) })}
              </span>
              <span className={css.small}>{countWords(count)}</span>
            </p>
          </li>
        ))}
        <li className={css.item}>
          <p className={css.soft}>{there.length === 0 ? m.privacy_held_none() : m.privacy_held_only()}</p>
        </li>
      </ul>
    </Card>
  )
}
