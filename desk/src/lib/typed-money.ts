import type { Centavos } from '@hola/core/money.ts'
import { centavos } from '@hola/core/money.ts'

const TYPED = /^\$?\s*(?<whole>\d{1,3}(?:\.\d{3})+|\d{1,11})(?:,(?<part>\d{1,2}))?$/

/** `161.529,45`, `161529,4` or `$ 161529` as centavos; undefined when it is no amount. */
export const readPesos = (typed: string): Centavos | undefined => {
  const { whole, part = '' } = TYPED.exec(typed.trim())?.groups ?? {}
  if (whole === undefined) return undefined
  return centavos(Number(whole.replaceAll('.', '')) * 100 + Number(part.padEnd(2, '0')))
}

/** As it would be typed: `161.529,45`. */
export const typePesos = (amount: number): string => {
  const digits = String(amount).padStart(3, '0')
  return `${digits.slice(0, -2)},${digits.slice(-2)}`
}
