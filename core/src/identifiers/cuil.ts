import type { GenderId } from '../application/option-ids.ts'
import { bad, type Checked, digitsIn, good } from './checked.ts'

const WEIGHTS = [5, 4, 3, 2, 7, 6, 5, 4, 3, 2]

/** Eleven less the remainder: 11 stands for 0, and 10 is no digit, so such a prefix is never given to such a DNI. */
const checkDigit = (firstTen: string): string | null => {
  const sum = WEIGHTS.reduce((total, weight, index) => total + weight * Number(firstTen[index]), 0)
  const digit = (11 - (sum % 11)) % 11
  return digit === 10 ? null : String(digit)
}

/** A CUIL as eleven digits. Any prefix will do: it says nothing certain about a person's gender. */
export const checkCuil = (text: string): Checked<string, 'required_enter' | 'cuil_length' | 'cuil_check_digit'> => {
  const typed = text.trim()
  if (typed === '') return bad('required_enter')
  if (!/^[\d. -]*$/.test(typed)) return bad('cuil_length')
  const digits = digitsIn(typed)
  if (digits.length !== 11) return bad('cuil_length')
  return digits.endsWith(checkDigit(digits) ?? 'none') ? good(digits) : bad('cuil_check_digit')
}

/** Between the prefix and the check digit stands the DNI, padded to eight digits. Both as their checks give them. */
export const isCuilOf = (cuil: string, dni: string): boolean => cuil.slice(2, 10) === dni.padStart(8, '0')

const PREFIXES = { m: '20', f: '27' } as const

/**
 * The CUIL that a DNI most likely has, to be offered and edited, never imposed: duplicates were given other numbers,
 * and with gender X the prefix is drawn by lot, so there is nothing to offer.
 */
export const suggestCuil = (dni: string, gender: GenderId): string | null => {
  if (gender === 'x') return null
  const middle = dni.padStart(8, '0')
  // Where the usual prefix leaves no check digit, 23 takes its place.
  for (const prefix of [PREFIXES[gender], '23']) {
    const digit = checkDigit(prefix + middle)
    if (digit !== null) return prefix + middle + digit
  }
  return null
}

/** `20-12345678-6` */
export const formatCuil = (cuil: string): string => `${cuil.slice(0, 2)}-${cuil.slice(2, 10)}-${cuil.slice(10)}`
