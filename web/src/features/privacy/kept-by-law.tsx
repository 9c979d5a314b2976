import type { ReactNode } from 'react'
import { formatDay } from '@hola/i18n/format-date.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { Card } from '@hola/ui/layout/card.tsx'
import css from './privacy.module.css'
import { categories, type PrivacyState } from './words.ts'

/** What cannot be erased, by which law and until when. */
export function KeptByLaw({ kept }: { kept: PrivacyState['erasure']['kept'] }): ReactNode {
  return (
    <Card title={m.privacy_erase_stays()}>
      <div className={css.stack}>
        <p className={css.soft}>{kept.length === 0 ? m.privacy_erase_stays_none() : m.privacy_erase_stays_text()}</p>
        {kept.length > 0 && (
          <ul className={css.list}>
            {kept.map(({ category, law, until_day: until }) => (
              <li key={category} className={css.item}>
                <h3 className={css.name}>{categories[category].name()}</h3>
                <p className={css.soft}>
                  {m.privacy_erase_until({ date: formatDay(until) })} <span lang="es">{law}</span>
                </p>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Card>
  )
}
