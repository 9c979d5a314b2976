import type { ReactNode } from 'react'
import { m } from '@hola/i18n/compiled/messages.js'
import css from './loan-number.module.css'

/** Names a loan by its number, which goes to the next line as a whole: broken at a hyphen it reads as two. */
export function LoanNumber({
  of,
  say = m.orders_number,
}: {
  of: { order_number: string }
  say?: typeof m.orders_number
}): ReactNode {
  const [before, after] = say({ number: '|' }).split('|')
  return (
    <>
      {before}
      <span className={css.whole}>{of.order_number}</span>
      {after}
    </>
  )
}
