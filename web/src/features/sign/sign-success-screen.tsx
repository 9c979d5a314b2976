import type { ReactNode } from 'react'
import type { RetOf } from '@hola/core/contract/contract.ts'
import { formatDate, formatDay, formatTime } from '@hola/i18n/format-date.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { useLocale } from '@hola/i18n/locale.ts'
import { api } from '../../lib/api.ts'
import { useLoad } from '../../lib/form-load.ts'
import { linkTo, linkToTab } from '../../lib/link.ts'
import { LoanNumber } from '../../shared/orders/loan-number.tsx'
import { OrderNotFound } from '../../shared/orders/order-not-found.tsx'
import { exactPesos } from '../../shared/offers/quote-parts.ts'
import { usePage } from '../../router/page-context.ts'
import { ButtonLink } from '@hola/ui/controls/button.tsx'
import { Drawing } from '@hola/ui/drawings/drawing.tsx'
import { Card } from '@hola/ui/layout/card.tsx'
import { Dock } from '@hola/ui/layout/dock.tsx'
import { bankIcon, calendarIcon, docIcon, loansIcon, undoIcon, walletIcon } from '@hola/ui/layout/icons.ts'
import { InkSurface } from '@hola/ui/layout/ink-surface.tsx'
import { Money } from '@hola/ui/format/money.tsx'
import { Row, RowList } from '@hola/ui/layout/row-list.tsx'
import { Skeleton } from '@hola/ui/layout/skeleton.tsx'
import { TimeLine, type TimeLineItem } from '@hola/ui/layout/time-line.tsx'
import { accountText, accountTitle } from './account-text.ts'
import { LoadFailed } from './load-failed.tsx'
import { signedOf } from './signed.ts'
import css from './sign-success-screen.module.css'

type Order = RetOf<'loan/order'>['order']

/** Signed: what happens next and when. */
export function SignSuccessScreen(): ReactNode {
  useLocale()
  const orderId = usePage().query['order_id']
  if (orderId === undefined)
    return (
      <div className={css.page}>
        <OrderNotFound />
      </div>
    )
  const signed = signedOf(orderId)
  // Known from the answer to the signature; only a reload has to ask.
  if (signed) return <Success order={signed.order} expectedAt={signed.expected_payout_at} />
  return <Loaded orderId={orderId} />
}

function Loaded({ orderId }: { orderId: string }): ReactNode {
  const { load, retry } = useLoad(`${useLocale()} ${orderId}`, (signal) =>
    api.call('loan/order', { order_id: orderId }, { signal, quiet: true }),
  )
  if (load.status === 'failed')
    return <LoadFailed title={m.sign_done_failed()} text={load.problem ?? m.sign_load_failed_text()} onRetry={retry} />
  if (load.status === 'ready') return <Success order={load.data.order} expectedAt={undefined} />
  return (
    <section className={css.page} aria-busy="true" aria-label={m.sign_done_loading()}>
      <InkSurface shape="card" as="div">
        <Skeleton width="60%" />
        <Skeleton shape="figure" width="100%" />
        <Skeleton width="80%" />
      </InkSurface>
      <Card>
        <Skeleton width="40%" />
        <Skeleton width="90%" />
        <Skeleton width="70%" />
        <Skeleton width="90%" />
      </Card>
    </section>
  )
}

/** What the page says first, by where the order is: somebody may come back to this address much later. */
const textOf = ({ state }: Order): string => {
  if (state === 'pending') return m.sign_done_text()
  if (state === 'payout_failed') return m.sign_done_failed_text()
  if (state === 'in_repayment' || state === 'overdue') return m.sign_done_paid_text()
  return m.sign_done_over_text()
}

function Success({ order, expectedAt }: { order: Order; expectedAt: string | undefined }): ReactNode {
  const { payout_account: account, order_id: id } = order
  const orderUrl = `/pages/order-detail/order-detail?order_id=${id}` as const
  const agreementUrl = `/pages/contract-new/contract-new?of=order&order_id=${id}` as const
  return (
    <div className={css.page}>
      <InkSurface shape="card">
        <div className={css.head}>
          <Drawing of="signed" />
          <h2 className={css.title}>{m.sign_done_title()}</h2>
          <p className={css.text}>{textOf(order)}</p>
          <p className={css.receive}>
            <span className={css.text}>{m.sign_done_receive()}</span>
            <Money text={exactPesos(order.arrival_centavos)} size="xl" />
          </p>
          <p className={css.text}>
            <LoanNumber of={order} say={m.sign_order_number_is} />
          </p>
        </div>
      </InkSurface>
      <Card title={m.sign_done_next()}>
        <TimeLine items={stepsOf(order, expectedAt)} />
      </Card>
      <Card>
        <RowList>
          <Row
            icon={account.account_kind === 'cbu' ? bankIcon : walletIcon}
            title={accountTitle(account)}
            detail={accountText(account)}
          />
          <Row
            icon={docIcon}
            title={m.sign_see_agreement()}
            detail={m.sign_see_agreement_detail({ pages: order.agreement.page_count })}
            {...linkTo(agreementUrl)}
          />
          <Row icon={loansIcon} title={m.sign_see_order()} detail={m.sign_see_order_detail()} {...linkTo(orderUrl)} />
        </RowList>
      </Card>
      <Dock>
        {order.state === 'payout_failed' ? (
          <ButtonLink {...linkTo(orderUrl)}>{m.sign_fix_account()}</ButtonLink>
        ) : (
          <ButtonLink {...linkToTab('/')}>{m.sign_go_home()}</ButtonLink>
        )}
      </Dock>
    </div>
  )
}

const whenOf = (instant: string): { date: string; time: string } => ({
  date: formatDate(instant),
  time: formatTime(instant),
})

const transferOf = (order: Order, expectedAt: string | undefined): TimeLineItem => {
  const title = m.sign_step_transfer()
  if (order.paid_out_at) return { state: 'done', title, detail: m.sign_step_signed_at(whenOf(order.paid_out_at)) }
  if (order.state === 'payout_failed') return { state: 'now', title, detail: m.sign_step_transfer_failed() }
  return {
    state: order.state === 'pending' ? 'now' : 'later',
    title,
    detail: expectedAt ? m.sign_step_transfer_by(whenOf(expectedAt)) : m.sign_step_transfer_now(),
  }
}

const stepsOf = (order: Order, expectedAt: string | undefined): TimeLineItem[] => {
  const { withdrawal } = order
  // Until the money has left, the day that was agreed.
  const dueDay = order.due_day ?? order.repayment_day
  return [
    { state: 'done', title: m.sign_step_signed(), detail: m.sign_step_signed_at(whenOf(order.agreement.signed_at)) },
    transferOf(order, expectedAt),
    ...(withdrawal
      ? [
          {
            state: 'later' as const,
            mark: undoIcon,
            title: m.sign_step_withdraw({ day: formatDay(withdrawal.until_day) }),
            // The money is on its way: what she will give back is what will have come.
            detail: m.sign_step_withdraw_text({ amount: exactPesos(order.arrival_centavos) }),
          },
        ]
      : []),
    ...(dueDay
      ? [
          {
            state: order.cleared_at ? ('done' as const) : ('later' as const),
            mark: calendarIcon,
            title: m.sign_step_due({ day: formatDay(dueDay) }),
            detail: m.sign_step_due_text({ amount: exactPesos(order.repayment_centavos) }),
          },
        ]
      : []),
  ]
}
