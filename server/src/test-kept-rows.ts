import { keptColumns, keptShapeOf } from '@hola/core/stored/columns.ts'
import type { Pool } from './platform/db/pool.ts'
import type { Sealer } from './platform/sealed/sealer.ts'
import { holdings } from './rights/privacy/holdings.ts'

/** The columns that name the row where a sealed value lives, for tables about nobody in particular or about the erased. */
const keysElsewhere: Readonly<Record<string, readonly string[]>> = { erasure: ['user_id'], sandbox_message: ['id'] }

export const keyOfTable = (table: string): readonly string[] | undefined =>
  keysElsewhere[table] ?? holdings.find((holding) => holding.table === table)?.key

const text = (value: unknown): string => (Buffer.isBuffer(value) ? value.toString('hex') : String(value))

export type KeptRow = {
  /** `table.column`. */
  readonly column: string
  readonly shape: NonNullable<ReturnType<typeof keptShapeOf>>
  /** The JSON as it was written. */
  readonly kept: unknown
}

/** Everything in a database that is kept as JSON of ours, sealed or not. */
export const readKeptRows = async (pool: Pool, sealer: Sealer): Promise<KeptRow[]> => {
  const found: KeptRow[] = []
  for (const name of Object.keys(keptColumns)) {
    const [table = '', column = ''] = name.split('.')
    const { rows } = await pool.query<Record<string, unknown>>(`SELECT * FROM ${table} WHERE ${column} IS NOT NULL`)
    for (const row of rows) {
      const shape = keptShapeOf(table, column, row)
      if (shape === undefined) throw new Error(`${name} keeps something of no known shape`)
      const value = row[column]
      const place = { table, column, row: (keyOfTable(table) ?? []).map((part) => text(row[part])) }
      const kept: unknown = Buffer.isBuffer(value) ? JSON.parse(sealer.open(value, place).toString()) : value
      found.push({ column: name, shape, kept })
    }
  }
  return found
}
