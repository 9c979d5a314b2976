import { formatPhoneInternational } from '@hola/core/identifiers/phone.ts'
import type { RetOf } from '@hola/core/contract/contract.ts'
import type { ReactNode } from 'react'
import { m } from '@hola/i18n/compiled/messages.js'
import { useLocale } from '@hola/i18n/locale.ts'
import { linkTo, linkToTab } from '../../lib/link.ts'
import { OutdatedNote } from '../../lib/outdated-note.tsx'
import { useStanding } from '../../shared/home/use-standing.ts'
import { QuotaCard } from '../../shared/offers/quota-card.tsx'
import { useSession } from '../../lib/session.ts'
import { storage } from '../../lib/storage.ts'
import type { Remote } from '../../lib/remote.ts'
import { useRemote } from '../../lib/use-remote.ts'
import { Badge } from '@hola/ui/layout/badge.tsx'
import { Button, ButtonLink } from '@hola/ui/controls/button.tsx'
import { Card } from '@hola/ui/layout/card.tsx'
import {
  chatIcon,
  clockIcon,
  docIcon,
  helpIcon,
  lockIcon,
  phoneIcon,
  refreshIcon,
  slidersIcon,
  slipIcon,
  starIcon,
  ticketIcon,
  trashIcon,
  undoIcon,
  walletIcon,
} from '@hola/ui/layout/icons.ts'
import { InkSurface } from '@hola/ui/layout/ink-surface.tsx'
import { Row, RowList } from '@hola/ui/layout/row-list.tsx'
import { Skeleton } from '@hola/ui/layout/skeleton.tsx'
import css from './profile-screen.module.css'

type Home = RetOf<'app/home'>
type Membership = RetOf<'app/membership_info'>

/** Who she is, her limit, what she has earned; and for everybody help, rights and settings. */
export function ProfileScreen(): ReactNode {
  useLocale()
  const { isLogged } = useSession()
  return (
    <div className={css.page}>
      {isLogged ? <Mine /> : <LogInFirst />}
      <Card title={m.account_help_group()}>
        <RowList>
          <Row icon={helpIcon} title={m.account_help()} {...linkTo('/pages/index/home-components/home-help')} />
          <Row icon={slipIcon} title={m.account_how_to_pay()} {...linkTo('/pages/custom-service/repay_help')} />
          <Row icon={chatIcon} title={m.account_contact()} {...linkTo('/pages/custom-service/custom-service')} />
        </RowList>
      </Card>
      <Card title={m.account_rights_group()}>
        <RowList>
          <Row icon={lockIcon} title={m.account_my_data()} {...linkTo('/pages/privacy/privacy')} />
          <Row icon={docIcon} title={m.account_policy()} {...linkTo('/pages/policy/policy?type=privacy')} />
          <Row icon={undoIcon} title={m.account_regret()} {...linkTo('/pages/consumer/regret')} />
          <Row icon={trashIcon} title={m.account_unsubscribe()} {...linkTo('/pages/consumer/unsubscribe')} />
        </RowList>
      </Card>
      <Card title={m.account_app_group()}>
        <RowList>
          <Row icon={slidersIcon} title={m.account_settings()} {...linkTo('/pages/settings/settings')} />
          <Row icon={phoneIcon} title={m.account_apps()} {...linkTo('/pages/hola-app-list/hola-app-list')} />
        </RowList>
      </Card>
    </div>
  )
}

function LogInFirst(): ReactNode {
  return (
    <Card title={m.account_guest_title()}>
      <div className={css.stack}>
        <p className={css.text}>{m.account_guest_text()}</p>
        <ButtonLink {...linkTo('/pages/account/get-code-page/get-code-page')}>{m.account_log_in()}</ButtonLink>
      </div>
    </Card>
  )
}

