import { COUNT_MAX } from '@hola/core/desk-contract/counts.ts'
import { formatNumber } from '@hola/i18n/format.ts'
import { Icon, type IconShape } from '@hola/ui/layout/icon.tsx'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import css from './filter-chips.module.css'

export type FilterChip<Value extends string> = {
  readonly value: Value
  readonly name: string
  readonly icon?: IconShape
  /** `COUNT_MAX` is shown as "1.000+". */
  readonly count?: number | undefined
  /** A line stands before it: what follows is another kind of choice. */
  readonly startsGroup?: boolean
}

/** "23", "1.000+". */
export const formatCount = (count: number): string =>
  count >= COUNT_MAX ? `${formatNumber(COUNT_MAX)}+` : formatNumber(count)

/** One choice of a list, with how many rows each would leave. */
export function FilterChips<Value extends string>({
  label,
  chips,
  value,
  onChange,
}: {
  label: string
  chips: readonly FilterChip<Value>[]
  value: Value
  onChange: (value: Value) => void
}): ReactNode {
  return (
    <fieldset className={css.chips} aria-label={label}>
      {chips.map(({ value: one, name, icon, count, startsGroup }) => (
        <button
          key={one}
          type="button"
          className={css.chip}
          data-starts-group={startsGroup || undefined}
          aria-pressed={one === value}
          onClick={() => onChange(one)}
        >
          {icon && <Icon shape={icon} size="small" />}
          {name}
          {count !== undefined && <span className={css.count}>{formatCount(count)}</span>}
        </button>
      ))}
    </fieldset>
  )
}

/**
 * The chosen filter, kept in the address: a link shows somebody else the same list. The first value is the one without
 * a choice and stands in no address; what is malformed there counts as that one.
 */
export const useChosenFilter = <Value extends string>(
  values: readonly [Value, ...Value[]],
  name = 'show',
): readonly [Value, (value: Value) => void] => {
  const [search, setSearch] = useSearchParams()
  const [first] = values
  const chosen = values.find((one) => one === search.get(name)) ?? first
  const choose = (value: Value): void =>
    setSearch(
      (before) => {
        const after = new URLSearchParams(before)
        if (value === first) after.delete(name)
        else after.set(name, value)
        return after
      },
      { replace: true },
    )
  return [chosen, choose]
}
