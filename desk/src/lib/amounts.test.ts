import { expect, test } from 'vitest'
import { readRate, writePesos, writeRate } from './amounts.ts'
import { readPesos } from './typed-money.ts'

test.each([
  ['90,00', 9_000],
  ['8', 800],
  ['0,5 %', 50],
])('%s is %i basis points', (text, rate) => {
  expect(readRate(text)).toBe(rate)
})

test.each(['', '1,234', '1.23', '1e3', '-5', '=1', 'abc', '$ 5'])('%j is no rate', (text) => {
  expect(readRate(text)).toBeUndefined()
})

test('what is written is read again', () => {
  for (const amount of [1, 99, 100, 123_456, 50_000_000]) expect(readPesos(writePesos(amount))).toBe(amount)
  for (const rate of [0, 5, 800, 9_600]) expect(readRate(writeRate(rate))).toBe(rate)
})