/** What is hers stands there before its answers are: they fill it in. */
function Mine(): ReactNode {
  const { remote: home, refresh } = useRemote('app/home')
  const { remote: membership } = useRemote('app/membership_info')
  const { person, best_coupon: coupon } = home.status === 'ready' ? home.data : { person: null, best_coupon: null }
  const level = membership.status === 'ready' ? membership.data : undefined
  return (
    <>
      <Account person={person} level={level} />
      <OutdatedNote remote={home} />
      <Limit home={home} onRetry={() => void refresh()} />
      <Card title={m.account_loans()}>
        <RowList>
          <Row icon={walletIcon} title={m.account_offer()} {...linkTo('/pages/index/home-components/home-top')} />
          <Row
            icon={starIcon}
            title={m.account_membership()}
            detail={level && levelWords(level)}
            {...linkTo('/pages/vip/vip')}
          />
          <Row
            icon={ticketIcon}
            title={m.account_coupons()}
            detail={coupon?.title}
            {...linkTo('/pages/contract-new/my-coupon')}
          />
          <History />
        </RowList>
      </Card>
    </>
  )
}

const nameOf = ({ level, levels }: Membership): string => levels.find((one) => one.level === level)?.name ?? ''

const levelWords = (membership: Membership): string => {
  const { loans_to_next_level_count: count } = membership
  const name = nameOf(membership)
  if (count === null) return m.account_member_top({ name })
  return count === 1 ? m.account_member_next_one({ name }) : m.account_member_next({ name, count })
}

function Account({ person, level }: { person: Home['person']; level: Membership | undefined }): ReactNode {
  const { phone } = useSession()
  return (
    <InkSurface shape="card">
      <div className={css.account}>
        <div className={css.who}>
          <h2 className={css.name}>{person?.first_name ?? m.account_your_account()}</h2>
          <p className={css.contact}>
            {phone === undefined ? person?.contact_masked : formatPhoneInternational(phone)}
          </p>
        </div>
        {level && <Badge icon={starIcon}>{nameOf(level)}</Badge>}
      </div>
    </InkSurface>
  )
}

function Limit({ home, onRetry }: { home: Remote<Home>; onRetry: () => void }): ReactNode {
  if (home.status === 'loading') return <LimitSkeleton />
  if (home.status === 'ready' && home.data.quota) return <QuotaCard quota={home.data.quota} />
  if (home.status === 'failed')
    return (
      <Card title={m.account_limit()}>
        <div className={css.stack}>
          <p className={css.text}>{m.account_limit_failed()}</p>
          <Button kind="secondary" icon={refreshIcon} onClick={onRetry}>
            {m.account_retry()}
          </Button>
        </div>
      </Card>
    )
  return <NoLimit home={home.data} />
}

function LimitSkeleton(): ReactNode {
  return (
    <section aria-busy="true" aria-label={m.account_limit_loading()}>
      <Card>
        <Skeleton width="40%" />
        <Skeleton shape="bar" />
        <Skeleton width="80%" />
        <Skeleton width="80%" />
        <Skeleton width="80%" />
      </Card>
    </section>
  )
}

/** Without a limit: why there is none, by how her application stands. */
function NoLimit({ home }: { home: Home }): ReactNode {
  const standing = useStanding(home)
  if (!standing) return <LimitSkeleton />
  const isNew = home.state === 'not_applied'
  const { name, ...link } = standing.action
  return (
    <Card title={isNew ? m.account_limit() : standing.title}>
      <div className={css.stack}>
        <p className={css.text}>{isNew ? m.account_limit_none() : standing.text}</p>
        <ButtonLink kind="secondary" {...link}>
          {name}
        </ButtonLink>
      </div>
    </Card>
  )
}

/** The history is the second list of My loan: it is chosen there before the tab opens. */
function History(): ReactNode {
  const { href, onClick } = linkToTab('/pages/my-loan/my-loan')
  return (
    <Row
      icon={clockIcon}
      title={m.account_history()}
      href={href}
      onClick={(event) => {
        storage.set('my-loan-index', 1)
        onClick(event)
      }}
    />
  )
}
