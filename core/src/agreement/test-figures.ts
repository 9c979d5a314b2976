import { addDays } from '../calendar.ts'
import { accountOn } from '../loan/account.ts'
import { CURRENT_RULES_VERSION } from '../loan/rules.ts'
import { formatPesos } from '../money.ts'
import type { AgreementFacts } from './facts.ts'
import { writtenDay, writtenRate } from '../written.ts'
import { writtenDays } from './written.ts'

/** Everything that looks like money, a rate, a day or a number of days. */
export const figuresIn = (text: string): string[] =>
  text.match(/-?\$\s?[\d.,]*\d|[\d.,]*\d\s?%|\d{1,2}\/\d{1,2}\/\d{4}|\d{4}-\d{2}-\d{2}|\d+\s?días?/g) ?? []

/** Each value of the facts as the agreement writes it. */
export const figuresOf = ({ quote, pricing, ...facts }: AgreementFacts): string[] => [
  ...[quote.amount, quote.feeBefore, quote.fee, quote.arrival, quote.interest, quote.vat, quote.repayment].map(
    (amount) => formatPesos(amount),
  ),
  ...[facts.partialPaymentMin, facts.lateMax, pricing.lateOneTimeUnpaidMin].map((amount) => formatPesos(amount)),
  ...[quote.tnaBasisPoints, quote.teaBasisPoints, quote.cfteaBasisPoints].map((rate) => writtenRate(rate)),
  ...[
    pricing.feeBasisPoints,
    pricing.vatBasisPoints,
    pricing.lateOneTimeBasisPoints,
    pricing.lateDailyBasisPoints,
    pricing.lateMaxBasisPoints,
  ].map((rate) => writtenRate(rate, { short: true })),
  ...[quote.payoutDay, quote.dueDay, facts.withdrawalUntilDay, facts.madeOnDay].map(writtenDay),
  writtenDays(quote.termDays),
]

/** The charges of the first day late, as the engine of the running loan counts them. */
export const lateFigures = ({ quote, pricing }: AgreementFacts): string[] => {
  const firstDayLate = (lateMaxBasisPoints: number) =>
    accountOn(
      { ...quote, pricing: { ...pricing, lateMaxBasisPoints }, rulesVersion: CURRENT_RULES_VERSION },
      [],
      addDays(quote.dueDay, 1),
    )
  const { lateOneTime } = firstDayLate(pricing.lateMaxBasisPoints)
  // What a day costs is printed without the ceiling, which stands beside it.
  const { lateDaily } = firstDayLate(1_000_000)
  return [formatPesos(lateOneTime), formatPesos(lateDaily)]
}

/** The terms that the law fixes and no loan changes. */
export const legalDays = ['10 días', '5 días', '365 días']
