import { formatCuil } from '../identifiers/cuil.ts'
import { formatPhoneInternational } from '../identifiers/phone.ts'
import { NO_BREAK_SPACE, writtenNumber } from '../written.ts'

/** How the agreement writes what it is given. A blank of the model agreement is no number, and stays as it is. */

/** `91 días` */
export const writtenDays = (count: number): string => `${count}${NO_BREAK_SPACE}${count === 1 ? 'día' : 'días'}`

/** `12.345.678` */
export const writtenDni = (dni: string): string => (/^\d+$/.test(dni) ? writtenNumber(dni) : dni)

/** `20-12345678-6` */
export const writtenCuil = (cuil: string): string => (/^\d{11}$/.test(cuil) ? formatCuil(cuil) : cuil)

/** `+54 9 11 2345 6789` */
export const writtenPhone = (phone: string): string =>
  /^\+549\d{10}$/.test(phone) ? formatPhoneInternational(phone).replaceAll(' ', NO_BREAK_SPACE) : phone
