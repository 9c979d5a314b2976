import { bad, type Checked, good } from './checked.ts'
import { LETTER, lengthOf, tidy } from './written.ts'

export const STREET_LENGTH_MAX = 80
export const STREET_NUMBER_LENGTH_MAX = 10
export const LOCALITY_LENGTH_MAX = 60

const WRITTEN = new RegExp(`^(?:${LETTER}|[0-9 .,'"°ºª#&/()-])*$`, 'u')

type WrittenProblem = 'required_enter' | 'too_long' | 'text_characters'

/** Words of an address: letters, digits and the marks that addresses are written with. Nothing that draws or hides. */
const checkWritten = (text: string, lengthMax: number): Checked<string, WrittenProblem> => {
  const written = tidy(text)
  if (written === '') return bad('required_enter')
  if (!WRITTEN.test(written) || !/[\p{L}0-9]/u.test(written)) return bad('text_characters')
  return lengthOf(written) > lengthMax ? bad('too_long') : good(written)
}

/** One digit is enough: in La Plata the streets are numbers. */
export const checkStreet = (text: string): Checked<string, WrittenProblem> => checkWritten(text, STREET_LENGTH_MAX)

/** Also `S/N`, where the houses have none. */
export const checkStreetNumber = (text: string): Checked<string, WrittenProblem> =>
  checkWritten(text, STREET_NUMBER_LENGTH_MAX)

export const checkLocality = (text: string): Checked<string, WrittenProblem> => checkWritten(text, LOCALITY_LENGTH_MAX)

/** The four digits that people know, or the eight characters of the newer code: `1425`, `C1425ABC`. */
export const checkPostalCode = (text: string): Checked<string, 'required_enter' | 'not_a_postal_code'> => {
  const code = text.replaceAll(/\s/g, '').toUpperCase()
  if (code === '') return bad('required_enter')
  return /^(?:[A-Z]\d{4}[A-Z]{3}|\d{4})$/.test(code) ? good(code) : bad('not_a_postal_code')
}
