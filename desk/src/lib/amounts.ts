import { readPesos } from './typed-money.ts'

// Amounts and rates as they stand in the field of a form. A rate has two decimals like an amount: `90,00` is 9000 basis points.

/** `90,00` or `90 %` as basis points; undefined for what is no rate. */
export const readRate = (text: string): number | undefined => readPesos(text.replace(/\s*%\s*$/, '').replace('$', '?'))

const written = (count: number, { short }: { readonly short: boolean }): string => {
  const digits = String(count).padStart(3, '0')
  const rest = digits.slice(-2)
  const whole = digits.slice(0, -2).replaceAll(/\B(?=(?:\d{3})+$)/g, '.')
  return short && rest === '00' ? whole : `${whole},${rest}`
}

/** Without the sign, and without centavos where there are none. */
export const writePesos = (amount: number): string => written(amount, { short: true })

export const writeRate = (basisPoints: number): string => written(basisPoints, { short: false })
