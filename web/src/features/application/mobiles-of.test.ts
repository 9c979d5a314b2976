import { expect, test } from 'vitest'
import { mobilesOf } from './mobiles-of.ts'

test.each([
  ['a mobile as people keep it', ['011 15 2345-6789'], ['11 2345 6789']],
  ['the same number twice', ['+54 9 11 2345-6789', '1123456789'], ['11 2345 6789']],
  [
    'two numbers and a foreign one',
    ['351 555-1234', '+1 202 555 0123', '11 2345 6789'],
    ['351 555 1234', '11 2345 6789'],
  ],
  ['no number', [], []],
])('a picked contact with %s', (_, numbers, expected) => {
  expect(mobilesOf(numbers)).toEqual(expected)
})
