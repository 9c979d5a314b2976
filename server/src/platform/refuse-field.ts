import { type Refusal, refuse } from '@hola/core/errors.ts'
import type { FieldProblem } from '@hola/core/form/problems.ts'
import type { WireLanguage } from '@hola/core/language.ts'
import { sayField, sayProblem } from '@hola/i18n/say-field.ts'

/** The answer to a field that breaks a rule between fields, with the field's name as the form shows it. */
export const refuseField = ({ path, problem }: FieldProblem, language: WireLanguage, value?: unknown): Refusal =>
  problem === 'same_phone'
    ? // The specification fixes the whole message.
      refuse('different_phone_needed')
    : refuse('invalid_body', { field: sayField(path, language), problem: sayProblem(problem, language, value) })
