import { brand } from '@hola/core/brand.ts'
import type { ReactNode } from 'react'
import { m } from '@hola/i18n/compiled/messages.js'
import { isLoadError } from '../router/lazy-screen.ts'
import { linkToTab } from '../lib/link.ts'
import { reLaunch } from '../router/navigation.ts'
import type { Views } from '../router/pages.tsx'
import { Button, ButtonLink } from '@hola/ui/controls/button.tsx'
import { Drawing } from '@hola/ui/drawings/drawing.tsx'
import { Skeleton } from '@hola/ui/layout/skeleton.tsx'
import { VisuallyHidden } from '@hola/ui/layout/visually-hidden.tsx'
import { useTitle } from './later-pages.ts'
import { PageFrame } from './page-frame.tsx'
import css from './page-views.module.css'

/** Most screens arrive sooner than the skeleton shows, which waits 200 ms so that it does not flash. */
const Loading: Views['Loading'] = ({ row }) => {
  const title = useTitle(row)
  return (
    <div className={css.loading}>
      {!row.navBar && (
        <VisuallyHidden>
          <h1>{title}</h1>
        </VisuallyHidden>
      )}
      <section className={css.lines} aria-busy="true" aria-label={m.shell_loading({ title: title || brand.name })}>
        <Skeleton width="60%" />
        <Skeleton shape="block" />
        <Skeleton shape="block" />
        <Skeleton width="80%" />
      </section>
    </div>
  )
}

/** The browser remembers a module that failed, so only loading the document again brings the screen. */
const ConnectionLost = (): ReactNode => (
  <button type="button" className={css.connection} onClick={() => window.location.reload()}>
    <Drawing of="night" />
    <span className={css.sentence}>{m.shell_connection_lost()}</span>
  </button>
)

const Failed: Views['Failed'] = ({ error }) =>
  isLoadError(error) ? (
    <ConnectionLost />
  ) : (
    <div className={css.message} role="alert">
      <h2>{m.shell_error_title()}</h2>
      <p>{m.shell_error_text()}</p>
      <Button onClick={() => void reLaunch('/')}>{m.shell_go_home()}</Button>
    </div>
  )

const NotFound: Views['NotFound'] = () => (
  <div className={css.message}>
    <p>{m.shell_not_found_text()}</p>
    <ButtonLink {...linkToTab('/')}>{m.shell_go_home()}</ButtonLink>
  </div>
)

export const views: Views = { Frame: PageFrame, Loading, Failed, NotFound }
