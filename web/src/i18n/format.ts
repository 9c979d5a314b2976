import { writtenNumber, writtenRate } from '@hola/core/written.ts'
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

/** `62, 91 o 120` / `62, 91 or 120`. */
export const formatChoices = (choices: readonly (number | string)[]): string =>
  // The English of the product has no comma before the "or".
  new Intl.ListFormat(locale() === 'en' ? 'en-GB' : locale(), { type: 'disjunction' }).format(choices.map(String))
