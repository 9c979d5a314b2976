import { civilDayOf, daysBetween } from '@hola/core/calendar.ts'
import { WHOLE_BASIS_POINTS } from '@hola/core/loan/quote.ts'
import { WITHDRAWAL_BUSINESS_DAYS } from '@hola/core/loan/withdrawal.ts'
import { add, multiplyRate, subtract } from '@hola/core/money.ts'
import { Suspense, type ReactNode } from 'react'
import { formatDate, formatDay, formatTime } from '@hola/i18n/format-date.ts'
import { formatRate, formatShortRate } from '@hola/i18n/format.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { useLocale } from '@hola/i18n/locale.ts'
import { accountName } from '../../shared/orders/account-name.ts'
import { lazyPart } from '../../lib/lazy-part.ts'
import { linkTo } from '../../lib/link.ts'
import { OrderBadge } from '../../shared/orders/order-badge.tsx'
import { OrderNotFound } from '../../shared/orders/order-not-found.tsx'
import { OrderSkeleton } from '../../shared/orders/order-skeleton.tsx'
import { OutdatedNote } from '../../lib/outdated-note.tsx'
import { movedWordsOf } from '../../shared/orders/moved-due.ts'
import { isAtLateMax, lateRows } from '../../shared/orders/late-rows.ts'
import { exactPesos, shortPesos } from '../../shared/offers/quote-parts.ts'
import { usePage, usePageTitle } from '../../router/page-context.ts'
import { Button, ButtonLink } from '@hola/ui/controls/button.tsx'
import { Drawing } from '@hola/ui/drawings/drawing.tsx'
import { Card } from '@hola/ui/layout/card.tsx'
import { Dock } from '@hola/ui/layout/dock.tsx'
import { EmptyState } from '@hola/ui/layout/empty-state.tsx'
import {
  bankIcon,
  calendarIcon,
  checkCircleIcon,
  docIcon,
  helpIcon,
  loansIcon,
  refreshIcon,
  slipIcon,
  ticketIcon,
  undoIcon,
  walletIcon,
} from '@hola/ui/layout/icons.ts'
import { InkSurface } from '@hola/ui/layout/ink-surface.tsx'
import { CostRate, Money } from '@hola/ui/format/money.tsx'
import { Note } from '@hola/ui/layout/note.tsx'
import { AmountList, Row, RowList } from '@hola/ui/layout/row-list.tsx'
import { TimeLine } from '@hola/ui/layout/time-line.tsx'
import { useOrder, type Order } from './api.ts'
import { ClearanceRow } from './clearance-row.tsx'
import css from './order-detail-screen.module.css'
import { timeLineOf } from './order-time-line.ts'

/** Few open the books; whoever only looks at her loan does not wait for them. */
const StatementPart = lazyPart(() => import('./statement-part.tsx').then((part) => part.StatementPart))

/** One loan: where it stands, every amount, what happened and what comes, its papers and her rights. */
export function OrderDetailScreen(): ReactNode {
  useLocale()
  const { order_id: orderId, view } = usePage().query
  return (
    <div className={css.page} data-columns>
      {orderId === undefined ? (
        <NotFound />
      ) : view === 'statement' ? (
        <Suspense fallback={<OrderSkeleton label={m.orders_statement_loading()} />}>
          <StatementPart orderId={orderId} />
        </Suspense>
      ) : (
        <OrderOf key={orderId} orderId={orderId} />
      )}
    </div>
  )
}

function OrderOf({ orderId }: { orderId: string }): ReactNode {
  const { remote, refresh } = useOrder(orderId)
  const order = remote.status === 'ready' ? remote.data.order : undefined
  usePageTitle(order && m.orders_number({ number: order.order_number }))
  if (order) {
    return (
      <>
        <OutdatedNote remote={remote} />
        <OrderView order={order} />
      </>
    )
  }
  if (remote.status === 'loading') return <OrderSkeleton label={m.orders_detail_loading()} />
  // What the server refuses to show it refuses again.
  if (remote.status === 'failed' && remote.problem !== undefined) return <NotFound text={remote.problem} />
  return (
    <Card>
      <EmptyState
        drawing="night"
        title={m.orders_detail_failed()}
        text={m.orders_failed_text()}
        action={
          <Button icon={refreshIcon} onClick={() => void refresh()}>
            {m.orders_again()}
          </Button>
        }
      />
    </Card>
  )
}

