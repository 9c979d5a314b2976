import { centavos, pesos } from '@hola/core/money.ts'
import type { ReviewInputs } from '@hola/core/review/inputs.ts'

/** Somebody with an ordinary income and a clean file who asks for the first time. */
export const ordinary: ReviewInputs = {
  identity: { outcome: 'pass', reasons: [] },
  ageYears: 43,
  declared: {
    monthlyIncomeCentavos: pesos(900_000),
    employmentType: 'employee',
    overduePastSixMonths: false,
    longestOverduePeriod: 'never',
    currentInternetLoansCentavos: centavos(0),
    pastLoansCount: 2,
    internetLoansInProgressCount: 0,
  },
  bureau: {
    kind: 'on_file',
    worstNow: 1,
    worst24Months: 1,
    debtTotalCentavos: pesos(120_000),
    unpaidRejectedChequesCount: 0,
    isInReview: false,
  },
  own: { clearedOnTimeCount: 0, clearedLateCount: 0, isOverdueNow: false, openPrincipalCentavos: centavos(0) },
  isDniActiveElsewhere: false,
  product: {
    amountMinCentavos: pesos(20_000),
    amountMaxCentavos: pesos(500_000),
    amountStepCentavos: pesos(5_000),
  },
}
