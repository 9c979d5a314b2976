import { REVIEW_ABOUT_MS } from '@hola/core/constants.ts'
import type { ReactNode } from 'react'
import { m } from '@hola/i18n/compiled/messages.js'
import { Card } from '@hola/ui/layout/card.tsx'
import css from './guide-card.module.css'

/** What to do first, for whoever has never seen this. */
export function GuideCard(): ReactNode {
  const steps = [
    { title: m.sandbox_guide_person(), text: m.sandbox_guide_person_text() },
    { title: m.sandbox_guide_send(), text: m.sandbox_guide_send_text() },
    { title: m.sandbox_guide_wait({ minutes: REVIEW_ABOUT_MS / 60_000 }), text: m.sandbox_guide_wait_text() },
    { title: m.sandbox_guide_sign(), text: m.sandbox_guide_sign_text() },
    { title: m.sandbox_guide_pay(), text: m.sandbox_guide_pay_text() },
  ]
  return (
    <Card title={m.sandbox_guide()}>
      <ol className={css.steps}>
        {steps.map(({ title, text }, index) => (
          <li key={title}>
            <span className={css.number} aria-hidden="true">
              {index + 1}
            </span>
            <h3>{title}</h3>
            <p className={css.text}>{text}</p>
          </li>
        ))}
      </ol>
    </Card>
  )
}