function OrderView({ order }: { order: Order }): ReactNode {
  return (
    <>
      <Head order={order} />
      <Failure order={order} />
      <WithdrawalNote order={order} />
      {order.written_off_day && order.state !== 'cleared' && (
        <Note>{m.orders_written_off({ date: formatDay(order.written_off_day) })}</Note>
      )}
      <Plan order={order} />
      {order.early_saving_centavos > 0 && (
        <Note tone="good">
          {m.orders_if_today({
            payoff: exactPesos(order.payoff_centavos),
            saving: exactPesos(order.early_saving_centavos),
          })}
        </Note>
      )}
      {order.credit_centavos > 0 && (
        <Note tone="good" icon={checkCircleIcon}>
          {m.orders_credit({ amount: exactPesos(order.credit_centavos) })}
        </Note>
      )}
      <Card title={m.orders_timeline()}>
        <TimeLine items={timeLineOf(order)} />
      </Card>
      {!wasNeverMade(order) && <Figures order={order} />}
      <Payments order={order} />
      <Papers order={order} />
      <Action order={order} />
    </>
  )
}

/** The parts that she agreed to pay instead, while that holds; afterwards a word on what became of it. */
function Plan({ order: { plan, state } }: { order: Order }): ReactNode {
  if (!plan) return null
  if (plan.state === 'broken')
    return state === 'cleared' ? null : <Note>{m.orders_plan_broken({ date: formatDay(plan.made_on_day) })}</Note>
  return (
    <Card title={m.orders_plan()}>
      <AmountList
        rows={plan.parts.map(({ due_day: day, amount_centavos: amount, is_paid: isPaid }, index) => ({
          name: m.orders_plan_part({ number: index + 1, date: formatDay(day) }),
          text: exactPesos(amount),
          ...(isPaid && { under: m.orders_plan_part_paid() }),
        }))}
      />
      {plan.state === 'running' && <p className={css.late}>{m.orders_plan_if_not()}</p>}
    </Card>
  )
}

/** The one thing to do about this loan, if there is one. */
function Action({ order }: { order: Order }): ReactNode {
  const { state, order_id: orderId, withdrawal_state: withdrawal, next_part: nextPart } = order
  if (withdrawal === 'waiting' && (state === 'in_repayment' || state === 'overdue'))
    return (
      <Dock>
        <ButtonLink {...linkTo(`${repayUrl(orderId)}&kind=withdrawal`)}>{m.orders_return()}</ButtonLink>
      </Dock>
    )
  // Whoever pays in parts is offered a part first, as somebody who is late.
  switch (nextPart ? 'overdue' : state) {
    case 'payout_failed':
      return (
        <Dock>
          <ButtonLink {...linkTo(`/pages/step/step-withdrawal/step-withdrawal-new?order_id=${orderId}`)}>
            {m.orders_correct()}
          </ButtonLink>
        </Dock>
      )
    case 'in_repayment':
      return (
        <Dock>
          <ButtonLink {...linkTo(repayUrl(orderId))}>{m.orders_pay()}</ButtonLink>
        </Dock>
      )
    case 'overdue':
      return (
        <Dock>
          <ButtonLink kind="secondary" {...linkTo(`${repayUrl(orderId)}&kind=part`)}>
            {m.orders_pay_part()}
          </ButtonLink>
          <ButtonLink {...linkTo(repayUrl(orderId))}>{m.orders_pay_all()}</ButtonLink>
        </Dock>
      )
    default:
      return null
  }
}

const repayUrl = (orderId: string) => `/pages/repay/repay?order_id=${orderId}` as const

/** The one number of this loan today, and the sentence that goes with it. */
function Head({ order }: { order: Order }): ReactNode {
  const { label, amount, text } = headOf(order)
  return (
    <InkSurface shape="card">
      {order.state === 'cleared' && <Drawing of="sunrise" />}
      <div className={css.head}>
        <p className={css.label}>{label}</p>
        <OrderBadge order={order} />
      </div>
      <p>
        <Money text={exactPesos(amount)} size="xl" />
      </p>
      <p className={css.label}>{text}</p>
    </InkSurface>
  )
}

