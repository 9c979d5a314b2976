import { m } from '@hola/i18n/compiled/messages.js'
import { classes } from '@hola/ui/classes.ts'
import { createColumnHelper, tableFeatures, useTable } from '@tanstack/react-table'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useId, useMemo, useRef, type ReactNode } from 'react'
import { useShortcuts } from '../lib/shortcuts.ts'
import css from './data-table.module.css'

export type Column<Row> = {
  readonly id: string
  readonly head: () => string
  readonly cell: (row: Row) => ReactNode
  /** Of the room there is. */
  readonly width: `${number}%`
  readonly isNumber?: boolean
  /** What a narrow desk can do without: the peek has it. */
  readonly isExtra?: boolean
}

const features = tableFeatures({})
const OVERSCAN = 12
/** Rows before the end at which the next page is asked for. */
const AHEAD = 40

/** The height of a row is a token: read, not written a second time. */
const rowHeight = (): number =>
  Number.parseInt(getComputedStyle(document.documentElement).getPropertyValue('--row'), 10) || 1

/**
 * A list of any length: only the rows in sight are in the page. One row is selected, by J and K, the arrows or a click.
 * `onEnd` is called when the last rows come near.
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
  const byId = new Map(columns.map((column) => [column.id, column]))

  const size = useMemo(rowHeight, [])
  const virtual = useVirtualizer({
    count: model.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => size,
    overscan: OVERSCAN,
  })
  const items = virtual.getVirtualItems()
  const last = items.at(-1)?.index ?? 0
  useEffect(() => {
    if (last >= model.length - AHEAD) onEnd?.()
  }, [last, model.length, onEnd])

  const at = model.findIndex(({ id }) => id === selectedId)
  const move = (by: number): void => {
    const next = model[Math.min(model.length - 1, Math.max(0, at + by))]
    if (next === undefined) return
    onSelect(next.id)
    virtual.scrollToIndex(next.index)
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
            const row = model[index]
            if (row === undefined) return null
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

/** A word and, quieter beside it, the code that stands for it. */
export function WithCode({ word, code }: { word: ReactNode; code: string }): ReactNode {
  return (
    <>
      <span className={css.strong}>{word}</span> <span className={css.code}>{code}</span>
    </>
  )
}
