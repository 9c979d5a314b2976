import { keptShapeOf } from '@hola/core/stored/columns.ts'
import { listAddressIndexes } from '../../person/account/public.ts'
import { readSteps } from '../../person/application/public.ts'
import type { Tx } from '../../platform/db/public.ts'
import type { Sealer } from '../../platform/sealed/public.ts'
import type { Services } from '../services.ts'
import type { Holding } from './holdings.ts'
import { holdings } from './holdings.ts'
import type { Keys, StoredRow } from './store.ts'
import { countRows, listRows } from './store.ts'

/** By what everything about a person is found. */
export const findKeys = async (tx: Tx, { sealer }: Pick<Services, 'sealer'>, userId: string): Promise<Keys> => {
  const { basic } = await readSteps(tx, sealer, userId)
  return {
    userId,
    addressIndexes: await listAddressIndexes(tx, sealer, userId),
    cuilIndexes: basic === null ? [] : sealer.blindIndex(basic.info.cuil, 'cuil').versions,
  }
}

export type Counted = { readonly holding: Holding; readonly count: number; readonly since: Date | null }

/** How much there is of everything. */
export const countHeld = async (tx: Tx, keys: Keys): Promise<Counted[]> => {
  const counts = await countRows(tx, keys, holdings)
  return holdings.map((holding) => {
    const { count = 0, since = null } = counts.find(({ table }) => table === holding.table) ?? {}
    return { holding, count, since }
  })
}

/** A row with all of it readable. */
export type CopiedRow = Readonly<Record<string, unknown>>

export type Copied = { readonly holding: Holding; readonly rows: readonly CopiedRow[] }

/** Everything there is, opened. */
export const readHeld = async (tx: Tx, { sealer }: Pick<Services, 'sealer'>, keys: Keys): Promise<Copied[]> => {
  const copied: Copied[] = []
  for (const holding of holdings) {
    const rows = await listRows(tx, keys, holding)
    copied.push({ holding, rows: rows.map((row) => openRow(sealer, holding, row)) })
  }
  return copied
}

const openRow = (sealer: Sealer, holding: Holding, row: StoredRow): CopiedRow =>
  Object.fromEntries(
    Object.entries(row).flatMap(([column, value]) => {
      // A blind index says nothing to anybody, and that there is none says less.
      if (holding.hidden.includes(column) || column.endsWith('_index')) return []
      const kind = holding.sealed[column]
      const shape = keptShapeOf(holding.table, column, row)
      if (kind !== undefined && Buffer.isBuffer(value)) {
        const opened = sealer.open(value, {
          table: holding.table,
          column,
          row: holding.key.map((part) => text(row[part])),
        })
        return [[column.replace(/^sealed_/, ''), readable(opened, kind, shape)]]
      }
      // A hash is what a file can be held against.
      if (Buffer.isBuffer(value)) return column.endsWith('sha256') ? [[column, value.toString('hex')]] : []
      return [[column, shape === undefined ? value : shape.readWhole(value)]]
    }),
  )

const text = (value: unknown): string => (Buffer.isBuffer(value) ? value.toString('hex') : String(value))

const readable = (opened: Buffer, kind: Holding['sealed'][string], shape: ReturnType<typeof keptShapeOf>): unknown => {
  switch (kind) {
    case 'json':
      if (shape === undefined) throw new Error('a column keeps JSON of no known shape')
      return shape.readWhole(JSON.parse(opened.toString()))
    case 'text':
      return opened.toString()
    case 'bytes':
      return opened.toString('base64')
  }
}
