import { expect, test } from 'vitest'
import { splitStreet } from './split-street.ts'

test.each([
  ['Av. Corrientes 1234', 'Av. Corrientes', '1234'],
  ['25 de Mayo 450', '25 de Mayo', '450'],
  ['Calle 13 1234', 'Calle 13', '1234'],
  ['Diagonal 74 N° 1234', 'Diagonal 74', '1234'],
  ['  San Martín   nro 8 ', 'San Martín', '8'],
])('%s: the number goes to its own field', (typed, street, number) => {
  expect(splitStreet(typed)).toEqual({ street, number })
})

test.each(['Mitre', '9 de Julio', 'Calle 13', 'Av. 44', 'Ruta 8', '13', '13 1234', 'Mitre 123 4B', '1234', ''])(
  '%s stays as it is',
  (typed) => {
    expect(splitStreet(typed)).toBeUndefined()
  },
)
