import { AGE_MAX_YEARS, AGE_MIN_YEARS } from '../identifiers/age.ts'
import { NAME_LENGTH_MIN } from '../identifiers/person-name.ts'

/**
 * What the sentences about problems, `form_<problem>` of the messages, may ask for. `typed` is how many digits the field
 * holds now.
 */
export const problemParameters = (value: unknown) => ({
  typed: String(value ?? '').replaceAll(/\D/g, '').length,
  letters_min: NAME_LENGTH_MIN,
  age_min: AGE_MIN_YEARS,
  age_max: AGE_MAX_YEARS,
})
