import type { ReactNode } from 'react'
import button from './button.module.css'
import { classes } from '../classes.ts'
import css from './file-button.module.css'
import { Icon, type IconShape } from '../layout/icon.tsx'

/**
 * Looks like a button and is the browser's own file field, so that keyboard and screen reader know what it is.
 * `capture` opens the phone's camera instead of its pictures; a computer does not mind it.
 */
export function FileButton({
  kind = 'primary',
  icon,
  accept,
  capture,
  onFile,
  children,
}: {
  kind?: 'primary' | 'secondary' | 'quiet' | undefined
  icon?: IconShape | undefined
  accept: string
  capture?: 'user' | 'environment' | undefined
  onFile: (file: File) => void
  children: ReactNode
}): ReactNode {
  return (
    <label className={classes(button.button, button[kind], css.label)}>
      <input
        type="file"
        className={css.input}
        accept={accept}
        capture={capture}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          // Emptied, so that choosing the same file again is a choice too.
          currentTarget.value = ''
          if (file) onFile(file)
        }}
      />
      <span className={button.label}>
        {icon && <Icon shape={icon} />}
        <span className={button.text}>{children}</span>
      </span>
    </label>
  )
}
