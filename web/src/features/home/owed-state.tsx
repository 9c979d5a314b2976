import { civilDayOf, daysBetween } from '@hola/core/calendar.ts'
import { brand } from '@hola/core/brand.ts'
import type { RetOf } from '@hola/core/contract/contract.ts'
import { add } from '@hola/core/money.ts'
import { useMemo, type ReactNode } from 'react'
import { formatDate, formatDay } from '@hola/i18n/format-date.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { isAtLateMax, lateRows } from '../../shared/orders/late-rows.ts'
import { linkTo } from '../../lib/link.ts'
import { movedWordsOf } from '../../shared/orders/moved-due.ts'
import { LoanNumber } from '../../shared/orders/loan-number.tsx'
import { OrderBadge } from '../../shared/orders/order-badge.tsx'
import { exactPesos, shortPesos } from '../../shared/offers/quote-parts.ts'
import { useRemote } from '../../lib/use-remote.ts'
import { ButtonLink } from '@hola/ui/controls/button.tsx'
import { Card } from '@hola/ui/layout/card.tsx'
import { Dock } from '@hola/ui/layout/dock.tsx'
import {
  calendarIcon,
  chatIcon,
  docIcon,
  helpIcon,
  shieldIcon,
  slipIcon,
  ticketIcon,
  undoIcon,
  walletIcon,
} from '@hola/ui/layout/icons.ts'
import { Note } from '@hola/ui/layout/note.tsx'
import { AmountList, Row, RowList } from '@hola/ui/layout/row-list.tsx'
import { Skeleton } from '@hola/ui/layout/skeleton.tsx'
import { CostByDay } from './cost-by-day.tsx'
import { HomeBody } from './home-body.tsx'
import type { Home, ReadyHome } from './home-data.ts'
import { HomeFact, HomeFigure } from './home-figure.tsx'
import { HomeHead } from './home-head.tsx'
import css from './owed-state.module.css'

type Order = NonNullable<Home['active_order']>
type Detail = RetOf<'loan/order'>['order']

/** From so many days before it, a coupon that moves the due date is worth a row of its own. */
const DUE_SOON_DAYS = 7

/** A loan to be paid back: how much and when, what today would take, and the way to pay. */
export function OwedState({ home, order }: { home: ReadyHome; order: Order }): ReactNode {
  const { order_id: orderId } = order
  const { remote } = useRemote(
    'loan/order',
    useMemo(() => ({ order_id: orderId }), [orderId]),
  )
  const detail = remote.status === 'ready' ? remote.data.order : undefined
  const isLate = order.state === 'overdue'
  const isWithdrawn = order.withdrawal_state === 'waiting'
  // Whoever gives it back or pays it in parts owes the same on every day.
  const hasCosts = !isWithdrawn && !order.next_part
  const repay = `/pages/repay/repay?order_id=${orderId}` as const
  return (
    <>
      <HomeHead onHome>
        {isWithdrawn ? (
          <ReturnFigure order={order} />
        ) : order.next_part ? (
          <PartFigure order={order} part={order.next_part} />
        ) : isLate ? (
          <LateFigure home={home} order={order} />
        ) : (
          <Figure home={home} order={order} detail={detail} />
        )}
      </HomeHead>
      <HomeBody home={home}>
        {hasCosts && detail && (isLate ? <LateCard detail={detail} /> : <EarlyCard detail={detail} />)}
        {/* Without it the figure above still stands, and the page of the loan says why. */}
        {hasCosts && remote.status === 'loading' && <DetailSkeleton />}
        <Card>
          <RowList>
            {isLate && !isWithdrawn ? (
              <LateRows order={order} detail={detail} repay={repay} />
            ) : (
              <Rows order={order} detail={detail} repay={repay} nowAt={home.data.now_at} />
            )}
          </RowList>
        </Card>
      </HomeBody>
      <Dock>
        {isWithdrawn ? (
          <ButtonLink {...linkTo(`${repay}&kind=withdrawal`)}>{m.orders_return()}</ButtonLink>
        ) : isLate || order.next_part ? (
          <>
            <ButtonLink kind="secondary" {...linkTo(`${repay}&kind=part`)}>
              {m.orders_pay_part()}
            </ButtonLink>
            <ButtonLink {...linkTo(repay)}>{m.orders_pay_all()}</ButtonLink>
          </>
        ) : (
          <ButtonLink {...linkTo(repay)}>{m.home_pay()}</ButtonLink>
        )}
      </Dock>
    </>
  )
}

