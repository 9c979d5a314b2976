import type { ReactNode } from 'react'
import { m } from '../i18n/compiled/messages.js'
import { navigateBack } from '../router/navigation.ts'
import { Icon } from '../ui/icon.tsx'
import { backIcon } from '../ui/icons.ts'
import css from './nav-bar.module.css'

export const NavBar = ({ title, hasBackButton }: { title: string; hasBackButton: boolean }): ReactNode => (
  <header className={css.bar}>
    {hasBackButton && (
      <button type="button" className={css.back} aria-label={m.shell_back()} onClick={() => void navigateBack()}>
        <Icon shape={backIcon} />
      </button>
    )}
    <h1 className={css.title} tabIndex={-1}>
      {title}
    </h1>
  </header>
)
