import type { ComponentProps, ReactNode } from 'react'
import css from './field.module.css'
import { Field, type FieldWords } from './field.tsx'

/** Text of several lines; it grows with what is typed. Takes every attribute of `<textarea>`. */
export function TextArea({
  label,
  hint,
  error,
  ...area
}: FieldWords & Omit<ComponentProps<'textarea'>, 'id' | 'className'>): ReactNode {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <span className={css.box}>
          <textarea rows={5} {...area} {...control} className={css.area} />
        </span>
      )}
    </Field>
  )
}
