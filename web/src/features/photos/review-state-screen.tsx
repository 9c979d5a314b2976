import { REFUSAL_RETRY_DAYS } from '@hola/core/constants.ts'
import type { RetOf } from '@hola/core/contract/contract.ts'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { formatDate, formatTime } from '@hola/i18n/format-date.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { useLocale } from '@hola/i18n/locale.ts'
import { ApiError } from '../../lib/api-client.ts'
import { api } from '../../lib/api.ts'
import { forgetHome } from '../../shared/home/forget-home.ts'
import { loanSteps } from '../../shared/home/loan-steps.ts'
import { RefusalCard } from '../../shared/home/refusal-card.tsx'
import { retryFrom } from '../../shared/home/retry-from.ts'
import { linkTo, linkToTab } from '../../lib/link.ts'
import { PhotosNote } from '../../shared/photo-queue/photos-note.tsx'
import { shortPesos } from '../../shared/offers/quote-parts.ts'
import { reviewWords } from '../../shared/home/review-words.ts'
import { stepUrls } from '../../shared/home/step-urls.ts'
import type { Remote } from '../../lib/remote.ts'
import { useEvery } from '../../lib/use-every.ts'
import { useRemote } from '../../lib/use-remote.ts'
import { usePageTitle } from '../../router/page-context.ts'
import { Button, ButtonLink } from '@hola/ui/controls/button.tsx'
import { Drawing } from '@hola/ui/drawings/drawing.tsx'
import { Card } from '@hola/ui/layout/card.tsx'
import { Dock } from '@hola/ui/layout/dock.tsx'
import { Icon } from '@hola/ui/layout/icon.tsx'
import { calendarIcon, refreshIcon } from '@hola/ui/layout/icons.ts'
import { InkSurface } from '@hola/ui/layout/ink-surface.tsx'
import { Money } from '@hola/ui/format/money.tsx'
import { Note } from '@hola/ui/layout/note.tsx'
import { Skeleton } from '@hola/ui/layout/skeleton.tsx'
import { TimeLine } from '@hola/ui/layout/time-line.tsx'
import { LoadFailed } from './load-failed.tsx'
import { photoWords, type ApplyInfo } from '../../shared/camera/photo-words.ts'
import css from './review-state-screen.module.css'
import { useApplication } from './use-application.ts'

type Home = RetOf<'app/home'>

const ASKED_FIRST_MS = 15_000

/** The page is named after the answer; where its heading asks for something short, after what it is about. */
const titles: Readonly<Partial<Record<ApplyInfo['application']['state'], () => string>>> = {
  in_review: m.photos_review_page_waiting,
  approved: m.photos_review_page_approved,
  refused: m.home_refused_title,
}

/** What happens while the application is looked at, and what came of it. */
export function ReviewStateScreen(): ReactNode {
  useLocale()
  const { load, refresh, retry, show } = useApplication()
  // Asked beside the application, so that the amount is there together with the words.
  const { remote: home } = useRemote('app/home')
  const [hasAsked, setHasAsked] = useState(false)
  const state = load.status === 'ready' ? load.data.application.state : undefined
  usePageTitle(state && titles[state]?.())
  const isWaiting = state === 'in_review'
  useEvery(isWaiting ? ASKED_FIRST_MS : undefined, () => void refresh())
  const isOld = useForgottenHome(home, load.status === 'ready' && !isWaiting ? load.data.decided_at : null)

  if (load.status === 'failed')
    return (
      <div className={css.page}>
        <LoadFailed problem={load.problem} onRetry={retry} />
      </div>
    )
  if (load.status === 'loading' || (state === 'approved' && (home.status === 'loading' || isOld)))
    return (
      <section className={css.page} aria-busy="true" aria-label={m.photos_review_loading()}>
        <Skeleton width="80%" />
        <Card>
          <Skeleton width="60%" />
          <Skeleton width="90%" />
          <Skeleton width="50%" />
        </Card>
      </section>
    )
  return (
    <div className={css.page}>
      {isWaiting ? (
        <Waiting info={load.data} onAsk={() => setHasAsked(true)} onAnswer={show} />
      ) : (
        <Result info={load.data} home={home.status === 'ready' ? home.data : undefined} focused={hasAsked} />
      )}
    </div>
  )
}

/** Whether what Home said is from before the decision: then it is asked anew. */
const useForgottenHome = (home: Remote<Home>, decidedAt: string | null): boolean => {
  const isOld =
    decidedAt !== null && home.status === 'ready' && home.data.state === 'in_review' && home.data.now_at < decidedAt
  useEffect(() => {
    if (isOld) forgetHome()
  }, [isOld])
  return isOld
}

