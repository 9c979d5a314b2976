import type { ReactNode } from 'react'
import type { RetOf } from '@hola/core/contract/contract.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { linkTo } from '../../lib/link.ts'
import { OutdatedNote } from '../../lib/outdated-note.tsx'
import type { Standing } from '../../shared/home/standing.ts'
import type { Remote } from '../../lib/remote.ts'
import { ButtonLink } from '@hola/ui/controls/button.tsx'
import { Card } from '@hola/ui/layout/card.tsx'
import { idIcon, userIcon, walletIcon } from '@hola/ui/layout/icons.ts'
import { Row, RowList } from '@hola/ui/layout/row-list.tsx'
import { ConnectionFailed } from './connection-failed.tsx'
import { ConsumerRow } from './consumer-row.tsx'
import { HomeHead, HomeWords, HomeWordsSkeleton } from './home-head.tsx'
import { HowItWorks } from './how-it-works.tsx'
import { LegalFoot } from './legal-foot.tsx'
import { StandingDock } from './standing-dock.tsx'
import page from './page.module.css'

/** Nothing applied for yet: what it takes, how it goes on, and the one way to start. Who has applied is told so. */
export function InitState({
  home,
  standing,
  onHome,
  onRetry,
}: {
  home: Remote<RetOf<'app/home'>>
  /** Undefined while it is not known. */
  standing: Standing | undefined
  /** There the first heading is this one; elsewhere the navigation bar has it. */
  onHome: boolean
  onRetry: () => void
}): ReactNode {
  if (home.status === 'failed') return <ConnectionFailed onRetry={onRetry} />
  // What it takes is of use to whoever has not sent anything yet.
  const isToApply = home.status === 'ready' && (home.data.state === 'guest' || home.data.state === 'not_applied')
  return (
    <>
      <HomeHead onHome={onHome}>
        {home.status === 'loading' || !standing ? (
          <HomeWordsSkeleton />
        ) : (
          <HomeWords
            as={onHome ? 'h1' : 'h2'}
            name={home.data.person?.first_name}
            title={standing.title}
            text={standing.text}
          />
        )}
      </HomeHead>
      <div className={`${page.column} ${page.padded}`}>
        <OutdatedNote remote={home} />
        {isToApply && (
          <Card title={m.home_need_title()}>
            <RowList>
              <Row icon={idIcon} title={m.home_need_id()} detail={m.home_need_id_text()} />
              <Row icon={walletIcon} title={m.home_need_account()} detail={m.home_need_account_text()} />
              <Row icon={userIcon} title={m.home_need_contacts()} detail={m.home_need_contacts_text()} />
            </RowList>
          </Card>
        )}
        <HowItWorks />
        <ButtonLink kind="quiet" {...linkTo('/pages/product/product')}>
          {m.home_see_cost()}
        </ButtonLink>
        <ConsumerRow />
        <LegalFoot />
      </div>
      {standing && <StandingDock standing={standing} />}
    </>
  )
}
