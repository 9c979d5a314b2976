import { civilDay, type CivilDay, type Holidays } from '../calendar.ts'
import { lateMaxOf } from '../loan/account.ts'
import { quote } from '../loan/quote.ts'
import { withdrawalUntilDay } from '../loan/withdrawal.ts'
import { type Centavos, pesos } from '../money.ts'
import type { AgreementFacts } from './facts.ts'

export type FactsInput = {
  readonly amount: Centavos
  readonly termDays: number
  readonly payoutDay: CivilDay
  readonly holidays: Holidays
  readonly pricing: AgreementFacts['pricing']
  readonly feeReduction: Centavos
  readonly partialPaymentMin: Centavos
}

const usual: FactsInput = {
  amount: pesos(120_000),
  termDays: 91,
  payoutDay: civilDay('2026-11-16'),
  holidays: new Set(),
  pricing: {
    feeBasisPoints: 1000,
    tnaBasisPoints: 9000,
    vatBasisPoints: 2100,
    lateOneTimeBasisPoints: 500,
    lateOneTimeUnpaidMin: pesos(1000),
    lateDailyBasisPoints: 400,
    lateMaxBasisPoints: 10_000,
  },
  feeReduction: pesos(0),
  partialPaymentMin: pesos(1000),
}

/** The facts of an agreement with every number by the engine: the loan of the pictures, or another one. */
export const testFacts = (input: Partial<FactsInput> = {}, others: Partial<AgreementFacts> = {}): AgreementFacts => {
  const terms = { ...usual, ...input }
  return {
    borrower: {
      fullName: 'María Belén Ejemplo',
      dni: '12345678',
      cuil: '27123456780',
      address: 'Calle de Ejemplo 742, piso 3, B1900, La Plata, Buenos Aires',
      phone: '+5491123456789',
      mail: 'maria@mail.example',
    },
    account: {
      institutionName: 'Banco de Ejemplo',
      kind: 'cbu',
      number: '2850590940090418135201',
      holderName: 'María Belén Ejemplo',
    },
    product: { productId: 'single-payment', version: '1', name: 'Préstamo en un solo pago' },
    pricing: terms.pricing,
    partialPaymentMin: terms.partialPaymentMin,
    quote: quote(terms),
    feeReduction: terms.feeReduction,
    lateMax: lateMaxOf(terms.amount, terms.pricing),
    withdrawalUntilDay: withdrawalUntilDay(terms.payoutDay, terms.holidays),
    madeOnDay: terms.payoutDay,
    ...others,
  }
}
