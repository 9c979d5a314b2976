import type { ComponentProps, MouseEventHandler, ReactNode } from 'react'
import { classes } from '../classes.ts'
import { Icon, type IconShape } from './icon.tsx'
import { rightIcon } from './icons.ts'
import css from './row-list.module.css'

/** Rows between hairlines, inside a card. */
export function RowList({ children }: { children: ReactNode }): ReactNode {
  return <ul>{children}</ul>
}

/**
 * One row: a link with `href`, a button with `onClick` alone, else plain words. What can be pressed shows where it
 * leads: a chevron unless `trailing` says it better.
 */
export function Row({
  icon,
  good,
  title,
  detail,
  trailing,
  href,
  onClick,
  ...outside
}: {
  icon?: IconShape | undefined
  /** The disc is green: a promise rather than a thing. */
  good?: boolean | undefined
  title: ReactNode
  detail?: ReactNode
  trailing?: ReactNode
  href?: string | undefined
  onClick?: MouseEventHandler | undefined
} & Pick<ComponentProps<'a'>, 'target' | 'rel'>): ReactNode {
  const pressable = href !== undefined || onClick !== undefined
  const content = (
    <>
      {icon && (
        <span className={classes(css.disc, good && css.good)}>
          <Icon shape={icon} />
        </span>
      )}
      <span className={css.words}>
        <span className={css.title}>{title}</span>
        {detail && <span className={css.detail}>{detail}</span>}
      </span>
      {trailing ?? (pressable && <Icon shape={rightIcon} />)}
    </>
  )
  return (
    <li className={css.item}>
      {href !== undefined ? (
        <a className={css.row} href={href} onClick={onClick} {...outside}>
          {content}
        </a>
      ) : onClick ? (
        <button type="button" className={css.row} onClick={onClick}>
          {content}
        </button>
      ) : (
        <div className={css.row}>{content}</div>
      )}
    </li>
  )
}

/** Names and amounts in two columns; the total stands apart under a line. */
export function AmountList({
  rows,
}: {
  rows: readonly {
    name: string
    under?: string | undefined
    text: string
    weight?: 'strong' | 'total' | undefined
    /** Words, which may take a second line; a figure never does. */
    isWords?: boolean | undefined
  }[]
}): ReactNode {
  return (
    <dl className={css.amounts}>
      {rows.map(({ name, under, text, weight, isWords }) => (
        <div key={name} className={classes(css.amount, weight && css[weight])}>
          <dt>
            {name}
            {under && <span className={css.under}>{under}</span>}
          </dt>
          <dd className={classes(isWords && css.said)}>{text}</dd>
        </div>
      ))}
    </dl>
  )
}
