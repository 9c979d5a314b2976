import { CURRENCY_SYMBOL } from './constants.ts'
import { NO_BREAK_SPACE, writtenNumber } from './written.ts'

declare const centavosBrand: unique symbol

/** Money: a whole number of centavos. The brand keeps pesos, rates and day counts from being mixed in by mistake. */
export type Centavos = number & { readonly [centavosBrand]: true }

/** Takes a whole number as money. Anything else is a bug, also a number too large to be counted exactly. */
export const centavos = (count: number): Centavos => {
  if (!Number.isSafeInteger(count)) throw new RangeError(`not a whole, exact number of centavos: ${count}`)
  // Minus zero would print as "-$ 0,00".
  return (count === 0 ? 0 : count) as Centavos
}

export const pesos = (count: number): Centavos => centavos(count * 100)

export const add = (...amounts: readonly Centavos[]): Centavos =>
  centavos(amounts.reduce<number>((sum, amount) => centavos(sum + amount), 0))

export const subtract = (amount: Centavos, less: Centavos): Centavos => centavos(amount - less)

/**
 * THE rounding rule, for money and for the rates we print: to the nearest whole, a half goes up. It works on exact
 * fractions, so no binary fraction ever decides a centavo.
 */
export const roundHalfUp = (numerator: bigint, denominator: bigint): bigint => {
  if (denominator <= 0n) throw new RangeError('a fraction to round needs a denominator above zero')
  const doubled = 2n * numerator + denominator
  const quotient = doubled / (2n * denominator)
  // BigInt division cuts towards zero; below zero that would round a half the other way.
  return doubled < 0n && doubled % (2n * denominator) !== 0n ? quotient - 1n : quotient
}

/** amount × numerator ÷ denominator, rounded once, at the end. */
export const multiplyRate = (amount: Centavos, numerator: bigint | number, denominator: bigint | number): Centavos =>
  centavos(Number(roundHalfUp(BigInt(amount) * BigInt(numerator), BigInt(denominator))))

/**
 * `$ 120.000,00`, in Argentine notation whatever the language: it is how the currency is written where it is used,
 * and one amount must not look like two. Without centavos only where there are none: a shown amount is never cut.
 */
export const formatPesos = (
  amount: Centavos,
  { centavos: withCentavos = true }: { readonly centavos?: boolean } = {},
): string => {
  const digits = String(Math.abs(amount)).padStart(3, '0')
  const whole = writtenNumber(digits.slice(0, -2))
  const part = digits.slice(-2)
  const shown = withCentavos || part !== '00' ? `${whole},${part}` : whole
  return `${amount < 0 ? '-' : ''}${CURRENCY_SYMBOL}${NO_BREAK_SPACE}${shown}`
}
