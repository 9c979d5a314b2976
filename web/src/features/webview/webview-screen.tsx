import { useEffect, useId, useState, type ReactNode } from 'react'
import { m } from '@hola/i18n/compiled/messages.js'
import { useLocale } from '@hola/i18n/locale.ts'
import { linkOutside } from '../../shared/device/link-outside.ts'
import { linkToTab } from '../../lib/link.ts'
import { redirectTo, switchTab } from '../../router/navigation.ts'
import { usePage } from '../../router/page-context.ts'
import type { PageUrl, TabUrl } from '../../router/register.ts'
import { ButtonLink } from '@hola/ui/controls/button.tsx'
import { Card } from '@hola/ui/layout/card.tsx'
import { Dock } from '@hola/ui/layout/dock.tsx'
import { EmptyState } from '@hola/ui/layout/empty-state.tsx'
import { arrowIcon, shieldIcon } from '@hola/ui/layout/icons.ts'
import { Note } from '@hola/ui/layout/note.tsx'
import { Skeleton } from '@hola/ui/layout/skeleton.tsx'
import { judgeAddress } from './judge-address.ts'
import css from './webview-screen.module.css'

/** The address in `url`: a page of ours takes the place of this one, another site opens outside, all else is refused. */
export function WebviewScreen(): ReactNode {
  useLocale()
  const verdict = judgeAddress(usePage().query['url'], window.location.origin)
  if (verdict.is === 'ours') return <OwnPage key={verdict.url} url={verdict.url} />
  if (verdict.is === 'foreign') return <OtherSite url={verdict.url} host={verdict.host} />
  return <RefusedAddress />
}

/** The router knows our pages, and says when it knows none by this name. */
function OwnPage({ url }: { url: string }): ReactNode {
  const [isUnknown, setUnknown] = useState(false)
  useEffect(() => {
    redirectTo(url as PageUrl)
      // Not a page that can take the place of this one: one of the tabs, or nothing.
      .catch(() => switchTab(url as TabUrl))
      .catch(() => setUnknown(true))
  }, [url])
  if (isUnknown) return <RefusedAddress />
  return (
    <section className={css.page} aria-busy="true" aria-label={m.shell_loading({ title: m.pages_webview() })}>
      <Skeleton width="60%" />
      <Skeleton width="90%" />
      <Skeleton width="80%" />
    </section>
  )
}

function OtherSite({ url, host }: { url: string; host: string }): ReactNode {
  const id = useId()
  return (
    <div className={css.page}>
      <h2 className={css.title}>{m.webview_outside_title()}</h2>
      <p className={css.text}>{m.webview_outside_text()}</p>
      <Card>
        <p className={css.text}>{m.webview_leads_to()}</p>
        <p className={css.host}>{host}</p>
      </Card>
      <Note tone="warn" icon={shieldIcon}>
        {m.webview_careful()}
      </Note>
      <Dock note={<span id={id}>{m.webview_opens_outside()}</span>}>
        <ButtonLink {...linkOutside(url)} aria-describedby={id} icon={arrowIcon}>
          {m.webview_open()}
        </ButtonLink>
      </Dock>
    </div>
  )
}

function RefusedAddress(): ReactNode {
  return (
    <div className={css.page}>
      <EmptyState
        drawing="padlock"
        title={m.webview_refused_title()}
        text={m.webview_refused_text()}
        action={<ButtonLink {...linkToTab('/')}>{m.webview_home()}</ButtonLink>}
      />
    </div>
  )
}
