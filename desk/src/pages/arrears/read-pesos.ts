import type { Centavos } from '@hola/core/money.ts'
import { centavos } from '@hola/core/money.ts'

const PESOS = /^\$?\s*(?<whole>\d{1,3}(?:\.\d{3})*|\d{1,9})(?:,(?<cents>\d{1,2}))?$/

/** Pesos as people here write them, `15.000,50`; undefined when it is no amount. */
export const readPesos = (typed: string): Centavos | undefined => {
  const { whole, cents = '' } = PESOS.exec(typed.trim())?.groups ?? {}
  if (whole === undefined) return undefined
  const amount = Number(whole.replaceAll('.', '')) * 100 + Number(cents.padEnd(2, '0'))
  return amount > 0 ? centavos(amount) : undefined
}
