import { basicInfo } from '@hola/core/application/basic.ts'
import { missingFields, requiredFields } from '@hola/core/application/missing.ts'
import firstBasic from '@hola/core/stored/fixtures/step-basic.1.json' with { type: 'json' }
import { expect, test } from 'vitest'

// In the project "next-form" alone, beside upgrade.test.ts: without this nobody would notice that the field is not there.

test('the basic step asks for a field that no earlier applicant was asked for', () => {
  expect(missingFields(requiredFields(basicInfo), firstBasic)).toContain('field_of_the_next_form_centavos')
})
