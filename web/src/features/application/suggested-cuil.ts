import type { GenderId } from '@hola/core/application/option-ids.ts'
import { formatCuil, suggestCuil } from '@hola/core/identifiers/cuil.ts'
import { checkDni } from '@hola/core/identifiers/dni.ts'

/** What of the form a CUIL is suggested from. */
export type Identity = { readonly dni: string; readonly gender: string }

const isGender = (text: string): text is GenderId => text === 'f' || text === 'm' || text === 'x'

const suggestion = ({ dni: typed, gender }: Identity): string => {
  const dni = checkDni(typed)
  const cuil = dni.ok && isGender(gender) ? suggestCuil(dni.value, gender) : null
  return cuil === null ? '' : formatCuil(cuil)
}

const digitsOf = (text: string): string => text.replaceAll(/\D/g, '')

/**
 * The CUIL field after DNI or gender have changed: a suggestion that nobody touched follows them, what a person wrote
 * stays.
 */
export const followCuil = (cuil: string, before: Identity, after: Identity): string =>
  cuil.trim() === '' || digitsOf(cuil) === digitsOf(suggestion(before)) ? suggestion(after) : cuil

/** Whether the field holds what we suggest, so that the page may say so. */
export const isSuggested = (cuil: string, identity: Identity): boolean =>
  cuil !== '' && digitsOf(cuil) === digitsOf(suggestion(identity))
