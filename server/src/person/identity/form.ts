import type { GenderId } from '@hola/core/application/option-ids.ts'
import type { SavedBasic } from '@hola/core/stored/steps.ts'
import type { BlindIndex, Sealer } from '../../platform/sealed/public.ts'
import type { Person, Sex } from './person.ts'

export const sexes: Readonly<Record<GenderId, Sex>> = { f: 'F', m: 'M', x: 'X' }

/** The person as the form has her: what a card is held against. */
export const personOf = (basic: SavedBasic): Person => ({
  dni: basic.national_id_number,
  surname: basic.last_name,
  givenNames: basic.first_name,
  sex: sexes[basic.gender_id],
  birth: basic.birth_day,
})

/** Tells whether a verdict still speaks of what the form says: another answer on the same page changes nothing. */
export const indexForm = (sealer: Sealer, { dni, surname, givenNames, sex, birth }: Person): BlindIndex =>
  sealer.blindIndex(JSON.stringify([dni, surname, givenNames, sex, birth]), 'identity form')
