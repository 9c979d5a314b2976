import { civilDayOf } from '@hola/core/calendar.ts'
import type { Clock } from '@hola/core/clock.ts'
import { drawSpecimen, sexes } from '../../person/identity/public.ts'
import type { SpecimensBody, SpecimensRet } from './shapes.ts'

/** Photographs that the identity check reads like any others: nothing in the product treats them differently. */
export const makeSpecimens = async (
  clock: Clock,
  { first_name: givenNames, last_name: surname, dni, birth_day: birth, gender, variant }: SpecimensBody,
): Promise<SpecimensRet> => {
  const person = { dni, surname, givenNames, sex: sexes[gender], birth }
  const { front, back, selfie } = await drawSpecimen(person, variant, civilDayOf(clock.now()))
  return {
    front_base64: front.toString('base64'),
    back_base64: back.toString('base64'),
    selfie_base64: selfie.toString('base64'),
  }
}
