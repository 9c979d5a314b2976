import type { RetOf } from '@hola/core/contract/contract.ts'
import type { ReactNode } from 'react'
import { formatDate, formatTime } from '@hola/i18n/format-date.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { linkTo } from '../../lib/link.ts'
import { OutdatedNote } from '../../lib/outdated-note.tsx'
import { shortPesos } from '../../shared/offers/quote-parts.ts'
import { useRemote } from '../../lib/use-remote.ts'
import { Button } from '@hola/ui/controls/button.tsx'
import { Card } from '@hola/ui/layout/card.tsx'
import { EmptyState } from '@hola/ui/layout/empty-state.tsx'
import { calendarIcon, refreshIcon, ticketIcon } from '@hola/ui/layout/icons.ts'
import { Note } from '@hola/ui/layout/note.tsx'
import { Row, RowList } from '@hola/ui/layout/row-list.tsx'
import { Skeleton } from '@hola/ui/layout/skeleton.tsx'
import css from './my-coupon-screen.module.css'

type Coupon = RetOf<'coupon/my_coupon'>['coupons'][number]

const inEveryState = {}

/** What she has to use first; then what was used, and what has expired. */
export function MyCouponScreen(): ReactNode {
  const { remote, refresh } = useRemote('coupon/my_coupon', inEveryState)
  return (
    <div className={css.page}>
      {remote.status === 'loading' && <CouponSkeleton />}
      {remote.status === 'failed' && (
        <Card>
          <EmptyState
            drawing="night"
            title={m.coupons_failed()}
            text={remote.problem ?? m.coupons_failed_text()}
            action={
              <Button icon={refreshIcon} onClick={() => void refresh()}>
                {m.coupons_again()}
              </Button>
            }
          />
        </Card>
      )}
      {remote.status === 'ready' && (
        <>
          <OutdatedNote remote={remote} />
          <Coupons coupons={remote.data.coupons} />
        </>
      )}
    </div>
  )
}

function Coupons({ coupons }: { coupons: readonly Coupon[] }): ReactNode {
  if (coupons.length === 0) {
    return (
      <Card>
        <EmptyState title={m.coupons_none()} text={m.coupons_none_text()} />
      </Card>
    )
  }
  const usable = coupons.filter(({ state }) => state === 'usable')
  return (
    <>
      <Card title={m.coupons_usable()}>
        {usable.length > 0 ? <CouponRows coupons={usable} /> : <p className={css.text}>{m.coupons_usable_none()}</p>}
      </Card>
      {usable.some(({ kind }) => kind === 'fee_reduction') && <Note>{m.coupons_how_fee()}</Note>}
      {usable.some(({ kind }) => kind === 'interest_free_extension') && <Note>{m.coupons_how_days()}</Note>}
      <Past title={m.coupons_used()} coupons={coupons.filter(({ state }) => state === 'used')} />
      <Past title={m.coupons_expired()} coupons={coupons.filter(({ state }) => state === 'expired')} />
    </>
  )
}

function Past({ title, coupons }: { title: string; coupons: readonly Coupon[] }): ReactNode {
  return (
    coupons.length > 0 && (
      <Card title={title}>
        <CouponRows coupons={coupons} />
      </Card>
    )
  )
}

function CouponRows({ coupons }: { coupons: readonly Coupon[] }): ReactNode {
  return (
    <RowList>
      {coupons.map((coupon) => (
        <Row
          key={coupon.coupon_id}
          icon={coupon.kind === 'fee_reduction' ? ticketIcon : calendarIcon}
          good={coupon.state === 'usable'}
          title={coupon.title}
          detail={
            <>
              <span className={css.line}>{valueOf(coupon)}</span>
              <span className={css.line}>{whenOf(coupon)}</span>
            </>
          }
          {...(coupon.order_id && linkTo(`/pages/order-detail/order-detail?order_id=${coupon.order_id}`))}
        />
      ))}
    </RowList>
  )
}

const valueOf = (coupon: Coupon): string =>
  coupon.kind === 'fee_reduction'
    ? m.coupons_fee({ amount: shortPesos(coupon.fee_reduction_centavos) })
    : m.coupons_days({ days: coupon.extension_days })

const whenOf = ({ state, used_at: usedAt, expires_at: expiresAt }: Coupon): string => {
  const date = formatDate(expiresAt)
  if (state === 'usable') return m.coupons_until({ date, time: formatTime(expiresAt) })
  if (state === 'used' && usedAt) return m.coupons_used_on({ date: formatDate(usedAt) })
  return m.coupons_expired_on({ date })
}

function CouponSkeleton(): ReactNode {
  return (
    <section aria-busy="true" aria-label={m.coupons_loading()}>
      <Card>
        <Skeleton width="40%" />
        <Skeleton width="80%" />
        <Skeleton width="60%" />
      </Card>
    </section>
  )
}
