import { m } from '@hola/i18n/compiled/messages.js'
import { Fragment, type ReactNode } from 'react'
import { sayKey } from '../words.ts'
import css from './kbd.module.css'

/** Keys as they stand on the keyboard, one after the other: `g a` is G and then A. */
export function Kbd({ keys }: { keys: string }): ReactNode {
  return keys.split(' ').map((key, index) => (
    <Fragment key={`${key}${index}`}>
      {index > 0 && <span>{m.desk_keys_then()}</span>}
      <kbd className={css.kbd}>{sayKey(key)}</kbd>
    </Fragment>
  ))
}
