import type { ReactNode } from 'react'
import { formatDate, formatTime } from '@hola/i18n/format-date.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { followHome } from '../../shared/home/follow-home.ts'
import { loanSteps } from '../../shared/home/loan-steps.ts'
import { linkTo } from '../../lib/link.ts'
import { QuotaCard } from '../../shared/offers/quota-card.tsx'
import { shortPesos } from '../../shared/offers/quote-parts.ts'
import { Badge } from '@hola/ui/layout/badge.tsx'
import { ButtonLink } from '@hola/ui/controls/button.tsx'
import { Card } from '@hola/ui/layout/card.tsx'
import { Dock } from '@hola/ui/layout/dock.tsx'
import { calendarIcon, checkIcon, ticketIcon } from '@hola/ui/layout/icons.ts'
import { Row, RowList } from '@hola/ui/layout/row-list.tsx'
import { TimeLine } from '@hola/ui/layout/time-line.tsx'
import { HomeBody } from './home-body.tsx'
import type { ReadyHome } from './home-data.ts'
import { HomeFact, HomeFigure } from './home-figure.tsx'
import { HomeHead } from './home-head.tsx'
import { leftInWords, useTimeUntil } from './time-until.ts'

/** Approved: how much, until when, what comes next, and the one way on. */
export function ApprovedState({ home }: { home: ReadyHome }): ReactNode {
  const { person, quota, limit_centavos: limit, expires_at: expiresAt, best_coupon: coupon } = home.data
  const name = person?.first_name
  const upTo = quota?.available_centavos ?? limit
  return (
    <>
      <HomeHead onHome>
        <HomeFigure
          title={name ? m.home_approved_name({ name }) : m.home_approved()}
          badge={<Badge icon={checkIcon}>{m.home_approved_badge()}</Badge>}
          label={m.home_approved_up_to()}
          text={upTo === null ? '' : shortPesos(upTo)}
        >
          {expiresAt && <ValidUntil home={home} expiresAt={expiresAt} />}
        </HomeFigure>
      </HomeHead>
      <HomeBody home={home}>
        {quota && <QuotaCard quota={quota} />}
        <Card title={m.home_next()}>
          <TimeLine items={loanSteps(home.data.payout_account)} />
        </Card>
        {coupon && (
          <Card>
            <RowList>
              <Row
                icon={ticketIcon}
                title={coupon.title}
                detail={
                  coupon.kind === 'fee_reduction'
                    ? m.coupons_fee({ amount: shortPesos(coupon.fee_reduction_centavos) })
                    : m.coupons_days({ days: coupon.extension_days })
                }
                {...linkTo('/pages/contract-new/my-coupon')}
              />
            </RowList>
          </Card>
        )}
      </HomeBody>
      <Dock>
        {home.data.next_action.kind === 'choose_loan' ? (
          <ButtonLink {...linkTo('/pages/loan/loan-info-choose/loan-info-choose')}>{m.home_choose()}</ButtonLink>
        ) : (
          // Nothing of the limit can be borrowed now; a notice has said why.
          <ButtonLink {...linkTo('/pages/index/home-components/home-help')}>{m.home_refused_help()}</ButtonLink>
        )}
      </Dock>
    </>
  )
}

/** The date and time that count, and a countdown that nobody has to look at. When it ends the server is asked. */
function ValidUntil({ home, expiresAt }: { home: ReadyHome; expiresAt: string }): ReactNode {
  const leftMs = useTimeUntil(expiresAt, home, followHome)
  return (
    <HomeFact
      icon={calendarIcon}
      under={
        <>
          {/* A timer is silent to a screen reader unless she goes there. */}
          <span role="timer">{leftInWords(leftMs)}</span> {m.home_left_again()}
        </>
      }
    >
      {m.home_valid_until()} <strong>{m.home_at({ date: formatDate(expiresAt), time: formatTime(expiresAt) })}</strong>
    </HomeFact>
  )
}
