import type { ReactNode } from 'react'
import { m } from '@hola/i18n/compiled/messages.js'
import { linkTo } from '../lib/link.ts'
import { navigateBack } from '../router/navigation.ts'
import { Icon } from '@hola/ui/layout/icon.tsx'
import { backIcon, helpIcon } from '@hola/ui/layout/icons.ts'
import css from './nav-bar.module.css'

export const NavBar = ({
  title,
  hasBackButton,
  hasHelp,
}: {
  title: string
  hasBackButton: boolean
  hasHelp: boolean
}): ReactNode => (
  <header className={css.bar}>
    {hasBackButton && (
      <button type="button" className={css.side} aria-label={m.shell_back()} onClick={() => void navigateBack()}>
        <Icon shape={backIcon} />
      </button>
    )}
    <h1 className={css.title} tabIndex={-1}>
      {title}
    </h1>
    {hasHelp && (
      <a className={css.side} aria-label={m.shell_nav_help()} {...linkTo('/pages/index/home-components/home-help')}>
        <Icon shape={helpIcon} />
      </a>
    )}
  </header>
)
