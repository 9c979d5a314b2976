import { useEffect, useEffectEvent, type ReactNode } from 'react'
import { deviceDataKinds } from '@hola/core/device/limits.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { onSent, rememberConsents } from '../../shared/consents/consents.ts'
import { OutdatedNote } from '../../lib/outdated-note.tsx'
import { useRemote } from '../../lib/use-remote.ts'
import { linkTo } from '../../lib/link.ts'
import { usePage } from '../../router/page-context.ts'
import { Button, ButtonLink } from '@hola/ui/controls/button.tsx'
import { Card } from '@hola/ui/layout/card.tsx'
import { EmptyState } from '@hola/ui/layout/empty-state.tsx'
import { chatIcon, refreshIcon } from '@hola/ui/layout/icons.ts'
import { InkSurface } from '@hola/ui/layout/ink-surface.tsx'
import { Row, RowList } from '@hola/ui/layout/row-list.tsx'
import { Skeleton } from '@hola/ui/layout/skeleton.tsx'
import { AccessCard, SentCard } from './activity-cards.tsx'
import { ContactCard } from './contact-card.tsx'
import { ConsentsCard } from './consents-card.tsx'
import { DownloadCard } from './download-card.tsx'
import { HeldCard } from './held-card.tsx'
import { LegalCard } from './legal-card.tsx'
import css from './privacy.module.css'
import { obstacles, type PrivacyState } from './words.ts'

/** What is held, what was agreed to, what happened, and what she can do about it. */
export function MyData(): ReactNode {
  const { remote, refresh } = useRemote('privacy/state')
  const state = remote.status === 'ready' ? remote.data : undefined
  useEffect(() => {
    // Given or taken back on another device, it counts here too.
    if (state) rememberConsents(state.consents)
  }, [state])
  const again = useEffectEvent(() => void refresh())
  useEffect(() => onSent(() => again()), [])

  if (remote.status === 'loading') return <Loading />
  if (!state)
    return (
      <>
        <EmptyState
          drawing="night"
          title={m.privacy_failed()}
          text={(remote.status === 'failed' && remote.problem) || m.privacy_failed_text()}
          action={
            <Button icon={refreshIcon} onClick={() => void refresh()}>
              {m.privacy_retry()}
            </Button>
          }
        />
        <LegalCard />
      </>
    )
  return (
    <>
      <p className={css.lead}>{m.privacy_lead()}</p>
      <OutdatedNote remote={remote} />
      <Head consents={state.consents} />
      <ConsentsCard consents={state.consents} onChanged={refresh} />
      <HeldCard held={state.held} />
      <SentCard sent={state.sent} />
      <AccessCard accesses={state.accesses} />
      <ContactCard />
      <DownloadCard onDownloaded={refresh} />
      <CorrectCard />
      <EraseCard erasure={state.erasure} />
      <LegalCard />
    </>
  )
}

function Loading(): ReactNode {
  const { title } = usePage()
  return (
    <section className={css.stack} aria-busy="true" aria-label={m.shell_loading({ title })}>
      <Skeleton width="70%" />
      <Skeleton shape="block" />
      {[60, 45, 55].map((width) => (
        <Card key={width}>
          <Skeleton width={`${width}%`} />
          <Skeleton width="90%" />
          <Skeleton width="40%" />
        </Card>
      ))}
    </section>
  )
}

function Head({ consents }: { consents: PrivacyState['consents'] }): ReactNode {
  const on = consents.filter(({ kind, is_on }) => is_on && kind !== 'biometric').length
  return (
    <InkSurface shape="card">
      <p className={css.soft}>{m.privacy_on_label()}</p>
      <p className={css.figure}>{m.privacy_on_figure({ on, all: deviceDataKinds.length })}</p>
      <p className={css.soft}>{m.privacy_on_text()}</p>
    </InkSurface>
  )
}

function CorrectCard(): ReactNode {
  return (
    <Card title={m.privacy_correct()}>
      <div className={css.stack}>
        <p className={css.soft}>{m.privacy_correct_text()}</p>
        <RowList>
          <Row title={m.pages_step_basic()} {...linkTo('/pages/step/step-basic/step-basic')} />
          <Row title={m.pages_step_social()} {...linkTo('/pages/step/step-social/step-social')} />
          <Row title={m.pages_step_withdrawal()} {...linkTo('/pages/step/step-withdrawal/step-withdrawal')} />
          <Row title={m.pages_upload_id_card()} {...linkTo('/pages/upload/upload-id-card/upload-id-card')} />
          <Row
            icon={chatIcon}
            title={m.privacy_correct_other()}
            detail={m.privacy_correct_other_text()}
            {...linkTo('/pages/custom-service/custom-service?view=data_change')}
          />
        </RowList>
      </div>
    </Card>
  )
}

function EraseCard({ erasure: { obstacle } }: { erasure: PrivacyState['erasure'] }): ReactNode {
  return (
    <Card title={m.privacy_erase()}>
      <div className={css.stack}>
        <p className={css.soft}>{obstacle === null ? m.privacy_erase_text() : obstacles[obstacle].text()}</p>
        <ButtonLink kind="danger" full {...linkTo('/pages/privacy/privacy?view=erase')}>
          {m.privacy_erase_look()}
        </ButtonLink>
      </div>
    </Card>
  )
}
