import type { ReactNode } from 'react'
import { m } from '../../i18n/compiled/messages.js'
import { useLocale } from '../../i18n/locale.ts'
import { linkTo, linkToTab } from '../../lib/link.ts'
import { shortPesos } from '../../lib/quote-parts.ts'
import { useSession } from '../../lib/session.ts'
import { storage } from '../../lib/storage.ts'
import { useRemote } from '../../lib/use-remote.ts'
import { Badge } from '../../ui/badge.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import {
  chatIcon,
  checkIcon,
  clockIcon,
  docIcon,
  helpIcon,
  lockIcon,
  slidersIcon,
  starIcon,
  ticketIcon,
  trashIcon,
  undoIcon,
  walletIcon,
} from '../../ui/icons.ts'
import { InkSurface } from '../../ui/ink-surface.tsx'
import { Row, RowList } from '../../ui/row-list.tsx'
import css from './profile-screen.module.css'

export function ProfileScreen(): ReactNode {
  useLocale()
  const { isLogged, phone } = useSession()
  return (
    <div className={css.page}>
      {isLogged ? <Account phone={phone} /> : <LogInFirst />}
      {isLogged && <LoansAndBenefits />}
      <Card title={m.account_help_group()}>
        <RowList>
          <Row icon={helpIcon} title={m.account_help()} {...linkTo('/pages/index/home-components/home-help')} />
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

function Account({ phone }: { phone: string | undefined }): ReactNode {
  return (
    <InkSurface shape="card">
      <div className={css.account}>
        <div>
          <p className={css.text}>{m.account_your_account()}</p>
          {phone && <p className={css.phone}>{phone}</p>}
        </div>
        <Badge icon={checkIcon}>{m.account_logged_in()}</Badge>
      </div>
    </InkSurface>
  )
}

/** The limit stands here once there is one; everything else is there before Home's answer is. */
function LoansAndBenefits(): ReactNode {
  const { remote: home } = useRemote('app/home')
  const { quota, best_coupon: coupon } = home.status === 'ready' ? home.data : { quota: null, best_coupon: null }
  return (
    <Card title={m.account_loans()}>
      <RowList>
        {quota && (
          <Row
            icon={walletIcon}
            title={m.account_limit()}
            detail={m.account_limit_available({
              available: shortPesos(quota.available_centavos),
              total: shortPesos(quota.total_centavos),
            })}
            {...linkToTab('/')}
          />
        )}
        <Row
          icon={ticketIcon}
          title={m.account_coupons()}
          detail={coupon?.title}
          {...linkTo('/pages/contract-new/my-coupon')}
        />
        <Row icon={starIcon} title={m.account_membership()} {...linkTo('/pages/vip/vip')} />
        <History />
      </RowList>
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
