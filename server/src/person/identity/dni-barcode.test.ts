import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { composeDniBarcode, parseDniBarcode } from './dni-barcode.ts'
import type { BarcodeReading } from './dni-barcode.ts'
import type { Person } from './person.ts'

const eight = '00123456789@MUÑOZ GARCÍA@MARÍA BELÉN@F@30123456@A@01/02/1990@03/04/2019'

describe('a barcode read', () => {
  test('eight fields', () => {
    expect(parseDniBarcode(eight)).toEqual({
      dni: '30123456',
      surname: 'MUÑOZ GARCÍA',
      givenNames: 'MARÍA BELÉN',
      sex: 'F',
      birth: '1990-02-01',
      issued: '2019-04-03',
      copy: 'A',
      cuil: null,
    })
  })

  const rows: [string, string, Record<string, unknown>][] = [
    ['nine fields, with the CUIL around the number', `${eight}@278`, { cuil: '27301234568' }],
    ['a number of seven digits', eight.replace('30123456', '5123456'), { dni: '5123456' }],
    ['a number with a leading zero', eight.replace('30123456', '05123456'), { dni: '5123456' }],
    ['sex X', eight.replace('@F@', '@X@'), { sex: 'X' }],
    ['an apostrophe', eight.replace('MUÑOZ GARCÍA', "D'ANGELO"), { surname: "D'ANGELO" }],
    ['blanks around', ` ${eight}\n`, { dni: '30123456' }],
  ]
  test.each(rows)('a barcode is read: %s', (_, text, expected) => {
    expect(parseDniBarcode(text)).toMatchObject(expected)
  })
})

describe('not the barcode of a card', () => {
  const rows: [string, string][] = [
    ['nothing', ''],
    ['garbage the reader called valid', '0A\u0000@@@@FF'],
    ['seven fields', eight.split('@').slice(0, 7).join('@')],
    ['ten fields', `${eight}@278@1`],
    ['a ninth field whose check digit is wrong', `${eight}@277`],
    ['the order of the old booklet', '@30123456@A@1@MUÑOZ@MARIA@ARGENTINA@01/02/1990@F@03/04/2019@00123456789@'],
    ['no such sex', eight.replace('@F@', '@Z@')],
    ['a number of six digits', eight.replace('30123456', '301234')],
    ['digits in the name', eight.replace('MUÑOZ', 'MU0OZ')],
    ['day 31 of February', eight.replace('01/02/1990', '31/02/1990')],
    ['issued before birth', eight.replace('03/04/2019', '03/04/1989')],
    ['two cards', `${eight}\n${eight}`],
  ]
  test.each(rows)('a barcode is refused: %s', (_, text) => {
    expect(parseDniBarcode(text)).toBeNull()
  })
})

describe('what a specimen carries is read back', () => {
  const person = { dni: '12345678', surname: 'Paz', givenNames: 'Juan', sex: 'M', birth: '1990-02-01' } as const
  const rows: [string, Partial<Person>, Partial<BarcodeReading>][] = [
    ['nine fields', {}, { dni: '12345678', cuil: '20123456786' }],
    ['a number that the usual prefix cannot carry', { dni: '30000002' }, { dni: '30000002', cuil: '23300000029' }],
    ['eight fields where nobody can tell the CUIL', { sex: 'X' }, { dni: '12345678', sex: 'X', cuil: null }],
  ]
  test.each(rows)('a specimen has %s', (_, change, expected) => {
    const text = composeDniBarcode({ ...person, ...change }, '2019-04-03', '00123456787')
    expect(parseDniBarcode(text)).toMatchObject(expected)
  })
})

test('no text makes it throw', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 200 }), (text) => {
      expect(parseDniBarcode(text)).toBeNull()
    }),
  )
})
