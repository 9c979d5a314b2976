import type { ReactNode } from 'react'
import { m } from '@hola/i18n/compiled/messages.js'
import { ButtonLink } from '@hola/ui/controls/button.tsx'
import { EmptyState } from '@hola/ui/layout/empty-state.tsx'
import { linkToTab } from '../../lib/link.ts'

/** An address that names no loan of hers: her loans are where it leads. */
export function OrderNotFound({ text = m.orders_not_found_text() }: { text?: string }): ReactNode {
  return (
    <EmptyState
      title={m.orders_not_found()}
      text={text}
      action={<ButtonLink {...linkToTab('/pages/my-loan/my-loan')}>{m.orders_see_all()}</ButtonLink>}
    />
  )
}