function Waiting({
  info,
  onAsk,
  onAnswer,
}: {
  info: ApplyInfo
  onAsk: () => void
  onAnswer: (info: ApplyInfo) => void
}): ReactNode {
  const [busy, setBusy] = useState(false)
  const [askedAt, setAskedAt] = useState<Date>()
  const { submitted_at: submittedAt } = info
  const { title, text, items } = reviewWords({
    stage: info.review_stage,
    expectedAt: info.decision_expected_at,
    sentDetail: submittedAt ? m.photos_review_sent_at(whenOf(submittedAt)) : undefined,
  })

  const ask = async (): Promise<void> => {
    setBusy(true)
    onAsk()
    try {
      onAnswer(await api.call('loan/apply_info', { check_result: true }))
    } catch (problem) {
      if (!(problem instanceof ApiError)) throw problem
      // "Not yet" is silent; everything else has been said.
      if (problem.kind === 'silent') setAskedAt(new Date())
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      <div>
        <h2 className={css.title}>{title}</h2>
        <p className={css.text}>{text}</p>
      </div>
      <Card>
        <TimeLine items={items} />
      </Card>
      {/* Always there, so that each new time in it is read out. */}
      <output>
        {askedAt && <Note>{m.photos_review_not_yet({ time: formatTime(askedAt, { seconds: true }) })}</Note>}
      </output>
      <Dock>
        <Button icon={refreshIcon} busy={busy} busyText={m.photos_review_asking()} onClick={() => void ask()}>
          {m.photos_review_check()}
        </Button>
      </Dock>
    </>
  )
}

function Result({ info, home, focused }: { info: ApplyInfo; home: Home | undefined; focused: boolean }): ReactNode {
  const { state } = info.application
  const goHome = <ButtonLink {...linkToTab('/')}>{m.photos_review_home()}</ButtonLink>
  if (state === 'approved') return <Approved info={info} home={home} focused={focused} />
  if (state === 'refused')
    return (
      <>
        <Told focused={focused} sentence title={m.photos_review_refused({ days: REFUSAL_RETRY_DAYS })}>
          {info.retry_at && <p className={css.text}>{m.photos_review_refused_until(retryFrom(info.retry_at))}</p>}
        </Told>
        <RefusalCard reasons={info.reasons} />
        <Dock>{goHome}</Dock>
      </>
    )
  if (state === 'retake')
    return (
      <>
        <Told focused={focused} title={m.photos_review_retake()}>
          <p className={css.text}>{m.photos_review_retake_text()}</p>
        </Told>
        <PhotosNote />
        {info.photos
          .filter((photo) => photo.state === 'retake')
          .map(({ kind, reasons }) => (
            <Card key={kind} title={photoWords[kind].title()}>
              <ul className={css.reasons}>
                {reasons.map(({ code, text }) => (
                  <li key={code}>{text}</li>
                ))}
              </ul>
            </Card>
          ))}
        <Dock>
          <ButtonLink {...linkTo('/pages/upload/upload-id-card/upload-id-card')}>
            {m.photos_review_retake_go()}
          </ButtonLink>
        </Dock>
      </>
    )
  if (state === 'expired')
    return (
      <>
        <Told focused={focused} title={m.photos_review_expired()}>
          <p className={css.text}>{m.photos_review_expired_text()}</p>
        </Told>
        <Dock>{goHome}</Dock>
      </>
    )
  return (
    <>
      <Told focused={focused} title={m.photos_review_none()}>
        <p className={css.text}>{m.photos_review_none_text()}</p>
      </Told>
      <PhotosNote />
      <Dock>
        <ButtonLink {...linkTo(stepUrls[info.application.next_step ?? 'photos'])}>
          {m.photos_review_continue()}
        </ButtonLink>
      </Dock>
    </>
  )
}

/**
 * The news she waited for: how much, until when, what comes next. She is promised what she can borrow now, which may be
 * less than her limit: the next page offers no more.
 */
function Approved({ info, home, focused }: { info: ApplyInfo; home: Home | undefined; focused: boolean }): ReactNode {
  const available = home?.quota?.available_centavos
  return (
    <>
      <InkSurface shape="card">
        <Drawing of="sunrise" />
        <Told focused={focused} title={m.photos_review_approved()} />
        {available !== undefined && (
          <>
            <p className={css.label}>{m.home_approved_up_to()}</p>
            <Money text={shortPesos(available)} size="xl" />
          </>
        )}
        {info.expires_at && (
          <p className={css.until}>
            <Icon shape={calendarIcon} />
            {m.photos_review_approved_until(whenOf(info.expires_at))}
          </p>
        )}
      </InkSurface>
      <Card title={m.home_next()}>
        <TimeLine items={loanSteps(home?.payout_account ?? null)} />
      </Card>
      <Dock>
        <ButtonLink {...linkTo('/pages/loan/loan-info-choose/loan-info-choose')}>{m.photos_review_choose()}</ButtonLink>
      </Dock>
    </>
  )
}

const whenOf = (instant: string): { date: string; time: string } => ({
  date: formatDate(instant),
  time: formatTime(instant),
})

/** When the answer takes the place of the button that asked for it, the focus goes on to the answer. */
function Told({
  title,
  sentence,
  focused,
  children,
}: {
  title: string
  /** Too long for the size of a title. */
  sentence?: boolean
  focused: boolean
  children?: ReactNode
}): ReactNode {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (focused) heading.current?.focus()
  }, [focused])
  return (
    <div>
      <h2 ref={heading} className={sentence ? css.sentence : css.title} tabIndex={-1}>
        {title}
      </h2>
      {children}
    </div>
  )
}
