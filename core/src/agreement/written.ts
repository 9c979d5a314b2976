import type { CivilDay } from '../calendar.ts'
import { formatCuil } from '../identifiers/cuil.ts'
import { formatPhoneInternational } from '../identifiers/phone.ts'

/** How the agreement writes what it is given. A blank of the model agreement is no number, and stays as it is. */

const NO_BREAK_SPACE = '\u00A0'

const withPoints = (digits: string): string => digits.replaceAll(/\B(?=(?:\d{3})+$)/g, '.')

/** `299,90 %` from 29990 basis points; the decimals are left out where there are none and the rate is whole by nature. */
export const writtenRate = (basisPoints: number, { short = false }: { readonly short?: boolean } = {}): string => {
  const rest = basisPoints % 100
  const whole = withPoints(String((basisPoints - rest) / 100))
  const decimals = short && rest === 0 ? '' : `,${String(rest).padStart(2, '0')}`
  return `${whole}${decimals}${NO_BREAK_SPACE}%`
}

/** `15/02/2027` */
export const writtenDay = (day: CivilDay): string => day.split('-').toReversed().join('/')

/** `91 días` */
export const writtenDays = (count: number): string => `${count}${NO_BREAK_SPACE}${count === 1 ? 'día' : 'días'}`

/** `12.345.678` */
export const writtenDni = (dni: string): string => (/^\d+$/.test(dni) ? withPoints(dni) : dni)

/** `20-12345678-6` */
export const writtenCuil = (cuil: string): string => (/^\d{11}$/.test(cuil) ? formatCuil(cuil) : cuil)

/** `+54 9 11 2345 6789` */
export const writtenPhone = (phone: string): string =>
  /^\+549\d{10}$/.test(phone) ? formatPhoneInternational(phone).replaceAll(' ', NO_BREAK_SPACE) : phone
