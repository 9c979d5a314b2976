import type { ComponentProps, ReactNode } from 'react'
import css from './button.module.css'
import { classes } from '../classes.ts'
import { Icon, type IconShape } from '../layout/icon.tsx'
import { Spinner } from '../layout/spinner.tsx'

type Look = {
  kind?: 'primary' | 'secondary' | 'quiet' | 'danger' | undefined
  icon?: IconShape | undefined
  full?: boolean | undefined
}

/**
 * One primary button on a screen. `busy` keeps width and focus and says `busyText`; `blocked` looks inactive, stays
 * focusable, and a press calls `onBlocked`, which moves the focus to what is missing.
 */
export function Button({
  kind = 'primary',
  icon,
  full,
  busy = false,
  busyText,
  blocked = false,
  onBlocked,
  onClick,
  children,
  className,
  ...rest
}: Look &
  ComponentProps<'button'> & {
    busy?: boolean | undefined
    busyText?: string | undefined
    blocked?: boolean | undefined
    onBlocked?: (() => void) | undefined
  }): ReactNode {
  return (
    <button
      type="button"
      {...rest}
      className={classes(css.button, css[kind], full && css.full, blocked && css.blocked, busy && css.busy, className)}
      aria-disabled={blocked || busy || undefined}
      aria-busy={busy || undefined}
      onClick={(event) => {
        if (!blocked && !busy) return onClick?.(event)
        event.preventDefault()
        if (blocked) onBlocked?.()
      }}
    >
      <Label icon={icon} away={busy}>
        {children}
      </Label>
      {(busy || busyText) && (
        <span className={classes(css.label, !busy && css.away)}>
          <Spinner />
          <span className={css.text}>{busyText ?? children}</span>
        </span>
      )}
    </button>
  )
}

/** A link that looks like a button, for going to another page. */
export function ButtonLink({
  kind = 'primary',
  icon,
  full,
  children,
  className,
  ...rest
}: Look & ComponentProps<'a'>): ReactNode {
  return (
    <a {...rest} className={classes(css.button, css[kind], full && css.full, className)}>
      <Label icon={icon}>{children}</Label>
    </a>
  )
}

function Label({
  icon,
  away,
  children,
}: {
  icon: IconShape | undefined
  away?: boolean
  children: ReactNode
}): ReactNode {
  return (
    <span className={classes(css.label, away && css.away)}>
      {icon && <Icon shape={icon} />}
      <span className={css.text}>{children}</span>
    </span>
  )
}
