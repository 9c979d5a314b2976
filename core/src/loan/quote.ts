import { type CivilDay, dueDay, type Holidays } from '../calendar.ts'
import { add, type Centavos, centavos, multiplyRate, subtract } from '../money.ts'

/** What a product charges for time and service. Rates in basis points: 1 is 0,01 %. */
export type Pricing = {
  /** Of the amount, VAT included, kept back at the payout. */
  readonly feeBasisPoints: number
  /** Nominal annual rate: simple interest, actual days over 365. */
  readonly tnaBasisPoints: number
  /** On interest. */
  readonly vatBasisPoints: number
}

export type QuoteInput = {
  readonly pricing: Pricing
  readonly amount: Centavos
  readonly termDays: number
  readonly payoutDay: CivilDay
  readonly holidays: Holidays
  /** What a coupon takes off the fee, at most the whole of it. */
  readonly feeReduction?: Centavos
}

export type Quote = {
  readonly amount: Centavos
  readonly termDays: number
  /** The fee without the coupon. */
  readonly feeBefore: Centavos
  readonly fee: Centavos
  readonly arrival: Centavos
  readonly interest: Centavos
  readonly vat: Centavos
  readonly repayment: Centavos
  readonly payoutDay: CivilDay
  readonly dueDay: CivilDay
  readonly tnaBasisPoints: number
  readonly teaBasisPoints: number
  readonly cfteaBasisPoints: number
}

const YEAR_DAYS = 365
export const WHOLE_BASIS_POINTS = 10_000
/** An amount times its days times a yearly rate in basis points, over this, is the interest. */
export const YEAR_BASIS_POINT_DAYS = BigInt(WHOLE_BASIS_POINTS * YEAR_DAYS)

/**
 * How wrong a floating power may be, as a share of it. The ratio and the exponent are each rounded to 2^-53, the power
 * multiplies that by 365 at most: 2e-13. Engines add an error of their own in the last of sixteen digits.
 */
const FLOAT_ERROR_MAX = 1e-12

/**
 * The yearly rate at which `given` grows to `returned` in so many days: (returned / given) ^ (365 / days) − 1, in
 * basis points, a half up. A floating power settles it when it lies clear of every half. Nearer than its error it only
 * guesses, and whole numbers decide: returned^365 against given^365 times the rate's own power. So the server, a
 * browser and a replay years later print the same figure.
 */
const effectiveAnnualBasisPoints = (given: bigint, returned: bigint, days: number): number => {
  const growth = (Number(returned) / Number(given)) ** (YEAR_DAYS / days)
  const guess = (growth - 1) * WHOLE_BASIS_POINTS
  const rounded = Math.round(guess)
  if (!Number.isSafeInteger(rounded)) throw new RangeError('the yearly rate is too large to be stated')
  const toNearestHalf = Math.abs(guess - Math.floor(guess) - 0.5)
  if (toNearestHalf > growth * WHOLE_BASIS_POINTS * FLOAT_ERROR_MAX) return rounded

  const exponent = BigInt(days)
  const scale = 2n * BigInt(WHOLE_BASIS_POINTS)
  const grown = returned ** BigInt(YEAR_DAYS) * scale ** exponent
  const base = given ** BigInt(YEAR_DAYS)
  /** Whether the exact rate is at most half a basis point below `rate`, and so rounds to it or higher. */
  const reaches = (rate: bigint): boolean => grown >= base * (scale + 2n * rate - 1n) ** exponent

  let rate = BigInt(rounded)
  while (!reaches(rate)) rate -= 1n
  while (reaches(rate + 1n)) rate += 1n
  return Number(rate)
}

/**
 * Every number of a single-payment loan. Each line is rounded to the centavo once and the later lines are made from
 * the rounded ones, so that the lines on the screen add up to the total below them. Interest counts the agreed term:
 * when the due day moves to a business day, the days in between are free, and the rates do not improve by them.
 */
export const quote = ({
  pricing,
  amount,
  termDays,
  payoutDay,
  holidays,
  feeReduction = centavos(0),
}: QuoteInput): Quote => {
  const { feeBasisPoints, tnaBasisPoints, vatBasisPoints } = pricing
  if (amount <= 0) throw new RangeError(`a loan needs an amount above zero: ${amount}`)
  if (!Number.isSafeInteger(termDays) || termDays < 1) throw new RangeError(`not a term in days: ${termDays}`)
  if (feeReduction < 0) throw new RangeError(`a coupon never raises the fee: ${feeReduction}`)

  const feeBefore = multiplyRate(amount, feeBasisPoints, WHOLE_BASIS_POINTS)
  const fee = centavos(Math.max(0, feeBefore - feeReduction))
  const arrival = subtract(amount, fee)
  if (arrival <= 0) throw new RangeError('the fee takes the whole amount')

  const interestNumerator = BigInt(tnaBasisPoints) * BigInt(termDays)
  const interest = multiplyRate(amount, interestNumerator, YEAR_BASIS_POINT_DAYS)
  const vat = multiplyRate(interest, vatBasisPoints, WHOLE_BASIS_POINTS)
  const repayment = add(amount, interest, vat)

  return {
    amount,
    termDays,
    feeBefore,
    fee,
    arrival,
    interest,
    vat,
    repayment,
    payoutDay,
    dueDay: dueDay(payoutDay, termDays, holidays),
    tnaBasisPoints,
    teaBasisPoints: effectiveAnnualBasisPoints(
      YEAR_BASIS_POINT_DAYS,
      YEAR_BASIS_POINT_DAYS + interestNumerator,
      termDays,
    ),
    cfteaBasisPoints: effectiveAnnualBasisPoints(BigInt(arrival), BigInt(repayment), termDays),
  }
}
