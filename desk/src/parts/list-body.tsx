import type { ComponentProps, ReactNode } from 'react'
import { DataTable } from './data-table.tsx'
import { Failed, Waiting } from './state-words.tsx'

type Table<Row extends object> = ComponentProps<typeof DataTable<Row>>

/** A list in whatever state it is: on its way, not to be had, empty, or its table. */
export function ListBody<Row extends object>({
  rows,
  error,
  onAgain,
  empty,
  isWhole = true,
  ...table
}: Omit<Table<Row>, 'rows' | 'rowCount'> & {
  rows: readonly Row[] | undefined
  error: unknown
  onAgain: () => unknown
  /** Says what would be here. */
  empty: ReactNode
  /** Whether all of its rows were loaded. */
  isWhole?: boolean
}): ReactNode {
  if (rows === undefined) return error ? <Failed problem={error} onAgain={() => void onAgain()} /> : <Waiting />
  if (rows.length === 0) return empty
  return <DataTable {...table} rows={rows} rowCount={isWhole ? rows.length : -1} />
}
