import { lazy, Suspense, useState, type ReactNode } from 'react'
import { formatDate, formatTime } from '@hola/i18n/format-date.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { accountName } from '../../shared/orders/account-name.ts'
import { linkTo } from '../../lib/link.ts'
import { LoanNumber } from '../../shared/orders/loan-number.tsx'
import { OrderBadge } from '../../shared/orders/order-badge.tsx'
import { QuotaCard } from '../../shared/offers/quota-card.tsx'
import { exactPesos } from '../../shared/offers/quote-parts.ts'
import { Button, ButtonLink } from '@hola/ui/controls/button.tsx'
import { Drawing } from '@hola/ui/drawings/drawing.tsx'
import { Card } from '@hola/ui/layout/card.tsx'
import { Dock } from '@hola/ui/layout/dock.tsx'
import { bankIcon, checkIcon, docIcon, shieldIcon } from '@hola/ui/layout/icons.ts'
import { Note } from '@hola/ui/layout/note.tsx'
import { Row, RowList } from '@hola/ui/layout/row-list.tsx'
import { TimeLine } from '@hola/ui/layout/time-line.tsx'
import { ApplyAgainState } from './apply-again-state.tsx'
import { HomeBody } from './home-body.tsx'
import type { Home, ReadyHome } from './home-data.ts'
import { HomeFact, HomeFigure } from './home-figure.tsx'
import { HomeHead } from './home-head.tsx'
import { HomeLoading } from './home-loading.tsx'
import css from './order-state.module.css'
import { useFollowHome } from './use-follow-home.ts'

type Order = NonNullable<Home['active_order']>

/** The chart and the charges are for whoever owes; nobody else waits for them. */
const OwedState = lazy(async () => ({ default: (await import('./owed-state.tsx')).OwedState }))

/** A loan by where it stands: on its way, not arrived, to be paid back, or done with. */
export function OrderState({ home, order }: { home: ReadyHome; order: Order }): ReactNode {
  switch (order.state) {
    case 'payout_failed':
      return <PayoutFailedState home={home} order={order} />
    case 'in_repayment':
    case 'overdue':
      return (
        <Suspense fallback={<HomeLoading />}>
          <OwedState home={home} order={order} />
        </Suspense>
      )
    case 'cleared':
      return <ClearedState home={home} order={order} />
    default:
      return <PendingState home={home} order={order} />
  }
}

const orderUrl = ({ order_id: id }: Order) => `/pages/order-detail/order-detail?order_id=${id}` as const

/** Signed: what is on its way and where to, and what comes next. */
function PendingState({ home, order }: { home: ReadyHome; order: Order }): ReactNode {
  useFollowHome()
  const account = home.data.payout_account
  return (
    <>
      <HomeHead onHome>
        <HomeFigure
          title={m.home_order()}
          badge={<OrderBadge order={order} />}
          label={order.withdrawn_at === null ? m.home_order_transfer() : m.orders_withdrawn()}
          text={exactPesos(order.arrival_centavos)}
        >
          {account && <HomeFact icon={bankIcon}>{m.home_order_to({ account: accountName(account) })}</HomeFact>}
        </HomeFigure>
      </HomeHead>
      <HomeBody home={home}>
        {order.state === 'pending' && order.withdrawn_at === null && <Processing order={order} />}
        <OrderCard order={order} />
        <Limit home={home} />
      </HomeBody>
      <Dock>
        <ButtonLink {...linkTo(orderUrl(order))}>{m.home_order_see()}</ButtonLink>
      </Dock>
    </>
  )
}

