import { problemParameters } from '@hola/core/form/problem-parameters.ts'
import type { Problem } from '@hola/core/form/problems.ts'
import { form } from './compiled/form.js'
import { getLocale, locales } from './compiled/runtime.js'

/** What is wrong with a field, in the language of the page. */
export const problemText = (problem: Problem, value?: unknown): string => {
  const texts = form[problem]
  const parameters: Readonly<Record<string, number>> = problemParameters(value)
  return (texts[locales.indexOf(getLocale())] ?? texts[0]).replace(/\{(\w+)\}/, (_, name: string) =>
    String(parameters[name]),
  )
}
