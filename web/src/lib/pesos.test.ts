import { describe, expect, test } from 'vitest'
import { dotPesos, readCount, readPesos, tidyPesos, writePesos } from './pesos.ts'

describe('an amount in pesos', () => {
  test.each([
    ['350000', 35_000_000],
    ['350.000', 35_000_000],
    ['350 000', 35_000_000],
    ['1.350.000', 135_000_000],
    ['$ 350.000', 35_000_000],
    [' 0 ', 0],
    ['350.000,50', 35_000_050],
    ['350000,5', 35_000_050],
    ['1234.56', 123_456],
    ['', undefined],
    ['   ', undefined],
    ['mucho', 'mucho'],
    ['-5', '-5'],
    ['1.2.3', '1.2.3'],
    ['12.3456', '12.3456'],
    ['1e5', '1e5'],
  ])('%j is sent as %j', (typed, sent) => {
    expect(readPesos(typed)).toBe(sent)
  })

  test.each([
    ['350000', '350.000'],
    ['350.000', '350.000'],
    ['350000,50', '350000,50'],
    ['mucho', 'mucho'],
    ['', ''],
  ])('%j is shown as %j when the field is left', (typed, shown) => {
    expect(tidyPesos(typed)).toBe(shown)
  })

  test.each([
    ['9', '', '9'],
    ['9000', '900', '9.000'],
    ['9.0000', '9.000', '90.000'],
    ['90.00', '90.000', '9.000'],
    ['9.00', '9.000', '900'],
    ['0', '', '0'],
    ['9.000.', '9.000', '9.000,'],
    ['9.000,', '9.000', '9.000,'],
    ['9.000,5', '9.000,', '9.000,5'],
    ['900000', '', '900.000'],
    ['1500.50', '', '1500.50'],
    ['$ 12.000', '', '12.000'],
    ['m', '', 'm'],
    ['', '9', ''],
  ])('while it is typed, %j after %j is shown as %j', (typed, before, shown) => {
    expect(dotPesos(typed, before)).toBe(shown)
  })

  test('what was saved is shown as it would be typed', () => {
    expect(writePesos(35_000_000)).toBe('350.000')
  })
})

test.each([
  ['3', 3],
  [' 0 ', 0],
  ['', undefined],
  ['dos', 'dos'],
  ['1,5', '1,5'],
  ['-1', '-1'],
])('a count: %j is sent as %j', (typed, sent) => {
  expect(readCount(typed)).toBe(sent)
})
