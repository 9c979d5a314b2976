import { STEP_COUNT } from '@hola/core/application/step-count.ts'
import { biometricConsent } from '@hola/core/consent/biometric.ts'
import { Suspense, useEffect, useRef, useState, useSyncExternalStore, type ReactNode } from 'react'
import { m } from '@hola/i18n/compiled/messages.js'
import { useLocale } from '@hola/i18n/locale.ts'
import { ApiError } from '../../lib/api-client.ts'
import { api } from '../../lib/api.ts'
import { forgetHome } from '../../shared/home/forget-home.ts'
import { justSent } from '../../shared/home/just-sent.ts'
import { lazyPart } from '../../lib/lazy-part.ts'
import { linkTo } from '../../lib/link.ts'
import { photoQueue } from '../../shared/photo-queue/our-queue.ts'
import { photoKinds, type PhotoKind } from '../../shared/photo-queue/photo-queue.ts'
import { session } from '../../lib/session.ts'
import { useEvery } from '../../lib/use-every.ts'
import { reLaunch, switchTab } from '../../router/navigation.ts'
import { Button, ButtonLink } from '@hola/ui/controls/button.tsx'
import { Card } from '@hola/ui/layout/card.tsx'
import { Dock } from '@hola/ui/layout/dock.tsx'
import { EmptyState } from '@hola/ui/layout/empty-state.tsx'
import { showToast } from '@hola/ui/overlay/feedback.ts'
import { Icon } from '@hola/ui/layout/icon.tsx'
import {
  cameraIcon,
  frameIcon,
  idIcon,
  lockIcon,
  noGlareIcon,
  offlineIcon,
  refreshIcon,
  sunIcon,
} from '@hola/ui/layout/icons.ts'
import { Fold } from '@hola/ui/layout/fold.tsx'
import { Note } from '@hola/ui/layout/note.tsx'
import { Row, RowList } from '@hola/ui/layout/row-list.tsx'
import { Skeleton } from '@hola/ui/layout/skeleton.tsx'
import { Steps } from '@hola/ui/layout/steps.tsx'
import { VisuallyHidden } from '@hola/ui/layout/visually-hidden.tsx'
import { CameraSheet } from '../../shared/camera/camera-sheet.tsx'
import { ConsentStep } from './consent-step.tsx'
import { HowToDrawing } from '../../shared/camera/drawings.tsx'
import { LoadFailed } from './load-failed.tsx'
import { countPhotos, nextThing, openSteps, statusOf, type FormStep, type NextThing } from './next-thing.ts'
import { photoWords, type ApplyInfo } from '../../shared/camera/photo-words.ts'
import { PhotoTile } from './photo-tile.tsx'
import css from './upload-id-card-screen.module.css'
import { useApplication } from './use-application.ts'

/** Only whoever has something to mend waits for it. */
const loadCardNote = () => import('../../shared/card-check/card-note.tsx')
const CardNote = lazyPart(async () => (await loadCardNote()).CardNote)
const MendButton = lazyPart(async () => (await loadCardNote()).MendButton)

const isMendable = ({ differences, expired_day: expiredDay }: ApplyInfo['card_check']): boolean =>
  differences.length > 0 || expiredDay !== null

/** Then less and less often: some photos are looked at by a person. */
const ASKED_FIRST_MS = 3000

const steps: Readonly<Record<FormStep, { url: Parameters<typeof linkTo>[0]; title: () => string }>> = {
  basic: { url: '/pages/step/step-basic/step-basic', title: m.pages_step_basic },
  social: { url: '/pages/step/step-social/step-social', title: m.pages_step_social },
  withdrawal: { url: '/pages/step/step-withdrawal/step-withdrawal', title: m.pages_step_withdrawal },
}

/** The last step: consent, three photos, and sending the application. */
export function UploadIdCardScreen(): ReactNode {
  useLocale()
  const { load, refresh, retry, show, update } = useApplication()

  useEffect(() => {
    void photoQueue.restore(session().userId ?? '')
  }, [])
  useEffect(
    () =>
      photoQueue.onStored(({ photo, application }) =>
        update((before) => ({
          ...before,
          application,
          photos: photoKinds.map((kind) => (kind === photo.kind ? photo : statusOf(before, kind))),
          // Read within seconds: what it says against the form is asked for until then.
          card_check: photo.kind === 'selfie' ? before.card_check : { ...before.card_check, is_reading: true },
        })),
      ),
    [update],
  )

  if (load.status === 'failed')
    return (
      <div className={css.page}>
        {load.problem === undefined && <KeptPhotos />}
        <LoadFailed problem={load.problem} onRetry={retry} />
      </div>
    )
  if (load.status === 'loading')
    return (
      <section className={css.page} aria-busy="true" aria-label={m.shell_loading({ title: m.pages_upload_id_card() })}>
        <Skeleton width="40%" />
        <Skeleton shape="bar" />
        <Skeleton width="60%" />
        {photoKinds.map((kind) => (
          <Card key={kind}>
            <Skeleton width="50%" />
            <Skeleton width="80%" />
            <Skeleton width="30%" />
          </Card>
        ))}
      </section>
    )
  if (['in_review', 'approved', 'refused'].includes(load.data.application.state)) return <AlreadySent />
  return <Photos info={load.data} refresh={refresh} onSent={show} />
}

