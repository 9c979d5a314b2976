import { centavos } from '@hola/core/money.ts'
import { expect, test } from 'vitest'
import { bodyOf, choiceOf, queryOf, textsOf } from './choice.ts'

const coupon = '0b54c5a2-53a1-4d0e-9d63-6d2ffb0a9e11'

test.each([
  ['nothing chosen', {}, { amount: undefined, termDays: undefined, couponId: undefined }, '', {}],
  [
    'amount and term, the best coupon',
    { amount_centavos: '12000000', term_days: '91' },
    { amount: centavos(12_000_000), termDays: 91, couponId: undefined },
    'amount_centavos=12000000&term_days=91',
    { amount_centavos: 12_000_000, term_days: 91 },
  ],
  [
    'a coupon',
    { amount_centavos: '2000000', term_days: '62', coupon_id: coupon },
    { amount: centavos(2_000_000), termDays: 62, couponId: coupon },
    `amount_centavos=2000000&term_days=62&coupon_id=${coupon}`,
    { amount_centavos: 2_000_000, term_days: 62, coupon_id: coupon },
  ],
  [
    'the coupon taken off',
    { coupon_id: 'none' },
    { amount: undefined, termDays: undefined, couponId: null },
    'coupon_id=none',
    { coupon_id: null },
  ],
])('%s: read, written and asked for alike', (_, texts, choice, query, body) => {
  expect(choiceOf(texts)).toEqual(choice)
  expect(textsOf(choice)).toEqual(texts)
  expect(queryOf(choice)).toBe(query)
  expect(bodyOf(choice)).toEqual(body)
})

test.each(['', ' ', '-5', '1.5', '1e3', 'abc', '99999999999999999999'])(
  '"%s" is no amount, no term, no coupon',
  (text) => {
    expect(choiceOf({ amount_centavos: text, term_days: text, coupon_id: text })).toEqual(choiceOf({}))
  },
)
