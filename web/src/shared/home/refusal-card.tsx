import type { RetOf } from '@hola/core/contract/contract.ts'
import { CORRECTION_BUSINESS_DAYS } from '@hola/core/privacy.ts'
import type { ReactNode } from 'react'
import { m } from '@hola/i18n/compiled/messages.js'
import { linkTo } from '../../lib/link.ts'
import { Card } from '@hola/ui/layout/card.tsx'
import { Fold } from '@hola/ui/layout/fold.tsx'
import css from './refusal-card.module.css'

/** Where everybody sees, free of charge, what is reported about her. */
const RECORD_URL = 'https://www.bcra.gob.ar/'

/** Why it was refused, a line for each reason, and one tap away what she can do about a fact that is wrong. */
export function RefusalCard({ reasons }: { reasons: RetOf<'app/home'>['refusal_reasons'] }): ReactNode {
  return (
    <Card {...(reasons.length > 0 && { title: m.photos_review_refused_why() })}>
      {reasons.length > 0 && (
        <ul className={css.reasons}>
          {reasons.map(({ code, text }) => (
            <li key={code}>{text}</li>
          ))}
        </ul>
      )}
      <Fold title={m.home_bureau_title()}>
        <div className={css.text}>
          <p>{m.home_bureau_look()}</p>
          <p>
            <a {...linkTo(`/pages/webview/webview?url=${encodeURIComponent(RECORD_URL)}`)}>{m.home_bureau_open()}</a>
          </p>
          <p>{m.home_bureau_fix({ days: CORRECTION_BUSINESS_DAYS })}</p>
          <p>{m.home_bureau_us()}</p>
        </div>
      </Fold>
    </Card>
  )
}
