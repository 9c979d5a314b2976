import { formatNumber } from '@hola/i18n/format.ts'

/** Thousands by points, as people write them here; a point before one or two last digits is a foreign decimal one. */
const WHOLE = /^\d{1,3}(?:[. ]\d{3})+$|^\d+$/
const WITH_CENTAVOS = /^(\d{1,3}(?:[. ]\d{3})+|\d+)[.,](\d{1,2})$/

const digitsOf = (text: string): string => text.replaceAll(/\D/g, '')

/**
 * An amount as it goes into the body. What is no amount goes as it was typed, so that the schema names the problem;
 * nothing typed is nothing sent.
 */
export const readPesos = (typed: string): number | string | undefined => {
  const text = typed.replace(/^\s*\$/, '').trim()
  if (text === '') return undefined
  if (WHOLE.test(text)) return Number(digitsOf(text)) * 100
  const [, whole, centavos] = WITH_CENTAVOS.exec(text) ?? []
  if (whole === undefined || centavos === undefined) return typed
  return Number(digitsOf(whole)) * 100 + Number(centavos.padEnd(2, '0'))
}

/** `350.000`, once the amount is typed; anything else stays as it is. */
export const tidyPesos = (typed: string): string => {
  const centavos = readPesos(typed)
  return typeof centavos === 'number' && centavos % 100 === 0 ? formatNumber(centavos / 100) : typed
}

export const writePesos = (centavos: number): string => formatNumber(centavos / 100)

/** A count as it goes into the body. */
export const readCount = (typed: string): number | string | undefined => {
  const text = typed.trim()
  if (text === '') return undefined
  return /^\d+$/.test(text) ? Number(text) : typed
}
