import { useId, type ComponentProps, type ReactNode } from 'react'
import css from './checkbox.module.css'
import { classes } from '../classes.ts'
import field from './field.module.css'
import { Icon } from '../layout/icon.tsx'
import { alertIcon } from '../layout/icons.ts'

/** Never ticked beforehand: there is no default. The whole line is the target. */
export function Checkbox({
  children,
  error,
  ...input
}: Omit<ComponentProps<'input'>, 'type' | 'id' | 'className' | 'defaultChecked'> & {
  children: ReactNode
  error?: ReactNode
}): ReactNode {
  const id = useId()
  return (
    <div className={classes(Boolean(error) && css.bad)}>
      <label className={css.row} htmlFor={id}>
        <input
          {...input}
          type="checkbox"
          id={id}
          className={css.box}
          aria-describedby={error ? `${id}-error` : undefined}
          aria-invalid={error ? true : undefined}
        />
        <span className={css.text}>{children}</span>
      </label>
      {error && (
        <p className={field.error} id={`${id}-error`}>
          <Icon shape={alertIcon} size="medium" />
          <span>{error}</span>
        </p>
      )}
    </div>
  )
}
