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

/**
 * An amount while it is typed: its dots come by themselves. `before` is what the field held: what changes by more than
 * a digit and its dot was pasted or filled in, and is read as a whole. A point that somebody types begins the centavos, as
 * the comma does.
 */
export const dotPesos = (typed: string, before: string): string => {
  if (Math.abs(typed.length - before.length) > 2) return tidyPesos(typed)
  if (/^[\d.]*\d\.$/.test(typed) && typed.length > before.length) return `${typed.slice(0, -1)},`
  if (!/^[\d.]*\d[\d.]*$/.test(typed)) return typed
  return formatNumber(Number(digitsOf(typed)))
}

/**
 * Writes the dots into the field; the caret stays before the digits that it stood before. Whoever deletes a dot means
 * the digit beside it: the dot alone would be back at once.
 */
export const dotField = (input: HTMLInputElement, before: string): void => {
  const end = input.selectionEnd ?? input.value.length
  const isDotDeleted = input.value.length === before.length - 1 && digitsOf(input.value) === digitsOf(before)
  const typed = isDotDeleted && end > 0 ? input.value.slice(0, end - 1) + input.value.slice(end) : input.value
  const dotted = dotPesos(typed, before)
  if (dotted === input.value) return
  const digitsAfter = digitsOf(input.value.slice(end)).length
  input.value = dotted
  let caret = dotted.length
  while (digitsOf(dotted.slice(caret)).length < digitsAfter) caret -= 1
  input.setSelectionRange(caret, caret)
}

export const writePesos = (centavos: number): string => formatNumber(centavos / 100)

/** A count as it goes into the body. */
export const readCount = (typed: string): number | string | undefined => {
  const text = typed.trim()
  if (text === '') return undefined
  return /^\d+$/.test(text) ? Number(text) : typed
}
