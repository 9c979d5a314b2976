import type { ReactNode } from 'react'
import { formatDate, formatDay, formatTime } from '../../i18n/format-date.ts'
import { m } from '../../i18n/compiled/messages.js'
import { accountName } from '../../lib/account-name.ts'
import { linkTo } from '../../lib/link.ts'
import { OrderBadge } from '../../lib/order-badge.tsx'
import { QuotaCard } from '../../lib/quota-card.tsx'
import { exactPesos } from '../../lib/quote-parts.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Dock } from '../../ui/dock.tsx'
import { bankIcon, calendarIcon, docIcon } from '../../ui/icons.ts'
import { Row, RowList } from '../../ui/row-list.tsx'
import { TimeLine } from '../../ui/time-line.tsx'
import { HomeBody } from './home-body.tsx'
import type { Home, ReadyHome } from './home-data.ts'
import { HomeFact, HomeFigure } from './home-figure.tsx'
import { HomeHead } from './home-head.tsx'
import css from './order-state.module.css'

type Order = NonNullable<Home['active_order']>

/** A loan that was signed: how much is on its way or owed, where it stands, and the way to everything about it. */
export function OrderState({ home, order }: { home: ReadyHome; order: Order }): ReactNode {
  const { payout_account: account, quota } = home.data
  const detail = linkTo(`/pages/order-detail/order-detail?order_id=${order.order_id}`)
  const isOwed = order.due_day !== null
  return (
    <>
      <HomeHead onHome>
        <HomeFigure
          title={m.home_order()}
          badge={<OrderBadge order={order} />}
          label={isOwed ? m.orders_pay_today() : m.home_order_transfer()}
          text={exactPesos(isOwed ? order.payoff_centavos : order.arrival_centavos)}
        >
          {order.due_day ? (
            <HomeFact icon={calendarIcon}>{m.orders_due_on({ date: formatDay(order.due_day) })}</HomeFact>
          ) : (
            account && <HomeFact icon={bankIcon}>{m.home_order_to({ account: accountName(account) })}</HomeFact>
          )}
        </HomeFigure>
      </HomeHead>
      <HomeBody home={home}>
        {order.state === 'pending' && <Processing order={order} />}
        <Card>
          <RowList>
            <Row
              icon={docIcon}
              title={m.orders_number({ number: order.order_number })}
              detail={m.orders_signed_on({ date: formatDate(order.applied_at) })}
              {...detail}
            />
          </RowList>
        </Card>
        {quota && (
          <QuotaCard quota={quota}>
            {quota.available_centavos > 0 && (
              <p className={css.more}>
                <a className={css.link} {...linkTo('/pages/loan/loan-info-choose/loan-info-choose')}>
                  {m.home_choose()}
                </a>
              </p>
            )}
          </QuotaCard>
        )}
      </HomeBody>
      <Dock>
        <ButtonLink {...detail}>{m.home_order_see()}</ButtonLink>
      </Dock>
    </>
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
