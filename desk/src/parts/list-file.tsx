import type { CsvCell } from '@hola/core/csv.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { formatNumber } from '@hola/i18n/format.ts'
import { showToast } from '@hola/ui/overlay/feedback.ts'
import type { ReactNode } from 'react'
import { saveCsv } from '../lib/download.ts'
import { FILE_ROWS_MAX } from '../lib/use-pages.ts'
import type { Column } from './data-table.tsx'
import { Download } from './download.tsx'

const cellOf = <Row,>(column: Column<Row>, row: Row): CsvCell => {
  // A column that says nothing of a file draws plain words.
  const value = column.csv === undefined ? (column.cell(row) as string) : column.csv(row)
  return value === '–' ? null : value
}

/** A list as a file: its columns, and all of its rows, also those that nobody has scrolled to. */
export function ListFile<Row>({
  name,
  columns,
  read,
}: {
  name: string
  columns: readonly Column<Row>[]
  read: (told: (count: number) => void) => Promise<readonly Row[]>
}): ReactNode {
  return (
    <Download
      name={m.desk_book_csv()}
      kind="quiet"
      read={async (told) => {
        const rows = await read(told)
        saveCsv(`${name}.csv`, [
          [columns.map(({ head }) => head())],
          rows.map((row) => columns.map((column) => cellOf(column, row))),
        ])
        if (rows.length >= FILE_ROWS_MAX) showToast(m.desk_file_cut({ shown: formatNumber(rows.length) }))
      }}
    />
  )
}
