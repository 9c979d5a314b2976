import { useState, type ReactNode } from 'react'
import { m } from '@hola/i18n/compiled/messages.js'
import { getLocale } from '@hola/i18n/compiled/runtime.js'
import {
  columnOrder,
  dateRange,
  daysInMonth,
  inRange,
  openingDate,
  readTyped,
  snapDate,
  typedText,
  writeDate,
  writtenDate,
  type DateFields,
  type DateParts,
  type DateUnit,
} from './date-picker-model.ts'
import css from './date-picker.module.css'
import { doneOnEnter, PickerButtons } from './picker-buttons.tsx'
import { prefersTyping } from './prefers-typing.ts'
import { Sheet } from '../overlay/sheet.tsx'
import { TextField } from '../controls/text-field.tsx'
import { Wheel, Wheels } from './wheel.tsx'

/**
 * A day by typing it or by turning wheels; open while mounted. `value`, `start` and `end` are `YYYY-MM-DD`, `today` is
 * where it opens without a value. `fields` asks for less than a day, and the answer gets as short.
 */
export function DatePicker({
  title,
  value,
  today,
  start,
  end,
  fields = 'day',
  onChange,
  onCancel,
}: {
  title: string
  value?: string | undefined
  today: string
  start?: string | undefined
  end?: string | undefined
  fields?: DateFields | undefined
  onChange: (value: string) => void
  onCancel: () => void
}): ReactNode {
  const range = dateRange(Number(today.slice(0, 4)), start, end)
  const [date, setDate] = useState(() => openingDate(value, today, range))
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string>()

  const turn = (parts: Partial<DateParts>): void => {
    setDate(snapDate({ ...date, ...parts }, range))
    setTyped('')
    setError(undefined)
  }
  const type = (raw: string): void => {
    const text = typedText(raw, typed)
    const parts = readTyped(text)
    setTyped(text)
    setError(undefined)
    if (parts && inRange(parts, range)) setDate(parts)
  }
  const done = (): void => {
    const parts = typed ? readTyped(typed) : date
    if (!parts) setError(m.ui_type_date_wrong())
    else if (!inRange(parts, range))
      setError(m.ui_type_date_range({ from: writtenDate(range.start), to: writtenDate(range.end) }))
    else onChange(writeDate(parts, fields))
  }

  const typingFirst = fields === 'day' && prefersTyping()
  const units = columnOrder(getLocale(), fields)
  return (
    <Sheet
      title={title}
      onClose={onCancel}
      onKeyDown={doneOnEnter(done)}
      foot={<PickerButtons onDone={done} onCancel={onCancel} />}
    >
      {fields === 'day' && (
        <div className={css.typed}>
          <TextField
            label={m.ui_type_date()}
            hint={m.ui_type_date_hint()}
            error={error}
            inputMode="numeric"
            autoComplete="off"
            placeholder={writtenDate(date)}
            value={typed}
            data-autofocus={typingFirst || undefined}
            onChange={(event) => type(event.target.value)}
          />
        </div>
      )}
      <Wheels>
        {units.map((unit, column) => (
          <DateWheel
            key={unit}
            unit={unit}
            date={date}
            years={range.years}
            focusFirst={!typingFirst && column === 0}
            onTurn={turn}
          />
        ))}
      </Wheels>
    </Sheet>
  )
}

const monthNames = (locale: string): string[] => {
  const format = new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' })
  return Array.from({ length: 12 }, (_, month) => format.format(Date.UTC(2000, month)))
}

function DateWheel({
  unit,
  date,
  years,
  focusFirst,
  onTurn,
}: {
  unit: DateUnit
  date: DateParts
  years: readonly number[]
  focusFirst: boolean
  onTurn: (parts: Partial<DateParts>) => void
}): ReactNode {
  if (unit === 'year')
    return (
      <Wheel
        label={m.ui_year()}
        options={years.map(String)}
        index={years.indexOf(date.year)}
        focusFirst={focusFirst}
        onChange={(index) => onTurn({ year: years[index] ?? date.year })}
      />
    )
  if (unit === 'month')
    return (
      <Wheel
        label={m.ui_month()}
        options={monthNames(getLocale())}
        index={date.month - 1}
        wide
        focusFirst={focusFirst}
        onChange={(index) => onTurn({ month: index + 1 })}
      />
    )
  return (
    <Wheel
      label={m.ui_day()}
      options={Array.from({ length: daysInMonth(date.year, date.month) }, (_, day) => String(day + 1))}
      index={date.day - 1}
      focusFirst={focusFirst}
      onChange={(index) => onTurn({ day: index + 1 })}
    />
  )
}
