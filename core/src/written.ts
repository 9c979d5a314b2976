import type { CivilDay } from './calendar.ts'

/** Numbers as they stand on an Argentine bill, on every screen and paper alike, whatever the language around them. */

export const NO_BREAK_SPACE = '\u00A0'

/** `12.345`: points between the thousands. */
export const writtenNumber = (number: number | string): string => String(number).replaceAll(/\B(?=(?:\d{3})+$)/g, '.')

/** `299,90 %` from 29990 basis points; `short`, the decimals are left out where there are none: `10 %`. */
export const writtenRate = (basisPoints: number, { short = false }: { readonly short?: boolean } = {}): string => {
  const rest = basisPoints % 100
  const decimals = short && rest === 0 ? '' : `,${String(rest).padStart(2, '0')}`
  return `${writtenNumber((basisPoints - rest) / 100)}${decimals}${NO_BREAK_SPACE}%`
}

/** `15/02/2027` */
export const writtenDay = (day: CivilDay): string => day.split('-').toReversed().join('/')
