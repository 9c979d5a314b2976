import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { civilDay } from '@hola/core/calendar.ts'
import { holidaysByLaw } from '@hola/core/holidays.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Log } from '../log.ts'
import { warnOfTableEnd } from './holiday-table.ts'
import { readReference } from './reference.ts'

test('the shipped data is complete', () => {
  const reference = readReference()
  const districts = reference.provinces.flatMap((province) => province.districts)
  expect(reference.provinces).toHaveLength(24)
  expect(districts).toHaveLength(528)
  expect(districts.flatMap((district) => district.communities)).toHaveLength(3931)
  expect(reference.banks).toHaveLength(79)
  expect(reference.wallets).toHaveLength(16)
  expect(reference.holidayYears).toEqual({ first: 2025, last: 2028 })
  expect(reference.holidays.has(civilDay('2026-11-23'))).toBe(true)
  expect(reference.holidays.has(civilDay('2026-11-24'))).toBe(false)
})

test('the law alone makes every year of the table, but for what a decree has changed in it', () => {
  const file = new URL('../../../data/ar-holidays.json', import.meta.url)
  const { holidays } = JSON.parse(readFileSync(file, 'utf8')) as { holidays: Record<string, [string, string][]> }
  // Bridge days and days that a decree moved, by year: with + what the table has more, with - what it lacks.
  const decreed: Record<string, string[]> = { 2025: [], 2026: [], 2027: [], 2028: [] }
  for (const [year, listed] of Object.entries(holidays)) {
    const table = new Set(listed.map(([day]) => day))
    const law: ReadonlySet<string> = holidaysByLaw(Number(year))
    const differences = [
      ...[...table].filter((day) => !law.has(day)).map((day) => `+${day}`),
      ...[...law].filter((day) => !table.has(day)).map((day) => `-${day}`),
    ]
    expect({ [year]: differences }).toEqual({ [year]: decreed[year] })
  }
})

test('after its last year the holidays are those of the law', () => {
  const { holidays } = readReference()
  for (const text of ['2029-02-12', '2029-03-30', '2029-12-25', '2031-06-16', '2040-01-01'])
    expect(holidays.has(civilDay(text))).toBe(true)
  for (const text of ['2029-02-14', '2029-03-29', '2031-06-17']) expect(holidays.has(civilDay(text))).toBe(false)
})

describe('the end of the table', () => {
  const warnings = (text: string): string[] => {
    const said: string[] = []
    const log = { warn: (words: string) => void said.push(words) } as unknown as Log
    const clock = { now: () => new Date(text) }
    warnOfTableEnd({ clock, reference: readReference(), log })
    return said
  }

  test.each([
    ['2026-11-16T15:00:00Z', 0],
    ['2028-01-01T02:59:59Z', 0],
    ['2028-01-01T03:00:00Z', 1],
    ['2028-12-31T15:00:00Z', 1],
    ['2030-05-05T15:00:00Z', 1],
  ])('at %s there are %d warnings', (text, count) => {
    expect(warnings(text)).toHaveLength(count)
  })

  test('says which file to mend', () => {
    expect(warnings('2028-06-01T15:00:00Z')[0]).toContain('2028-12-31: later days go by the law alone')
  })
})

const appIn = (description: object) => ({ app_id: 'saving', name: 'Saving', description, url: null })
const appAt = (url: string | null) => ({ ...appIn({ en: 'Saves', es: 'Ahorra' }), url })

describe('a damaged file keeps the server from starting', () => {
  let folder = ''
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'hola-data-'))
    cpSync(new URL('../../../data/', import.meta.url), folder, { recursive: true })
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  test.each([
    ['a lost area', 'ar-areas.json', '["06854100","25 de Mayo"],', '', /says it has 24, 528, 3931 areas/],
    ['an id twice', 'ar-areas.json', '"06854010"', '"06854100"', /names 06854100 twice/],
    ['an id without its zero', 'ar-areas.json', '"id":"06",', '"id":"6",', /ar-areas.json is not as expected/],
    ['a bank code twice', 'ar-banks.json', '"011"', '"007"', /names 007 twice/],
    ['an unknown kind of account', 'ar-wallets.json', '"CVU"', '"IBAN"', /ar-wallets.json is not as expected/],
    [
      'an app without words in Spanish',
      'apps.json',
      '[]',
      JSON.stringify([appIn({ en: 'Saves' })]),
      /apps.json is not/,
    ],
    [
      'an app that is not on https',
      'apps.json',
      '[]',
      JSON.stringify([appAt('http://hola.example')]),
      /apps.json is not/,
    ],
    ['an app twice', 'apps.json', '[]', JSON.stringify([appAt(null), appAt(null)]), /apps.json names saving twice/],
    [
      'a day that does not exist',
      'ar-holidays.json',
      '2025-01-01',
      '2025-02-30',
      /ar-holidays.json is not as expected/,
    ],
    ['a day under another year', 'ar-holidays.json', '2025-01-01', '2026-01-02', /lists 2026-01-02 under 2025/],
  ])('a file is refused: %s', (_, file, from, to, message) => {
    const path = join(folder, file)
    const text = readFileSync(path, 'utf8')
    expect(text).toContain(from)
    writeFileSync(path, text.replace(from, to))
    expect(() => readReference(pathToFileURL(`${folder}/`))).toThrow(message)
  })
})
