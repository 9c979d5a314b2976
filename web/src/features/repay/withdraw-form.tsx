import { WITHDRAWAL_BUSINESS_DAYS } from '@hola/core/loan/withdrawal.ts'
import { useState, type ReactNode } from 'react'
import { formatDate, formatDay } from '@hola/i18n/format-date.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { linkTo } from '../../lib/link.ts'
import { newUuid } from '../../lib/uuid.ts'
import { Button, ButtonLink } from '@hola/ui/controls/button.tsx'
import { Card } from '@hola/ui/layout/card.tsx'
import { Dock } from '@hola/ui/layout/dock.tsx'
import { Note } from '@hola/ui/layout/note.tsx'
import { MethodRows, methodOf } from './method-rows.tsx'
import { orderUrl, repayUrl, type Order, type PayOptions } from './repay-data.ts'
import { RepayHead } from './repay-head.tsx'
import type { RepayBody } from './repay-request.ts'
import css from './repay-page.module.css'

/** The right to withdraw: what she received goes back, exactly, and nothing else is owed. */
export function WithdrawForm({
  order,
  options: { methods },
  isSending,
  onSend,
}: {
  order: Order
  options: PayOptions
  isSending: boolean
  onSend: (body: RepayBody) => void
}): ReactNode {
  const { order_id: orderId, withdrawal, paid_out_at: paidOutAt, withdrawn_at: withdrawnAt } = order
  const [methodId, setMethodId] = useState('')
  const method = methodOf(methods, methodId)
  // Whoever comes back is told that she has withdrawn, and where that stands.
  if (withdrawnAt !== null && (paidOutAt === null || order.withdrawal_state === 'complete'))
    return <Withdrawn order={order} withdrawnAt={withdrawnAt} />
  if (!withdrawal)
    return (
      <>
        <Note>{m.repay_withdraw_over()}</Note>
        <ButtonLink {...linkTo(repayUrl(orderId))}>{m.repay_pay_early()}</ButtonLink>
      </>
    )
  // The money has not left, or all of it is back: the right is used at once.
  const isFree = withdrawal.return_centavos === 0
  return (
    <>
      {withdrawnAt !== null && <Note>{m.repay_withdraw_again({ day: formatDate(withdrawnAt) })}</Note>}
      <RepayHead
        label={m.repay_withdraw_return()}
        amount={withdrawal.return_centavos}
        text={m.repay_withdraw_until({ date: formatDay(withdrawal.until_day) })}
      />
      <Card title={m.repay_withdraw_title()}>
        <ul className={css.points}>
          <li>
            {paidOutAt === null
              ? m.repay_withdraw_before()
              : isFree
                ? m.repay_withdraw_all_back()
                : m.repay_withdraw_exact()}
          </li>
          {paidOutAt === null && <li>{m.repay_withdraw_under_way({ days: WITHDRAWAL_BUSINESS_DAYS })}</li>}
          <li>{m.repay_withdraw_nothing_else()}</li>
          {!isFree && <li>{m.repay_withdraw_otherwise({ date: formatDay(withdrawal.until_day) })}</li>}
          <li>{m.repay_withdraw_no_reason()}</li>
        </ul>
      </Card>
      {!isFree && (
        <Card>
          <MethodRows label={m.repay_withdraw_how()} methods={methods} chosen={method} onChange={setMethodId} />
        </Card>
      )}
      <Dock>
        <Button
          busy={isSending}
          busyText={isFree ? m.repay_withdrawing() : m.repay_asking_how()}
          onClick={() => {
            if (method)
              onSend({
                request_id: newUuid(),
                order_id: orderId,
                kind: 'withdrawal',
                method_id: method.method_id,
              })
          }}
        >
          {isFree ? m.repay_withdraw_now() : withdrawnAt === null ? m.repay_withdraw_ask() : m.repay_withdraw_see()}
        </Button>
      </Dock>
    </>
  )
}

/** Done without a payment. A transfer that is under way cannot be called back: what arrives of it goes back. */
export function Withdrawn({
  order: { order_id: orderId, state },
  withdrawnAt,
}: {
  order: Pick<Order, 'order_id' | 'state'>
  /** She had done it before. */
  withdrawnAt?: string
}): ReactNode {
  return (
    <>
      <output className={css.told}>
        <h2 className={css.title}>
          {withdrawnAt === undefined
            ? m.repay_withdraw_done()
            : m.repay_withdrawn_already({ day: formatDate(withdrawnAt) })}
        </h2>
        <p className={css.lead}>
          {state === 'cancelled'
            ? m.repay_withdrawn()
            : m.repay_withdrawn_under_way({ days: WITHDRAWAL_BUSINESS_DAYS })}
        </p>
      </output>
      <Dock>
        <ButtonLink {...linkTo(orderUrl(orderId))}>{m.repay_see_order()}</ButtonLink>
      </Dock>
    </>
  )
}