const daysLeftOf = (dueDay: Detail['due_day'], nowAt: string): number =>
  dueDay === null ? 0 : Math.max(0, daysBetween(civilDayOf(new Date(nowAt)), dueDay))

function Figure({ home, order, detail }: { home: ReadyHome; order: Order; detail: Detail | undefined }): ReactNode {
  // Without payments in between it is what was agreed; with some, only the loan itself knows.
  const known = order.repaid_centavos === 0 ? order.repayment_centavos : undefined
  const total = detail ? add(detail.payoff_centavos, detail.early_saving_centavos) : known
  const date = order.due_day === null ? '' : formatDay(order.due_day)
  return (
    <HomeFigure
      title={m.home_order()}
      badge={<OrderBadge order={order} />}
      label={total === undefined ? m.orders_pay_today() : m.orders_pay_on({ date })}
      text={exactPesos(total ?? order.payoff_centavos)}
    >
      <HomeFact icon={calendarIcon} under={detail && movedWordsOf(detail)}>
        {leftText(daysLeftOf(order.due_day, home.data.now_at))}
      </HomeFact>
    </HomeFigure>
  )
}

/** Whoever has withdrawn gives back what she received: there is nothing to wait for and nothing to save. */
function ReturnFigure({ order }: { order: Order }): ReactNode {
  return (
    <HomeFigure title={m.home_order()} label={m.orders_to_return()} text={exactPesos(order.payoff_centavos)}>
      <HomeFact icon={undoIcon}>{m.orders_withdrawn()}</HomeFact>
      {order.withdrawal_until_day && (
        <HomeFact icon={calendarIcon}>{m.orders_return_by({ date: formatDay(order.withdrawal_until_day) })}</HomeFact>
      )}
    </HomeFigure>
  )
}

/** The next part of a plan, and all that is owed. */
function PartFigure({ order, part }: { order: Order; part: NonNullable<Order['next_part']> }): ReactNode {
  const { paid_count: paid, part_count: count, due_day: day, amount_centavos: amount } = part
  return (
    <HomeFigure
      title={m.home_order()}
      badge={<OrderBadge order={order} />}
      label={m.orders_part_label({ number: paid + 1, count })}
      text={exactPesos(amount)}
    >
      <HomeFact icon={calendarIcon}>
        {m.orders_part_text({ date: formatDay(day), payoff: exactPesos(order.payoff_centavos) })}
      </HomeFact>
    </HomeFigure>
  )
}

const leftText = (days: number): string => {
  if (days === 0) return m.home_owed_today()
  return days === 1 ? m.home_owed_day({ days }) : m.home_owed_days({ days })
}

function LateFigure({ home, order }: { home: ReadyHome; order: Order }): ReactNode {
  return (
    <HomeFigure
      title={m.home_order()}
      badge={<OrderBadge order={order} />}
      label={m.home_late_total({ date: formatDate(home.data.now_at) })}
      text={exactPesos(order.payoff_centavos)}
    >
      {order.due_day && (
        <HomeFact icon={calendarIcon}>{m.home_late_since({ date: formatDay(order.due_day) })}</HomeFact>
      )}
    </HomeFigure>
  )
}

/** What it costs on which day, and what paying today would save. */
function EarlyCard({ detail }: { detail: Detail }): ReactNode {
  const { early_saving_centavos: saving, payoff_centavos: payoff } = detail
  return (
    <Card title={m.home_by_day()}>
      <CostByDay detail={detail} />
      {saving > 0 && (
        <Note tone="good">{m.orders_if_today({ payoff: exactPesos(payoff), saving: exactPesos(saving) })}</Note>
      )}
    </Card>
  )
}

