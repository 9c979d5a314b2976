import type { ReactNode } from 'react'
import { REVIEW_ABOUT_MS } from '@hola/core/constants.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { Card } from '@hola/ui/layout/card.tsx'
import { Icon } from '@hola/ui/layout/icon.tsx'
import { clockIcon, idIcon, signIcon } from '@hola/ui/layout/icons.ts'
import css from './how-it-works.module.css'

export function HowItWorks(): ReactNode {
  const steps = [
    [idIcon, m.home_how_data()],
    [clockIcon, m.home_how_answer({ minutes: REVIEW_ABOUT_MS / 60_000 })],
    [signIcon, m.home_how_sign()],
  ] as const
  return (
    <Card title={m.home_how_title()}>
      <ol className={css.steps}>
        {steps.map(([icon, text]) => (
          <li key={icon} className={css.step}>
            <span className={css.disc}>
              <Icon shape={icon} />
            </span>
            {text}
          </li>
        ))}
      </ol>
    </Card>
  )
}
