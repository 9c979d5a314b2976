import { REFUSAL_RETRY_DAYS } from '@hola/core/constants.ts'
import type { ReactNode } from 'react'
import { m } from '@hola/i18n/compiled/messages.js'
import { followHome } from '../../shared/home/follow-home.ts'
import { RefusalCard } from '../../shared/home/refusal-card.tsx'
import { retryFrom } from '../../shared/home/retry-from.ts'
import { linkTo } from '../../lib/link.ts'
import { ButtonLink } from '@hola/ui/controls/button.tsx'
import { Card } from '@hola/ui/layout/card.tsx'
import { Dock } from '@hola/ui/layout/dock.tsx'
import { calendarIcon, chatIcon } from '@hola/ui/layout/icons.ts'
import { Row, RowList } from '@hola/ui/layout/row-list.tsx'
import { HomeBody } from './home-body.tsx'
import type { ReadyHome } from './home-data.ts'
import { HomeFact } from './home-figure.tsx'
import { HomeHead, HomeWords } from './home-head.tsx'
import { useTimeUntil } from './time-until.ts'

/** Not approved: from when she may try again, why, and what she can do about it. */
export function RefusedState({ home }: { home: ReadyHome }): ReactNode {
  const { person, retry_at: retryAt, refusal_reasons: reasons } = home.data
  return (
    <>
      <HomeHead onHome>
        <HomeWords
          as="h1"
          name={person?.first_name}
          title={m.home_refused_title()}
          text={m.photos_review_refused({ days: REFUSAL_RETRY_DAYS })}
        />
        {retryAt && <TryAgainFrom home={home} retryAt={retryAt} />}
      </HomeHead>
      <HomeBody home={home}>
        <RefusalCard reasons={reasons} />
        <Card>
          <RowList>
            <Row icon={chatIcon} title={m.account_contact()} {...linkTo('/pages/custom-service/custom-service')} />
          </RowList>
        </Card>
      </HomeBody>
      <Dock>
        <ButtonLink {...linkTo('/pages/index/home-components/home-help')}>{m.home_refused_help()}</ButtonLink>
      </Dock>
    </>
  )
}

/** When it comes, Home goes on by itself. */
function TryAgainFrom({ home, retryAt }: { home: ReadyHome; retryAt: string }): ReactNode {
  useTimeUntil(retryAt, home, followHome)
  return (
    <HomeFact icon={calendarIcon} under={m.home_refused_kept()}>
      {m.home_refused_from()} <strong>{m.home_at(retryFrom(retryAt))}</strong>
    </HomeFact>
  )
}