/** What being late has added, line by line, and where it ends. */
function LateCard({ detail }: { detail: Detail }): ReactNode {
  const {
    payoff_centavos: payoff,
    liquidated_damages_max_centavos: max,
    payoff_tomorrow_centavos: tomorrow,
    repaid_centavos: repaid,
    waived_centavos: waived,
    due_day: dueDay,
    accrued,
  } = detail
  if (accrued === null) return null
  const wasDue = add(detail.amount_centavos, add(accrued.interest_centavos, accrued.vat_centavos))
  return (
    <Card title={m.home_late_why()}>
      <AmountList
        rows={[
          {
            name: m.home_late_was_due({ date: dueDay === null ? '' : formatDay(dueDay) }),
            text: exactPesos(wasDue),
          },
          ...lateRows({ ...detail, ...accrued }),
          ...(waived > 0 ? [{ name: m.orders_waived(), text: `−\u00A0${exactPesos(waived)}` }] : []),
          ...(repaid > 0 ? [{ name: m.orders_repaid(), text: `−\u00A0${exactPesos(repaid)}` }] : []),
          { name: m.home_late_today(), text: exactPesos(payoff), weight: 'total' },
        ]}
      />
      <div className={css.note}>
        <Note>
          {tomorrow > payoff
            ? m.home_late_tomorrow({ tomorrow: exactPesos(tomorrow), max: exactPesos(max) })
            : isAtLateMax(detail)
              ? m.home_late_no_more({ max: exactPesos(max) })
              : m.orders_tomorrow_same()}
        </Note>
      </div>
    </Card>
  )
}

type RowsOf = { order: Order; detail: Detail | undefined; repay: `/pages/repay/repay?order_id=${string}` }

const hours = (): string => m.home_person_hours({ from: brand.support.hours.fromHour, to: brand.support.hours.toHour })

function Rows({ order, detail, repay, nowAt }: RowsOf & { nowAt: string }): ReactNode {
  const extension = daysLeftOf(order.due_day, nowAt) <= DUE_SOON_DAYS ? detail?.extension : null
  return (
    <>
      {extension && (
        <Row
          icon={ticketIcon}
          good
          title={m.orders_extend()}
          detail={m.orders_extend_text({ date: formatDay(extension.new_due_day) })}
          {...linkTo(`${repay}&kind=extension`)}
        />
      )}
      <Row
        icon={docIcon}
        title={m.home_owed_see()}
        detail={<LoanNumber of={order} />}
        {...linkTo(`/pages/order-detail/order-detail?order_id=${order.order_id}`)}
      />
      <Row
        icon={slipIcon}
        title={m.orders_how_to_pay()}
        detail={m.orders_how_to_pay_text()}
        {...linkTo('/pages/custom-service/repay_help')}
      />
      <Row
        icon={helpIcon}
        title={m.orders_help()}
        detail={hours()}
        {...linkTo('/pages/custom-service/custom-service')}
      />
    </>
  )
}

function LateRows({ order, detail, repay }: RowsOf): ReactNode {
  return (
    <>
      <Row icon={chatIcon} title={m.home_talk()} detail={hours()} {...linkTo('/pages/custom-service/custom-service')} />
      {detail && (
        <Row
          icon={walletIcon}
          title={m.home_late_parts()}
          detail={m.home_late_parts_text({ min: shortPesos(detail.partial_payment_min_centavos) })}
          {...linkTo(`${repay}&kind=part`)}
        />
      )}
      <Row
        icon={docIcon}
        title={m.home_owed_see()}
        detail={<LoanNumber of={order} />}
        {...linkTo(`/pages/order-detail/order-detail?order_id=${order.order_id}`)}
      />
      <Row icon={shieldIcon} title={m.home_late_private({ brand: brand.name })} detail={m.home_late_private_text()} />
    </>
  )
}

function DetailSkeleton(): ReactNode {
  return (
    <section aria-busy="true" aria-label={m.orders_detail_loading()}>
      <Card>
        <div className={css.skeleton}>
          <Skeleton width="60%" />
          <Skeleton width="80%" />
          <Skeleton shape="block" />
          <Skeleton width="90%" />
          <Skeleton shape="block" />
        </div>
      </Card>
    </section>
  )
}
