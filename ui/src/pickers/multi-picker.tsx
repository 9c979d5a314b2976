import { useState, type ReactNode } from 'react'
import { doneOnEnter, PickerButtons } from './picker-buttons.tsx'
import { Sheet } from '../overlay/sheet.tsx'
import { Wheel, Wheels } from './wheel.tsx'

/**
 * Several columns, open while mounted. `onColumnChange` tells each turn at once, so that the owner may give other
 * columns; `onChange` comes with Done, `onCancel` with everything else. An index out of range counts as 0.
 */
export function MultiPicker({
  title,
  columns,
  value,
  onColumnChange,
  onChange,
  onCancel,
}: {
  title: string
  columns: readonly { label: string; options: readonly string[] }[]
  value: readonly number[]
  onColumnChange?: ((change: { column: number; value: number }) => void) | undefined
  onChange: (value: number[]) => void
  onCancel: () => void
}): ReactNode {
  const [given, setGiven] = useState(value)
  const [draft, setDraft] = useState(value)
  // The owner may answer a turn with another value, for instance the first row of a new dependent column.
  if (given.join() !== value.join()) {
    setGiven(value)
    setDraft(value)
  }
  const indices = columns.map(({ options }, column) => {
    const index = draft[column] ?? 0
    return index >= 0 && index < options.length ? index : 0
  })
  const done = (): void => onChange(indices)
  return (
    <Sheet
      title={title}
      onClose={onCancel}
      onKeyDown={doneOnEnter(done)}
      foot={<PickerButtons onDone={done} onCancel={onCancel} />}
    >
      <Wheels>
        {columns.map(({ label, options }, column) => (
          <Wheel
            key={label}
            label={label}
            options={options}
            index={indices[column] ?? 0}
            focusFirst={column === 0}
            onChange={(index) => {
              setDraft(indices.with(column, index))
              onColumnChange?.({ column, value: index })
            }}
          />
        ))}
      </Wheels>
    </Sheet>
  )
}
