import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { m } from '@hola/i18n/compiled/messages.js'
import { classes } from '../classes.ts'
import field from '../controls/field.module.css'
import { Icon } from '../layout/icon.tsx'
import { checkIcon, searchIcon } from '../layout/icons.ts'
import { Listbox, Option, optionId } from './listbox.tsx'
import { plainText } from '../format/plain-text.ts'
import { prefersTyping } from './prefers-typing.ts'
import { Sheet } from '../overlay/sheet.tsx'
import css from './single-picker.module.css'
import { VisuallyHidden } from '../layout/visually-hidden.tsx'

/** A list that fits on the screen needs no search. */
const SEARCH_FROM_OPTIONS = 9
const PAGE_ROWS = 8

export type PickerOption<Value extends string | number> = { value: Value; label: string }

/**
 * One of a list, open while mounted. A tap or Enter takes the row; Esc, back, the scrim and the close button cancel.
 * The arrows move through the rows from the search field too.
 */
export function SinglePicker<Value extends string | number>({
  title,
  options,
  value,
  searchText = m.ui_search(),
  onChange,
  onCancel,
}: {
  title: string
  options: readonly PickerOption<Value>[]
  value?: Value | undefined
  /** What the search field says, e.g. "Search your province". */
  searchText?: string | undefined
  onChange: (value: Value) => void
  onCancel: () => void
}): ReactNode {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const [query, setQuery] = useState('')
  const [active, setActive] = useState(() =>
    Math.max(
      0,
      options.findIndex((option) => option.value === value),
    ),
  )
  const wanted = plainText(query.trim())
  const shown = wanted ? options.filter(({ label }) => plainText(label).includes(wanted)) : options
  const searchable = options.length >= SEARCH_FROM_OPTIONS
  const typingFirst = searchable && prefersTyping()

  useEffect(() => {
    const row = list.current?.children[active]
    row?.scrollIntoView({ block: 'nearest' })
  }, [active, query])

  const pick = (index: number): void => {
    const option = shown[index]
    if (option) onChange(option.value)
  }

  const onKeyDown = (event: KeyboardEvent): void => {
    const steps: Record<string, number> = {
      ArrowUp: active - 1,
      ArrowDown: active + 1,
      PageUp: active - PAGE_ROWS,
      PageDown: active + PAGE_ROWS,
      Home: 0,
      End: shown.length - 1,
    }
    const inSearch = event.target instanceof HTMLInputElement
    const step = inSearch && (event.key === 'Home' || event.key === 'End') ? undefined : steps[event.key]
    if (step !== undefined) {
      event.preventDefault()
      setActive(Math.min(shown.length - 1, Math.max(0, step)))
    } else if (event.key === 'Enter' || (event.key === ' ' && !inSearch)) {
      event.preventDefault()
      pick(active)
    } else if (!inSearch && event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey) {
      const found = shown.findIndex(
        ({ label }, index) => index > active && plainText(label).startsWith(plainText(event.key)),
      )
      const first = shown.findIndex(({ label }) => plainText(label).startsWith(plainText(event.key)))
      if (first >= 0) setActive(found >= 0 ? found : first)
    }
  }

  return (
    <Sheet title={title} bleed onClose={onCancel}>
      {searchable && (
        <div className={css.search}>
          <span className={field.box}>
            <Icon shape={searchIcon} />
            <input
              type="search"
              role="combobox"
              className={field.input}
              aria-label={searchText}
              aria-controls={id}
              aria-expanded
              aria-autocomplete="list"
              aria-activedescendant={shown[active] && optionId(id, active)}
              placeholder={searchText}
              autoComplete="off"
              spellCheck={false}
              enterKeyHint="done"
              value={query}
              data-autofocus={typingFirst || undefined}
              onKeyDown={onKeyDown}
              onChange={(event) => {
                setQuery(event.target.value)
                setActive(0)
              }}
            />
          </span>
        </div>
      )}
      <Listbox
        id={id}
        ref={list}
        className={css.list}
        aria-label={title}
        active={shown.length > 0 ? active : -1}
        focusFirst={!typingFirst}
        onPick={pick}
        onKeyDown={onKeyDown}
      >
        {shown.map((option, index) => (
          <Option
            key={option.value}
            listId={id}
            index={index}
            selected={option.value === value}
            className={classes(css.option, index === active && css.active)}
          >
            {option.label}
            {option.value === value && <Icon shape={checkIcon} />}
          </Option>
        ))}
      </Listbox>
      {shown.length === 0 && <p className={css.nothing}>{m.ui_nothing_found()}</p>}
      <output>{wanted && <VisuallyHidden>{m.ui_found({ count: shown.length })}</VisuallyHidden>}</output>
    </Sheet>
  )
}
