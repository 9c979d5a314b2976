import { add } from '@hola/core/money.ts'
import { useId, type ReactNode } from 'react'
import { formatDay } from '@hola/i18n/format-date.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { linkTo } from '../../lib/link.ts'
import { LoanNumber } from '../../shared/orders/loan-number.tsx'
import { OrderBadge } from '../../shared/orders/order-badge.tsx'
import { exactPesos } from '../../shared/offers/quote-parts.ts'
import { dueWords } from '../../shared/orders/due-words.ts'
import { ButtonLink } from '@hola/ui/controls/button.tsx'
import { Card } from '@hola/ui/layout/card.tsx'
import { Dock } from '@hola/ui/layout/dock.tsx'
import { docIcon } from '@hola/ui/layout/icons.ts'
import { InkSurface } from '@hola/ui/layout/ink-surface.tsx'
import { Money } from '@hola/ui/format/money.tsx'
import { Row, RowList } from '@hola/ui/layout/row-list.tsx'
import type { OrderGroup } from './order-groups.ts'
import css from './owed-card.module.css'

type Summary = OrderGroup['orders'][number]

/** The loan that is due first; one that is late was due before all others. */
export const dueFirst = (orders: readonly Summary[]): Summary | undefined =>
  orders.toSorted((one, other) => (one.due_day ?? '').localeCompare(other.due_day ?? ''))[0]

/** What she owes and when, how far she has paid, and the way to pay. */
export function OwedCard({ order }: { order: Summary }): ReactNode {
  const { label, amount, when } = figureOf(order)
  const id = useId()
  const isReturn = order.withdrawal_state === 'waiting'
  const whole = add(order.repaid_centavos, amount)
  return (
    <>
      <InkSurface shape="card">
        <div className={css.head}>
          <h2>{m.orders_group_in_repayment()}</h2>
          {!isReturn && <OrderBadge order={order} />}
        </div>
        <p className={css.label}>{label}</p>
        <p>
          <Money text={exactPesos(amount)} size="xl" />
        </p>
        <p className={css.when}>{when}</p>
        {!isReturn && (
          <div className={css.paid}>
            <progress className={css.bar} value={order.repaid_centavos} max={whole} aria-labelledby={id} />
            <p id={id} className={css.label}>
              {m.orders_paid_of({ paid: exactPesos(order.repaid_centavos), whole: exactPesos(whole) })}
            </p>
          </div>
        )}
      </InkSurface>
      <Card>
        <RowList>
          <Row
            icon={docIcon}
            title={m.orders_see()}
            detail={<LoanNumber of={order} />}
            {...linkTo(`/pages/order-detail/order-detail?order_id=${order.order_id}`)}
          />
        </RowList>
      </Card>
      <Pay order={order} />
    </>
  )
}

function Pay({ order }: { order: Summary }): ReactNode {
  const { order_id: orderId, state, withdrawal_state: withdrawal, next_part: nextPart } = order
  const offersPart = state === 'overdue' || Boolean(nextPart)
  const repay = `/pages/repay/repay?order_id=${orderId}` as const
  if (withdrawal === 'waiting')
    return (
      <Dock>
        <ButtonLink {...linkTo(`${repay}&kind=withdrawal`)}>{m.orders_return()}</ButtonLink>
      </Dock>
    )
  return (
    <Dock>
      {offersPart && (
        <ButtonLink kind="secondary" {...linkTo(`${repay}&kind=part`)}>
          {m.orders_pay_part()}
        </ButtonLink>
      )}
      <ButtonLink {...linkTo(repay)}>{offersPart ? m.orders_pay_all() : m.orders_pay()}</ButtonLink>
    </Dock>
  )
}

/** The one number, what it is, and the day that goes with it. */
const figureOf = (order: Summary): { label: string; amount: Summary['payoff_centavos']; when: string } => {
  const { withdrawal_until_day: until, next_part: part } = order
  if (order.withdrawal_state === 'waiting')
    return {
      label: m.orders_to_return(),
      amount: order.payoff_centavos,
      when: until === null ? m.orders_withdrawn() : m.orders_return_by({ date: formatDay(until) }),
    }
  const when = dueWords(order)
  if (part)
    return {
      label: m.orders_part_label({ number: part.paid_count + 1, count: part.part_count }),
      amount: part.amount_centavos,
      when,
    }
  if (order.state === 'overdue') return { label: m.orders_pay_today(), amount: order.payoff_centavos, when }
  // After a part was paid only today's amount is known here; until then it is what was agreed for the due day.
  return order.repaid_centavos === 0
    ? { label: m.orders_total(), amount: order.repayment_centavos, when }
    : { label: m.orders_payoff(), amount: order.payoff_centavos, when }
}
