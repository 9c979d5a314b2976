import * as z from 'zod/mini'
import type { CivilDay } from '../calendar.ts'
import type { Centavos } from '../money.ts'

/**
 * The values of what is kept. They were checked by the form, the contract or the provider that let them in; here they are
 * only known again. That keeps a rule that has become stricter since from shutting out what was right in its day, and
 * makes reading cheap: Home opens three steps on every call.
 */

const TEXT_LENGTH_MAX = 400
/** Far above any sum, count or score, and still exact. */
const NUMBER_MAX = 10_000_000_000_000

/** Short text, as of a field. */
export const text = z.string().check(z.maxLength(TEXT_LENGTH_MAX))
/** An id of one of our closed lists, which may grow and never lose one: `option-ids` in the fixtures has them all. */
export const idOf = <Id extends string>() => text as unknown as z.ZodMiniType<Id, string>
export const whole = z.int().check(z.minimum(0), z.maximum(NUMBER_MAX))
export const money = whole as unknown as z.ZodMiniType<Centavos, number>
/** Below nothing on a day that took back more than it brought. */
export const signedMoney = z.int().check(z.minimum(-NUMBER_MAX), z.maximum(NUMBER_MAX)) as unknown as z.ZodMiniType<
  Centavos,
  number
>
export const day = text as unknown as z.ZodMiniType<CivilDay, string>
