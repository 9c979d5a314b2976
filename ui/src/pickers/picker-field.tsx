import type { ReactNode } from 'react'
import { m } from '@hola/i18n/compiled/messages.js'
import { classes } from '../classes.ts'
import css from '../controls/field.module.css'
import { Field, type FieldWords } from '../controls/field.tsx'
import { Icon, type IconShape } from '../layout/icon.tsx'
import { downIcon } from '../layout/icons.ts'

/**
 * Looks like a field and opens a sheet. A field that depends on another says by `waitingFor` on what it waits; it
 * stays focusable, so that a reader meets those words.
 */
export function PickerField({
  label,
  hint,
  error,
  text,
  placeholder = m.ui_choose(),
  waitingFor,
  icon = downIcon,
  onOpen,
}: FieldWords & {
  /** What is chosen, as people read it. */
  text?: string | undefined
  placeholder?: string | undefined
  waitingFor?: string | undefined
  icon?: IconShape
  onOpen: () => void
}): ReactNode {
  return (
    <Field label={label} hint={hint} error={error}>
      {({ id, 'aria-describedby': described }, labelId) => (
        <button
          type="button"
          id={id}
          className={classes(css.box, css.picker, waitingFor !== undefined && css.waiting)}
          aria-haspopup="dialog"
          aria-labelledby={`${labelId} ${id}-value`}
          aria-describedby={described}
          aria-disabled={waitingFor !== undefined || undefined}
          onClick={waitingFor === undefined ? onOpen : undefined}
        >
          <span id={`${id}-value`} className={classes(css.value, !text && css.empty)}>
            {waitingFor ?? text ?? placeholder}
          </span>
          <Icon shape={icon} />
        </button>
      )}
    </Field>
  )
}
