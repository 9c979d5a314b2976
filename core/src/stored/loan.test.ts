import { expect, test } from 'vitest'
import { centavos } from '../money.ts'
import { keptDifferences } from './loan.ts'

test('a difference of a day that took back more than it brought can be read again', () => {
  const difference = {
    cause: 'missing_there',
    id: '1',
    providerId: null,
    orderNumber: null,
    ours: centavos(-100),
    theirs: centavos(-200),
    ourDay: null,
    theirDay: null,
  }
  expect(keptDifferences.read(keptDifferences.write([difference]))).toEqual([difference])
})
