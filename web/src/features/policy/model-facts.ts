import type { AgreementFacts } from '@hola/core/agreement/facts.ts'
import type { CivilDay } from '@hola/core/calendar.ts'
import { lateMaxOf } from '@hola/core/loan/account.ts'
import { centavos } from '@hola/core/money.ts'
import type { Product } from '../../shared/offers/quote-parts.ts'

/** Where an agreement has what belongs to one person and one day. */
export const BLANK = '[…]'
const BLANK_DAY = BLANK as CivilDay

/** A model agreement has the numbers of the product's example, and blanks for the person and the days. */
export const modelFacts = (product: Product, spanishName: string): AgreementFacts => {
  const { example, pricing } = product
  const rates = {
    feeBasisPoints: pricing.fee_basis_points,
    tnaBasisPoints: pricing.tna_basis_points,
    vatBasisPoints: pricing.vat_basis_points,
    lateOneTimeBasisPoints: pricing.late_one_time_basis_points,
    lateOneTimeUnpaidMin: pricing.late_one_time_unpaid_min_centavos,
    lateDailyBasisPoints: pricing.late_daily_basis_points,
    lateMaxBasisPoints: pricing.late_max_basis_points,
  }
  return {
    borrower: { fullName: BLANK, dni: BLANK, cuil: BLANK, address: BLANK, phone: BLANK, mail: BLANK },
    account: { institutionName: BLANK, kind: 'cbu', number: BLANK, holderName: BLANK },
    product: { productId: product.product_id, version: product.version, name: spanishName },
    pricing: rates,
    partialPaymentMin: product.partial_payment_min_centavos,
    quote: {
      amount: example.amount_centavos,
      termDays: example.term_days,
      feeBefore: example.fee_centavos,
      fee: example.fee_centavos,
      arrival: example.arrival_centavos,
      interest: example.interest_centavos,
      vat: example.vat_centavos,
      repayment: example.repayment_centavos,
      payoutDay: BLANK_DAY,
      dueDay: BLANK_DAY,
      tnaBasisPoints: example.tna_basis_points,
      teaBasisPoints: example.tea_basis_points,
      cfteaBasisPoints: example.cftea_basis_points,
    },
    feeReduction: centavos(0),
    lateMax: lateMaxOf(example.amount_centavos, rates),
    withdrawalUntilDay: BLANK_DAY,
    madeOnDay: BLANK_DAY,
  }
}
