import { useLayoutEffect, type MouseEvent, type ReactNode } from 'react'
import { m } from '../i18n/compiled/messages.js'
import { linkToTab } from '../lib/link.ts'
import type { TabUrl } from '../router/register.ts'
import { Icon } from '../ui/icon.tsx'
import { homeIcon, loansIcon, userIcon } from '../ui/icons.ts'
import css from './tab-bar.module.css'

const tabs = [
  { path: '/', icon: homeIcon, label: () => m.pages_index() },
  { path: '/pages/my-loan/my-loan', icon: loansIcon, label: () => m.pages_my_loan() },
  { path: '/pages/profile/profile', icon: userIcon, label: () => m.pages_profile() },
] as const satisfies readonly { path: TabUrl; icon: string; label: () => string }[]

const scrollToTop = (event: MouseEvent): void => {
  event.preventDefault()
  window.scrollTo({ top: 0 })
}

/** Shown on tab pages only; `path` is the one that is open. */
export const TabBar = ({ path }: { path: string }): ReactNode => {
  useLayoutEffect(() => {
    // Docks and toasts keep clear of the bar by this mark.
    document.documentElement.toggleAttribute('data-tab-bar', true)
    return () => void document.documentElement.toggleAttribute('data-tab-bar', false)
  }, [])
  return (
    <nav className={css.bar} aria-label={m.shell_tabs()}>
      {tabs.map((tab) => {
        const isCurrent = tab.path === path
        return (
          <a
            key={tab.path}
            className={css.tab}
            aria-current={isCurrent ? 'page' : undefined}
            {...linkToTab(tab.path)}
            {...(isCurrent ? { onClick: scrollToTop } : {})}
          >
            <Icon shape={tab.icon} tint={isCurrent} />
            {tab.label()}
          </a>
        )
      })}
    </nav>
  )
}
