import type { MouseEvent } from 'react'
import { navigateTo, switchTab } from '../router/navigation.ts'
import type { PageUrl, TabUrl } from '../router/register.ts'

type LinkProps = { href: string; onClick: (event: MouseEvent) => void }

const follow =
  (go: () => Promise<unknown>) =>
  (event: MouseEvent): void => {
    // With a modifier the browser opens the address elsewhere, as everywhere on the web.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    // A refused navigation, as by a double tap, leaves the person where she is.
    go().catch(() => undefined)
  }

/** For an `<a>` to a page: a real address that goes through the router, so that the stack stays whole. */
export const linkTo = (url: PageUrl): LinkProps => ({ href: `#${url}`, onClick: follow(() => navigateTo(url)) })

/** The same for one of the tabs. */
export const linkToTab = (url: TabUrl): LinkProps => ({ href: `#${url}`, onClick: follow(() => switchTab(url)) })