const headOf = (order: Order): { label: string; amount: Order['amount_centavos']; text: string } => {
  if (order.withdrawal_state === 'waiting') {
    const label = m.orders_withdrawn()
    return order.withdrawal_until_day === null
      ? {
          label,
          amount: order.arrival_centavos,
          text: m.orders_withdrawn_pending({ days: WITHDRAWAL_BUSINESS_DAYS }),
        }
      : {
          label,
          amount: order.payoff_centavos,
          text: m.orders_withdrawn_owed({ date: formatDay(order.withdrawal_until_day) }),
        }
  }
  const { next_part: part } = order
  if (part)
    return {
      label: m.orders_part_label({ number: part.paid_count + 1, count: part.part_count }),
      amount: part.amount_centavos,
      text: m.orders_part_text({ date: formatDay(part.due_day), payoff: exactPesos(order.payoff_centavos) }),
    }
  switch (order.state) {
    case 'pending':
      return { label: m.orders_transfer(), amount: order.arrival_centavos, text: m.orders_processing() }
    case 'payout_failed':
      return {
        label: m.orders_transfer_failed(),
        amount: order.arrival_centavos,
        text: accountName(order.payout_account),
      }
    case 'in_repayment':
      return {
        label: order.due_day ? m.orders_pay_on({ date: formatDay(order.due_day) }) : m.orders_total(),
        // What paying today saves is what is still to come until the due day.
        amount: add(order.payoff_centavos, order.early_saving_centavos),
        text: [daysLeft(order), movedWordsOf(order)].filter(Boolean).join(' '),
      }
    case 'overdue':
      return {
        label: m.orders_pay_today(),
        amount: order.payoff_centavos,
        text:
          order.payoff_tomorrow_centavos > order.payoff_centavos
            ? m.orders_tomorrow({ amount: exactPesos(order.payoff_tomorrow_centavos) })
            : isAtLateMax(order)
              ? m.orders_late_top()
              : m.orders_tomorrow_same(),
      }
    case 'cleared':
      return {
        label: m.orders_paid(),
        amount: order.repaid_centavos,
        text: order.cleared_at ? m.orders_cleared_on({ date: formatDate(order.cleared_at) }) : '',
      }
    case 'review_failed':
      return { label: m.orders_asked_for(), amount: order.amount_centavos, text: m.orders_review_failed_text() }
    case 'cancelled':
      return {
        label: m.orders_asked_for(),
        amount: order.amount_centavos,
        text: wasNeverMade(order) && order.withdrawn_at === null ? m.orders_timed_out() : m.orders_cancelled_text(),
      }
  }
}

const daysLeft = ({ due_day: dueDay, now_at: nowAt }: Order): string => {
  const today = formatDate(nowAt)
  const days = dueDay === null ? 0 : daysBetween(civilDayOf(new Date(nowAt)), dueDay)
  if (days === 0) return m.orders_due_today({ today })
  return days === 1 ? m.orders_day_left({ today, days }) : m.orders_days_left({ today, days })
}

/** Why the transfer did not go through, and until when that can be mended. */
function Failure({ order: { payout_failure: failure } }: { order: Order }): ReactNode {
  if (!failure) return null
  const { reason, correct_until_at: until } = failure
  const when = m.orders_at({ date: formatDate(until), time: formatTime(until) })
  return (
    <Note tone="bad">
      <p>{m.orders_payout_failed()}</p>
      <p>{reason.text}</p>
      <p>{m.orders_correct_until({ when })}</p>
    </Note>
  )
}

/** What becomes of a withdrawal whose capital does not come back in time, or has not. */
function WithdrawalNote({ order }: { order: Order }): ReactNode {
  const { withdrawal_state: state, withdrawal_until_day: until, withdrawn_at: at, due_day: due } = order
  if (state === 'lapsed' && at !== null && until !== null && order.state !== 'cleared')
    return <Note>{m.orders_withdrawal_lapsed({ day: formatDate(at), until: formatDay(until) })}</Note>
  if (state !== 'waiting') return null
  return (
    <Note tone="warn" icon={calendarIcon}>
      {until === null || due === null
        ? m.orders_withdrawn_otherwise_pending()
        : m.orders_withdrawn_otherwise({
            date: formatDay(until),
            repayment: exactPesos(order.repayment_centavos),
            due: formatDay(due),
          })}
    </Note>
  )
}

