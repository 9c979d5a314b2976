import { describe, expect, test } from 'vitest'
import { followCuil, isSuggested } from './suggested-cuil.ts'

const nobody = { dni: '', gender: '' }
const woman = { dni: '12.345.678', gender: 'f' }

describe('the CUIL follows DNI and gender', () => {
  test.each([
    ['a DNI and a gender suggest one', '', nobody, woman, '27-12345678-0'],
    ['a man has another', '', nobody, { dni: '12345678', gender: 'm' }, '20-12345678-6'],
    ['the old prefix does not fit every DNI', '', nobody, { dni: '30000002', gender: 'm' }, '23-30000002-9'],
    ['a suggestion follows a corrected DNI', '27-12345678-0', woman, { dni: '5123456', gender: 'm' }, '20-05123456-2'],
    ['a suggestion goes with an unfinished DNI', '27-12345678-0', woman, { dni: '12.345', gender: 'f' }, ''],
    ['gender X has no suggestion', '27-12345678-0', woman, { dni: '12345678', gender: 'x' }, ''],
    ['what a person wrote stays', '24-12345678-1', woman, { dni: '12345678', gender: 'm' }, '24-12345678-1'],
    ['also what she has only begun', '24', woman, { dni: '12345679', gender: 'f' }, '24'],
    ['a DNI alone suggests nothing', '', nobody, { dni: '12345678', gender: '' }, ''],
  ])('the CUIL: %s', (_, cuil, before, after, expected) => {
    expect(followCuil(cuil, before, after)).toBe(expected)
  })
})

test.each([
  ['27-12345678-0', woman, true],
  ['27123456780', woman, true],
  ['24-12345678-1', woman, false],
  ['', nobody, false],
])('%j is our suggestion: %#', (cuil, identity, expected) => {
  expect(isSuggested(cuil, identity)).toBe(expected)
})
