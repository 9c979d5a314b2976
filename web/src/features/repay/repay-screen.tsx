import { useEffect, useEffectEvent, useMemo, useRef, useState, type ReactNode } from 'react'
import { m } from '@hola/i18n/compiled/messages.js'
import { useLocale } from '@hola/i18n/locale.ts'
import { linkTo } from '../../lib/link.ts'
import { OrderNotFound } from '../../shared/orders/order-not-found.tsx'
import { OrderSkeleton } from '../../shared/orders/order-skeleton.tsx'
import { OutdatedNote } from '../../lib/outdated-note.tsx'
import { useSession } from '../../lib/session.ts'
import { useRemote } from '../../lib/use-remote.ts'
import { usePage, usePageTitle } from '../../router/page-context.ts'
import { Button, ButtonLink } from '@hola/ui/controls/button.tsx'
import { Card } from '@hola/ui/layout/card.tsx'
import { EmptyState } from '@hola/ui/layout/empty-state.tsx'
import { alertIcon, refreshIcon } from '@hola/ui/layout/icons.ts'
import { Note } from '@hola/ui/layout/note.tsx'
import { Extended, ExtendForm } from './extend-form.tsx'
import { PayForm } from './pay-form.tsx'
import { PaymentPage } from './payment-page.tsx'
import { orderUrl, type Borrower, type Order, type PayOptions } from './repay-data.ts'
import css from './repay-page.module.css'
import { Unanswered } from './unanswered.tsx'
import { useRepay, type Done } from './use-repay.ts'
import { Withdrawn, WithdrawForm } from './withdraw-form.tsx'

/** Paying a loan, giving it back, or moving its due day; then the payment itself until it is credited. */
export function RepayScreen(): ReactNode {
  useLocale()
  const { userId = '' } = useSession()
  const { order_id: orderId, payment_id: paymentId } = usePage().query
  return (
    <div className={css.page}>
      {orderId === undefined ? (
        <NotFound />
      ) : paymentId !== undefined ? (
        <PaymentOf key={paymentId} orderId={orderId} paymentId={paymentId} />
      ) : (
        <Ask key={`${userId} ${orderId}`} userId={userId} orderId={orderId} />
      )}
    </div>
  )
}

type Ids = { userId: string; orderId: string }

/** The loan and the ways to pay it; what to show until both are there. */
const useLoan = (orderId: string) => {
  const body = useMemo(() => ({ order_id: orderId }), [orderId])
  const { remote: loan, refresh: refreshLoan } = useRemote('loan/order', body)
  const { remote: ways, refresh: refreshWays } = useRemote('app/get_pay_option', body)
  const refresh = (): void => void Promise.all([refreshLoan(), refreshWays()])
  return { loan, ways, refresh }
}

function WhenLoaded({
  loan,
  ways,
  refresh,
  children,
}: ReturnType<typeof useLoan> & {
  children: (order: Order, options: PayOptions, borrower: Borrower) => ReactNode
}): ReactNode {
  if (loan.status === 'ready' && ways.status === 'ready')
    return (
      <>
        <OutdatedNote remote={loan.outdated ? loan : ways} />
        {children(loan.data.order, ways.data, loan.data.borrower)}
      </>
    )
  const failed = loan.status === 'failed' ? loan : ways.status === 'failed' ? ways : undefined
  // What the server refuses to show it refuses again.
  if (failed?.problem !== undefined) return <NotFound text={failed.problem} />
  if (failed) return <LoadFailed onRetry={refresh} />
  return <OrderSkeleton label={m.repay_loading()} />
}

function PaymentOf({ orderId, paymentId }: { orderId: string; paymentId: string }): ReactNode {
  return (
    <WhenLoaded {...useLoan(orderId)}>
      {(order, { methods }, borrower) => (
        <PaymentPage order={order} borrower={borrower} paymentId={paymentId} methods={methods} />
      )}
    </WhenLoaded>
  )
}

/** Before there is a payment: what she wants, asked for once. */
function Ask({ userId, orderId }: Ids): ReactNode {
  const kind = usePage().query['kind']
  const data = useLoan(orderId)
  const [done, setDone] = useState<Done>()
  const orderKey = { userId, orderId }
  const { status, request, refused, send, askAgain } = useRepay(orderKey, setDone)
  usePageTitle(titles[kind ?? '']?.())
  if (done) return done.asked === 'withdrawal' ? <Withdrawn order={done.order} /> : <Extended order={done.order} />
  // Also while the loan cannot be read: the answer that is missing comes first.
  if (request) return <Unanswered orderId={orderId} isAsking={status === 'asking'} onAgain={askAgain} />
  return (
    <WhenLoaded {...data}>
      {(order, options) => {
        const shared = { order, options, isSending: status === 'sending', onSend: send }
        return (
          <>
            {refused !== undefined && <Refused key={refused} text={refused} onShown={data.refresh} />}
            {kind === 'withdrawal' ? (
              <WithdrawForm {...shared} />
            ) : kind === 'extension' ? (
              <ExtendForm {...shared} />
            ) : options.payable && options.payable.payoff_centavos > 0 ? (
              <PayForm
                {...shared}
                orderKey={orderKey}
                payable={options.payable}
                firstShare={kind === 'part' ? 'part' : 'all'}
              />
            ) : (
              <NothingToPay order={order} />
            )}
          </>
        )
      }}
    </WhenLoaded>
  )
}

const titles: Readonly<Record<string, (() => string) | undefined>> = {
  withdrawal: m.repay_title_withdraw,
  extension: m.repay_title_extend,
}

/** Why nothing was asked for. It comes up far from the button that was pressed, so the focus goes to it. */
function Refused({ text, onShown }: { text: string; onShown: () => void }): ReactNode {
  const place = useRef<HTMLDivElement>(null)
  // What was shown has led to a refusal, so it is out of date.
  const shown = useEffectEvent(onShown)
  useEffect(() => {
    place.current?.focus()
    shown()
  }, [])
  return (
    <div ref={place} className={css.notice} tabIndex={-1} role="alert">
      <Note tone="bad" icon={alertIcon}>
        {text}
      </Note>
    </div>
  )
}

function NothingToPay({ order: { order_id: orderId, state } }: { order: Order }): ReactNode {
  return (
    <Card>
      <EmptyState
        drawing="calendar"
        title={m.repay_nothing()}
        text={state === 'pending' || state === 'payout_failed' ? m.repay_nothing_yet() : m.repay_nothing_more()}
        action={<ButtonLink {...linkTo(orderUrl(orderId))}>{m.repay_see_order()}</ButtonLink>}
      />
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

function LoadFailed({ onRetry }: { onRetry: () => void }): ReactNode {
  return (
    <Card>
      <EmptyState
        drawing="night"
        title={m.repay_failed()}
        text={m.repay_failed_text()}
        action={
          <Button icon={refreshIcon} onClick={onRetry}>
            {m.repay_again()}
          </Button>
        }
      />
    </Card>
  )
}
