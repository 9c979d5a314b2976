import { useEffect, useRef, type ReactNode } from 'react'
import { formatDate, formatDay, formatTime } from '@hola/i18n/format-date.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { followHome } from '../../shared/home/follow-home.ts'
import { PrintedHead } from '../../shared/documents/printed-head.tsx'
import { linkTo } from '../../lib/link.ts'
import { useEvery } from '../../lib/use-every.ts'
import { Badge } from '@hola/ui/layout/badge.tsx'
import { ButtonLink } from '@hola/ui/controls/button.tsx'
import { Drawing } from '@hola/ui/drawings/drawing.tsx'
import { Card } from '@hola/ui/layout/card.tsx'
import { Dock } from '@hola/ui/layout/dock.tsx'
import { EmptyState } from '@hola/ui/layout/empty-state.tsx'
import { alertIcon, checkIcon, clockIcon, closeIcon } from '@hola/ui/layout/icons.ts'
import { Note } from '@hola/ui/layout/note.tsx'
import { Instructions } from './instructions.tsx'
import { Receipt } from './receipt.tsx'
import { followOrder, orderUrl, repayUrl, type Borrower, type Method, type Order, type Payment } from './repay-data.ts'
import { RepayHead } from './repay-head.tsx'
import css from './repay-page.module.css'

/** A transfer takes seconds, so the first look comes soon; then less and less often. */
const FIRST_LOOK_MS = 8_000

/** A payment from the moment it was asked for: how to make it, where it stands, and the receipt. */
export function PaymentPage({
  order,
  borrower,
  paymentId,
  methods,
}: {
  order: Order
  borrower: Borrower
  paymentId: string
  methods: readonly Method[]
}): ReactNode {
  const payment = order.payments.find(({ payment_id: id }) => id === paymentId)
  const state = payment?.state
  useEvery(state === 'waiting' ? FIRST_LOOK_MS : undefined, followOrder)
  const before = useRef(state)
  useEffect(() => {
    // Home was told before; what it shows has changed with this payment.
    if (before.current !== state) followHome()
    before.current = state
  }, [state])
  if (!payment)
    return (
      <Card>
        <EmptyState
          title={m.repay_payment_gone()}
          text={m.repay_payment_gone_text()}
          action={<ButtonLink {...linkTo(orderUrl(order.order_id))}>{m.repay_see_order()}</ButtonLink>}
        />
      </Card>
    )
  const method = methods.find(({ method_id: id }) => id === payment.method_id)
  return (
    <>
      <PrintedHead />
      <RepayHead
        label={labels[payment.state]()}
        amount={payment.paid_centavos ?? payment.amount_centavos}
        text={<When payment={payment} />}
        badge={<StateBadge state={payment.state} />}
        drawing={payment.state === 'credited' && order.state === 'cleared' && <Drawing of="sunrise" />}
      />
      {/* Always there, so that what comes up in it is read out. */}
      <output className={css.block}>
        <StateWords payment={payment} order={order} />
      </output>
      {payment.state === 'waiting' && <Instructions payment={payment} method={method} />}
      {payment.state === 'credited' && <Receipt order={order} borrower={borrower} payment={payment} method={method} />}
      {(payment.state === 'expired' || payment.state === 'rejected' || payment.state === 'reversed') && (
        <Dock>
          <ButtonLink kind="secondary" {...linkTo(orderUrl(order.order_id))}>
            {m.repay_see_order()}
          </ButtonLink>
          <ButtonLink {...linkTo(repayUrl(order.order_id))}>{m.repay_new()}</ButtonLink>
        </Dock>
      )}
    </>
  )
}

const labels = {
  waiting: m.repay_to_pay,
  credited: m.repay_paid,
  expired: m.repay_to_pay_before,
  rejected: m.repay_to_pay_before,
  reversed: m.repay_given_back,
} as const

const badges = {
  waiting: { tone: 'neutral', icon: clockIcon, text: m.repay_state_waiting },
  credited: { tone: 'done', icon: checkIcon, text: m.repay_state_credited },
  expired: { tone: 'neutral', icon: closeIcon, text: m.repay_state_expired },
  rejected: { tone: 'failed', icon: alertIcon, text: m.repay_state_rejected },
  reversed: { tone: 'failed', icon: alertIcon, text: m.repay_state_reversed },
} as const

function StateBadge({ state }: { state: Payment['state'] }): ReactNode {
  const { tone, icon, text } = badges[state]
  return (
    <Badge tone={tone} icon={icon}>
      {text()}
    </Badge>
  )
}

function When({ payment }: { payment: Payment }): ReactNode {
  if (payment.paid_day) {
    const date = formatDay(payment.paid_day)
    return payment.state === 'reversed' ? m.repay_was_paid_on({ date }) : m.repay_paid_on({ date })
  }
  if (!payment.expires_at) return m.repay_asked_at(whenOf(payment.requested_at))
  const when = whenOf(payment.expires_at)
  return payment.state === 'waiting' ? m.repay_expires_at(when) : m.repay_expired_at(when)
}

const whenOf = (instant: string): { date: string; time: string } => ({
  date: formatDate(instant),
  time: formatTime(instant),
})

function StateWords({ payment: { state }, order }: { payment: Payment; order: Order }): ReactNode {
  switch (state) {
    case 'waiting':
      return (
        <Note icon={clockIcon}>
          <p>{m.repay_waiting()}</p>
        </Note>
      )
    case 'credited':
      return (
        <Note tone="good" icon={checkIcon}>
          <p>{m.repay_credited()}</p>
          {order.state === 'cleared' && <p>{m.repay_cleared()}</p>}
          {order.state === 'cancelled' && <p>{m.repay_withdrawn()}</p>}
        </Note>
      )
    case 'expired':
      return <Note icon={closeIcon}>{m.repay_expired()}</Note>
    case 'rejected':
      return (
        <Note tone="bad" icon={alertIcon}>
          {m.repay_rejected()}
        </Note>
      )
    case 'reversed':
      return (
        <Note tone="bad" icon={alertIcon}>
          {m.repay_reversed()}
        </Note>
      )
  }
}
