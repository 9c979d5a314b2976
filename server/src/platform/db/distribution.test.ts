import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { testDatabase } from './test-database.ts'

// docs/SCALE.md says how the tables are spread over machines when one PostgreSQL is not enough. The tables that there are
// keep the rules that this takes, or the page names what does not.

const { pool } = await testDatabase()
const page = readFileSync(join(import.meta.dirname, '..', '..', '..', '..', 'docs', 'SCALE.md'), 'utf8')

const wordsUnder = (heading: string): string[] => {
  const [, part = ''] = page.split(`### ${heading}\n`)
  const [, block = ''] = /```text\n([^`]*)```/.exec(part) ?? []
  return block.split(/\s+/).filter(Boolean)
}

/** Of each table the column that it is spread by, and whose neighbours its rows are; none of a catalogue. */
type Spread = { readonly by: string; readonly group: string } | 'reference' | 'local'

const spreads = new Map<string, Spread>()
for (const [, table = ''] of page.matchAll(/create_reference_table\('(\w+)'\)/g)) spreads.set(table, 'reference')
for (const [, table = '', by = '', beside] of page.matchAll(
  /create_distributed_table\('(\w+)', '(\w+)'(?:, colocate_with => '(\w+)')?\)/g,
)) {
  const group = beside === undefined ? 'account' : beside === 'none' ? table : beside
  spreads.set(table, { by, group })
}
for (const table of wordsUnder('What stays on the coordinator')) spreads.set(table, 'local')
const dropped = [...page.matchAll(/ALTER TABLE \w+ DROP CONSTRAINT (\w+);/g)].map(([, name = '']) => name)

const order = [...spreads.keys()]

type Key = { table: string; name: string; columns: string[] }
type ForeignKey = { name: string; from: string; columns: string[]; to: string; target: string[] }

/** Tables of ours; a part of one is spread with it. */
const OURS = `relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition`

const namesOf = (numbers: string, relation: string): string =>
  `ARRAY(SELECT attname::text FROM unnest(${numbers}) WITH ORDINALITY AS key (number, place)
           JOIN pg_attribute ON attrelid = ${relation} AND attnum = key.number ORDER BY place)`

const tables = (await pool.query<{ name: string }>(`SELECT relname AS name FROM pg_class WHERE ${OURS} ORDER BY 1`))
  .rows
const keys = (
  await pool.query<Key>(
    `SELECT relname AS table, indexrelid::regclass::text AS name, ${namesOf('indkey::int2[]', 'indrelid')} AS columns
       FROM pg_index JOIN pg_class ON pg_class.oid = indrelid WHERE indisunique AND ${OURS} ORDER BY 2`,
  )
).rows
const foreignKeys = (
  await pool.query<ForeignKey>(
    `SELECT conname AS name, conrelid::regclass::text AS from, ${namesOf('conkey', 'conrelid')} AS columns,
            confrelid::regclass::text AS to, ${namesOf('confkey', 'confrelid')} AS target
       FROM pg_constraint JOIN pg_class ON pg_class.oid = conrelid WHERE contype = 'f' AND ${OURS} ORDER BY 1`,
  )
).rows

/** Why this foreign key cannot be kept on several machines; undefined when it can. */
const faultOf = ({ from, columns, to, target }: ForeignKey): string | undefined => {
  const [one, other] = [spreads.get(from), spreads.get(to)]
  if (one === undefined || other === undefined) return 'a table on no list'
  if (other === 'reference') return undefined
  if (one === 'local') return other === 'local' ? undefined : 'from the coordinator to spread rows'
  if (one === 'reference' || other === 'local') return 'to what is on one machine alone'
  if (one.group !== other.group) return 'to rows that may be on another machine'
  const at = columns.indexOf(one.by)
  return at !== -1 && target[at] === other.by ? undefined : `without ${one.by}`
}

test('every table is on one list: spread by a column, copied everywhere, or on the coordinator', () => {
  expect(tables.length).toBeGreaterThan(70)
  expect(tables.map(({ name }) => name).toSorted()).toEqual(order.toSorted())
})

test('every primary key and UNIQUE of a table has the column that the table is spread by', () => {
  expect(keys.length).toBeGreaterThan(80)
  const without = keys.filter(({ table, columns }) => {
    const spread = spreads.get(table)
    return spread !== undefined && typeof spread === 'object' && !columns.includes(spread.by)
  })
  expect(without.map(({ table, name }) => `${table}: ${name}`)).toEqual([])
})

test('every foreign key stays on one machine, leads to a catalogue or is dropped first', () => {
  expect(foreignKeys.length).toBeGreaterThan(60)
  const faults = foreignKeys.flatMap((key) => {
    const fault = faultOf(key)
    return fault === undefined ? [] : [{ name: key.name, fault }]
  })
  expect(faults.filter(({ name }) => !dropped.includes(name))).toEqual([])
  expect(dropped.filter((name) => !faults.some((fault) => fault.name === name))).toEqual([])
})

test('the commands come in an order in which no table is before one that it refers to', () => {
  const early = foreignKeys.filter(
    ({ from, to, name }) =>
      spreads.get(from) !== 'local' && !dropped.includes(name) && order.indexOf(from) < order.indexOf(to),
  )
  expect(early.map(({ from, to }) => `${from} before ${to}`)).toEqual([])
})
