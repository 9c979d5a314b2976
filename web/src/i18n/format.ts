import { writtenNumber, writtenRate } from '@hola/core/written.ts'
import { m } from './compiled/messages.js'

/**
 * `299,90 %` from 29990 basis points. Rates stand beside amounts in pesos, so they wear the same notation in every
 * language: one screen never uses the comma in two senses.
 */
export const formatRate = (basisPoints: number): string => writtenRate(basisPoints)

/** `10 %` where a rate has no decimals, as people say it in a sentence; `12,50 %` where it has. */
export const formatShortRate = (basisPoints: number): string => writtenRate(basisPoints, { short: true })

/** `12.345`: thousands by points, as everywhere on an Argentine bill. */
export const formatNumber = (number: number): string => writtenNumber(number)

/** In Spanish "o" is "u" before eight, eleven, and whatever begins with them. */
const SPOKEN_WITH_O = /^(8|11(\.|$))/

/**
 * `62, 91 o 120` / `62, 91 or 120`. Joined here: a browser takes 35 ms to make its own list formatter, and a cheap phone
 * four times that, before Home can be drawn.
 */
export const formatChoices = (choices: readonly (number | string)[]): string => {
  const [last = '', ...before] = choices.map(String).toReversed()
  if (before.length === 0) return last
  const first = before.toReversed().join(', ')
  return SPOKEN_WITH_O.test(last) ? m.lib_or_before_o({ first, last }) : m.lib_or({ first, last })
}
