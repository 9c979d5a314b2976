import { problemParameters } from '@hola/core/form/problem-parameters.ts'
import type { Problem } from '@hola/core/form/problems.ts'
import { has, say } from './words.ts'

/** The message that names a field, the one that its form shows above it: `address.street` is `application_field_street`. */
const keyOf = (path: string): string =>
  `application_field_${path.replace(/^address\./, '').replace(/^emergency_(contact_\d)\.(contact_)?/, '$1_')}`

/** A field's name for the person, by its path in the body; one that no form shows keeps its name of the contract. */
export const sayField = (path: string, language: string): string => {
  const key = keyOf(path)
  return has(key) ? say(key, language) : path
}

/** What is wrong with a field, as the page says it, with what the field holds where the sentence needs it. */
export const sayProblem = (problem: Problem, language: string, value?: unknown): string =>
  say(`form_${problem}`, language, problemParameters(value))
