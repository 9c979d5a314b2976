/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a select cannot be a wheel, nor hold a check mark in its rows */
import type { ComponentProps, ReactNode } from 'react'

/** A list with one choice. The list has the focus and names the active row; `onPick` gets the row that is tapped. */
export function Listbox({
  id,
  active,
  focusFirst,
  onPick,
  ...rest
}: Omit<ComponentProps<'div'>, 'id' | 'onClick'> & {
  id: string
  active: number
  /** Gets the focus when the sheet opens. */
  focusFirst?: boolean | undefined
  onPick: (index: number) => void
}): ReactNode {
  return (
    <div
      {...rest}
      id={id}
      role="listbox"
      tabIndex={0}
      aria-activedescendant={active >= 0 ? optionId(id, active) : undefined}
      data-autofocus={focusFirst || undefined}
      onKeyDown={rest.onKeyDown}
      onClick={({ target }) => {
        const row = target instanceof Element ? target.closest<HTMLElement>('[role=option]') : null
        if (row) onPick(Number(row.dataset['index']))
      }}
    />
  )
}

export function Option({
  listId,
  index,
  selected,
  className,
  children,
}: {
  listId: string
  index: number
  selected: boolean
  className: string | undefined
  children: ReactNode
}): ReactNode {
  return (
    <div role="option" id={optionId(listId, index)} data-index={index} className={className} aria-selected={selected}>
      {children}
    </div>
  )
}

export function optionId(listId: string, index: number): string {
  return `${listId}-${index}`
}
