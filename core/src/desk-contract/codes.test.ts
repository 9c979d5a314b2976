import { expect, test } from 'vitest'
import { caseCode, personCode, personCodeField } from './codes.ts'

const id = 'b1e2a74d-0c11-4d3e-9f00-aa5511223344'

test('a person is called by the beginning of her id, the same way everywhere', () => {
  expect(personCode(id)).toBe('P-B1E2A74D')
  expect(personCodeField.safeParse(personCode(id)).success).toBe(true)
  expect(personCodeField.safeParse(id).success).toBe(false)
})

test('a case is called by the beginning of its id', () => {
  expect(caseCode(id)).toBe('B1E2A74D')
})
