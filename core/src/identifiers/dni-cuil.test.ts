import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkCuil, formatCuil, isCuilOf, suggestCuil } from './cuil.ts'
import { checkDni, formatDni } from './dni.ts'
import vectors from './test-vectors.json' with { type: 'json' }

const dnis = fc.integer({ min: 1_000_000, max: 99_999_999 }).map(String)

describe('a DNI', () => {
  test.each([
    ['with dots', '12.345.678', '12345678'],
    ['with spaces', ' 12 345 678 ', '12345678'],
    ['old, of seven digits', '5123456', '5123456'],
    ['old, padded', '05123456', '5123456'],
    ['of somebody from abroad', '95123456', '95123456'],
  ])('a DNI is taken: %s', (_, typed, value) => {
    expect(checkDni(typed)).toEqual({ ok: true, value })
  })

  test.each([
    ['nothing', '', 'required_enter'],
    ['six digits', '300.000', 'not_a_dni'],
    ['six digits padded', '00300000', 'not_a_dni'],
    ['nine digits', '123456789', 'not_a_dni'],
    ['letters', 'A1234567', 'not_a_dni'],
    ['zeros', '00000000', 'not_a_dni'],
    ['digits of another script', '١٢٣٤٥٦٧٨', 'not_a_dni'],
  ])('refused: %s', (_, typed, problem) => {
    expect(checkDni(typed)).toEqual({ ok: false, problem })
  })

  test('is shown as on the card, and reads back', () => {
    expect(formatDni('12345678')).toBe('12.345.678')
    expect(formatDni('5123456')).toBe('5.123.456')
    fc.assert(
      fc.property(dnis, (dni) => {
        expect(checkDni(formatDni(dni))).toEqual({ ok: true, value: dni })
      }),
    )
  })
})

describe('every CUIL vector', () => {
  const rows = vectors.cuil.valid.map((row) => ({ ...row, gender: row.sex === 'M' ? ('m' as const) : ('f' as const) }))

  test.each(rows)('$dni $gender is $formatted', ({ dni, gender, cuil, formatted }) => {
    expect(suggestCuil(dni, gender)).toBe(cuil)
    expect(checkCuil(formatted)).toEqual({ ok: true, value: cuil })
    expect(formatCuil(cuil)).toBe(formatted)
    expect(isCuilOf(cuil, dni)).toBe(true)
  })

  test.each(vectors.cuil.invalid)('$v is refused: $why', ({ v }) => {
    expect(checkCuil(v).ok).toBe(false)
  })
})

describe('a CUIL', () => {
  test.each([
    ['nothing', ' ', 'required_enter'],
    ['ten digits', '2012345678', 'cuil_length'],
    ['letters', '20-1234567A-6', 'cuil_length'],
    ['a wrong check digit', '20-12345678-5', 'cuil_check_digit'],
    ['a prefix that leaves no check digit', '20-30000002-9', 'cuil_check_digit'],
  ])('refused: %s', (_, typed, problem) => {
    expect(checkCuil(typed)).toEqual({ ok: false, problem })
  })

  test('is not refused for its prefix: 20 may be a woman’s, 27 a man’s, 24 anybody’s', () => {
    for (const cuil of ['20123456786', '27123456780', '24123456781']) expect(checkCuil(cuil).ok).toBe(true)
  })

  test('has to contain the DNI', () => {
    expect(isCuilOf('20123456786', '12345679')).toBe(false)
    expect(isCuilOf('20051234562', '5123456')).toBe(true)
  })

  test('cannot be guessed for gender X', () => {
    expect(suggestCuil('12345678', 'x')).toBe(null)
  })

  test('that we suggest is right, of that DNI, and with 23 ends in 9 for a man and 4 for a woman', () => {
    fc.assert(
      fc.property(dnis, fc.constantFrom('f' as const, 'm' as const), (dni, gender) => {
        const cuil = suggestCuil(dni, gender) ?? ''
        expect(checkCuil(cuil)).toEqual({ ok: true, value: cuil })
        expect(isCuilOf(cuil, dni)).toBe(true)
        expect(cuil).toMatch(gender === 'm' ? /^(?:20|23.*9$)/ : /^(?:27|23.*4$)/)
      }),
      { numRuns: 2000 },
    )
  })

  test('with one wrong digit is refused', () => {
    fc.assert(
      fc.property(dnis, fc.nat(10), fc.integer({ min: 1, max: 9 }), (dni, at, by) => {
        const cuil = suggestCuil(dni, 'f') ?? ''
        const wrong = cuil.slice(0, at) + ((Number(cuil[at]) + by) % 10) + cuil.slice(at + 1)
        expect(checkCuil(wrong).ok).toBe(false)
      }),
    )
  })
})
