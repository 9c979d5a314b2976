import { m } from '@hola/i18n/compiled/messages.js'
import { Icon } from '@hola/ui/layout/icon.tsx'
import { alertIcon, checkIcon, minusIcon } from '@hola/ui/layout/icons.ts'
import { VisuallyHidden } from '@hola/ui/layout/visually-hidden.tsx'
import type { ReactNode } from 'react'
import css from './evidence-chip.module.css'

const looks = {
  match: { icon: checkIcon, says: m.desk_money_evidence_match },
  missing: { icon: minusIcon, says: m.desk_money_evidence_missing },
  differs: { icon: alertIcon, says: m.desk_money_evidence_differs },
} as const

/** By one thing, whether two belong together: they agree, nothing is known, or they disagree. */
export function EvidenceChip({ says, children }: { says: keyof typeof looks; children: ReactNode }): ReactNode {
  return (
    <span className={css.chip} data-says={says}>
      <Icon shape={looks[says].icon} size="small" />
      {children}
      <VisuallyHidden>: {looks[says].says()}</VisuallyHidden>
    </span>
  )
}
