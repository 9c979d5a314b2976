import { useState, type ReactNode } from 'react'
import type { RetOf } from '@hola/core/contract/contract.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { linkTo, linkToTab } from '../../lib/link.ts'
import { useRemote } from '../../lib/use-remote.ts'
import { navigateBack } from '../../router/navigation.ts'
import { usePage, usePageTitle } from '../../router/page-context.ts'
import { Button, ButtonLink } from '@hola/ui/controls/button.tsx'
import { Card } from '@hola/ui/layout/card.tsx'
import { Dock } from '@hola/ui/layout/dock.tsx'
import { EmptyState } from '@hola/ui/layout/empty-state.tsx'
import { refreshIcon, trashIcon } from '@hola/ui/layout/icons.ts'
import { Note } from '@hola/ui/layout/note.tsx'
import { Skeleton } from '@hola/ui/layout/skeleton.tsx'
import { EraseCode } from './erase-code.tsx'
import { Facts } from './facts.tsx'
import { KeptByLaw } from './kept-by-law.tsx'
import css from './privacy.module.css'
import { categories, obstacles, type PrivacyState } from './words.ts'

const nothing = {}

/** First what goes and what stays, then a code. While something stands in the way, why and what to do about it. */
export function EraseAccount({ onErased }: { onErased: (erased: RetOf<'privacy/erase'>) => void }): ReactNode {
  usePageTitle(m.privacy_erase())
  const { title } = usePage()
  // Asked anew: a loan may have been settled a minute ago.
  const { remote, refresh } = useRemote('privacy/state', nothing)
  const [isCertain, setIsCertain] = useState(false)

  if (remote.status === 'loading')
    return (
      <section className={css.stack} aria-busy="true" aria-label={m.shell_loading({ title })}>
        <Card>
          <Skeleton width="60%" />
          <Skeleton width="90%" />
          <Skeleton width="70%" />
        </Card>
        <Card>
          <Skeleton width="50%" />
          <Skeleton width="80%" />
        </Card>
      </section>
    )
  if (remote.status === 'failed')
    return (
      <EmptyState
        drawing="night"
        title={m.privacy_failed()}
        text={remote.problem ?? m.privacy_failed_text()}
        action={
          <Button icon={refreshIcon} onClick={() => void refresh()}>
            {m.privacy_retry()}
          </Button>
        }
      />
    )
  const { erasure, held } = remote.data
  if (isCertain && erasure.obstacle === null)
    return <EraseCode channels={erasure.code_channels} onErased={onErased} onObstacle={refresh} />
  return (
    <>
      {erasure.obstacle !== null && <Obstacle obstacle={erasure.obstacle} />}
      <Card title={m.privacy_erase_goes()}>
        <div className={css.stack}>
          <p className={css.soft}>{m.privacy_erase_goes_text()}</p>
          <Facts icon={trashIcon} facts={[...namesOf(held, erasure.kept), m.privacy_erase_sessions()]} />
        </div>
      </Card>
      <KeptByLaw kept={erasure.kept} />
      <Dock>
        <Button kind="secondary" onClick={() => void navigateBack()}>
          {m.privacy_erase_stop()}
        </Button>
        {erasure.obstacle === null && (
          <Button kind="danger" onClick={() => setIsCertain(true)}>
            {m.privacy_erase_on()}
          </Button>
        )}
      </Dock>
    </>
  )
}

/** What is held and does not have to stay. */
const namesOf = (held: PrivacyState['held'], kept: PrivacyState['erasure']['kept']): string[] =>
  held
    .filter(({ category, records_count: count }) => count > 0 && !kept.some((stays) => stays.category === category))
    .map(({ category }) => categories[category].name())

function Obstacle({ obstacle }: { obstacle: NonNullable<PrivacyState['erasure']['obstacle']> }): ReactNode {
  const { text, go, url } = obstacles[obstacle]
  return (
    <Note tone="warn" live>
      <div className={css.stack}>
        <p>{text()}</p>
        <ButtonLink kind="secondary" {...(url === '/pages/my-loan/my-loan' ? linkToTab(url) : linkTo(url))}>
          {go()}
        </ButtonLink>
      </div>
    </Note>
  )
}
