import { AGE_MAX_YEARS, AGE_MIN_YEARS } from '../identifiers/age.ts'
import { NAME_LENGTH_MIN } from '../identifiers/person-name.ts'

/** A stranger may send anything in a field: an object is asked nothing, not even how it is written as a text. */
const digitsIn = (value: unknown): number =>
  typeof value === 'string' || typeof value === 'number' ? String(value).replaceAll(/\D/g, '').length : 0

/**
 * What the sentences about problems, `form_<problem>` of the messages, may ask for. `typed` is how many digits the field
 * holds now.
 */
export const problemParameters = (value: unknown) => ({
  typed: digitsIn(value),
  letters_min: NAME_LENGTH_MIN,
  age_min: AGE_MIN_YEARS,
  age_max: AGE_MAX_YEARS,
})
