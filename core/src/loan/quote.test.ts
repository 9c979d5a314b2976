import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, civilDay, isBusinessDay } from '../calendar.ts'
import { type Centavos, centavos, formatPesos, pesos } from '../money.ts'
import { type Pricing, quote, type QuoteInput } from './quote.ts'

const pricing: Pricing = { feeBasisPoints: 1000, tnaBasisPoints: 9000, vatBasisPoints: 2100 }
const payoutDay = civilDay('2026-11-16')
const noHolidays = new Set<never>()
const inPictures: QuoteInput = { pricing, amount: pesos(120_000), termDays: 91, payoutDay, holidays: noHolidays }

const pricings = fc.record({
  feeBasisPoints: fc.integer({ min: 0, max: 5000 }),
  tnaBasisPoints: fc.integer({ min: 0, max: 30_000 }),
  vatBasisPoints: fc.integer({ min: 0, max: 2700 }),
})

const inputs: fc.Arbitrary<QuoteInput> = fc.record({
  pricing: pricings,
  amount: fc.integer({ min: 100, max: 5_000_000_000 }).map(centavos),
  termDays: fc.integer({ min: 30, max: 730 }),
  payoutDay: fc.integer({ min: 0, max: 3000 }).map((count) => addDays(payoutDay, count)),
  holidays: fc
    .array(fc.integer({ min: 0, max: 4000 }), { maxLength: 30 })
    .map((counts) => new Set(counts.map((count) => addDays(payoutDay, count)))),
})

const percent = (basisPoints: number): string => (basisPoints / 100).toFixed(2).replace('.', ',')

describe('the loan in the pictures: $ 120.000, 91 days, paid out on 16/11/2026', () => {
  test.each([
    ['fee', '$ 12.000,00'],
    ['arrival', '$ 108.000,00'],
    ['interest', '$ 26.926,03'],
    ['vat', '$ 5.654,47'],
    ['repayment', '$ 152.580,50'],
  ] as const)('the amount %s', (line, text) => {
    expect(formatPesos(quote(inPictures)[line]).replace('\u00A0', ' ')).toBe(text)
  })

  test.each([
    ['tnaBasisPoints', '90,00'],
    ['teaBasisPoints', '125,24'],
    ['cfteaBasisPoints', '299,90'],
  ] as const)('the rate %s', (rate, text) => {
    expect(percent(quote(inPictures)[rate])).toBe(text)
  })

  test('due on Monday 15/02/2027', () => {
    expect(quote(inPictures).dueDay).toBe('2027-02-15')
  })

  test('carries what it was asked for', () => {
    expect(quote(inPictures)).toMatchObject({ amount: 12_000_000, termDays: 91, payoutDay: '2026-11-16' })
  })
})

// They are worked out for a fee of 10 % plus VAT, which is 12,1 % with VAT included, and round interest and VAT
// together, where we round each line as the borrower sees it: a centavo may lie between.
test.each([
  ['14 days', 14, 10_417_699, '8287'],
  ['30 days', 30, 10_895_068, '1263'],
  ['91 days', 91, 12_715_041, '340'],
])('the worked examples of the notes on Argentine rates: %s', (_, termDays, repayment, wholePercent) => {
  const shown = quote({
    ...inPictures,
    pricing: { ...pricing, feeBasisPoints: 1210 },
    amount: pesos(100_000),
    termDays,
  })
  expect(shown.arrival).toBe(8_790_000)
  expect(Math.abs(shown.repayment - repayment)).toBeLessThanOrEqual(1)
  expect((shown.cfteaBasisPoints / 100).toFixed(0)).toBe(wholePercent)
})