/** Without a connection nothing is known of the application, but what waits on this phone is. */
function KeptPhotos(): ReactNode {
  const { entries } = useSyncExternalStore(photoQueue.subscribe, photoQueue.snapshot)
  return <WaitingNote count={Object.values(entries).filter(({ status }) => status !== 'refused').length} />
}

function WaitingNote({ count }: { count: number }): ReactNode {
  if (count === 0) return null
  return (
    <Note tone="warn" icon={offlineIcon} live>
      {count === 1 ? m.photos_waiting_note_one() : m.photos_waiting_note_some({ count })}
    </Note>
  )
}

function AlreadySent(): ReactNode {
  return (
    <div className={css.page}>
      <EmptyState
        drawing="calendar"
        title={m.photos_submitted_already()}
        text={m.photos_submitted_already_text()}
        action={<ButtonLink {...linkTo('/pages/index/review-state/review-state')}>{m.photos_see_review()}</ButtonLink>}
      />
    </div>
  )
}

function Photos({
  info,
  refresh,
  onSent,
}: {
  info: ApplyInfo
  refresh: () => Promise<void>
  onSent: (info: ApplyInfo) => void
}): ReactNode {
  const queue = useSyncExternalStore(photoQueue.subscribe, photoQueue.snapshot)
  const [agreed, setAgreed] = useState(false)
  const [open, setOpen] = useState<PhotoKind>()
  const heading = useRef<HTMLHeadingElement>(null)
  const { ready, toTake, offline } = countPhotos(info, queue.entries)

  // All three are judged together; each side of the card speaks for itself before.
  const isBeingJudged = ready === 3 && info.photos.some(({ state }) => state === 'checking')
  useEvery(isBeingJudged || info.card_check.is_reading ? ASKED_FIRST_MS : undefined, () => void refresh())
  useEffect(() => {
    if (agreed) heading.current?.focus()
  }, [agreed])

  // Whoever has a photo with us, or one on its way, has agreed before.
  const hasAgreed =
    agreed || Object.keys(queue.entries).length > 0 || info.photos.some(({ state }) => state !== 'missing')
  const isIdMissing =
    ready < photoKinds.length && (['id_front', 'id_back'] as const).some((kind) => needsId(info, kind))
  const isAsking = queue.consentNeeded || !hasAgreed
  const next = nextThing(info, queue.entries)
  const mended = (): Promise<void> => {
    forgetHome()
    return refresh()
  }

  return (
    <div className={css.page}>
      <Steps
        text={m.application_step({ step: STEP_COUNT, of: STEP_COUNT })}
        aside={openSteps(info.application).length === 0 && m.photos_steps_done({ from: 1, to: STEP_COUNT - 1 })}
        step={STEP_COUNT}
        of={STEP_COUNT}
        done={isAsking ? 0.1 : 0.1 + ready * 0.3}
      />
      <div>
        <h2 ref={heading} className={css.title} tabIndex={-1}>
          {m.photos_title()}
        </h2>
        <p className={css.lead}>{m.photos_lead()}</p>
      </div>
      {isAsking ? (
        <ConsentStep
          again={queue.consentNeeded}
          onAgree={() => {
            setAgreed(true)
            photoQueue.agree(biometricConsent.version)
          }}
          onDecline={() => {
            showToast(m.photos_consent_declined())
            void switchTab('/')
          }}
        />
      ) : (
        <>
          <WaitingNote count={offline} />
          {isMendable(info.card_check) && (
            <Suspense>
              <CardNote check={info.card_check} onMended={mended} withActions={next.do !== 'mend'} />
            </Suspense>
          )}
          {isIdMissing && <Note icon={idIcon}>{m.photos_id_needed()}</Note>}
          <Tips />
          {photoKinds.map((kind) => (
            <PhotoTile
              key={kind}
              kind={kind}
              status={statusOf(info, kind)}
              isLookedAt={ready === photoKinds.length || (kind !== 'selfie' && info.card_check.is_reading)}
              entry={queue.entries[kind]}
              onTake={() => setOpen(kind)}
              onTryNow={() => photoQueue.tryNow()}
            />
          ))}
          <OpenSteps info={info} />
          <p className={css.kept}>
            <Icon shape={lockIcon} />
            <span>
              {m.photos_encrypted()} {m.photos_on_this_phone()}
            </span>
          </p>
          <output>
            <VisuallyHidden>{m.photos_ready_count({ ready, count: photoKinds.length })}</VisuallyHidden>
          </output>
          <NextDock
            info={info}
            next={next}
            counts={{ ready, toTake }}
            onTake={setOpen}
            onSent={onSent}
            onMended={mended}
            refresh={refresh}
          />
        </>
      )}
      {open && (
        <CameraSheet
          kind={open}
          onClose={() => setOpen(undefined)}
          onUse={(image) => {
            setOpen(undefined)
            photoQueue.add({
              userId: session().userId ?? '',
              kind: open,
              image,
              consentVersion: biometricConsent.version,
            })
          }}
        />
      )}
    </div>
  )
}

