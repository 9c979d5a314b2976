import { isCivilDay } from '@hola/core/calendar.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { TextField } from '@hola/ui/controls/text-field.tsx'
import { useState, type ReactNode } from 'react'
import { readPesos } from '../../lib/typed-money.ts'
import { ProposeDialog } from '../../parts/propose-dialog.tsx'

export type TransferFields = {
  readonly id: string
  readonly amount: string
  readonly day: string
  readonly words: string
}

/** A transfer that stands in the bank's statement, typed by hand: the second person compares it with the statement. */
export function EnterTransferDialog({
  first = { id: '', amount: '', day: '', words: '' },
  onClose,
}: {
  first?: TransferFields
  onClose: () => void
}): ReactNode {
  const [typed, setTyped] = useState(first)
  const [isAsked, setIsAsked] = useState(false)
  const set = (name: keyof typeof typed) => (event: { target: { value: string } }) =>
    setTyped({ ...typed, [name]: event.target.value })
  const amount = readPesos(typed.amount)
  const needs = (isWhole: boolean): string | undefined =>
    isAsked && !isWhole ? m.desk_money_field_missing() : undefined
  return (
    <ProposeDialog
      kind="transfer"
      title={m.desk_money_enter_title()}
      details={() => {
        setIsAsked(true)
        const id = typed.id.trim()
        if (id === '' || amount === undefined || amount <= 0 || !isCivilDay(typed.day)) return undefined
        const reference = typed.words.trim()
        return {
          provider_payment_id: id,
          amount_centavos: amount,
          paid_day: typed.day,
          reference: reference === '' ? null : reference.slice(0, 200),
        }
      }}
      onClose={onClose}
    >
      <TextField
        label={m.desk_money_enter_id()}
        maxLength={100}
        value={typed.id}
        error={needs(typed.id.trim() !== '')}
        data-autofocus
        onChange={set('id')}
      />
      <TextField
        label={m.desk_money_amount()}
        prefix="$"
        inputMode="decimal"
        value={typed.amount}
        error={needs(amount !== undefined && amount > 0)}
        onChange={set('amount')}
      />
      <TextField
        label={m.desk_money_paid_day()}
        type="date"
        value={typed.day}
        error={needs(isCivilDay(typed.day))}
        onChange={set('day')}
      />
      <TextField label={m.desk_money_enter_words()} maxLength={200} value={typed.words} onChange={set('words')} />
    </ProposeDialog>
  )
}
