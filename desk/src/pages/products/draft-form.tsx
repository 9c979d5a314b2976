import { m } from '@hola/i18n/compiled/messages.js'
import { Button } from '@hola/ui/controls/button.tsx'
import { undoIcon } from '@hola/ui/layout/icons.ts'
import { VisuallyHidden } from '@hola/ui/layout/visually-hidden.tsx'
import { useId, type ReactNode } from 'react'
import { fieldNames } from '../../product-words.ts'
import type { Draft, Field } from './draft.ts'
import { pesoFields, rateFields } from './draft.ts'
import css from './products.module.css'

const groups: readonly (readonly Field[])[] = [
  ['name_es', 'name_en'],
  ['amount_min_centavos', 'amount_max_centavos', 'amount_step_centavos', 'term_days', 'default_term_days'],
  ['fee_basis_points', 'tna_basis_points', 'vat_basis_points'],
  [
    'late_one_time_basis_points',
    'late_one_time_unpaid_min_centavos',
    'late_daily_basis_points',
    'late_max_basis_points',
    'partial_payment_min_centavos',
  ],
  ['example_amount_centavos', 'example_term_days'],
]

const channels = ['web', 'play', 'direct'] as const
const channelNames = {
  web: m.desk_money_channel_web,
  play: m.desk_money_channel_play,
  direct: m.desk_money_channel_direct,
}

const unitOf = (field: Field): string => {
  if (pesoFields.some((one) => one === field)) return '$'
  if (rateFields.some((one) => one === field)) return '%'
  return ''
}

function DraftField({
  field,
  value,
  today,
  isWrong,
  onChange,
}: {
  field: Field
  value: string
  today: string
  isWrong: boolean
  onChange: ((value: string) => void) | undefined
}): ReactNode {
  const id = useId()
  return (
    <div
      className={css.field}
      data-changed={value !== today || undefined}
      data-text={field.startsWith('name') || undefined}
    >
      <label htmlFor={id}>{fieldNames[field]()}</label>
      {!field.startsWith('name') && (
        <span className={css.today} title={m.desk_money_today()}>
          <VisuallyHidden>{m.desk_money_today()} </VisuallyHidden>
          {today}
        </span>
      )}
      <span className={css.box} data-wrong={isWrong || undefined}>
        <input
          id={id}
          value={value}
          readOnly={onChange === undefined}
          maxLength={120}
          inputMode={field.startsWith('name') ? 'text' : 'decimal'}
          aria-invalid={isWrong || undefined}
          onChange={({ target }) => onChange?.(target.value)}
        />
        <span aria-hidden="true">{unitOf(field)}</span>
      </span>
    </div>
  )
}

/** The fields of a product, each beside what it is today. Without `onChange` they are only read. */
export function DraftForm({
  draft,
  today,
  wrong,
  changes,
  onChange,
  onReset,
}: {
  draft: Draft
  today: Draft
  wrong: readonly Field[]
  /** How many fields differ from today. */
  changes: number
  onChange: ((changed: Partial<Draft>) => void) | undefined
  onReset: () => void
}): ReactNode {
  return (
    <section className={css.panel} aria-label={m.desk_money_terms()}>
      <header className={css.head}>
        <h2>{m.desk_money_terms()}</h2>
        <span className={css.quiet}>{m.desk_money_changes({ count: changes })}</span>
      </header>
      <div className={css.form}>
        {groups.map((fields) => (
          <div key={fields[0]} className={css.group}>
            {fields.map((field) => (
              <DraftField
                key={field}
                field={field}
                value={draft[field]}
                today={today[field]}
                isWrong={wrong.includes(field)}
                onChange={onChange && ((value) => onChange({ [field]: value }))}
              />
            ))}
          </div>
        ))}
        <fieldset className={css.channels} disabled={onChange === undefined}>
          <legend>{m.desk_money_channels()}</legend>
          {channels.map((channel) => (
            <label key={channel}>
              <input
                type="checkbox"
                checked={draft.channels.includes(channel)}
                onChange={({ target }) =>
                  onChange?.({
                    channels: channels.filter((one) =>
                      one === channel ? target.checked : draft.channels.includes(one),
                    ),
                  })
                }
              />
              {channelNames[channel]()}
            </label>
          ))}
        </fieldset>
        {onChange && changes > 0 && (
          <Button kind="quiet" icon={undoIcon} onClick={onReset}>
            {m.desk_money_reset()}
          </Button>
        )}
      </div>
    </section>
  )
}
