import type { ReactNode } from 'react'
import { Icon } from '@hola/ui/layout/icon.tsx'
import { bankIcon, phoneIcon, slipIcon } from '@hola/ui/layout/icons.ts'
import css from './method-mark.module.css'
import type { Method } from './repay-data.ts'

const icons = { transfer: bankIcon, checkout: phoneIcon, cash_slip: slipIcon } as const

/** The networks of kiosks, by their letters: two slips that look alike are taken to the wrong counter. */
const networks: Readonly<Record<string, { letters: string; look: string | undefined } | undefined>> = {
  rapipago: { letters: 'R', look: css.rapipago },
  pagofacil: { letters: 'PF', look: css.pagofacil },
}

/** A way to pay at a glance. Its name stands beside it. */
export function MethodMark({ method: { method_id: id, kind } }: { method: Method }): ReactNode {
  const network = networks[id]
  if (!network) return <Icon shape={icons[kind]} />
  return (
    <span className={`${css.mark} ${network.look}`} aria-hidden="true">
      {network.letters}
    </span>
  )
}
