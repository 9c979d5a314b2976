import { useState, type ReactNode } from 'react'
import { formatDate } from '@hola/i18n/format-date.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { accountName } from '../../shared/orders/account-name.ts'
import { ApiError } from '../../lib/api-client.ts'
import { api } from '../../lib/api.ts'
import { followHome } from '../../shared/home/follow-home.ts'
import { forgetHome } from '../../shared/home/forget-home.ts'
import { justSent } from '../../shared/home/just-sent.ts'
import { stepUrls } from '../../shared/home/step-urls.ts'
import { linkTo } from '../../lib/link.ts'
import { PhotosNote } from '../../shared/photo-queue/photos-note.tsx'
import { useRemote } from '../../lib/use-remote.ts'
import { reLaunch } from '../../router/navigation.ts'
import { Badge } from '@hola/ui/layout/badge.tsx'
import { Button, ButtonLink } from '@hola/ui/controls/button.tsx'
import { Card } from '@hola/ui/layout/card.tsx'
import { Dock } from '@hola/ui/layout/dock.tsx'
import { alertIcon, bankIcon, idIcon, refreshIcon, userIcon, walletIcon } from '@hola/ui/layout/icons.ts'
import { Row, RowList } from '@hola/ui/layout/row-list.tsx'
import { Skeleton } from '@hola/ui/layout/skeleton.tsx'
import css from './apply-again-state.module.css'
import { HomeBody } from './home-body.tsx'
import type { Home, ReadyHome } from './home-data.ts'
import { HomeHead, HomeWords } from './home-head.tsx'

type Step = keyof typeof stepUrls

const stepWords = {
  basic: { icon: userIcon, title: m.pages_step_basic },
  social: { icon: walletIcon, title: m.pages_step_social },
  withdrawal: { icon: bankIcon, title: m.pages_step_withdrawal },
  photos: { icon: idIcon, title: m.pages_upload_id_card },
} as const

/** How the application stands, without sending it. */
const asIs = {}

/** An approval that has lapsed: what is on file, and one button that sends it again. */
export function ApplyAgainState({ home }: { home: ReadyHome }): ReactNode {
  const { remote: file, refresh } = useRemote('loan/apply_info', asIs)
  const [busy, setBusy] = useState(false)
  const application = file.status === 'ready' ? file.data.application : undefined

  const send = async (): Promise<void> => {
    setBusy(true)
    try {
      await api.call('loan/apply_info', { submit: true })
      justSent.note()
      // Where the page that says so cannot be opened, Home says it.
      reLaunch('/pages/landing/landing-application-submited/landing-application-submited').catch(() => undefined)
      forgetHome()
    } catch (problem) {
      if (!(problem instanceof ApiError)) throw problem
      // The answer may have been lost on the way, or a step is open again: what is true is asked again.
      followHome()
      void refresh()
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      <HomeHead onHome>
        <HomeWords
          as="h1"
          name={home.data.person?.first_name}
          title={home.data.state === 'expired' ? m.home_expired_title() : m.home_again_title()}
          text={m.home_again_text()}
        />
      </HomeHead>
      <HomeBody home={home} lead={<PhotosNote />}>
        <Card title={file.status === 'failed' ? m.home_file_failed() : m.home_file_title()}>
          {file.status === 'loading' && (
            <section className={css.stack} aria-busy="true" aria-label={m.home_file_loading()}>
              <Skeleton width="70%" />
              <Skeleton width="60%" />
              <Skeleton width="70%" />
              <Skeleton width="50%" />
            </section>
          )}
          {file.status === 'failed' && <p className={css.text}>{file.problem ?? m.home_file_failed_text()}</p>}
          {application && (
            <div className={css.stack}>
              <RowList>
                {application.steps.map(({ step, complete, saved_at: savedAt }) => (
                  <Row
                    key={step}
                    icon={stepWords[step].icon}
                    title={stepWords[step].title()}
                    detail={<OnFile complete={complete} savedAt={savedAt} words={wordsOf(step, home.data)} />}
                    {...linkTo(stepUrls[step])}
                  />
                ))}
              </RowList>
              <p className={css.text}>{m.home_file_text()}</p>
            </div>
          )}
        </Card>
      </HomeBody>
      <Dock>
        <NextButton
          status={file.status}
          step={application?.next_step ?? null}
          busy={busy}
          onSend={() => void send()}
          onRetry={() => void refresh()}
        />
      </Dock>
    </>
  )
}

function OnFile({
  complete,
  savedAt,
  words,
}: {
  complete: boolean
  savedAt: string | null
  words: string | null
}): ReactNode {
  if (!complete) {
    return (
      <Badge tone="late" icon={alertIcon}>
        {m.home_file_missing()}
      </Badge>
    )
  }
  return (
    <>
      {words && <span className={css.words}>{words}</span>}
      {savedAt ? m.home_file_saved({ date: formatDate(savedAt) }) : m.home_file_there()}
    </>
  )
}

/** What app/home tells about a step, so that she recognises it as hers. */
const wordsOf = (step: Step, { payout_account: account }: Home): string | null =>
  step === 'withdrawal' && account ? accountName(account) : null

function NextButton({
  status,
  step,
  busy,
  onSend,
  onRetry,
}: {
  status: 'loading' | 'failed' | 'ready'
  step: Step | null
  busy: boolean
  onSend: () => void
  onRetry: () => void
}): ReactNode {
  if (status === 'failed') {
    return (
      <Button icon={refreshIcon} onClick={onRetry}>
        {m.home_try_again()}
      </Button>
    )
  }
  if (step) {
    return (
      <ButtonLink {...linkTo(stepUrls[step])}>{m.photos_complete_step({ step: stepWords[step].title() })}</ButtonLink>
    )
  }
  return (
    <Button
      busy={busy || status === 'loading'}
      busyText={busy ? m.photos_submitting() : m.home_file_loading()}
      onClick={onSend}
    >
      {m.home_again_send()}
    </Button>
  )
}
