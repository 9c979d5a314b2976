import type { ReactNode } from 'react'
import { brand } from '@hola/core/brand.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { linkTo } from '../../lib/link.ts'
import { BrandMark } from '@hola/ui/layout/brand-mark.tsx'
import { helpIcon } from '@hola/ui/layout/icons.ts'
import { Icon } from '@hola/ui/layout/icon.tsx'
import { InkSurface } from '@hola/ui/layout/ink-surface.tsx'
import { Skeleton } from '@hola/ui/layout/skeleton.tsx'
import css from './home-head.module.css'

/** The ink at the top of a user's Home. Home has no navigation bar: there it carries the brand and the way to help. */
export function HomeHead({ onHome, children }: { onHome: boolean; children: ReactNode }): ReactNode {
  return (
    <InkSurface as="header">
      {onHome && (
        <div className={css.top}>
          <span data-beside="brand">
            <BrandMark name={brand.name} />
          </span>
          <a className={css.help} aria-label={m.account_help()} {...linkTo('/pages/index/home-components/home-help')}>
            <Icon shape={helpIcon} />
          </a>
        </div>
      )}
      {children}
    </InkSurface>
  )
}

/** Where she stands, in a heading and a sentence. */
export function HomeWords({
  name,
  title,
  text,
  as: Heading,
}: {
  name: string | null | undefined
  title: string
  text: string
  as: 'h1' | 'h2'
}): ReactNode {
  return (
    <div className={css.words}>
      {name && <p className={css.greeting}>{m.home_init_greeting({ name })}</p>}
      <Heading className={css.title}>{title}</Heading>
      <p className={css.text}>{text}</p>
    </div>
  )
}

export function HomeWordsSkeleton(): ReactNode {
  return (
    <section className={css.words} aria-busy="true" aria-label={m.home_loading()}>
      <Skeleton shape="figure" width="80%" />
      <Skeleton width="100%" />
      <Skeleton width="70%" />
    </section>
  )
}
