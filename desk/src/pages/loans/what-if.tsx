import type { DeskRetOf } from '@hola/core/desk-contract/contract.ts'
import { civilDay, isCivilDay } from '@hola/core/calendar.ts'
import { formatPesos } from '@hola/core/money.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { formatDay } from '@hola/i18n/format-date.ts'
import { TextField } from '@hola/ui/controls/text-field.tsx'
import { useState, type ReactNode } from 'react'
import { wordsOf } from '../../lib/desk-client.ts'
import { useCall } from '../../lib/queries.ts'
import { readPesos } from '../../lib/typed-money.ts'
import { Panel } from '../../parts/panel.tsx'
import { Facts } from '../../parts/peek.tsx'
import css from '../record.module.css'
import { saySplit } from './split.ts'

type Loan = DeskRetOf<'loans/show'>

/** If so much is paid on a day: where it goes, and what is left then and a week later. */
export function WhatIf({ loan }: { loan: Loan }): ReactNode {
  const [day, setDay] = useState<string>(loan.today)
  const [typed, setTyped] = useState('')
  const amount = readPesos(typed)
  const isWanted = amount !== undefined && isCivilDay(day)
  const { data, error } = useCall(
    'loans/what_if',
    {
      order_number: loan.order_number,
      day: isCivilDay(day) ? day : civilDay(loan.today),
      amount_centavos: amount ?? loan.amount_centavos,
    },
    { isWanted },
  )
  return (
    <Panel title={m.desk_people_what_if()}>
      <div className={css.part}>
        <TextField
          label={m.desk_people_what_if_amount()}
          prefix="$"
          inputMode="decimal"
          autoComplete="off"
          value={typed}
          error={typed !== '' && amount === undefined ? m.desk_people_amount_wrong() : undefined}
          onChange={({ target }) => setTyped(target.value)}
        />
        <TextField
          type="date"
          label={m.desk_people_what_if_day()}
          value={day}
          onChange={({ target }) => setDay(target.value)}
        />
      </div>
      {isWanted && error && <p>{wordsOf(error)}</p>}
      {isWanted && data && (
        <>
          <Facts
            of={[
              [m.desk_people_what_if_before(), formatPesos(data.before.payoff_centavos)],
              [m.desk_people_what_if_after(), formatPesos(data.after.payoff_centavos)],
              [
                m.desk_people_what_if_week({ day: formatDay(data.next_week.day) }),
                formatPesos(data.next_week.payoff_centavos),
              ],
            ]}
          />
          <p className={css.quiet}>{saySplit(data.split)}</p>
        </>
      )}
    </Panel>
  )
}
