import type { CivilDay } from '@hola/core/calendar.ts'
import { isCivilDay } from '@hola/core/calendar.ts'
import type { Centavos } from '@hola/core/money.ts'
import { centavos, pesos } from '@hola/core/money.ts'
import { UsageProblem } from './problem.ts'

const PESOS_MAX = 1_000_000_000

export const isId = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)

export const readId = (text: string): string => {
  if (!isId(text)) throw new UsageProblem(`"${text}" is no id: it is the long one that the lists show.`)
  return text.toLowerCase()
}

/** Whole pesos, with or without the points between the thousands. */
export const readPesos = (option: string, text: string): Centavos => {
  const digits = /^(\d{1,3}(\.\d{3})+|\d{1,10})$/.test(text) ? text.replaceAll('.', '') : ''
  const count = Number(digits)
  if (digits === '' || count < 1 || count > PESOS_MAX)
    throw new UsageProblem(`--${option} is "${text}": it must be whole pesos, like 150000 or 150.000.`)
  return pesos(count)
}

/** An amount to the centavo, as a statement prints it: 1234, 1.234 or 1.234,50. */
export const readMoney = (option: string, text: string): Centavos => {
  const [, whole = '', part = ''] = /^(\d{1,3}(?:\.\d{3})+|\d{1,10})(?:,(\d\d))?$/.exec(text) ?? []
  const count = Number(whole.replaceAll('.', '')) * 100 + Number(part)
  if (whole === '' || count < 1 || count > PESOS_MAX * 100)
    throw new UsageProblem(`--${option} is "${text}": it must be an amount, like 1500 or 1.500,50.`)
  return centavos(count)
}

export const readCount = (option: string, text: string, most: number): number => {
  const count = /^\d{1,6}$/.test(text) ? Number(text) : 0
  if (count < 1 || count > most)
    throw new UsageProblem(`--${option} is "${text}": it must be a whole number from 1 to ${most}.`)
  return count
}

export const readDay = (option: string, text: string): CivilDay => {
  if (!isCivilDay(text)) throw new UsageProblem(`--${option} is "${text}": it must be a day, like 2026-11-16.`)
  return text
}

export const readOneOf = <const Value extends string>(
  option: string,
  text: string,
  values: readonly Value[],
): Value => {
  const value = values.find((one) => one === text)
  if (value === undefined) throw new UsageProblem(`--${option} is "${text}": it must be one of ${values.join(', ')}.`)
  return value
}

/** As long as the contract lets an answer be. */
const SENTENCE_LENGTH_MAX = 500

export const readSentence = (option: string, text: string): string => {
  if (text.length > SENTENCE_LENGTH_MAX || /\p{Cc}/u.test(text))
    throw new UsageProblem(`--${option} has ${SENTENCE_LENGTH_MAX} characters at most, all on one line.`)
  return text
}
