import { Icon, type IconShape } from '@hola/ui/layout/icon.tsx'
import { useRef, useState, type ReactNode, type RefObject } from 'react'
import css from './drop.module.css'

/** Where a file is dropped or chosen. It is the browser's own file field: keyboard and screen reader know what it is. */
export function Drop({
  accept,
  icon,
  field,
  onFile,
  children,
}: {
  accept: string
  icon: IconShape
  /** For whoever opens it by a key. */
  field?: RefObject<HTMLInputElement | null>
  onFile: (file: File) => void
  children: ReactNode
}): ReactNode {
  const own = useRef<HTMLInputElement>(null)
  const [isOver, setIsOver] = useState(false)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- dropping is a second way to the field in it
    <label
      className={css.drop}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setIsOver(false)
        const [file] = event.dataTransfer.files
        if (file) onFile(file)
      }}
    >
      <input
        ref={field ?? own}
        type="file"
        className={css.input}
        accept={accept}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          // Emptied, so that choosing the same file again is a choice too.
          currentTarget.value = ''
          if (file) onFile(file)
        }}
      />
      <Icon shape={icon} />
      <span>{children}</span>
    </label>
  )
}
