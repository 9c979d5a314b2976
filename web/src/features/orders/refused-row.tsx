import type { ReactNode } from 'react'
import { m } from '@hola/i18n/compiled/messages.js'
import { formatDate } from '@hola/i18n/format-date.ts'
import { Row } from '@hola/ui/layout/row-list.tsx'
import { retryFrom } from '../../shared/home/retry-from.ts'
import { OrderBadge } from '../../shared/orders/order-badge.tsx'
import type { OrderGroup } from './order-groups.ts'
import css from './orders-of.module.css'

type RefusedApplication = NonNullable<OrderGroup['refused_applications']>[number]

/** An application that was not approved: when, why, and from when she may try again. Nothing was lent, so it leads nowhere. */
export function RefusedRow({ application }: { application: RefusedApplication }): ReactNode {
  const { refused_at: refusedAt, retry_at: retryAt, reasons } = application
  return (
    <Row
      title={
        <span className={css.head}>
          <span>{m.orders_refused_on({ date: formatDate(refusedAt) })}</span>
          <OrderBadge order={{ state: 'review_failed', overdue_days: 0 }} />
        </span>
      }
      detail={
        <>
          {reasons.map(({ code, text }) => (
            <span key={code} className={css.line}>
              {text}
            </span>
          ))}
          <span className={css.line}>{m.orders_refused_retry(retryFrom(retryAt))}</span>
        </>
      }
    />
  )
}
