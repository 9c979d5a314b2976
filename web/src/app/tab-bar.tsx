import { useLayoutEffect, useRef, type MouseEvent, type ReactNode } from 'react'
import { m } from '@hola/i18n/compiled/messages.js'
import { linkToTab } from '../lib/link.ts'
import type { TabUrl } from '../router/register.ts'
import { Icon } from '@hola/ui/layout/icon.tsx'
import { homeIcon, loansIcon, userIcon } from '@hola/ui/layout/icons.ts'
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
  const bar = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const { current } = bar
    const root = document.documentElement
    // Docks and toasts keep clear of the bar by this mark, and by its real height where large text makes it higher.
    const publish = (): void => {
      root.toggleAttribute('data-tab-bar', true)
      if (current) root.style.setProperty('--bars-bottom', `${current.offsetHeight}px`)
    }
    publish()
    const observer = new ResizeObserver(publish)
    if (current) observer.observe(current)
    return () => {
      observer.disconnect()
      root.removeAttribute('data-tab-bar')
      root.style.removeProperty('--bars-bottom')
    }
  }, [])
  return (
    <nav ref={bar} className={css.bar} aria-label={m.shell_tabs()}>
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
