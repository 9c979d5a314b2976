import type { CivilDay } from '@hola/core/calendar.ts'
import type { Random } from '@hola/core/clock.ts'
import { ALPHABET } from '@hola/core/identifiers/order-number.ts'
import type { RequestKind } from './store.ts'

/** Arrepentimiento, baja, reclamo, acceso a los datos, corrección de los datos. */
const prefixes: Readonly<Record<RequestKind, string>> = {
  regret: 'ARR',
  unsubscribe: 'BAJ',
  complaint: 'REC',
  data_access: 'ACC',
  data_change: 'DAT',
}

const LETTERS = 4
/** Bytes above the last whole round of letters are drawn again: taken, they would make some letters likelier. */
const EVEN_LIMIT = Math.floor(256 / ALPHABET.length) * ALPHABET.length

/** `ARR-20261116-7K3M`: what it is, the day in Argentina, and letters that nobody takes for others. */
export const drawTrackingNumber = (random: Random, kind: RequestKind, day: CivilDay): string => {
  let letters = ''
  while (letters.length < LETTERS) {
    const [byte = EVEN_LIMIT] = random.bytes(1)
    if (byte < EVEN_LIMIT) letters += ALPHABET.charAt(byte % ALPHABET.length)
  }
  return `${prefixes[kind]}-${day.replaceAll('-', '')}-${letters}`
}

const TYPED = /^([A-Z]{3})(\d{8})([0-9A-Z]{4})$/

/** The number that somebody typed, with or without its dashes, in letters of any size; undefined when it is none. */
export const readTrackingNumber = (typed: string): string | undefined => {
  const [, prefix, day, letters] = TYPED.exec(typed.toUpperCase().replaceAll(/[^0-9A-Z]/g, '')) ?? []
  return letters === undefined ? undefined : `${prefix}-${day}-${letters}`
}
