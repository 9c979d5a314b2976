import { useId, type ReactNode } from 'react'
import css from './radio-rows.module.css'

/** Choices one below the other, each with what it means: real radio buttons, and the whole row is the target. */
export function RadioRows<Value extends string>({
  label,
  options,
  value,
  onChange,
}: {
  label: string
  options: readonly { value: Value; text: ReactNode; detail: ReactNode; mark?: ReactNode }[]
  value: Value | undefined
  onChange: (value: Value) => void
}): ReactNode {
  const id = useId()
  return (
    <fieldset>
      <legend className={css.legend}>{label}</legend>
      <div className={css.rows}>
        {options.map((option) => (
          <label key={option.value} className={css.row}>
            <input
              type="radio"
              name={id}
              className={css.input}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            <span className={css.mark} aria-hidden="true" />
            <span className={css.words}>
              <span className={css.text}>{option.text}</span>
              <span className={css.detail}>{option.detail}</span>
            </span>
            {option.mark && <span className={css.picture}>{option.mark}</span>}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
