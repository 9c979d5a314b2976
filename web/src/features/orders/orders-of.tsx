import type { ReactNode } from 'react'
import { formatDate } from '@hola/i18n/format-date.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { linkTo } from '../../lib/link.ts'
import { LoanNumber } from '../../shared/orders/loan-number.tsx'
import { OrderBadge } from '../../shared/orders/order-badge.tsx'
import { OutdatedNote } from '../../lib/outdated-note.tsx'
import { useStanding } from '../../shared/home/use-standing.ts'
import { useRemote } from '../../lib/use-remote.ts'
import { exactPesos, shortPesos } from '../../shared/offers/quote-parts.ts'
import { dueWords } from '../../shared/orders/due-words.ts'
import { Button, ButtonLink } from '@hola/ui/controls/button.tsx'
import { Card } from '@hola/ui/layout/card.tsx'
import { EmptyState } from '@hola/ui/layout/empty-state.tsx'
import { refreshIcon } from '@hola/ui/layout/icons.ts'
import { Note } from '@hola/ui/layout/note.tsx'
import { useReachBottom } from '@hola/ui/gestures/reach-bottom.ts'
import { Row, RowList } from '@hola/ui/layout/row-list.tsx'
import { Skeleton } from '@hola/ui/layout/skeleton.tsx'
import { useOrderList } from './api.ts'
import type { OrderGroup } from './order-groups.ts'
import css from './orders-of.module.css'
import { dueFirst, OwedCard } from './owed-card.tsx'
import { RefusedRow } from './refused-row.tsx'

/** One of the two lists: its groups with their headings, going on at the bottom of the page. */
export function OrdersOf({ completed }: { completed: boolean }): ReactNode {
  const list = useOrderList(completed ? 'user/get_complete_order' : 'user/get_processing_order')
  useReachBottom(list.loadRest, { active: list.rest === 'waiting' })
  const { remote } = list
  if (remote.status === 'loading') return <ListSkeleton />
  if (remote.status === 'failed') {
    return (
      <Card>
        <EmptyState
          drawing="night"
          title={m.orders_failed()}
          text={remote.problem ?? m.orders_failed_text()}
          action={
            <Button icon={refreshIcon} onClick={list.refresh}>
              {m.orders_again()}
            </Button>
          }
        />
      </Card>
    )
  }
  const owed = dueFirst(remote.data.find(({ group }) => group === 'in_repayment')?.orders ?? [])
  return (
    <div className={css.groups}>
      <OutdatedNote remote={remote} />
      {remote.data.length === 0 && <Nothing completed={completed} />}
      {owed && <OwedCard order={owed} />}
      {remote.data.map(({ group, orders, refused_applications: refused = [] }) => {
        const others = orders.filter((order) => order !== owed)
        return (
          others.length + refused.length > 0 && (
            <Card key={group} title={groupNames[group]()}>
              <RowList>
                {refused.map((application) => (
                  <RefusedRow key={application.decision_id} application={application} />
                ))}
                {others.map((order) => (
                  <OrderRow key={order.order_id} order={order} />
                ))}
              </RowList>
            </Card>
          )
        )
      })}
      <Rest list={list} />
    </div>
  )
}

const groupNames = {
  failed_payouts: m.orders_group_failed_payouts,
  pending: m.orders_group_pending,
  in_repayment: m.orders_group_in_repayment,
  failed_review: m.orders_group_failed_review,
  complete: m.orders_group_complete,
} as const

type Summary = OrderGroup['orders'][number]

/** In the other groups the heading has said it. */
const mixedGroups: readonly OrderGroup['group'][] = ['in_repayment', 'complete']

function OrderRow({ order }: { order: Summary }): ReactNode {
  return (
    <Row
      title={
        <span className={css.head}>
          <span>{shortPesos(order.amount_centavos)}</span>
          {mixedGroups.includes(order.group) && <OrderBadge order={order} />}
        </span>
      }
      detail={
        <>
          <span className={css.line}>
            <LoanNumber of={order} />
          </span>
          {[whenOf(order), amountOf(order)].map(
            (line) =>
              line && (
                <span key={line} className={css.line}>
                  {line}
                </span>
              ),
          )}
        </>
      }
      {...linkTo(`/pages/order-detail/order-detail?order_id=${order.order_id}`)}
    />
  )
}

const isOwed = ({ state }: Summary): boolean => state === 'in_repayment' || state === 'overdue'

/** The date that matters most now: until when to pay, since when it is over, else since when it is signed. */
const whenOf = (order: Summary): string => {
  if (order.cleared_at) return m.orders_cleared_on({ date: formatDate(order.cleared_at) })
  if (order.due_day && isOwed(order)) return dueWords(order)
  return m.orders_signed_on({ date: formatDate(order.applied_at) })
}

/** What is on its way to her, what it needs, or what she owes today. */
const amountOf = (order: Summary): string | undefined => {
  if (order.state === 'payout_failed') return m.orders_needs_account()
  if (order.state === 'pending') return m.orders_on_its_way({ amount: exactPesos(order.arrival_centavos) })
  return isOwed(order) ? m.orders_settle_today({ amount: exactPesos(order.payoff_centavos) }) : undefined
}

/** Scrolling on loads the rest; whoever does not scroll has a button. */
function Rest({ list: { rest, loadRest } }: { list: ReturnType<typeof useOrderList> }): ReactNode {
  if (rest === 'none') return null
  return (
    <>
      {rest === 'failed' && (
        <Note tone="warn" live>
          {m.orders_more_failed()}
        </Note>
      )}
      <Button kind="secondary" busy={rest === 'loading'} busyText={m.orders_more_loading()} onClick={loadRest}>
        {rest === 'failed' ? m.orders_again() : m.orders_more()}
      </Button>
    </>
  )
}

function Nothing({ completed }: { completed: boolean }): ReactNode {
  return (
    <Card>
      {completed ? (
        <EmptyState title={m.orders_none_completed()} text={m.orders_none_completed_text()} />
      ) : (
        <NothingInProgress />
      )}
    </Card>
  )
}

/** Whoever has borrowed before is told where those loans are; the way on is Home's. */
function NothingInProgress(): ReactNode {
  const { remote: before } = useOrderList('user/get_complete_order')
  const { remote: home } = useRemote('app/home')
  const hasMore = before.status === 'ready' && before.data.some(({ orders }) => orders.length > 0)
  const standing = useStanding(home.status === 'ready' ? home.data : undefined)
  const { name, ...link } = standing?.action ?? { name: m.orders_see_cost(), ...linkTo('/pages/product/product') }
  return (
    <EmptyState
      title={m.orders_none()}
      text={hasMore ? m.orders_none_more_text() : m.orders_none_text()}
      action={
        <ButtonLink kind="secondary" {...link}>
          {name}
        </ButtonLink>
      }
    />
  )
}

function ListSkeleton(): ReactNode {
  return (
    <section aria-busy="true" aria-label={m.orders_loading()}>
      <Card>
        <div className={css.skeleton}>
          <Skeleton width="50%" />
          <Skeleton width="80%" />
          <Skeleton width="60%" />
        </div>
      </Card>
    </section>
  )
}
