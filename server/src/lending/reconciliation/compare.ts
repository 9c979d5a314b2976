import type { CivilDay } from '@hola/core/calendar.ts'
import { civilDayOf } from '@hola/core/calendar.ts'
import type { Centavos } from '@hola/core/money.ts'
import { centavos } from '@hola/core/money.ts'
import type { CollectionLine, FoundPayment } from '../../providers/collection/public.ts'
import { CollectionProblem } from '../../providers/collection/public.ts'
import type { NotKnown, PayoutResult, Statement, StatementLine } from '../../providers/payout/public.ts'
import type { Cause } from './causes.ts'
import { causes } from './causes.ts'
import type { Difference } from './difference.ts'
import type { OurPayout, OurReceipt, OurRefund } from './store.ts'

/** The books of a day beside the provider's: ours less theirs is the sum of the differences, always. */
export type Comparison = {
  readonly matchedCount: number
  readonly ours: Centavos
  readonly theirs: Centavos
  readonly differences: readonly Difference[]
}

export const isExplained = ({ cause }: Pick<Difference, 'cause'>): boolean => causes[cause].isExplained

const zero = centavos(0)

type Pair = Omit<Difference, 'cause'> & { readonly cause: Cause | undefined }

const sumOf = (amounts: readonly Centavos[]): Centavos => centavos(amounts.reduce<number>((sum, one) => sum + one, 0))

const comparisonOf = (pairs: readonly Pair[]): Comparison => ({
  matchedCount: pairs.filter(({ cause }) => cause === undefined).length,
  ours: sumOf(pairs.map(({ ours }) => ours)),
  theirs: sumOf(pairs.map(({ theirs }) => theirs)),
  differences: pairs
    .flatMap(({ cause, ...pair }) => (cause === undefined ? [] : [{ cause, ...pair }]))
    .toSorted((one, other) => (one.id < other.id ? -1 : Number(one.id > other.id))),
})

/** Each of ours with the line of the statement that speaks of it, and the lines that speak of nothing or speak again. */
const pairUp = <Ours, Line>(
  ours: readonly Ours[],
  lines: readonly Line[],
  idOfOurs: (one: Ours) => string,
  idOfLine: (line: Line) => string,
): { paired: { one: Ours; line: Line | undefined }[]; unknown: Line[]; repeated: Line[] } => {
  const first = new Map<string, Line>()
  const repeated: Line[] = []
  for (const line of lines) {
    if (first.has(idOfLine(line))) repeated.push(line)
    else first.set(idOfLine(line), line)
  }
  const known = new Set(ours.map(idOfOurs))
  return {
    paired: ours.map((one) => ({ one, line: first.get(idOfOurs(one)) })),
    unknown: [...first.values()].filter((line) => !known.has(idOfLine(line))),
    repeated,
  }
}

type PayoutAnswer = PayoutResult | NotKnown

/** What a provider says when it is asked about a payout that is not on the statement. */
const causeOfUnlisted = (answer: PayoutAnswer | undefined): Cause => {
  switch (answer?.kind) {
    case undefined:
    case 'unknown':
      return 'not_answered'
    case 'failed':
    case 'refused':
      return 'failed_at_provider'
    case 'settled':
    case 'accepted':
    case 'not_known':
      return 'missing_at_provider'
  }
}

const comparePayout = (
  day: CivilDay,
  one: OurPayout,
  line: StatementLine | undefined,
  answer: PayoutAnswer | undefined,
): Pair => {
  // Paid by the provider's own word on a day that its statement does not know yet, or on another one.
  const their =
    line ?? (answer?.kind === 'settled' ? { amount: one.amount, day: civilDayOf(answer.settledAt) } : undefined)
  const isBooked = one.state === 'settled'
  return {
    cause: causeOfPayout(one, their, answer),
    id: one.key,
    // Ours names it whole; a statement may have only part of it.
    providerId: one.providerPayoutId ?? line?.providerPayoutId ?? null,
    orderNumber: one.orderNumber,
    ours: one.day === day && isBooked ? one.booked : zero,
    theirs: their?.day === day ? their.amount : zero,
    ourDay: isBooked ? one.day : null,
    theirDay: their?.day ?? null,
  }
}

const causeOfPayout = (
  { state, booked, amount, day }: OurPayout,
  their: Pick<StatementLine, 'amount' | 'day'> | undefined,
  answer: PayoutAnswer | undefined,
): Cause | undefined => {
  if (their === undefined) return causeOfUnlisted(answer)
  if (state === 'returned') return 'refund_returned'
  if (state === 'failed') return 'failed_in_books'
  if (state !== 'settled') return 'not_heard'
  if (their.amount !== amount) return 'amount_differs'
  if (booked !== amount) return 'not_booked'
  return their.day === day ? undefined : 'day_differs'
}