/** The transfer came back: the account has to be looked at, and the same loan is sent again. */
function PayoutFailedState({ home, order }: { home: ReadyHome; order: Order }): ReactNode {
  const account = home.data.payout_account
  return (
    <>
      <HomeHead onHome>
        <HomeFigure
          title={m.home_order()}
          badge={<OrderBadge order={order} />}
          label={m.orders_transfer_failed()}
          text={exactPesos(order.arrival_centavos)}
        >
          {account && <HomeFact icon={bankIcon}>{m.home_failed_to({ account: accountName(account) })}</HomeFact>}
        </HomeFigure>
      </HomeHead>
      <HomeBody home={home} lead={<Note tone="bad">{m.orders_payout_failed()}</Note>}>
        <OrderCard order={order} />
        <Limit home={home} />
      </HomeBody>
      <Dock>
        <ButtonLink {...linkTo(`/pages/step/step-withdrawal/step-withdrawal-new?order_id=${order.order_id}`)}>
          {m.orders_correct()}
        </ButtonLink>
      </Dock>
    </>
  )
}

/** Paid back: what it came to, its papers, and the next loan if she wants one. */
function ClearedState({ home, order }: { home: ReadyHome; order: Order }): ReactNode {
  const [isAgain, setAgain] = useState(false)
  const date = order.cleared_at === null ? '' : formatDate(order.cleared_at)
  const { kind: next } = home.data.next_action
  if (isAgain) return <ApplyAgainState home={home} />
  return (
    <>
      <HomeHead onHome>
        <Drawing of="sunrise" />
        <HomeFigure
          title={m.home_cleared_title()}
          badge={<OrderBadge order={order} />}
          label={m.home_cleared_paid()}
          text={exactPesos(order.repaid_centavos)}
        >
          <HomeFact icon={checkIcon}>{m.home_cleared_on({ date })}</HomeFact>
        </HomeFigure>
      </HomeHead>
      <HomeBody home={home}>
        <Card>
          <RowList>
            <Row
              icon={shieldIcon}
              good
              title={m.home_cleared_papers()}
              detail={m.home_cleared_papers_text()}
              {...linkTo(orderUrl(order))}
            />
          </RowList>
        </Card>
        {home.data.quota && <QuotaCard quota={home.data.quota} />}
      </HomeBody>
      <Dock>
        {next === 'choose_loan' ? (
          <ButtonLink {...linkTo('/pages/loan/loan-info-choose/loan-info-choose')}>{m.home_choose()}</ButtonLink>
        ) : next === 'apply_again' || next === 'continue_application' ? (
          // A loan lasts longer than the approval that it came from.
          <Button onClick={() => setAgain(true)}>{m.home_cleared_again()}</Button>
        ) : (
          <ButtonLink {...linkTo(orderUrl(order))}>{m.home_order_see()}</ButtonLink>
        )}
      </Dock>
    </>
  )
}

function OrderCard({ order }: { order: Order }): ReactNode {
  return (
    <Card>
      <RowList>
        <Row
          icon={docIcon}
          title={<LoanNumber of={order} />}
          detail={m.orders_signed_on({ date: formatDate(order.applied_at) })}
          {...linkTo(orderUrl(order))}
        />
      </RowList>
    </Card>
  )
}

/** What is left of the limit while this loan holds a part of it. */
function Limit({ home: { data } }: { home: ReadyHome }): ReactNode {
  if (!data.quota) return null
  return (
    <QuotaCard quota={data.quota}>
      {data.quota.available_centavos > 0 && (
        <p className={css.more}>
          <a className={css.link} {...linkTo('/pages/loan/loan-info-choose/loan-info-choose')}>
            {m.home_choose()}
          </a>
        </p>
      )}
    </QuotaCard>
  )
}

function Processing({ order }: { order: Order }): ReactNode {
  const signedAt = { date: formatDate(order.applied_at), time: formatTime(order.applied_at) }
  return (
    <Card title={m.home_next()}>
      <TimeLine
        items={[
          { state: 'done', title: m.home_order_signed(), detail: m.home_at(signedAt) },
          { state: 'now', title: m.home_order_processing(), detail: m.home_order_processing_text() },
          { state: 'later', title: m.home_order_arrives({ amount: exactPesos(order.arrival_centavos) }) },
          {
            state: 'later',
            title: m.home_order_repay({ amount: exactPesos(order.repayment_centavos) }),
            detail: m.home_order_repay_after({ days: order.term_days }),
          },
        ]}
      />
    </Card>
  )
}
