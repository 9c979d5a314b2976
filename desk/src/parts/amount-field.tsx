import type { Centavos } from '@hola/core/money.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { TextField } from '@hola/ui/controls/text-field.tsx'
import { useState, type ReactNode } from 'react'
import { readPesos, typePesos } from '../lib/typed-money.ts'

/** An amount of an act, and the field for it. `read` gives it, or says in the field that it is none. */
export const useAmount = ({
  label,
  hint,
  first,
}: {
  label: string
  hint?: string
  first: number
}): { readonly field: ReactNode; readonly read: () => Centavos | undefined } => {
  const [typed, setTyped] = useState(() => typePesos(first))
  const [isWrong, setIsWrong] = useState(false)
  return {
    field: (
      <TextField
        label={label}
        {...(hint === undefined ? {} : { hint })}
        prefix="$"
        inputMode="decimal"
        autoComplete="off"
        value={typed}
        data-autofocus
        error={isWrong ? m.desk_people_amount_wrong() : undefined}
        onChange={({ target }) => {
          setTyped(target.value)
          setIsWrong(false)
        }}
      />
    ),
    read: () => {
      const amount = readPesos(typed)
      const isAmount = amount !== undefined && amount > 0
      setIsWrong(!isAmount)
      return isAmount ? amount : undefined
    },
  }
}