const minus = (amount: Order['amount_centavos']): string => `−\u00A0${exactPesos(amount)}`
const plus = (amount: Order['amount_centavos']): string => `+\u00A0${exactPesos(amount)}`

function Figures({ order }: { order: Order }): ReactNode {
  const feeRate = formatShortRate(order.fee_basis_points)
  const feeBefore = multiplyRate(order.amount_centavos, order.fee_basis_points, WHOLE_BASIS_POINTS)
  const isPaidOut = order.paid_out_at !== null
  return (
    <Card title={m.orders_accounts()}>
      <div className={css.figures}>
        <AmountList
          rows={[
            { name: m.orders_amount(), text: exactPesos(order.amount_centavos) },
            { name: m.orders_fee({ rate: feeRate }), text: minus(feeBefore) },
            ...(feeBefore > order.fee_centavos
              ? [{ name: m.orders_coupon(), text: plus(subtract(feeBefore, order.fee_centavos)) }]
              : []),
            {
              name: isPaidOut ? m.orders_received() : m.orders_receive(),
              text: exactPesos(order.arrival_centavos),
              weight: 'strong',
            },
          ]}
        />
        {!isOff(order) && order.cleared_at === null && <Agreed order={order} />}
        {isPaidOut && <Running order={order} />}
        {!isOff(order) && (
          <div className={css.part}>
            <CostRate
              name={m.orders_cftea()}
              text={formatRate(order.cftea_basis_points)}
              others={m.orders_rates({
                tna: formatRate(order.tna_basis_points),
                tea: formatRate(order.tea_basis_points),
              })}
            />
          </div>
        )}
      </div>
    </Card>
  )
}

/** It ended before any money moved: there is nothing to reckon. */
const wasNeverMade = ({ state, paid_out_at: paidOutAt }: Order): boolean => state === 'cancelled' && paidOutAt === null

/** Nothing of its price is owed any more: what was agreed would only be taken for a debt. */
const isOff = ({ state, withdrawal_state: withdrawal }: Order): boolean =>
  state === 'cancelled' || (withdrawal !== null && withdrawal !== 'lapsed')

/** What was agreed to be paid on the due day, and what each day after it would add. */
function Agreed({ order }: { order: Order }): ReactNode {
  return (
    <div className={css.part}>
      <AmountList
        rows={[
          { name: m.orders_amount(), text: exactPesos(order.amount_centavos) },
          { name: m.orders_interest({ days: order.term_days }), text: exactPesos(order.interest_centavos) },
          {
            name: m.orders_vat({ rate: formatShortRate(order.vat_basis_points) }),
            text: exactPesos(order.vat_centavos),
          },
          { name: m.orders_total(), text: exactPesos(order.repayment_centavos), weight: 'total' },
        ]}
      />
      <p className={css.late}>{lateIf(order)}</p>
    </div>
  )
}

/** What being late would cost, by the rules of this loan. */
const lateIf = (order: Order): string => {
  const words = {
    once: formatShortRate(order.late_one_time_basis_points),
    daily: formatShortRate(order.late_daily_basis_points),
    max: exactPesos(order.liquidated_damages_max_centavos),
  }
  const { late_one_time_unpaid_min_centavos: min } = order
  return min === null ? m.orders_late_if(words) : m.orders_late_if_unpaid({ ...words, min: shortPesos(min) })
}

/** What the days have added and the payments taken away since the money left, to the centavo. */
function Running({ order }: { order: Order }): ReactNode {
  const isOpen = order.state === 'in_repayment' || order.state === 'overdue'
  const costs = isOff(order) ? [] : costsOf(order)
  const isTakenAway = costs.length > 0 && isOpen && order.repaid_centavos > 0
  const repaid = { name: m.orders_repaid(), text: (isTakenAway ? minus : exactPesos)(order.repaid_centavos) }
  const payoff = {
    name: isOff(order) ? m.orders_to_return() : m.orders_payoff(),
    text: exactPesos(order.payoff_centavos),
    weight: 'total' as const,
  }
  const credit = { name: m.orders_account_credit(), text: exactPesos(order.credit_centavos) }
  return (
    <div className={css.part}>
      {costs.length > 0 && (
        <h3 className={css.heading}>
          {isOpen ? m.orders_so_far({ date: formatDate(order.now_at) }) : m.orders_in_the_end()}
        </h3>
      )}
      <AmountList
        rows={[...costs, repaid, ...(isOpen ? [payoff] : []), ...(order.credit_centavos > 0 ? [credit] : [])]}
      />
    </div>
  )
}

