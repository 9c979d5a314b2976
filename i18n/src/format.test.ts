import { afterEach, describe, expect, test } from 'vitest'
import { setLocale } from './compiled/runtime.js'
import { formatChoices, formatNumber, formatRate, formatShortRate } from './format.ts'

afterEach(() => setLocale('en'))

describe('numbers', () => {
  test.each([
    [29990, '299,90\u00A0%'],
    [9000, '90,00\u00A0%'],
    [12524, '125,24\u00A0%'],
    [5, '0,05\u00A0%'],
    [123456, '1.234,56\u00A0%'],
  ])('%i basis points are %s', (basisPoints, expected) => {
    expect(formatRate(basisPoints)).toBe(expected)
  })

  test.each([
    [1000, '10\u00A0%'],
    [1250, '12,50\u00A0%'],
    [100_000, '1.000\u00A0%'],
  ])('%i basis points in a sentence are %s', (basisPoints, expected) => {
    expect(formatShortRate(basisPoints)).toBe(expected)
  })

  test.each([
    [0, '0'],
    [999, '999'],
    [1000, '1.000'],
    [1234567, '1.234.567'],
  ])('%i is written %s', (number, expected) => {
    expect(formatNumber(number)).toBe(expected)
  })

  test('choices are listed with an or', () => {
    expect(formatChoices([62, 91, 120])).toBe('62, 91 or 120')
    expect(formatChoices([62])).toBe('62')
    setLocale('es')
    expect(formatChoices([62, 91, 120])).toBe('62, 91 o 120')
    expect(formatChoices([62, 80])).toBe('62 u 80')
    expect(formatChoices([7, 11])).toBe('7 u 11')
    expect(formatChoices([62, 110])).toBe('62 o 110')
  })
})
