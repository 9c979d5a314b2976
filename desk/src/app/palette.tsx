/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a select shows no list of its own beside a field */
import { m } from '@hola/i18n/compiled/messages.js'
import { classes } from '@hola/ui/classes.ts'
import { Icon, type IconShape } from '@hola/ui/layout/icon.tsx'
import { arrowIcon, searchIcon } from '@hola/ui/layout/icons.ts'
import { ModalDialog } from '@hola/ui/overlay/modal-dialog.tsx'
import { useId, useState, type ReactNode } from 'react'
import { Kbd } from '../parts/kbd.tsx'
import css from './palette.module.css'

export type Command = {
  readonly name: string
  readonly run: () => void
  readonly icon?: IconShape
  readonly keys?: string
}

/** As people type when they are in a hurry: without accents, in any case. */
const plain = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

const matching = (commands: readonly Command[], typed: string): readonly Command[] => {
  const words = plain(typed).split(/\s+/)
  return commands.filter(({ name }) => words.every((word) => plain(name).includes(word)))
}

/** Everything that can be done from anywhere, found by a few letters. */
export function Palette({ commands, onClose }: { commands: readonly Command[]; onClose: () => void }): ReactNode {
  const id = useId()
  const [typed, setTyped] = useState('')
  const [wanted, setWanted] = useState(0)
  const found = matching(commands, typed)
  const at = Math.min(wanted, found.length - 1)
  const run = (command: Command | undefined): void => {
    if (command === undefined) return
    // First: a command may open a dialog of its own in its place.
    onClose()
    command.run()
  }
  return (
    <ModalDialog className={css.palette} aria-label={m.desk_palette()} onDismiss={onClose} onScrim={onClose}>
      <div className={css.field}>
        <Icon shape={searchIcon} />
        <input
          className={css.input}
          role="combobox"
          aria-label={m.desk_palette()}
          aria-expanded="true"
          aria-controls={id}
          aria-activedescendant={at >= 0 ? `${id}${at}` : undefined}
          autoComplete="off"
          spellCheck={false}
          placeholder={m.desk_palette_hint()}
          value={typed}
          data-autofocus
          onChange={({ target }) => {
            setTyped(target.value)
            setWanted(0)
          }}
          onKeyDown={(event) => {
            const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
            if (by !== undefined) setWanted(Math.max(0, Math.min(found.length - 1, at + by)))
            else if (event.key === 'Enter') run(found[at])
            else return
            event.preventDefault()
          }}
        />
        <Kbd keys="escape" />
      </div>
      <div id={id} className={css.list} role="listbox" aria-label={m.desk_palette()}>
        {found.map((command, index) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the field above has the keys and the focus
          <div
            key={command.name}
            id={`${id}${index}`}
            role="option"
            aria-selected={index === at}
            className={classes(css.command, index === at && css.chosen)}
            onPointerMove={() => setWanted(index)}
            onClick={() => run(command)}
          >
            <Icon shape={command.icon ?? arrowIcon} />
            <span className={css.name}>{command.name}</span>
            {command.keys && <Kbd keys={command.keys} />}
          </div>
        ))}
      </div>
      {found.length === 0 && <output className={css.none}>{m.desk_palette_none()}</output>}
    </ModalDialog>
  )
}
