import { expect, test } from 'vitest'
import { csvLines } from './csv.ts'

test('a line for each row, quoted where it has to be', () => {
  expect(
    csvLines([
      ['día', 'a "b", c', null],
      [1, 'x', -2],
    ]),
  ).toBe('día,"a ""b"", c",\r\n1,x,-2\r\n')
})

test.each(['=1+1', '+54911', '-x', '@SUM(A1)', '\t=1', '\r=1'])(
  'text that begins like a formula is text: %j',
  (text) => {
    expect(csvLines([[text]])).toMatch(/^"?'/)
  },
)

test('money is written in pesos with a point, and may lie below zero', () => {
  expect(csvLines([[{ centavos: 123_450 }, { centavos: -5 }, { centavos: 0 }]])).toBe('1234.50,-0.05,0.00\r\n')
})
