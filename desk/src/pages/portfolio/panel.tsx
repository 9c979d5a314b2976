import type { CsvCell } from '@hola/core/csv.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { Icon } from '@hola/ui/layout/icon.tsx'
import { downloadIcon } from '@hola/ui/layout/icons.ts'
import type { ReactNode } from 'react'
import { saveCsv } from '../../lib/download.ts'
import type { Tone } from './charts.tsx'
import { Mark } from './charts.tsx'
import css from './portfolio.module.css'

export type Column = { readonly head: string; readonly isNumber?: boolean }
/** A cell as it is read and, where that is another thing, as it stands in the file. */
export type Cell = { readonly shown: ReactNode; readonly csv: CsvCell }
export type Table = {
  readonly file: string
  readonly columns: readonly Column[]
  readonly rows: readonly { readonly key: string; readonly cells: readonly Cell[] }[]
}

export const text = (shown: string): Cell => ({ shown, csv: shown })

function Rows({ name, table }: { name: string; table: Table }): ReactNode {
  return (
    // What scrolls can be reached by the keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls has to take the focus
    <section className={css.scroll} aria-label={m.desk_book_table_of({ title: name })} tabIndex={0}>
      <table className={css.table}>
        <thead>
          <tr>
            {table.columns.map(({ head, isNumber }) => (
              <th key={head} scope="col" data-number={isNumber}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map(({ key, cells }) => (
            <tr key={key}>
              {cells.map(({ shown }, at) =>
                at === 0 ? (
                  <th key={table.columns[at]?.head} scope="row">
                    {shown}
                  </th>
                ) : (
                  <td key={table.columns[at]?.head} data-number={table.columns[at]?.isNumber}>
                    {shown}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** A chart with its table under it, which is also its file. */
export function Panel({
  title,
  note,
  legend = [],
  table,
  isOpen = false,
  children,
}: {
  title: string
  note: string
  legend?: readonly { readonly name: string; readonly tone: Tone }[]
  table: Table
  /** Whether the table is there from the start. */
  isOpen?: boolean
  children: ReactNode
}): ReactNode {
  const save = (): void =>
    saveCsv(`${table.file}.csv`, [
      [table.columns.map(({ head }) => head)],
      table.rows.map(({ cells }) => cells.map(({ csv }) => csv)),
    ])
  return (
    <section className={css.panel} aria-label={title}>
      <header className={css.head}>
        <h2>{title}</h2>
        <span className={css.note}>{note}</span>
        <button type="button" className={css.csv} onClick={save} aria-label={m.desk_book_csv_of({ title })}>
          <Icon shape={downloadIcon} size="small" />
          {m.desk_book_csv()}
        </button>
      </header>
      <div className={css.body}>
        {legend.length > 0 && (
          <p className={css.legends}>
            {legend.map(({ name, tone }) => (
              <span key={name} className={css.legend}>
                <Mark tone={tone} />
                {name}
              </span>
            ))}
          </p>
        )}
        {children}
        {isOpen ? (
          <Rows name={title} table={table} />
        ) : (
          <details className={css.details}>
            <summary>{m.desk_book_table()}</summary>
            <Rows name={title} table={table} />
          </details>
        )}
      </div>
    </section>
  )
}
