import { bad, type Checked, good } from './checked.ts'
import { LETTER, lengthOf, tidy } from './written.ts'

export const NAME_LENGTH_MIN = 2
export const NAME_LENGTH_MAX = 60
/** First and last names together. */
export const FULL_NAME_LENGTH_MAX = 120

const NAME = new RegExp(`^${LETTER}(?:${LETTER}|[ '-])*$`, 'u')

type NameProblem = 'required_enter' | 'too_short' | 'too_long' | 'name_characters'

/** A person's name: letters of any language, spaces, apostrophes and hyphens. */
export const checkPersonName = (text: string, lengthMax = NAME_LENGTH_MAX): Checked<string, NameProblem> => {
  const name = tidy(text)
  if (name === '') return bad('required_enter')
  if (!NAME.test(name)) return bad('name_characters')
  if (lengthOf(name) < NAME_LENGTH_MIN) return bad('too_short')
  return lengthOf(name) > lengthMax ? bad('too_long') : good(name)
}

const wordsOf = (name: string): string[] =>
  name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== '')

/**
 * Whether a full name is that of a person with these first and last names, in any order, with or without accents and
 * middle names: banks and people leave some out, but never all first or all last names, and add none.
 */
export const isNameOf = (fullName: string, firstName: string, lastName: string): boolean => {
  const [words, first, last] = [wordsOf(fullName), wordsOf(firstName), wordsOf(lastName)]
  return (
    words.every((word) => first.includes(word) || last.includes(word)) &&
    first.some((word) => words.includes(word)) &&
    last.some((word) => words.includes(word))
  )
}
