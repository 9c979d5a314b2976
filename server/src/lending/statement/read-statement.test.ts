import { civilDay } from '@hola/core/calendar.ts'
import type { StatementMapping } from '@hola/core/desk-contract/statements.ts'
import { describe, expect, test } from 'vitest'
import type { ReadStatement } from './read-statement.ts'
import { readStatement } from './read-statement.ts'

const today = civilDay('2026-11-17')

const read = (content: string | Buffer, mapping?: StatementMapping): ReadStatement => {
  const statement = readStatement(Buffer.from(content as string), { mapping, today })
  if (typeof statement === 'string') throw new Error(statement)
  return statement
}
const problemOf = (content: string | Buffer): string => {
  const statement = readStatement(Buffer.from(content as string), { mapping: undefined, today })
  return typeof statement === 'string' ? statement : 'read'
}
/** Of each line: its day and centavos, or what is wrong with it. */
const said = ({ lines }: ReadStatement): string[] =>
  lines.map((line) => (line.problem === null ? `${line.paidDay} ${line.amount} ${line.words}` : line.problem))

const simple = (...amounts: string[]): string =>
  ['Fecha;Importe;Concepto', ...amounts.map((amount) => `16/11/2026;${amount};x`)].join('\n')

describe('the files of banks', () => {
  test('semicolons, comma decimals and days as the country writes them', () => {
    const statement = read(
      'Banco Demo;;;\nCuenta;123;;\n\nFecha;Comprobante;Concepto;Importe\n16/11/2026;A-1;PRESTAMO 7K3M;"152.580,50"\n17/11/2026 10:31;A-2;alquiler;-1.000,00\n',
    )
    expect(statement).toMatchObject({ decimals: ',', csv: { separator: ';', encoding: 'utf-8' } })
    expect(statement.mapping).toEqual({ day: 0, id: 1, concept: 2, amount: 3 })
    expect(said(statement)).toEqual(['2026-11-16 15258050 PRESTAMO 7K3M', '2026-11-17 -100000 alquiler'])
    expect(statement.lines.map(({ lineNumber }) => lineNumber)).toEqual([5, 6])
  })

  test('commas, point decimals and ISO days, with credit and debit in columns of their own', () => {
    const statement = read(
      'Date,Description,Debit,Credit,Transaction ID,CUIT\n2026-11-16,"transfer, from abroad",,"1,234.50",T1,20-12345678-6\n2026-11-16,fee,12.00,,T2,\n',
    )
    expect(statement).toMatchObject({ decimals: '.', csv: { separator: ',' } })
    expect(said(statement)).toEqual(['2026-11-16 123450 transfer, from abroad · 20-12345678-6', '2026-11-16 -1200 fee'])
  })

  test.each([
    ['Latin-1', Buffer.from('Fecha;Importe;Descripción\n16/11/2026;1,00;José Núñez\n', 'latin1'), 'windows-1252'],
    ['UTF-8 with a mark', Buffer.from('\uFEFFFecha;Importe;Descripción\n16/11/2026;1,00;José Núñez\n'), 'utf-8'],
    ['UTF-16', Buffer.from('\uFEFFFecha;Importe;Descripción\n16/11/2026;1,00;José Núñez\n', 'utf16le'), 'utf-16'],
  ])('%s reads the same', (_name, bytes, encoding) => {
    const statement = read(bytes)
    expect(statement.csv.encoding).toBe(encoding)
    expect(said(statement)).toEqual(['2026-11-16 100 José Núñez'])
  })

  test('tabs, old Mac ends of lines, the separator that Excel names, and quotes in quotes', () => {
    expect(said(read('Fecha\tImporte\tConcepto\r16/11/2026\t5\tx\r'))).toEqual(['2026-11-16 500 x'])
    expect(said(read('sep=;\r\nFecha;Importe;Concepto\r\n16/11/2026;5;"a ""b""; c"\r\n'))).toEqual([
      '2026-11-16 500 a "b"; c',
    ])
  })

  test('a person says what the columns are where their names say nothing', () => {
    const content = 'A;B;C\n16/11/2026;hola;7,25\n'
    expect(read(content)).toMatchObject({ isMapped: false, lines: [], columns: ['A', 'B', 'C'] })
    expect(said(read(content, { day: 0, amount: 2, concept: 1 }))).toContain('2026-11-16 725 hola')
  })
})

