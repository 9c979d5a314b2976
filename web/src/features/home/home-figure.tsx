import type { ReactNode } from 'react'
import { Icon, type IconShape } from '@hola/ui/layout/icon.tsx'
import { Money } from '@hola/ui/format/money.tsx'
import css from './home-figure.module.css'

/** Where she stands, the one number of the screen, and the fact that goes with it. */
export function HomeFigure({
  title,
  badge,
  label,
  text,
  children,
}: {
  title: string
  badge?: ReactNode
  label: string
  text: string
  children: ReactNode
}): ReactNode {
  return (
    <div className={css.figure}>
      <div className={css.head}>
        <h1 className={css.title}>{title}</h1>
        {badge}
      </div>
      <p className={css.label}>{label}</p>
      <p>
        <Money text={text} size="xl" />
      </p>
      {children}
    </div>
  )
}

/** A line on ink with a small gold drawing: a date, an account. */
export function HomeFact({
  icon,
  children,
  under,
}: {
  icon: IconShape
  children: ReactNode
  under?: ReactNode
}): ReactNode {
  return (
    <div className={css.fact}>
      <span className={css.gold}>
        <Icon shape={icon} />
      </span>
      <div>
        <p>{children}</p>
        {under && <p className={css.under}>{under}</p>}
      </div>
    </div>
  )
}