const costsOf = (order: Order): { name: string; under?: string; text: string }[] => {
  const { accrued } = order
  if (accrued === null) return []
  const isLate = accrued.late_one_time_centavos + accrued.late_daily_centavos > 0
  return [
    { name: m.orders_amount(), text: exactPesos(order.amount_centavos) },
    { name: m.orders_account_interest(), text: exactPesos(accrued.interest_centavos) },
    { name: m.orders_account_vat(), text: exactPesos(accrued.vat_centavos) },
    ...(isLate ? lateRows({ ...order, ...accrued }) : []),
    ...(order.waived_centavos > 0 ? [{ name: m.orders_waived(), text: minus(order.waived_centavos) }] : []),
  ]
}

const paymentStates = {
  waiting: m.orders_payment_waiting,
  credited: m.orders_payment_credited,
  expired: m.orders_payment_expired,
  rejected: m.orders_payment_rejected,
  reversed: m.orders_payment_reversed,
} as const

function Payments({ order: { payments, order_id: orderId } }: { order: Order }): ReactNode {
  if (payments.length === 0) return null
  return (
    <Card title={m.orders_payments()}>
      <RowList>
        {payments.map((payment) => (
          <Row
            key={payment.payment_id}
            title={exactPesos(payment.paid_centavos ?? payment.amount_centavos)}
            detail={paymentStates[payment.state]()}
            trailing={payment.paid_day ? formatDay(payment.paid_day) : formatDate(payment.requested_at)}
            {...linkTo(`${repayUrl(orderId)}&payment_id=${payment.payment_id}`)}
          />
        ))}
      </RowList>
    </Card>
  )
}

function Papers({ order }: { order: Order }): ReactNode {
  const { payout_account: account, agreement, withdrawal, extension, order_id: orderId } = order
  const pages = agreement.page_count
  return (
    <Card>
      <RowList>
        {order.state === 'cleared' && <ClearanceRow orderId={orderId} number={order.order_number} />}
        <Row
          icon={account.account_kind === 'cvu' ? walletIcon : bankIcon}
          title={accountName(account)}
          detail={m.orders_holder({ name: account.holder_name })}
        />
        <Row
          icon={docIcon}
          title={m.orders_agreement()}
          detail={pages === 1 ? m.orders_agreement_page({ pages }) : m.orders_agreement_pages({ pages })}
          {...linkTo(`/pages/contract-new/contract-new?of=order&order_id=${orderId}`)}
        />
        {extension && (
          <Row
            icon={ticketIcon}
            title={m.orders_extend()}
            detail={m.orders_extend_text({ date: formatDay(extension.new_due_day) })}
            {...linkTo(`${repayUrl(orderId)}&kind=extension`)}
          />
        )}
        {withdrawal && order.withdrawn_at === null && (
          <Row
            icon={undoIcon}
            title={m.orders_regret()}
            detail={
              withdrawal.return_centavos > 0
                ? m.orders_regret_return({
                    date: formatDay(withdrawal.until_day),
                    amount: exactPesos(withdrawal.return_centavos),
                  })
                : m.orders_regret_until({ date: formatDay(withdrawal.until_day) })
            }
            {...linkTo(`${repayUrl(orderId)}&kind=withdrawal`)}
          />
        )}
        {order.paid_out_at && (
          <Row
            icon={loansIcon}
            title={m.orders_statement()}
            detail={m.orders_statement_text()}
            {...linkTo(`/pages/order-detail/order-detail?order_id=${orderId}&view=statement`)}
          />
        )}
        {(order.state === 'in_repayment' || order.state === 'overdue') && (
          <Row
            icon={slipIcon}
            title={m.orders_how_to_pay()}
            detail={m.orders_how_to_pay_text()}
            {...linkTo('/pages/custom-service/repay_help')}
          />
        )}
        <Row icon={helpIcon} title={m.orders_help()} {...linkTo('/pages/index/home-components/home-help')} />
      </RowList>
    </Card>
  )
}

function NotFound({ text }: { text?: string }): ReactNode {
  return (
    <Card>
      <OrderNotFound {...(text !== undefined && { text })} />
    </Card>
  )
}