const needsId = (info: ApplyInfo, kind: PhotoKind): boolean => statusOf(info, kind).state === 'missing'

function Tips(): ReactNode {
  const tips = [
    [sunIcon, m.photos_tip_light()],
    [noGlareIcon, m.photos_tip_glare()],
    [frameIcon, m.photos_tip_whole()],
  ] as const
  return (
    <div className={css.tips}>
      <ul className={css.row}>
        {tips.map(([icon, text]) => (
          <li key={text} className={css.tip}>
            <Icon shape={icon} />
            {text}
          </li>
        ))}
      </ul>
      <Fold title={m.photos_how_open()}>
        <div className={css.how}>
          <HowToDrawing />
          <ol className={css.sentences}>
            <li>{m.photos_how_table()}</li>
            <li>{m.photos_how_above()}</li>
            <li>{m.photos_how_plastic()}</li>
          </ol>
        </div>
      </Fold>
    </div>
  )
}

function OpenSteps({ info }: { info: ApplyInfo }): ReactNode {
  const open = openSteps(info.application)
  if (open.length === 0) return null
  return (
    <Card title={m.photos_open_steps()}>
      <p className={css.lead}>{m.photos_open_steps_text()}</p>
      <RowList>
        {open.map((step) => (
          <Row key={step} title={steps[step].title()} {...linkTo(steps[step].url)} />
        ))}
      </RowList>
    </Card>
  )
}

/** Always the next thing to do, never the end of the way. */
function NextDock({
  info,
  next,
  counts: { ready, toTake },
  onTake,
  onSent,
  onMended,
  refresh,
}: {
  info: ApplyInfo
  next: NextThing
  counts: { ready: number; toTake: number }
  onTake: (kind: PhotoKind) => void
  onSent: (info: ApplyInfo) => void
  onMended: () => Promise<void>
  refresh: () => Promise<void>
}): ReactNode {
  const [busy, setBusy] = useState(false)

  const submit = async (): Promise<void> => {
    setBusy(true)
    try {
      const sent = await api.call('loan/apply_info', { submit: true })
      justSent.note()
      forgetHome()
      reLaunch('/pages/landing/landing-application-submited/landing-application-submited').catch(() => onSent(sent))
    } catch (problem) {
      if (!(problem instanceof ApiError)) throw problem
      // The answer may have been lost on the way: what is true is asked again.
      await refresh()
    } finally {
      setBusy(false)
    }
  }

  const note =
    toTake === 1
      ? m.photos_left_count_one()
      : toTake > 1
        ? m.photos_left_count_some({ count: toTake })
        : next.do === 'wait'
          ? m.photos_all_taken()
          : ready === 3 && m.photos_all_there()
  const missing =
    next.do === 'wait' && !next.stuck
      ? {
          title: m.photos_to_submit(),
          items: next.kinds.map((kind) => ({ label: photoWords[kind].sending(), begun: true })),
        }
      : undefined

  return (
    <Dock
      note={!missing && note}
      aside={!missing && m.photos_ready_count({ ready, count: photoKinds.length })}
      missing={missing}
    >
      {next.do === 'step' ? (
        <ButtonLink {...linkTo(steps[next.step].url)}>
          {m.photos_complete_step({ step: steps[next.step].title() })}
        </ButtonLink>
      ) : next.do === 'mend' ? (
        <Suspense fallback={<Button busy>{m.photos_submit()}</Button>}>
          <MendButton check={info.card_check} onMended={onMended} />
        </Suspense>
      ) : next.do === 'ask_person' ? (
        <ButtonLink {...linkTo('/pages/custom-service/custom-service')}>{m.photos_talk()}</ButtonLink>
      ) : (
        // One button for the whole way, so that the focus stays on it from photo to photo.
        <Button
          icon={next.do === 'take' ? cameraIcon : next.do === 'wait' && next.stuck ? refreshIcon : undefined}
          busy={busy}
          busyText={m.photos_submitting()}
          blocked={next.do === 'wait' && !next.stuck}
          onClick={() => {
            if (next.do === 'take') onTake(next.kind)
            else if (next.do === 'wait') photoQueue.tryNow()
            else void submit()
          }}
        >
          {next.do === 'take'
            ? next.again
              ? photoWords[next.kind].takeAgain()
              : photoWords[next.kind].take()
            : next.do === 'wait' && next.stuck
              ? m.photos_try_now()
              : m.photos_submit()}
        </Button>
      )}
    </Dock>
  )
}
