import type { Problem } from '../form/problems.ts'

/** What came of reading something typed: the value as it is stored, or the name of what is wrong with it. */
export type Checked<Value, Name extends Problem> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly problem: Name }

export const good = <Value>(value: Value): { readonly ok: true; readonly value: Value } => ({ ok: true, value })

export const bad = <Name extends Problem>(problem: Name): { readonly ok: false; readonly problem: Name } => ({
  ok: false,
  problem,
})

export const digitsIn = (text: string): string => text.replaceAll(/\D/g, '')
