import type { ReactNode } from 'react'
import { classes } from '../classes.ts'
import css from './code-field.module.css'
import { Field, type FieldWords } from './field.tsx'

/**
 * The cells are a picture; the code is typed, pasted or filled in from the message into one real input above them, so
 * autofill, deletion and a screen reader work as in any field.
 */
export function CodeField({
  label,
  aside,
  hint,
  error,
  value,
  length = 6,
  onChange,
  onComplete,
}: FieldWords & {
  value: string
  length?: number | undefined
  onChange: (value: string) => void
  onComplete?: ((value: string) => void) | undefined
}): ReactNode {
  return (
    <Field label={label} aside={aside} hint={hint} error={error}>
      {(control) => (
        <span className={css.code}>
          <input
            {...control}
            className={css.input}
            value={value}
            inputMode="numeric"
            autoComplete="one-time-code"
            spellCheck={false}
            onChange={(event) => {
              const digits = event.target.value.replace(/\D/g, '').slice(0, length)
              if (digits === value) return
              onChange(digits)
              if (digits.length === length) onComplete?.(digits)
            }}
            // The cursor has no place of its own: typing always goes to the first empty cell.
            onSelect={({ currentTarget: { value: text }, currentTarget: input }) => {
              if (input.selectionStart === input.selectionEnd && input.selectionStart !== text.length)
                input.setSelectionRange(text.length, text.length)
            }}
          />
          <span className={css.cells} aria-hidden="true">
            {Array.from({ length }, (_, index) => (
              <span
                key={index}
                className={classes(css.cell, index === Math.min(value.length, length - 1) && css.current)}
              >
                {value[index]}
              </span>
            ))}
          </span>
        </span>
      )}
    </Field>
  )
}