describe('a coupon takes its amount off the fee of $ 12.000', () => {
  test.each([
    ['none', undefined, '$ 12.000,00', '$ 108.000,00', '299,90'],
    ['one of nothing', 0, '$ 12.000,00', '$ 108.000,00', '299,90'],
    ['$ 3.000', 3000, '$ 9.000,00', '$ 111.000,00', '258,28'],
    ['all of it', 12_000, '$ 0,00', '$ 120.000,00', '162,07'],
    ['more than the fee: never below zero', 50_000, '$ 0,00', '$ 120.000,00', '162,07'],
  ])('the fee with a coupon: %s', (_, reductionPesos, fee, arrival, cftea) => {
    const coupon = reductionPesos === undefined ? {} : { feeReduction: pesos(reductionPesos) }
    const shown = quote({ ...inPictures, ...coupon })
    const text = (amount: Centavos): string => formatPesos(amount).replace('\u00A0', ' ')
    expect([text(shown.feeBefore), text(shown.fee), text(shown.arrival)]).toEqual(['$ 12.000,00', fee, arrival])
    expect(percent(shown.cfteaBasisPoints)).toBe(cftea)
    expect(shown.repayment).toBe(quote(inPictures).repayment)
  })
})

describe('for any loan', () => {
  test('arrival is the amount less the fee, repayment is the amount with interest and VAT', () => {
    fc.assert(
      fc.property(inputs, (input) => {
        const { amount, fee, arrival, interest, vat, repayment } = quote(input)
        expect(arrival).toBe(amount - fee)
        expect(repayment).toBe(amount + interest + vat)
        for (const line of [fee, arrival, interest, vat]) expect(line).toBeGreaterThanOrEqual(0)
      }),
    )
  })

  test('each line is within half a centavo of the exact share', () => {
    fc.assert(
      fc.property(inputs, (input) => {
        const { amount, fee, interest, vat, termDays } = quote(input)
        const { feeBasisPoints, tnaBasisPoints, vatBasisPoints } = input.pricing
        const isRounded = (line: number, numerator: bigint, denominator: bigint): void => {
          const doubleDifference = 2n * (BigInt(line) * denominator - numerator)
          expect(-denominator < doubleDifference && doubleDifference <= denominator).toBe(true)
        }
        isRounded(fee, BigInt(amount) * BigInt(feeBasisPoints), 10_000n)
        isRounded(interest, BigInt(amount) * BigInt(tnaBasisPoints) * BigInt(termDays), 3_650_000n)
        isRounded(vat, BigInt(interest) * BigInt(vatBasisPoints), 10_000n)
      }),
    )
  })

  // The root and not the power, in floats and not in whole numbers: another way to the same rate.
  test('CFTEA solves the cash flow: arrival grows to repayment at it, to half a basis point', () => {
    fc.assert(
      fc.property(inputs, (input) => {
        const { arrival, repayment, cfteaBasisPoints, termDays } = quote(input)
        const grownAt = (basisPoints: number): number => arrival * (1 + basisPoints / 10_000) ** (termDays / 365)
        expect(grownAt(cfteaBasisPoints - 0.5)).toBeLessThanOrEqual(repayment * (1 + 1e-12))
        expect(grownAt(cfteaBasisPoints + 0.5)).toBeGreaterThan(repayment * (1 - 1e-12))
      }),
    )
  })

  test('TEA is the yearly rate of the interest alone', () => {
    fc.assert(
      fc.property(inputs, (input) => {
        const { teaBasisPoints, tnaBasisPoints, termDays } = quote(input)
        const grown = 1 + ((tnaBasisPoints / 10_000) * termDays) / 365
        const grownAt = (basisPoints: number): number => (1 + basisPoints / 10_000) ** (termDays / 365)
        expect(grownAt(teaBasisPoints - 0.5)).toBeLessThanOrEqual(grown * (1 + 1e-12))
        expect(grownAt(teaBasisPoints + 0.5)).toBeGreaterThan(grown * (1 - 1e-12))
      }),
    )
  })

  test('the due day is a business day, never before payout plus term', () => {
    fc.assert(
      fc.property(inputs, (input) => {
        const { dueDay, termDays } = quote(input)
        expect(isBusinessDay(dueDay, input.holidays)).toBe(true)
        expect(dueDay >= addDays(input.payoutDay, termDays)).toBe(true)
      }),
    )
  })

  test('a due day moved by a holiday costs nothing', () => {
    fc.assert(
      fc.property(inputs, (input) => {
        const open = quote({ ...input, holidays: noHolidays })
        const closed = quote({ ...input, holidays: new Set([open.dueDay]) })
        expect(closed.dueDay > open.dueDay).toBe(true)
        expect({ ...closed, dueDay: open.dueDay }).toEqual(open)
      }),
    )
  })

  const notLess = (lines: readonly (keyof ReturnType<typeof quote>)[], less: QuoteInput, more: QuoteInput): void => {
    const [low, high] = [quote(less), quote(more)]
    expect(lines.filter((line) => high[line] < low[line])).toEqual([])
  }

  test('a larger amount never has a smaller line', () => {
    fc.assert(
      fc.property(inputs, fc.integer({ min: 0, max: 10_000_000 }), (input, extra) => {
        const amount = centavos(input.amount + extra)
        notLess(['fee', 'arrival', 'interest', 'vat', 'repayment'], input, { ...input, amount })
      }),
    )
  })

  test('a longer term never costs less and is never due earlier', () => {
    fc.assert(
      fc.property(inputs, fc.integer({ min: 0, max: 300 }), (input, extra) => {
        notLess(['interest', 'vat', 'repayment', 'dueDay'], input, { ...input, termDays: input.termDays + extra })
      }),
    )
  })

  test('a higher rate never costs less nor states a lower yearly rate', () => {
    fc.assert(
      fc.property(
        inputs,
        fc.integer({ min: 0, max: 2000 }),
        fc.constantFrom('feeBasisPoints', 'tnaBasisPoints', 'vatBasisPoints'),
        (input, extra, rate) => {
          const higher = { ...input, pricing: { ...input.pricing, [rate]: input.pricing[rate] + extra } }
          notLess(['fee', 'interest', 'vat', 'repayment', 'teaBasisPoints', 'cfteaBasisPoints'], input, higher)
        },
      ),
    )
  })
})

