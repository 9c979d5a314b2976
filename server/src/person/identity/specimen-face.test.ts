import { someOf } from '@hola/core/test-proof.ts'
import { expect, test } from 'vitest'
import { drawSelfie, drawSpecimen } from './specimen.ts'

const person = { dni: '30111222', surname: 'Romero', givenNames: 'Ariel', birth: '1983-08-14' } as const

const specimens = [
  ['F', 'ok', 'b'],
  ['M', 'ok', 'a'],
  ['F', 'other_face', 'a'],
  ['M', 'other_face', 'b'],
] as const

test.each(someOf('specimens and the faces on them', specimens, 1))(
  'cards of F and M have two faces; "another face" is the other one: %s, %s',
  async (sex, variant, face) => {
    const { selfie } = await drawSpecimen({ ...person, sex }, variant, '2026-11-16')
    expect(selfie.equals(await drawSelfie(face, person.dni, {}))).toBe(true)
  },
)
