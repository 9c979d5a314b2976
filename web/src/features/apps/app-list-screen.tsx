import { brand } from '@hola/core/brand.ts'
import type { RetOf } from '@hola/core/contract/contract.ts'
import { useId, type ReactNode } from 'react'
import { m } from '@hola/i18n/compiled/messages.js'
import { linkOutside } from '../../shared/device/link-outside.ts'
import { linkToTab } from '../../lib/link.ts'
import { OutdatedNote } from '../../lib/outdated-note.tsx'
import { useRemote } from '../../lib/use-remote.ts'
import { Button, ButtonLink } from '@hola/ui/controls/button.tsx'
import { Card } from '@hola/ui/layout/card.tsx'
import { EmptyState } from '@hola/ui/layout/empty-state.tsx'
import { arrowIcon, refreshIcon, shieldIcon } from '@hola/ui/layout/icons.ts'
import { Note } from '@hola/ui/layout/note.tsx'
import { Skeleton } from '@hola/ui/layout/skeleton.tsx'
import css from './app-list-screen.module.css'

type OwnApp = RetOf<'app/get_app_list'>['apps'][number]

/** The lender's other apps; without any it says so, and warns of those that only look like one. */
export function AppListScreen(): ReactNode {
  const { remote, refresh } = useRemote('app/get_app_list')
  return (
    <div className={css.page}>
      {remote.status === 'loading' && <AppsSkeleton />}
      {remote.status === 'failed' && (
        <Card>
          <EmptyState
            drawing="night"
            title={m.apps_failed()}
            text={remote.problem ?? m.apps_failed_text()}
            action={
              <Button icon={refreshIcon} onClick={() => void refresh()}>
                {m.apps_again()}
              </Button>
            }
          />
        </Card>
      )}
      {remote.status === 'ready' && (
        <>
          <OutdatedNote remote={remote} />
          <Apps apps={remote.data.apps} />
        </>
      )}
    </div>
  )
}

function Apps({ apps }: { apps: readonly OwnApp[] }): ReactNode {
  if (apps.length === 0) {
    return (
      <Card>
        <EmptyState
          title={m.apps_none()}
          text={m.apps_none_text({ brand: brand.name })}
          action={
            <ButtonLink kind="secondary" {...linkToTab('/')}>
              {m.apps_home()}
            </ButtonLink>
          }
        />
      </Card>
    )
  }
  return (
    <>
      <Note icon={shieldIcon}>{m.apps_intro({ brand: brand.name })}</Note>
      {apps.map((app) => (
        <AppCard key={app.app_id} app={app} />
      ))}
    </>
  )
}

function AppCard({ app: { name, description, url } }: { app: OwnApp }): ReactNode {
  const id = useId()
  return (
    <Card title={name}>
      <p className={css.text}>{description}</p>
      {url !== null && (
        <div className={css.action}>
          <ButtonLink kind="secondary" icon={arrowIcon} {...linkOutside(url)} aria-describedby={id}>
            {m.apps_open({ name })}
          </ButtonLink>
          <p id={id} className={css.note}>
            {m.apps_new_window()}
          </p>
        </div>
      )}
    </Card>
  )
}

function AppsSkeleton(): ReactNode {
  return (
    <section aria-busy="true" aria-label={m.apps_loading()}>
      <Card>
        <Skeleton width="50%" />
        <Skeleton width="90%" />
        <Skeleton width="70%" />
      </Card>
    </section>
  )
}
