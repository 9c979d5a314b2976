import { REVIEW_ABOUT_MS } from '@hola/core/constants.ts'
import type { RetOf } from '@hola/core/contract/contract.ts'
import type { ReactNode } from 'react'
import { formatTime } from '../../i18n/format-date.ts'
import { m } from '../../i18n/compiled/messages.js'
import { linkTo } from '../../lib/link.ts'
import { OutdatedNote } from '../../lib/outdated-note.tsx'
import type { Remote } from '../../lib/use-remote.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Dock } from '../../ui/dock.tsx'
import { TimeLine } from '../../ui/time-line.tsx'
import { ConsumerRow } from './consumer-row.tsx'
import { HomeHead, HomeWords } from './home-head.tsx'
import { LegalFoot } from './legal-foot.tsx'
import page from './page.module.css'

type Home = RetOf<'app/home'>
type Underway = 'continue_application' | 'retake_photos' | 'check_review'

const stepUrls = {
  basic: '/pages/step/step-basic/step-basic',
  social: '/pages/step/step-social/step-social',
  withdrawal: '/pages/step/step-withdrawal/step-withdrawal',
  photos: '/pages/upload/upload-id-card/upload-id-card',
} as const

const stateOf = (
  kind: Underway,
  step: Home['next_action']['step'],
): { title: string; text: string; action: string; url: Parameters<typeof linkTo>[0] } => {
  switch (kind) {
    case 'check_review':
      return {
        title: m.photos_review_title(),
        text: m.photos_review_text({ minutes: REVIEW_ABOUT_MS / 60_000 }),
        action: m.photos_review_check(),
        url: '/pages/index/review-state/review-state',
      }
    case 'retake_photos':
      return {
        title: m.photos_review_retake(),
        text: m.photos_review_retake_text(),
        action: m.photos_review_retake_go(),
        url: stepUrls.photos,
      }
    case 'continue_application':
      return {
        title: m.photos_review_none(),
        text: m.photos_review_none_text(),
        action: m.photos_review_continue(),
        url: stepUrls[step ?? 'basic'],
      }
  }
}

export const isUnderway = (kind: Home['next_action']['kind']): kind is Underway =>
  kind === 'check_review' || kind === 'retake_photos' || kind === 'continue_application'

/** An application that was begun, has to be mended, or is with us: how it stands, and the one way on. */
export function ApplicationState({
  home,
  kind,
}: {
  home: Remote<Home> & { status: 'ready' }
  kind: Underway
}): ReactNode {
  const { person, next_action: next, review_expected_at: expectedAt } = home.data
  const { title, text, action, url } = stateOf(kind, next.step)
  return (
    <>
      <HomeHead onHome>
        <HomeWords as="h1" name={person?.first_name} title={title} text={text} />
      </HomeHead>
      <div className={`${page.column} ${page.padded}`}>
        <OutdatedNote remote={home} />
        {kind === 'check_review' && (
          <Card>
            <TimeLine
              items={[
                { state: 'done', title: m.photos_review_sent() },
                { state: 'now', title: m.photos_review_checking() },
                {
                  state: 'later',
                  title: m.photos_review_answer(),
                  detail: expectedAt
                    ? m.photos_review_answer_by({ time: formatTime(expectedAt) })
                    : m.photos_review_answer_soon(),
                },
              ]}
            />
          </Card>
        )}
        <ButtonLink kind="quiet" {...linkTo('/pages/product/product')}>
          {m.home_see_cost()}
        </ButtonLink>
        <ConsumerRow />
        <LegalFoot />
      </div>
      <Dock>
        <ButtonLink {...linkTo(url)}>{action}</ButtonLink>
      </Dock>
    </>
  )
}
