import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { add, type Centavos, centavos, formatPesos, multiplyRate, pesos, roundHalfUp, subtract } from './money.ts'

const amounts = fc.integer({ min: -10_000_000_000_000, max: 10_000_000_000_000 }).map(centavos)

describe('centavos', () => {
  test.each([0.5, Number.NaN, Number.POSITIVE_INFINITY, Number.MAX_SAFE_INTEGER + 1])('%d is not money', (count) => {
    expect(() => centavos(count)).toThrow(RangeError)
  })

  test('a sum that could not be exact is a bug, not a rounded sum', () => {
    expect(() => add(centavos(Number.MAX_SAFE_INTEGER), centavos(1))).toThrow(RangeError)
    expect(() => subtract(centavos(-Number.MAX_SAFE_INTEGER), centavos(1))).toThrow(RangeError)
  })

  test('there is one zero', () => {
    expect(Object.is(centavos(-0), 0)).toBe(true)
    expect(Object.is(subtract(centavos(5), centavos(5)), 0)).toBe(true)
  })

  test('pesos are a hundred centavos each', () => {
    expect(pesos(1000)).toBe(100_000)
    expect(() => pesos(1.005)).toThrow(RangeError)
  })

  test('what is added can be taken away again', () => {
    fc.assert(fc.property(amounts, amounts, (a, b) => subtract(add(a, b), b) === a))
  })

  test('a sum of nothing is nothing', () => {
    expect(add()).toBe(0)
  })
})

describe('the rounding rule', () => {
  test.each([
    ['a third goes down', 1n, 3n, 0n],
    ['two thirds go up', 2n, 3n, 1n],
    ['a half goes up', 1n, 2n, 1n],
    ['one and a half goes up', 3n, 2n, 2n],
    ['just under a half goes down', 499_999n, 1_000_000n, 0n],
    ['a whole stays', 6n, 3n, 2n],
    ['minus a third goes up to zero', -1n, 3n, 0n],
    ['minus a half goes up to zero', -1n, 2n, 0n],
    ['minus two thirds goes down', -2n, 3n, -1n],
    ['minus one and a half goes up', -3n, 2n, -1n],
    ['minus a whole stays', -6n, 3n, -2n],
  ])('rounding: %s', (_, numerator, denominator, rounded) => {
    expect(roundHalfUp(numerator, denominator)).toBe(rounded)
  })

  test.each([0n, -1n])('a denominator of %d is a bug', (denominator) => {
    expect(() => roundHalfUp(1n, denominator)).toThrow('denominator above zero')
  })

  test('the result is the only whole number within half, the upper half open', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }),
        fc.bigInt({ min: 1n, max: 10n ** 20n }),
        (n, d) => {
          const difference = 2n * (roundHalfUp(n, d) * d - n)
          return -d < difference && difference <= d
        },
      ),
    )
  })
})

describe('multiplyRate', () => {
  test.each([
    ['10 % of $ 120.000', pesos(120_000), 1000, 10_000, pesos(12_000)],
    ['half a centavo up', centavos(1), 1, 2, centavos(1)],
    ['a float would say 1.4999…: 1.005 of 100', centavos(100), 1005, 1000, centavos(101)],
    ['a product beyond exact floats', centavos(9_007_199_254_740_991), 9999, 10_000, centavos(9_006_298_534_815_517)],
  ])('a share of an amount: %s', (_, amount, numerator, denominator, result) => {
    expect(multiplyRate(amount, numerator, denominator)).toBe(result)
  })

  test('a rate that is not a whole number of its unit is a bug', () => {
    expect(() => multiplyRate(centavos(100), 0.1, 1)).toThrow(RangeError)
  })

  test('the whole gives back the amount', () => {
    fc.assert(fc.property(amounts, fc.integer({ min: 1, max: 10 ** 6 }), (a, n) => multiplyRate(a, n, n) === a))
  })
})

describe('formatPesos', () => {
  test.each([
    [12_000_000, undefined, '$\u00A0120.000,00'],
    [12_000_000, { centavos: false }, '$\u00A0120.000'],
    [15_258_050, { centavos: false }, '$\u00A0152.580,50'],
    [15_258_050, { centavos: true }, '$\u00A0152.580,50'],
    [0, undefined, '$\u00A00,00'],
    [0, { centavos: false }, '$\u00A00'],
    [5, undefined, '$\u00A00,05'],
    [99_999, undefined, '$\u00A0999,99'],
    [100_000, undefined, '$\u00A01.000,00'],
    [123_456_789, undefined, '$\u00A01.234.567,89'],
    [-123_450, undefined, '-$\u00A01.234,50'],
    [-5, { centavos: false }, '-$\u00A00,05'],
  ])('%d centavos, %o: %s', (count, options, shown) => {
    expect(formatPesos(centavos(count), options)).toBe(shown)
  })

  test('agrees with the notation of the platform for Argentina', () => {
    const platform = new Intl.NumberFormat('es-AR', { style: 'currency', currency: 'ARS' })
    fc.assert(fc.property(amounts, (amount) => formatPesos(amount) === platform.format(amount / 100)))
  })

  test('every centavo can be read back', () => {
    const read = (text: string): Centavos => centavos(Number(text.replaceAll(/[^\d-]/g, '')))
    fc.assert(fc.property(amounts, (amount) => read(formatPesos(amount)) === amount))
  })
})
