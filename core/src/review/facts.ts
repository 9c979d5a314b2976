import { employmentTypeIds, overduePeriodIds } from '../application/option-ids.ts'
import type { ReviewInputs } from './inputs.ts'

/** A fact by the name that the rules know it by. Null when there is nothing to know: no debt has no situation. */
export type Fact =
  | { readonly kind: 'number'; readonly canBeMissing: boolean; readonly of: (inputs: ReviewInputs) => number | null }
  | { readonly kind: 'yes_no'; readonly of: (inputs: ReviewInputs) => boolean }
  | { readonly kind: 'choice'; readonly choices: readonly string[]; readonly of: (inputs: ReviewInputs) => string }
  | { readonly kind: 'codes'; readonly of: (inputs: ReviewInputs) => readonly string[] }

const number = (of: (inputs: ReviewInputs) => number): Fact => ({ kind: 'number', canBeMissing: false, of })
const numberOrMissing = (of: (inputs: ReviewInputs) => number | null): Fact => ({
  kind: 'number',
  canBeMissing: true,
  of,
})
const yesNo = (of: (inputs: ReviewInputs) => boolean): Fact => ({ kind: 'yes_no', of })
const choice = <const Choice extends string>(
  choices: readonly Choice[],
  of: (inputs: ReviewInputs) => Choice,
): Fact => ({ kind: 'choice', choices, of })

/** Centavos below a peso say nothing about anybody. */
const inPesos = (centavos: number): number => Math.floor(centavos / 100)

type OnFile = Extract<ReviewInputs['bureau'], { kind: 'on_file' }>

const onFile = ({ bureau }: ReviewInputs): OnFile | null => (bureau.kind === 'on_file' ? bureau : null)

/** The closed list of what a row of the rules may ask about. */
export const facts: Readonly<Record<string, Fact>> = {
  identity_outcome: choice(['pass', 'refuse', 'manual', 'not_judged'], ({ identity }) => identity.outcome),
  identity_reasons: { kind: 'codes', of: ({ identity }) => identity.reasons },
  age_years: number(({ ageYears }) => ageYears),
  dni_active_elsewhere: yesNo(({ isDniActiveElsewhere }) => isDniActiveElsewhere),

  declared_income_pesos: number(({ declared }) => inPesos(declared.monthlyIncomeCentavos)),
  declared_employment: choice(employmentTypeIds, ({ declared }) => declared.employmentType),
  declared_overdue_six_months: yesNo(({ declared }) => declared.overduePastSixMonths),
  declared_longest_overdue: choice(overduePeriodIds, ({ declared }) => declared.longestOverduePeriod),
  declared_internet_loans_pesos: number(({ declared }) => inPesos(declared.currentInternetLoansCentavos)),
  /** How many percent of a month's income they are. */
  declared_internet_loans_percent_of_income: number(({ declared }) =>
    declared.monthlyIncomeCentavos === 0
      ? 1_000_000
      : Math.floor((declared.currentInternetLoansCentavos * 100) / declared.monthlyIncomeCentavos),
  ),
  declared_loans_in_progress: number(({ declared }) => declared.internetLoansInProgressCount),
  declared_past_loans: number(({ declared }) => declared.pastLoansCount),

  bureau_answer: choice(['on_file', 'thin_file', 'unavailable', 'not_asked'], ({ bureau }) => bureau.kind),
  bureau_situation_now: numberOrMissing((inputs) => onFile(inputs)?.worstNow ?? null),
  bureau_situation_24_months: numberOrMissing((inputs) => onFile(inputs)?.worst24Months ?? null),
  bureau_debt_pesos: number((inputs) => inPesos(onFile(inputs)?.debtTotalCentavos ?? 0)),
  bureau_unpaid_cheques: number((inputs) => onFile(inputs)?.unpaidRejectedChequesCount ?? 0),
  bureau_legal_situation: yesNo((inputs) => onFile(inputs)?.hasLegalSituation ?? false),
  bureau_in_review: yesNo((inputs) => onFile(inputs)?.isInReview ?? false),

  own_cleared_on_time: number(({ own }) => own.clearedOnTimeCount),
  own_cleared_late: number(({ own }) => own.clearedLateCount),
  own_overdue_now: yesNo(({ own }) => own.isOverdueNow),
}

export const factNamed = (name: string): Fact => {
  const fact = Object.hasOwn(facts, name) ? facts[name] : undefined
  if (fact === undefined) throw new Error(`no fact ${name}`)
  return fact
}
