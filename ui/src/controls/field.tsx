import { useId, type ReactNode } from 'react'
import { classes } from '../classes.ts'
import css from './field.module.css'
import { Icon } from '../layout/icon.tsx'
import { alertIcon } from '../layout/icons.ts'

export type FieldWords = {
  label: string
  /** Stands on the right of the label. */
  aside?: ReactNode
  hint?: ReactNode
  /** What is wrong and what was kept. Shown with an icon, never by colour alone. */
  error?: ReactNode
}

/** The attributes that tie a control to its words. */
export type FieldControl = {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

/** Label above, hint between, error below, all tied to the one control that `children` draws. */
export function Field({
  label,
  aside,
  hint,
  error,
  children,
}: FieldWords & { children: (control: FieldControl, labelId: string) => ReactNode }): ReactNode {
  const id = useId()
  const described = classes(Boolean(hint) && `${id}-hint`, Boolean(error) && `${id}-error`)
  return (
    <div className={classes(css.field, Boolean(error) && css.bad)}>
      <div className={css.head}>
        <label className={css.label} id={`${id}-label`} htmlFor={id}>
          {label}
        </label>
        {aside}
      </div>
      {hint && (
        <p className={css.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {children(
        { id, 'aria-describedby': described || undefined, 'aria-invalid': error ? true : undefined },
        `${id}-label`,
      )}
      {error && (
        <p className={css.error} id={`${id}-error`}>
          <Icon shape={alertIcon} size="medium" />
          <span>{error}</span>
        </p>
      )}
    </div>
  )
}
