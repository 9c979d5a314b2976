import { bad, type Checked, good } from './checked.ts'

/** A DNI as digits, however it was typed: `12.345.678`, `12 345 678`, `05123456`. */
export const checkDni = (text: string): Checked<string, 'required_enter' | 'not_a_dni'> => {
  const typed = text.trim()
  if (typed === '') return bad('required_enter')
  // A leading zero pads an old number to eight digits; without it the same person is always the same text.
  const digits = typed.replaceAll(/[. ]/g, '').replace(/^0+/, '')
  return /^\d{7,8}$/.test(digits) ? good(digits) : bad('not_a_dni')
}

/** As it stands on the card: `12.345.678`. */
export const formatDni = (dni: string): string => dni.replaceAll(/\B(?=(?:\d{3})+$)/g, '.')