describe('an amount', () => {
  test.each([
    ['152.580,50', 15_258_050],
    ['$ 1.000', 100_000],
    ['AR$ 12,5', 1_250],
    ['(1.000,00)', -100_000],
    ['500,00-', -50_000],
    ['+7,00', 700],
  ])('%s is %i centavos', (text, amount) => {
    expect(read(simple(text, '1,00')).lines[0]).toMatchObject({ amount })
  })

  test.each([
    ['1.234,567', 'amount_not_read'],
    ['0,001', 'amount_not_read'],
    ['0,00', 'amount_zero'],
    ['', 'no_amount'],
    ['=1+1', 'amount_not_read'],
    ['=cmd|calc', 'amount_not_read'],
    ['1e9', 'amount_not_read'],
    ['0x10', 'amount_not_read'],
    ['1.2345', 'amount_not_read'],
    ['NaN', 'amount_not_read'],
    ['99999999999999999', 'amount_too_large'],
    ['１２', 'amount_not_read'],
  ])('%j is not guessed at: %s', (text, problem) => {
    expect(read(simple(text, '1,00')).lines[0]).toMatchObject({ problem, lineNumber: 2 })
  })

  test('thousands are never taken for decimals in a file without any', () => {
    expect(said(read(simple('1.234')))).toEqual(['2026-11-16 123400 x'])
    expect(read(simple('1,234')).lines[0]).toMatchObject({ problem: 'amount_not_read' })
  })
})

test.each([
  ['18/11/2026', 'day_not_come'],
  ['01/01/1900', 'day_too_old'],
  ['31/02/2026', 'day_not_read'],
  ['11/16/2026', 'day_not_read'],
  ['ayer', 'day_not_read'],
  ['', 'no_day'],
])('a line of %j is shown with its reason and number: %s', (day, problem) => {
  const { lines } = read(`Fecha;Importe;Concepto\n16/11/2026;1,00;ok\n${day};1,00;bad\n`)
  expect(lines[1]).toMatchObject({ lineNumber: 3, problem, words: expect.stringContaining('bad') })
})

describe('what is no statement', () => {
  test('50 MB in a line, a million columns or lines, and cells without an end are refused', () => {
    const startedAt = performance.now()
    expect(problemOf(`Fecha;Importe\n${'a'.repeat(50 * 1024 * 1024)}`)).toBe('cell_too_long')
    expect(problemOf(';'.repeat(1_000_000))).toBe('too_many_columns')
    expect(problemOf('16/11/2026;1\n'.repeat(1_000_000))).toBe('too_many_lines')
    expect(problemOf(`Fecha;Importe\n16/11/2026;"${'1;'.repeat(5000)}`)).toBe('cell_too_long')
    expect(performance.now() - startedAt).toBeLessThan(20_000)
  })

  test('an empty file, a picture and a sheet of a spreadsheet', () => {
    expect(problemOf('')).toBe('empty')
    expect(problemOf('\n \r\n')).toBe('empty')
    expect(problemOf(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13]))).toBe('not_text')
    expect(problemOf(Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(64)]))).toBe('not_text')
  })
})

describe('a line is known again', () => {
  const idsOf = (content: string): (string | undefined)[] =>
    read(content).lines.map((line) => (line.problem === null ? line.providerPaymentId : undefined))
  const line = '16/11/2026;500,00;prestamo'

  test('by the bank’s own id where there is one', () => {
    expect(idsOf('Fecha;Importe;Operación\n16/11/2026;1,00;77\n16/11/2026;1,00;77\n')).toEqual(['77', '77'])
  })

  test('by what it says where there is none: two alike are two, here and in the next file', () => {
    const first = idsOf(`Fecha;Importe;Concepto\n${line}\n${line}\n`)
    expect(new Set(first).size).toBe(2)
    expect(idsOf(`Fecha;Importe;Concepto\n17/11/2026;1,00;other\n${line}\n${line}\n`).slice(1)).toEqual(first)
  })
})
