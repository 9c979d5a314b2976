import { brand } from '@hola/core/brand.ts'
import { useLayoutEffect } from 'react'
import { m } from '@hola/i18n/compiled/messages.js'
import type { Views } from '../router/pages.tsx'
import { useTitle } from './later-pages.ts'
import { NavBar } from './nav-bar.tsx'
import css from './page-frame.module.css'

export const PageFrame: Views['Frame'] = ({ row, title, hasBackButton, children }) => {
  const rowTitle = useTitle(row)
  // No page is without a heading, also while its title is under way.
  const heading = title ?? (rowTitle === '' ? brand.name : (rowTitle ?? m.shell_not_found_title()))
  const hasNavBar = row?.navBar ?? true
  useLayoutEffect(() => {
    document.title = hasNavBar ? `${heading} · ${brand.name}` : brand.name
  }, [heading, hasNavBar])
  return (
    <>
      {/* Wherever her own application or loan is at stake, an answer is one tap away; the way back stays as it is. */}
      {hasNavBar && (
        <NavBar title={heading} hasBackButton={hasBackButton} hasHelp={row?.kind === 'page' && row.access === 'user'} />
      )}
      <main className={css.main}>{children}</main>
    </>
  )
}