describe('at the edges', () => {
  const free: Pricing = { feeBasisPoints: 0, tnaBasisPoints: 0, vatBasisPoints: 0 }

  test('a free loan has no yearly rate', () => {
    expect(quote({ ...inPictures, pricing: free })).toMatchObject({ teaBasisPoints: 0, cfteaBasisPoints: 0 })
  })

  test.each([
    ['exactly half a basis point goes up', 20_000, 6],
    ['a hair below half goes down', 20_001, 5],
    ['exactly half of a very large sum goes up', 20_000_000_000_000, 6],
    ['less below half than floats can tell goes down', 20_000_000_000_001, 5],
    ['and less above half goes up', 19_999_999_999_999, 6],
  ])('of a yearly rate, %s', (_, amount, expected) => {
    // Over 365 days the rate is interest and VAT over the amount: 11 centavos of 20.000 are 5,5 basis points.
    const shown = quote({
      ...inPictures,
      pricing: { feeBasisPoints: 0, tnaBasisPoints: 5, vatBasisPoints: 1000 },
      amount: centavos(amount),
      termDays: 365,
    })
    expect(shown.repayment - shown.amount).toBe(11 * Math.round(amount / 20_000))
    expect(shown.cfteaBasisPoints).toBe(expected)
  })

  // Absurd prices, where a floating power is wrong by some basis points; the figures are from 80-digit decimals.
  test.each([
    ['too low', 17, 7000, 4_873_681_911_369_398],
    ['too high', 18, 7000, 1_157_454_631_603_149],
  ])('a rate that floats state %s is exact all the same', (_, termDays, feeBasisPoints, expected) => {
    const shown = quote({
      ...inPictures,
      pricing: { ...pricing, feeBasisPoints },
      amount: pesos(100_000),
      termDays,
    })
    expect(shown.cfteaBasisPoints).toBe(expected)
  })

  test.each([
    ['no amount', { amount: centavos(0) }, 'amount above zero'],
    ['a negative amount', { amount: centavos(-1) }, 'amount above zero'],
    ['no term', { termDays: 0 }, 'term in days'],
    ['a coupon that raises the fee', { feeReduction: centavos(-1) }, 'never raises'],
    ['half a day', { termDays: 91.5 }, 'term in days'],
    ['a fee that takes everything', { pricing: { ...free, feeBasisPoints: 10_000 } }, 'whole amount'],
    ['a rate that no number can state', { pricing: { ...pricing, feeBasisPoints: 9000 }, termDays: 1 }, 'too large'],
  ] satisfies [string, Partial<QuoteInput>, string][])('%s is a bug in what was asked', (_, change, words) => {
    expect(() => quote({ ...inPictures, ...change })).toThrow(words)
  })
})
