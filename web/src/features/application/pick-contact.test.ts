import { expect, test } from 'vitest'
import { readContact } from './pick-contact.ts'

test.each([
  [
    'a mobile as people keep it',
    { name: [' Ana Díaz '], tel: ['011 15 2345-6789'] },
    { name: 'Ana Díaz', phones: ['11 2345 6789'] },
  ],
  [
    'the same number twice',
    { name: ['Ana'], tel: ['+54 9 11 2345-6789', '1123456789'] },
    { name: 'Ana', phones: ['11 2345 6789'] },
  ],
  [
    'two numbers and a foreign one',
    { name: ['Ana'], tel: ['351 555-1234', '+1 202 555 0123', '11 2345 6789'] },
    { name: 'Ana', phones: ['351 555 1234', '11 2345 6789'] },
  ],
  ['no number', { name: ['Ana'] }, { name: 'Ana', phones: [] }],
  ['nothing', {}, { name: '', phones: [] }],
])('a picked contact with %s', (_, picked, expected) => {
  expect(readContact(picked)).toEqual(expected)
})
