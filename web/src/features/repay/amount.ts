import { centavos, subtract, type Centavos } from '@hola/core/money.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { readPesos } from '../../lib/pesos.ts'
import { exactPesos, shortPesos } from '../../shared/offers/quote-parts.ts'

/** What a typed part comes to: what it pays and leaves, or what is wrong with it. */
export type TypedPart =
  | { readonly ok: true; readonly amount: Centavos; readonly left: Centavos }
  | { readonly ok: false; readonly problem: string }

/** Reads the part of a payment as it was typed; the whole is a part that leaves nothing. */
export const partOf = (typed: string, { min, payoff }: { min: Centavos; payoff: Centavos }): TypedPart => {
  const read = readPesos(typed)
  if (typeof read !== 'number' || !Number.isSafeInteger(read))
    return { ok: false, problem: m.repay_part_missing({ min: shortPesos(min) }) }
  const amount = centavos(read)
  if (amount < min) return { ok: false, problem: m.repay_part_small({ min: shortPesos(min) }) }
  if (amount > payoff) return { ok: false, problem: m.repay_part_large({ payoff: exactPesos(payoff) }) }
  return { ok: true, amount, left: subtract(payoff, amount) }
}