/** What left on a day; where a statement cannot be read is a difference of its own. `answers`: what the provider said of those that its statement does not list. */
export const comparePayouts = (
  day: CivilDay,
  ours: readonly OurPayout[],
  { lines, unread }: Statement,
  answers: ReadonlyMap<string, PayoutAnswer>,
): Comparison => {
  const { paired, unknown, repeated } = pairUp(
    ours,
    lines,
    ({ key }) => key,
    ({ key }) => key,
  )
  const only = (cause: Cause, line: StatementLine): Pair => ({
    cause,
    id: line.key,
    providerId: line.providerPayoutId,
    orderNumber: ours.find(({ key }) => key === line.key)?.orderNumber ?? null,
    ours: zero,
    theirs: line.amount,
    ourDay: null,
    theirDay: line.day,
  })
  return comparisonOf([
    ...paired.map(({ one, line }) => comparePayout(day, one, line, answers.get(one.key))),
    ...unknown.map((line) => only('missing_in_books', line)),
    ...repeated.map((line) => only('twice_at_provider', line)),
    ...unread.map((where): Pair => ({ ...nothing, cause: 'not_readable', id: where, theirDay: day })),
  ])
}

/** What nobody can tie to a loan or an amount. */
const nothing = { providerId: null, orderNumber: null, ours: zero, theirs: zero, ourDay: null, theirDay: null } as const

type PaymentAnswer = FoundPayment | CollectionProblem

const causeOfReceipt = (
  { state, booked, amount, day }: OurReceipt,
  their: CollectionLine | undefined,
  answer: PaymentAnswer | undefined,
): Cause | undefined => {
  if (their === undefined) {
    const isUnanswered = answer === undefined || (answer instanceof CollectionProblem && answer.kind !== 'unknown')
    return isUnanswered ? 'not_answered' : 'missing_at_provider'
  }
  if (their.amount !== amount) return 'amount_differs'
  if (their.state === 'reversed' && state !== 'reversed') return 'reversed'
  if (their.state === 'credited' && state === 'reversed') return 'not_reversed'
  if (booked !== (state === 'credited' ? amount : 0)) return 'not_booked'
  if (state === 'suspense') return 'in_suspense'
  return their.paidDay === day ? undefined : 'day_differs'
}

const compareReceipt = (
  day: CivilDay,
  one: OurReceipt,
  line: CollectionLine | undefined,
  answer: PaymentAnswer | undefined,
): Pair => {
  const isMoney = answer !== undefined && !(answer instanceof CollectionProblem) && 'amount' in answer
  const their = line ?? (isMoney ? answer : undefined)
  return {
    cause: causeOfReceipt(one, their, answer),
    id: one.providerPaymentId,
    providerId: one.providerPaymentId,
    orderNumber: one.orderNumber,
    ours: one.day === day ? one.booked : zero,
    theirs: their?.paidDay === day && their.state === 'credited' ? their.amount : zero,
    ourDay: one.day,
    theirDay: their?.paidDay ?? null,
  }
}

/** What came on a day, by the payers' day, and what went back by hand. */
export const compareReceipts = (
  day: CivilDay,
  { receipts, refunds }: { readonly receipts: readonly OurReceipt[]; readonly refunds: readonly OurRefund[] },
  lines: readonly CollectionLine[],
  answers: ReadonlyMap<string, PaymentAnswer>,
): Comparison => {
  const { paired, unknown, repeated } = pairUp(
    receipts,
    lines,
    ({ providerPaymentId }) => providerPaymentId,
    ({ providerPaymentId }) => providerPaymentId,
  )
  const only = (cause: Cause, line: CollectionLine): Pair => ({
    cause,
    id: line.providerPaymentId,
    providerId: line.providerPaymentId,
    orderNumber: null,
    ours: zero,
    theirs: line.state === 'credited' ? line.amount : zero,
    ourDay: null,
    theirDay: line.paidDay,
  })
  return comparisonOf([
    ...paired.map(({ one, line }) => compareReceipt(day, one, line, answers.get(one.providerPaymentId))),
    // What came and went again before we heard of it is nobody's.
    ...unknown.filter(({ state }) => state === 'credited').map((line) => only('missing_in_books', line)),
    ...repeated.map((line) => only('twice_at_provider', line)),
    ...refunds.map(({ refundId, orderNumber, booked, way }): Pair => ({
      cause: way === 'by_hand' ? 'refunded_by_hand' : 'refunded_by_provider',
      id: refundId,
      providerId: null,
      orderNumber,
      ours: booked,
      theirs: zero,
      ourDay: day,
      theirDay: null,
    })),
  ])
}
