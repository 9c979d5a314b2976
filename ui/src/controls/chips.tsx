import { useId, type ReactNode } from 'react'
import css from './chips.module.css'
import { classes } from '../classes.ts'
import field from './field.module.css'
import { Icon } from '../layout/icon.tsx'
import { alertIcon } from '../layout/icons.ts'

/** A few choices side by side, one of them taken: real radio buttons under the look. */
export function Chips<Value extends string | number>({
  label,
  big,
  hint,
  options,
  value,
  error,
  onChange,
}: {
  label: string
  /** The label asks a question of the screen and is set larger. */
  big?: boolean | undefined
  hint?: ReactNode
  /** `lang` where the text is in another language than the page. */
  options: readonly { value: Value; text: string; detail?: string | undefined; lang?: string | undefined }[]
  value: Value | undefined
  error?: ReactNode
  onChange: (value: Value) => void
}): ReactNode {
  const id = useId()
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <fieldset aria-describedby={described || undefined}>
      <legend className={classes(css.legend, big && css.big)}>{label}</legend>
      {hint && (
        <p className={classes(field.hint, css.hint)} id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <div className={css.group}>
        {options.map((option) => (
          <label key={option.value} className={css.chip}>
            <input
              type="radio"
              name={id}
              className={css.input}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            <span className={css.value} lang={option.lang}>
              {option.text}
            </span>
            {option.detail && <span className={css.detail}>{option.detail}</span>}
          </label>
        ))}
      </div>
      {error && (
        <p className={classes(field.error, css.error)} id={`${id}-error`}>
          <Icon shape={alertIcon} size="medium" />
          <span>{error}</span>
        </p>
      )}
    </fieldset>
  )
}
