import { Field, type FieldWords } from '@hola/ui/controls/field.tsx'
import type { ComponentProps, ReactNode } from 'react'
import css from './select-field.module.css'

/** One of a few, by the platform's own list. Takes every attribute of `<select>`; the options are its children. */
export function SelectField({
  label,
  hint,
  error,
  ...select
}: FieldWords & Omit<ComponentProps<'select'>, 'id' | 'className'>): ReactNode {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => <select {...select} {...control} className={css.select} />}
    </Field>
  )
}
