import { useState, type ReactNode } from 'react'
import { formatDay } from '../../i18n/format-date.ts'
import { m } from '../../i18n/compiled/messages.js'
import { linkTo } from '../../lib/link.ts'
import { newUuid } from '../../lib/uuid.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Dock } from '../../ui/dock.tsx'
import { Note } from '../../ui/note.tsx'
import { MethodRows, methodOf } from './method-rows.tsx'
import { repayUrl, type Order, type PayOptions } from './repay-data.ts'
import { RepayHead } from './repay-head.tsx'
import type { RepayBody } from './repay-request.ts'
import css from './repay-page.module.css'

/** The right to withdraw: what she received goes back, exactly, and nothing else is owed. */
export function WithdrawForm({
  order: { order_id: orderId, withdrawal, paid_out_at: paidOutAt },
  options: { methods },
  isSending,
  onSend,
}: {
  order: Order
  options: PayOptions
  isSending: boolean
  onSend: (body: RepayBody) => void
}): ReactNode {
  const [methodId, setMethodId] = useState('')
  const method = methodOf(methods, methodId)
  // Before the money has left there is nothing to give back, and the button of the law does it all.
  if (withdrawal && paidOutAt === null)
    return (
      <>
        <Note>{m.repay_withdraw_before()}</Note>
        <ButtonLink {...linkTo('/pages/consumer/regret')}>{m.repay_regret()}</ButtonLink>
      </>
    )
  if (!withdrawal)
    return (
      <>
        <Note>{m.repay_withdraw_over()}</Note>
        <ButtonLink {...linkTo(repayUrl(orderId))}>{m.repay_pay_early()}</ButtonLink>
      </>
    )
  return (
    <>
      <RepayHead
        label={m.repay_withdraw_return()}
        amount={withdrawal.return_centavos}
        text={m.repay_withdraw_until({ date: formatDay(withdrawal.until_day) })}
      />
      <Card title={m.repay_withdraw_title()}>
        <ul className={css.points}>
          <li>{m.repay_withdraw_exact()}</li>
          <li>{m.repay_withdraw_nothing_else()}</li>
          <li>{m.repay_withdraw_no_reason()}</li>
        </ul>
      </Card>
      <Card>
        <MethodRows methods={methods} chosen={method} onChange={setMethodId} />
      </Card>
      <Dock>
        <Button
          busy={isSending}
          busyText={m.repay_asking_how()}
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
          {m.repay_withdraw_ask()}
        </Button>
      </Dock>
    </>
  )
}
