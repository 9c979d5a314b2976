import type { ReactNode } from 'react'
import { m } from '@hola/i18n/compiled/messages.js'
import { linkTo } from '../../lib/link.ts'
import { PhotosNote } from '../../shared/photo-queue/photos-note.tsx'
import { reviewWords } from '../../shared/home/review-words.ts'
import { stepUrls } from '../../shared/home/step-urls.ts'
import { ButtonLink } from '@hola/ui/controls/button.tsx'
import { Card } from '@hola/ui/layout/card.tsx'
import { Dock } from '@hola/ui/layout/dock.tsx'
import { TimeLine } from '@hola/ui/layout/time-line.tsx'
import { ApplicationSteps } from './application-steps.tsx'
import { HomeBody } from './home-body.tsx'
import type { ReadyHome } from './home-data.ts'
import { HomeHead, HomeWords } from './home-head.tsx'
import { useFollowHome } from './use-follow-home.ts'

/** An application that was begun, or has to be mended: how it stands, and the one way on. */
export function ApplicationState({ home, retake }: { home: ReadyHome; retake: boolean }): ReactNode {
  const next = retake ? 'photos' : (home.data.next_action.step ?? 'basic')
  return (
    <>
      <HomeHead onHome>
        <HomeWords
          as="h1"
          name={home.data.person?.first_name}
          title={retake ? m.photos_review_retake() : m.photos_review_none()}
          text={retake ? m.photos_review_retake_text() : m.photos_review_none_text()}
        />
      </HomeHead>
      <HomeBody home={home} lead={<PhotosNote />}>
        <ApplicationSteps next={next} />
        <SeeCost />
      </HomeBody>
      <Dock>
        <ButtonLink {...linkTo(stepUrls[next])}>
          {retake ? m.photos_review_retake_go() : m.photos_review_continue()}
        </ButtonLink>
      </Dock>
    </>
  )
}

/** An application that is with us: who has it in hand, until about when. */
export function InReviewState({ home }: { home: ReadyHome }): ReactNode {
  useFollowHome()
  const { person, review_stage: stage, review_expected_at: expectedAt, now_at: nowAt } = home.data
  const { title, text, items } = reviewWords({ stage, expectedAt, nowAt })
  return (
    <>
      <HomeHead onHome>
        <HomeWords as="h1" name={person?.first_name} title={title} text={text} />
      </HomeHead>
      <HomeBody home={home}>
        <Card>
          <TimeLine items={items} />
        </Card>
        <SeeCost />
      </HomeBody>
      <Dock>
        <ButtonLink {...linkTo('/pages/index/review-state/review-state')}>{m.photos_review_check()}</ButtonLink>
      </Dock>
    </>
  )
}

function SeeCost(): ReactNode {
  return (
    <ButtonLink kind="quiet" {...linkTo('/pages/product/product')}>
      {m.home_see_cost()}
    </ButtonLink>
  )
}
