import { writtenNumber, writtenRate } from '@hola/core/written.ts'
import { m } from './compiled/messages.js'
import { locale } from './locale.ts'

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

type Unit = 'day' | 'hour' | 'minute' | 'second'

/** `91 días`, `1 day`: so many of a unit of time, in the language and the number that belong to them. */
export const formatUnit = (count: number, unit: Unit): string =>
  new Intl.NumberFormat(locale(), { style: 'unit', unit, unitDisplay: 'long' }).format(count)

/** `6 días, 23 horas y 1 minuto`: one after the other, as they are said. */
export const formatUnits = (units: readonly (readonly [count: number, unit: Unit])[]): string =>
  new Intl.ListFormat(locale(), { type: 'conjunction' }).format(units.map(([count, unit]) => formatUnit(count, unit)))
