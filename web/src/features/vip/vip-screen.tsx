import type { ReactNode } from 'react'
import { formatShortRate } from '@hola/i18n/format.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { linkTo } from '../../lib/link.ts'
import { OutdatedNote } from '../../lib/outdated-note.tsx'
import { useRemote } from '../../lib/use-remote.ts'
import { Button } from '@hola/ui/controls/button.tsx'
import { Card } from '@hola/ui/layout/card.tsx'
import { EmptyState } from '@hola/ui/layout/empty-state.tsx'
import { calendarIcon, checkIcon, refreshIcon, ticketIcon } from '@hola/ui/layout/icons.ts'
import { InkSurface } from '@hola/ui/layout/ink-surface.tsx'
import { Note } from '@hola/ui/layout/note.tsx'
import { Row, RowList } from '@hola/ui/layout/row-list.tsx'
import { Skeleton } from '@hola/ui/layout/skeleton.tsx'
import { Steps } from '@hola/ui/layout/steps.tsx'
import { TimeLine, type TimeLineItem } from '@hola/ui/layout/time-line.tsx'
import { ladderOf, progressOf, type Membership, type Rung } from './ladder.ts'
import css from './vip-screen.module.css'

/** Where she stands, what each level gives, and what leads up and down. */
export function VipScreen(): ReactNode {
  const { remote, refresh } = useRemote('app/membership_info')
  return (
    <div className={css.page}>
      {remote.status === 'loading' && <VipSkeleton />}
      {remote.status === 'failed' && (
        <Card>
          <EmptyState
            drawing="night"
            title={m.vip_failed()}
            text={remote.problem ?? m.vip_failed_text()}
            action={
              <Button icon={refreshIcon} onClick={() => void refresh()}>
                {m.vip_again()}
              </Button>
            }
          />
        </Card>
      )}
      {remote.status === 'ready' && (
        <>
          <OutdatedNote remote={remote} />
          <Level membership={remote.data} />
        </>
      )}
    </div>
  )
}

function Level({ membership }: { membership: Membership }): ReactNode {
  const ladder = ladderOf(membership)
  const here = ladder.find(({ state }) => state === 'now')
  const next = ladder.find(({ state }) => state === 'later')
  return (
    <>
      <InkSurface shape="card">
        <Steps
          text={m.vip_place({ level: membership.level, count: ladder.length })}
          step={membership.level + 1}
          of={ladder.length}
          done={progressOf(membership)}
        />
        <h2 className={css.name}>{here?.name}</h2>
        <p className={css.text}>{paidWords(membership.loans_cleared_on_time_count)}</p>
        <p className={css.next}>{next === undefined ? m.vip_top() : nextWords(next)}</p>
      </InkSurface>
      <Card title={m.vip_levels()}>
        <TimeLine items={ladder.map(itemOf)} />
      </Card>
      <Note>{m.vip_next_loan()}</Note>
      <Card title={m.vip_how()}>
        <RowList>
          <Row
            icon={checkIcon}
            good
            title={m.vip_up()}
            detail={m.vip_up_text({ days: membership.loan_counts_from_days })}
          />
          <Row
            icon={ticketIcon}
            good
            title={m.vip_coupon()}
            detail={m.vip_coupon_text()}
            {...linkTo('/pages/contract-new/my-coupon')}
          />
          <Row icon={calendarIcon} title={m.vip_down()} detail={m.vip_down_text()} />
        </RowList>
      </Card>
    </>
  )
}

const paidWords = (count: number): string => {
  if (count === 0) return m.vip_paid_none()
  return count === 1 ? m.vip_paid_one() : m.vip_paid({ count })
}

const nextWords = ({ name, missing }: Rung): string =>
  missing === 1 ? m.vip_next_one({ name }) : m.vip_next({ count: missing, name })

const missingWords = (count: number): string => (count === 1 ? m.vip_missing_one() : m.vip_missing({ count }))

const itemOf = ({ level, name, state, missing, fee, opened }: Rung): TimeLineItem => ({
  state,
  title: name,
  mark: level,
  detail: (
    <>
      <span className={css.line}>{m.vip_fee({ fee: formatShortRate(fee) })}</span>
      <span className={css.line}>{m.vip_opened({ share: formatShortRate(opened) })}</span>
      {state === 'now' && <span className={css.here}>{m.vip_here()}</span>}
      {state === 'later' && <span className={css.missing}>{missingWords(missing)}</span>}
    </>
  ),
})

function VipSkeleton(): ReactNode {
  return (
    <section className={css.skeleton} aria-busy="true" aria-label={m.vip_loading()}>
      <InkSurface shape="card" as="div">
        <Skeleton width="40%" />
        <Skeleton shape="figure" width="60%" />
        <Skeleton width="90%" />
      </InkSurface>
      <Card>
        <Skeleton width="50%" />
        <Skeleton width="80%" />
        <Skeleton width="70%" />
        <Skeleton width="80%" />
        <Skeleton width="70%" />
      </Card>
    </section>
  )
}
