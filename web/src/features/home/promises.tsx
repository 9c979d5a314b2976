import type { ReactNode } from 'react'
import { m } from '../../i18n/compiled/messages.js'
import { WITHDRAWAL_BUSINESS_DAYS } from '../../lib/withdrawal.ts'
import { Card } from '../../ui/card.tsx'
import { calendarIcon, lockIcon, shieldIcon } from '../../ui/icons.ts'
import { Row, RowList } from '../../ui/row-list.tsx'

/** Three promises that the product keeps by construction, each to be read in one breath. */
export function Promises(): ReactNode {
  return (
    <Card>
      <RowList>
        <Row
          good
          icon={shieldIcon}
          title={m.home_promise_regret()}
          detail={m.home_promise_regret_text({ days: WITHDRAWAL_BUSINESS_DAYS })}
        />
        <Row good icon={lockIcon} title={m.home_promise_contacts()} detail={m.home_promise_contacts_text()} />
        <Row good icon={calendarIcon} title={m.home_promise_early()} detail={m.home_promise_early_text()} />
      </RowList>
    </Card>
  )
}
