import { expect, test } from 'vitest'
import { codeOf, importsOf, isTest, matching, type Import } from './tree.ts'

// docs/ARCHITECTURE.md, "Storeys": from the ground up. A storey imports itself and what is below it.
const storeys = ['platform', 'providers', 'person', 'lending', 'rights', 'staff', 'edge'] as const
type Storey = (typeof storeys)[number]

/** `lending/loan` for a file in a room; a file that stands beside the rooms of a storey is entered directly. */
const roomOf = (path: string): string | undefined => /^server\/src\/(\w+\/[\w-]+)\/./.exec(path)?.[1]
const storeyOf = (path: string): Storey | undefined => {
  const name = /^server\/src\/(\w+)\//.exec(path)?.[1]
  return storeys.find((storey) => storey === name)
}
/** What stands above all storeys and puts them together. */
const isTop = (path: string): boolean => /^server\/src\/[\w-]+\.ts$/.test(path)
/** Names the types of what its rooms have, so that they need not name each other. */
const isStoreyServices = (path: string): boolean => /^server\/src\/\w+\/services\.ts$/.test(path)

const sources = matching(/^server\/src\/.*\.ts$/).filter((file) => !isTest(file))
const imports = sources.flatMap(importsOf).filter(({ target }) => target.startsWith('server/src/'))
const show = ({ file, target }: Import): string => `${file} imports ${target}`

const goesUp = ({ file, target }: Pick<Import, 'file' | 'target'>): boolean => {
  const [from, to] = [storeyOf(file), storeyOf(target)]
  if (from === undefined) return false
  return to === undefined ? isTop(target) : storeys.indexOf(to) > storeys.indexOf(from)
}
const goesPastPublic = ({ file, target }: Import): boolean => {
  const room = roomOf(target)
  if (room === undefined || room === roomOf(file) || target.endsWith('/public.ts')) return false
  return !(isStoreyServices(file) && storeyOf(file) === storeyOf(target))
}

test('every file of the server stands on a storey or puts the storeys together', () => {
  expect(sources.filter((file) => storeyOf(file) === undefined && !isTop(file))).toEqual([])
  expect(storeys.filter((storey) => !sources.some((file) => storeyOf(file) === storey))).toEqual([])
})
test('a storey imports only itself and what is below it', () => {
  expect(imports.filter(goesUp).map(show)).toEqual([])
})
test('another room is entered by its public.ts', () => {
  expect(imports.filter(goesPastPublic).map(show)).toEqual([])
})
test('both rules find what they look for', () => {
  const made = (file: string, target: string): Import => ({
    file,
    target,
    specifier: target,
    typeOnly: true,
    names: [],
  })
  const [low, high] = ['server/src/person/account/store.ts', 'server/src/lending/loan/apply.ts']
  expect(goesUp(made(low, high))).toBe(true)
  expect(goesUp(made(high, low))).toBe(false)
  expect(goesUp(made(low, 'server/src/app.ts'))).toBe(true)
  expect(goesPastPublic(made(high, low))).toBe(true)
  expect(goesPastPublic(made(high, 'server/src/person/account/public.ts'))).toBe(false)
  expect(goesPastPublic(made('server/src/app.ts', low))).toBe(true)
})

/** `INSERT INTO`, `UPDATE` and `DELETE FROM` write a table; every other name after FROM, JOIN or USING is read. */
const tablesIn = (file: string): { table: string; writes: boolean }[] =>
  [...codeOf(file).matchAll(/\b(INSERT INTO|UPDATE|DELETE FROM|FROM|JOIN|USING)\s+([a-z_]+)\b/g)].flatMap(
    ([, verb = '', table = '']) => (tables.has(table) ? { table, writes: /INSERT|UPDATE|DELETE/.test(verb) } : []),
  )
const tables = new Set(
  matching(/^server\/migrations\/.*\.sql$/).flatMap((file) =>
    [...codeOf(file).matchAll(/\bCREATE TABLE (?:IF NOT EXISTS )?([a-z_]+)/gi)].map(([, name = '']) => name),
  ),
)
/** Erases what a person asks us to erase, in every room, by the one list of what is held about her. */
const erasure = 'server/src/rights/privacy/store.ts'
const touched = sources.flatMap((file) =>
  tablesIn(file).map((one) => ({ ...one, file, room: roomOf(file) ?? file.replace('server/src/', '') })),
)
const ownersOf = (name: string): Set<string> =>
  new Set(
    touched.filter(({ table, writes, file }) => table === name && writes && file !== erasure).map(({ room }) => room),
  )

test('a table is written by one room', () => {
  expect(tables.size).toBeGreaterThan(40)
  const shared = [...tables].map((table) => `${table}: ${[...ownersOf(table)].join(', ')}`)
  expect(shared.filter((line) => line.includes(','))).toEqual([])
})
test('a table is read on the storey of its room or above', () => {
  const wrong = touched.filter(({ table, file }) =>
    [...ownersOf(table)].some((owner) => goesUp({ file, target: `server/src/${owner}/store.ts` })),
  )
  expect(wrong.map(({ table, file }) => `${file} reads ${table}`)).toEqual([])
})
