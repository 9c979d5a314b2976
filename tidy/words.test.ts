import { expect, test } from 'vitest'
import { codeOf, isTest, matching } from './tree.ts'

/** Documents with versions; names that Intl and WhatsApp have for languages. */
const noWords =
  /^core\/src\/consent\/|^i18n\/src\/format-date\.ts$|^server\/src\/providers\/messages\/whatsapp-cloud\.ts$/
const pair = /\bes: *(?:\n *)?(?:['"`[]|\(.*\) =>|\{)/

test('no text in two languages stands in TypeScript: it is a message', () => {
  const sources = matching(/^(core|server|i18n|ui|web|desk)\/src\/.*\.tsx?$/).filter((file) => !isTest(file))
  expect(sources.length).toBeGreaterThan(500)
  expect(sources.filter((file) => !noWords.test(file) && pair.test(codeOf(file)))).toEqual([])
})

test.each([
  "es: 'Hola'",
  'es: `Hola`',
  "es:\n    'Hola'",
  'es: ({ loan }) => loan',
  "es: ['uno']",
  "es: { name: 'x' }",
])('a pair that is written %j is found', (code) => {
  expect(code).toMatch(pair)
})
