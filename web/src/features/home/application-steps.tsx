import type { ReactNode } from 'react'
import { m } from '@hola/i18n/compiled/messages.js'
import { Card } from '@hola/ui/layout/card.tsx'
import { TimeLine } from '@hola/ui/layout/time-line.tsx'
import { stepUrls } from '../../shared/home/step-urls.ts'

type Step = keyof typeof stepUrls

const steps = Object.keys(stepUrls) as readonly Step[]

/** The same names as on the pages that they lead to. */
const titles: Readonly<Record<Step, () => string>> = {
  basic: m.pages_step_basic,
  social: m.pages_step_social,
  withdrawal: m.pages_step_withdrawal,
  photos: m.pages_upload_id_card,
}

/** What is done of an application and what comes next: the server names the first step that is not complete. */
export function ApplicationSteps({ next }: { next: Step }): ReactNode {
  const at = steps.indexOf(next)
  return (
    <Card title={m.application_step({ step: at + 1, of: steps.length })}>
      <TimeLine
        items={steps.map((step, index) => ({
          state: index < at ? 'done' : index === at ? 'now' : 'later',
          title: titles[step](),
        }))}
      />
    </Card>
  )
}
