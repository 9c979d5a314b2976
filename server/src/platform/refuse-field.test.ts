import { sayRefusal } from '@hola/i18n/say-refusal.ts'
import { expect, test } from 'vitest'
import { refuseField } from './refuse-field.ts'

test('a refused field is named, with its problem, in the language of the person', () => {
  const problem = { path: 'cuil', problem: 'cuil_not_of_dni' } as const
  expect(sayRefusal(refuseField(problem, 'es'), 'es')).toBe(
    'Revisá "CUIL": Este CUIL no contiene el DNI de arriba, revisá los dos',
  )
})

test('a phone that is taken is refused by the specification’s whole sentence', () => {
  const refusal = refuseField({ path: 'emergency_contact_1.contact_phone', problem: 'same_phone' }, 'en')
  expect(sayRefusal(refusal, 'en')).toBe('Please select a different phone number')
})
