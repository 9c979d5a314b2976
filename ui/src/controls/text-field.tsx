import type { ComponentProps, ReactNode } from 'react'
import css from './field.module.css'
import { Field, type FieldWords } from './field.tsx'
import { Icon, type IconShape } from '../layout/icon.tsx'

/** A line of text. Takes every attribute of `<input>`, `ref` too, so that a form library can register it. */
export function TextField({
  label,
  hint,
  error,
  prefix,
  icon,
  ...input
}: FieldWords &
  Omit<ComponentProps<'input'>, 'id' | 'prefix' | 'className'> & {
    /** Stands fixed before what is typed. */
    prefix?: string | undefined
    icon?: IconShape | undefined
  }): ReactNode {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <span className={css.box}>
          {icon && <Icon shape={icon} />}
          {prefix && <span className={css.prefix}>{prefix}</span>}
          <input {...input} {...control} className={css.input} />
        </span>
      )}
    </Field>
  )
}
