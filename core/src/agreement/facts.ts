import type { CivilDay } from '../calendar.ts'
import type { LatePricing } from '../loan/account.ts'
import type { Pricing, Quote } from '../loan/quote.ts'
import type { Centavos } from '../money.ts'

/**
 * Everything that an agreement says about one loan and one person. Plain JSON values only: equal facts and an equal
 * version of the text give the same document, byte for byte.
 */
export type AgreementFacts = {
  readonly borrower: {
    readonly fullName: string
    readonly dni: string
    readonly cuil: string
    readonly address: string
    readonly phone: string | null
    readonly mail: string | null
  }
  readonly account: {
    readonly institutionName: string
    readonly kind: 'cbu' | 'cvu' | 'alias'
    readonly number: string
    readonly holderName: string
  }
  readonly product: {
    readonly productId: string
    readonly version: string
    /** In Spanish, the language of the agreement. */
    readonly name: string
  }
  /** With the fee of the person's membership level. */
  readonly pricing: Pricing & LatePricing
  readonly partialPaymentMin: Centavos
  readonly quote: Quote
  /** What a coupon takes off the fee; zero without one. */
  readonly feeReduction: Centavos
  /** The ceiling of all late charges together. */
  readonly lateMax: Centavos
  /** The last day of the right of withdrawal, when the money leaves on the quote's payout day. */
  readonly withdrawalUntilDay: CivilDay
  readonly madeOnDay: CivilDay
}
