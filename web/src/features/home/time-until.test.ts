import { APPROVAL_VALID_MS } from '@hola/core/constants.ts'
import { expect, test } from 'vitest'
import { setLocale } from '@hola/i18n/compiled/runtime.js'
import { leftInWords } from './time-until.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

test.each([
  ['a new approval', APPROVAL_VALID_MS, '6 days and 23 h left to apply.', 'Quedan 6 días y 23 h para pedirlo.'],
  ['exactly two days', 2 * DAY_MS, '2 days and 0 h left to apply.', 'Quedan 2 días y 0 h para pedirlo.'],
  ['less than two days', 2 * DAY_MS - 1, '1 day and 23 h left to apply.', 'Quedan 1 día y 23 h para pedirlo.'],
  ['less than a day', DAY_MS - 1, '23 h and 59 min left to apply.', 'Quedan 23 h y 59 min para pedirlo.'],
  ['less than an hour', HOUR_MS - 1, '59 min left to apply.', 'Quedan 59 min para pedirlo.'],
  ['less than two minutes', 2 * MINUTE_MS - 1, 'It ends in a moment.', 'Vence en instantes.'],
  ['nothing', 0, 'It ends in a moment.', 'Vence en instantes.'],
])('what is left of %s, without seconds', (_, leftMs, english, spanish) => {
  setLocale('en')
  expect(leftInWords(leftMs)).toBe(english)
  setLocale('es')
  expect(leftInWords(leftMs)).toBe(spanish)
})
