import type { GenderId } from '@hola/core/application/option-ids.ts'
import { checkCuil, suggestCuil } from '@hola/core/identifiers/cuil.ts'
import { dayOf } from './person.ts'
import type { Day, Person, Sex } from './person.ts'

export type BarcodeReading = Person & {
  readonly issued: Day
  readonly copy: string
  /** Only cards with the ninth field carry it. */
  readonly cuil: string | null
}

const name = "\\p{L}[\\p{L} .'’`´-]{0,59}"
const grammar = new RegExp(
  `^(?<tramite>\\d{9,11})@(?<surname>${name})@(?<given>${name})@(?<sex>[FMX])@(?<dni>\\d{7,8})@(?<copy>[A-Z])@(?<birth>\\d\\d/\\d\\d/\\d{4})@(?<issued>\\d\\d/\\d\\d/\\d{4})(?:@(?<cuil>\\d{3}))?$`,
  'u',
)

/** Reads the text of the barcode on the front, or null unless the whole of it is what a card carries: readers do return garbage as valid. */
export const parseDniBarcode = (text: string): BarcodeReading | null => {
  const fields = grammar.exec(text.trim())?.groups
  if (!fields) return null
  const birth = dayOfSlashes(fields['birth'])
  const issued = dayOfSlashes(fields['issued'])
  const dni = (fields['dni'] ?? '').replace(/^0+/, '')
  if (birth === null || issued === null || issued < birth || dni.length < 7) return null
  const cuil = fields['cuil'] === undefined ? null : cuilOf(dni, fields['cuil'])
  if (cuil === undefined) return null
  return {
    dni,
    surname: (fields['surname'] ?? '').trim(),
    givenNames: (fields['given'] ?? '').trim(),
    sex: sexOf(fields['sex']),
    birth,
    issued,
    copy: fields['copy'] ?? '',
    cuil,
  }
}

const sexOf = (letter: string | undefined): Sex => (letter === 'F' || letter === 'M' ? letter : 'X')

const dayOfSlashes = (text = ''): Day | null => {
  const [day = 0, month = 0, year = 0] = text.split('/').map(Number)
  return year < 1900 ? null : dayOf(year, month, day)
}

// Two digits of prefix and the check digit, around the number the card already has.
const cuilOf = (dni: string, prefixAndCheck: string): string | undefined => {
  const checked = checkCuil(`${prefixAndCheck.slice(0, 2)}${dni.padStart(8, '0')}${prefixAndCheck.slice(2)}`)
  return checked.ok ? checked.value : undefined
}

const genders: Readonly<Record<Sex, GenderId>> = { F: 'f', M: 'm', X: 'x' }

/** The text of a card's barcode, for specimens: nine fields, or eight where nobody can tell the CUIL. */
export const composeDniBarcode = (person: Person, issued: Day, tramite: string): string => {
  const cuil = suggestCuil(person.dni, genders[person.sex])
  const fields = [
    tramite,
    person.surname.toUpperCase(),
    person.givenNames.toUpperCase(),
    person.sex,
    person.dni,
    'A',
    slashes(person.birth),
    slashes(issued),
  ]
  return [...fields, ...(cuil === null ? [] : [cuil.slice(0, 2) + cuil.slice(10)])].join('@')
}

export const slashes = (day: Day): string => day.split('-').toReversed().join('/')
