import type { ReactNode } from 'react'
import { formatDay } from '@hola/i18n/format-date.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { linkTo } from '../../lib/link.ts'
import { newUuid } from '../../lib/uuid.ts'
import { Button, ButtonLink } from '@hola/ui/controls/button.tsx'
import { Card } from '@hola/ui/layout/card.tsx'
import { Dock } from '@hola/ui/layout/dock.tsx'
import { Note } from '@hola/ui/layout/note.tsx'
import { calendarIcon } from '@hola/ui/layout/icons.ts'
import { TimeLine } from '@hola/ui/layout/time-line.tsx'
import { orderUrl, repayUrl, type Order } from './repay-data.ts'
import type { RepayBody } from './repay-request.ts'
import css from './repay-page.module.css'

/** A coupon moves the due day at no cost: from when to when, then one tap. */
export function ExtendForm({
  order: { order_id: orderId, extension, due_day: dueDay },
  isSending,
  onSend,
}: {
  order: Order
  isSending: boolean
  onSend: (body: RepayBody) => void
}): ReactNode {
  if (!extension || dueDay === null)
    return (
      <>
        <Note>{m.repay_extend_none()}</Note>
        <ButtonLink kind="secondary" {...linkTo('/pages/contract-new/my-coupon')}>
          {m.repay_see_coupons()}
        </ButtonLink>
        <Dock>
          <ButtonLink {...linkTo(repayUrl(orderId))}>{m.repay_pay()}</ButtonLink>
        </Dock>
      </>
    )
  const { coupon_id: couponId, extension_days: days, new_due_day: newDay } = extension
  return (
    <>
      <div className={css.told}>
        <h2 className={css.title}>{m.repay_extend_title({ days })}</h2>
        <p className={css.lead}>{m.repay_extend_text()}</p>
      </div>
      <Card>
        <TimeLine
          items={[
            { state: 'now', title: m.repay_extend_from(), detail: formatDay(dueDay) },
            { state: 'later', mark: calendarIcon, title: m.repay_extend_to(), detail: formatDay(newDay) },
          ]}
        />
      </Card>
      <Note>{m.repay_extend_once()}</Note>
      <Dock>
        <Button
          busy={isSending}
          busyText={m.repay_extending()}
          onClick={() => onSend({ request_id: newUuid(), order_id: orderId, kind: 'extension', coupon_id: couponId })}
        >
          {m.repay_extend({ date: formatDay(newDay) })}
        </Button>
      </Dock>
    </>
  )
}

/** Done: the new day, large enough to remember. */
export function Extended({
  order: { order_id: orderId, due_day: dueDay },
}: {
  order: Pick<Order, 'order_id' | 'due_day'>
}): ReactNode {
  return (
    <>
      <output className={css.told}>
        <h2 className={css.title}>{m.repay_extended({ date: dueDay === null ? '' : formatDay(dueDay) })}</h2>
        <p className={css.lead}>{m.repay_extended_text()}</p>
      </output>
      <Dock>
        <ButtonLink {...linkTo(orderUrl(orderId))}>{m.repay_see_order()}</ButtonLink>
      </Dock>
    </>
  )
}
