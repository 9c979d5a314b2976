import { describe, expect, test } from 'vitest'
import { ALPHABET, inGroups, orderNumbersIn } from './order-number.ts'

const number = '7K3M-X2QP-9RTV'

test('twelve letters are shown in three groups', () => {
  expect(inGroups('7K3MX2QP9RTV')).toBe(number)
})

describe('the numbers that somebody may have meant', () => {
  test.each([
    ['as it is shown', number],
    ['without hyphens', '7K3MX2QP9RTV'],
    ['in small letters with spaces, behind a word', 'PAGO 7k3m x2qp 9rtv'],
    ['with other signs', '7K3M/X2QP.9RTV'],
    ['before words', '7k3m-x2qp-9rtv gracias'],
    ['with tabs and line breaks', '7K3M\tX2QP\n9RTV'],
  ])('is found when it is written %s', (_, words) => {
    expect(orderNumbersIn(words)).toContain(number)
  })

  test.each([
    ['nothing', ''],
    ['a sentence', 'Pago de mi cuota, muchas gracias'],
    ['a letter too few', '7K3M-X2QP-9RT'],
    ['a letter that no number has', '7K3M-X2QP-9RTO'],
    ['signs alone', '-'.repeat(400)],
  ])('none in %s', (_, words) => {
    expect(orderNumbersIn(words)).toEqual([])
  })

  test('both of two, each once', () => {
    const found = orderNumbersIn(`${number} ${number} 2222-3333-4444`)
    expect(found).toEqual(expect.arrayContaining([number, '2222-3333-4444']))
    expect(new Set(found).size).toBe(found.length)
  })

  test('a text without end is not read to its end', () => {
    expect(orderNumbersIn(ALPHABET.repeat(10_000)).length).toBeLessThanOrEqual(500)
    expect(orderNumbersIn(`${' '.repeat(500)}${number}`)).toEqual([])
  })
})
