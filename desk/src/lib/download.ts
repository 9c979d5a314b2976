import type { CsvCell } from '@hola/core/csv.ts'
import { csvLines } from '@hola/core/csv.ts'

/** So that a spreadsheet knows that it is UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF'

/** Hands a CSV file to the browser; the parts are what was read page by page. */
export const saveCsv = (name: string, parts: readonly (readonly (readonly CsvCell[])[])[]): void => {
  const file = new Blob([BYTE_ORDER_MARK, ...parts.map(csvLines)], { type: 'text/csv;charset=utf-8' })
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}
