import type { CsvCell } from '@hola/core/csv.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { classes } from '@hola/ui/classes.ts'
import { createColumnHelper, tableFeatures, useTable } from '@tanstack/react-table'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useId, useMemo, useRef, type ReactNode } from 'react'
import { useShortcuts } from '../lib/shortcuts.ts'
import { useMedia } from '../lib/use-media.ts'
import css from './data-table.module.css'

export type Column<Row> = {
  readonly id: string
  readonly head: () => string
  /** Of the room there is. */
  readonly width: `${number}%`
  readonly isNumber?: boolean
  /** What a narrow desk can do without: the peek has it. */
  readonly isExtra?: boolean
} & (
  | { readonly cell: (row: Row) => string; readonly csv?: (row: Row) => CsvCell }
  // What is drawn says itself what stands in a file instead.
  | { readonly cell: (row: Row) => ReactNode; readonly csv: (row: Row) => CsvCell }
)

const features = tableFeatures({})
const OVERSCAN = 12
/** Where the style hides what a narrow desk can do without. */
const NARROW = '(width < 1200px)'
/** Rows before the end at which the next page is asked for. */
const AHEAD = 40

/** The height of a row is a token: read, not written a second time. */
const heightOf = (token: '--row' | '--row-group'): number =>
  Number.parseInt(getComputedStyle(document.documentElement).getPropertyValue(token), 10) || 1

/** Rows that follow each other and belong together, under a line that says so. */
export type RowGroup = { readonly id: string; readonly head: ReactNode }

/**
 * A list of any length: only the rows in sight are in the page. One row is selected, by J and K, the arrows or a click.
 * `onEnd` is called when the last rows come near. `groupOf` says under which line a row stands; rows of one group follow
 * each other.
 */
export function DataTable<Row extends object>({
  label,
  columns,
  rows,
  idOf,
  selectedId,
  onSelect,
  onEnd,
  rowCount = rows.length,
  groupOf,
}: {
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  idOf: (row: Row) => string
  selectedId: string | undefined
  onSelect: (id: string) => void
  onEnd?: (() => void) | undefined
  /** Of all rows, those that were not loaded yet too; -1 when nobody knows. */
  rowCount?: number
  groupOf?: ((row: Row) => RowGroup) | undefined
}): ReactNode {
  const base = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const shown = useMemo(() => {
    const helper = createColumnHelper<typeof features, Row>()
    return columns.map(({ id, head, cell }) =>
      helper.display({ id, header: head, cell: ({ row }) => cell(row.original) }),
    )
  }, [columns])
  const table = useTable({ features, columns: shown, data: rows, getRowId: idOf })
  const { rows: model } = table.getRowModel()
  // A line that spans a hidden column would leave its room empty in every other line.
  const isNarrow = useMedia(NARROW)
  const shownCount = columns.filter(({ isExtra }) => !isNarrow || isExtra !== true).length
  const byId = new Map(columns.map((column) => [column.id, column]))

  // What stands in the page one below the other: rows, and above the first row of each group its line.
  const lines = model.flatMap((row, at): (RowGroup | typeof row)[] => {
    const group = groupOf?.(row.original)
    const before = model[at - 1]
    const isFirst = group !== undefined && (before === undefined || groupOf?.(before.original).id !== group.id)
    return isFirst ? [group, row] : [row]
  })
  const [size, groupSize] = useMemo(() => [heightOf('--row'), heightOf('--row-group')], [])
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (isGroup(lines[index]) ? groupSize : size),
    overscan: OVERSCAN,
  })
  const items = virtual.getVirtualItems()
  const last = items.at(-1)?.index ?? 0
  useEffect(() => {
    if (last >= lines.length - AHEAD) onEnd?.()
  }, [last, lines.length, onEnd])

  const at = lines.findIndex((line) => !isGroup(line) && line.id === selectedId)
  const move = (by: number): void => {
    const rowAt = model.findIndex(({ id }) => id === selectedId)
    const next = model[Math.min(model.length - 1, Math.max(0, rowAt + by))]
    if (next === undefined) return
    onSelect(next.id)
    virtual.scrollToIndex(lines.indexOf(next))
  }
  useShortcuts([
    { keys: 'j', says: m.desk_keys_down(), inFoot: true, run: () => move(1) },
    { keys: 'k', says: m.desk_keys_up(), inFoot: true, run: () => move(-1) },
    { keys: 'arrowdown', says: m.desk_keys_down(), run: () => move(1) },
    { keys: 'arrowup', says: m.desk_keys_up(), run: () => move(-1) },
  ])

  const before = items[0]?.start ?? 0
  const after = virtual.getTotalSize() - (items.at(-1)?.end ?? 0)
  return (
    <div ref={scroller} className={css.scroller}>
      <table
        className={css.table}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- its rows are selected by keys
        role="grid"
        tabIndex={0}
        aria-label={label}
        aria-rowcount={rowCount === -1 ? -1 : rowCount + 1}
        aria-activedescendant={items.some(({ index }) => index === at) ? `${base}${at}` : undefined}
      >
        <thead>
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id} aria-rowindex={1}>
              {group.headers.map((header) => {
                const { width, isNumber, isExtra } = byId.get(header.id) ?? {}
                return (
                  // oxlint-disable-next-line jsx-a11y/control-has-associated-label -- the column draws its words
                  <th
                    key={header.id}
                    scope="col"
                    className={classes(isNumber && css.number, isExtra && css.extra)}
                    style={{ width }}
                  >
                    <table.FlexRender header={header} />
                  </th>
                )
              })}
            </tr>
          ))}
        </thead>
        <tbody>
          <tr aria-hidden="true" style={{ height: before }} />
          {items.map(({ index }) => {
            const row = lines[index]
            if (row === undefined) return null
            if (isGroup(row))
              return (
                <tr key={row.id} className={css.group} aria-rowindex={index + 2}>
                  <td colSpan={shownCount}>{row.head}</td>
                </tr>
              )
            return (
              <tr
                key={row.id}
                id={`${base}${index}`}
                aria-rowindex={index + 2}
                aria-selected={index === at}
                className={classes(css.row, index === at && css.selected)}
                onClick={() => onSelect(row.id)}
              >
                {row.getAllCells().map((cell) => {
                  const { isNumber, isExtra } = byId.get(cell.column.id) ?? {}
                  return (
                    // oxlint-disable-next-line jsx-a11y/control-has-associated-label -- the column draws its words
                    <td key={cell.id} className={classes(isNumber && css.number, isExtra && css.extra)}>
                      <table.FlexRender cell={cell} />
                    </td>
                  )
                })}
              </tr>
            )
          })}
          <tr aria-hidden="true" style={{ height: after }} />
        </tbody>
      </table>
    </div>
  )
}

const isGroup = (line: object | undefined): line is RowGroup => line !== undefined && 'head' in line

/** A word and, quieter beside it, the code that stands for it. */
export function WithCode({ word, code }: { word: ReactNode; code: string }): ReactNode {
  return (
    <>
      <span className={css.strong}>{word}</span> <span className={css.code}>{code}</span>
    </>
  )
}
