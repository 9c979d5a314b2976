import fc from 'fast-check'
import { expect, test } from 'vitest'
import { JSON_DEPTH_MAX, findJsonProblem } from './json-body.ts'

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)

test.each([
  ['an object', '{"a":1}', undefined],
  ['nothing', '', 'empty'],
  ['only white space', ' \r\n\t', 'empty'],
  ['as deep as allowed', nested(JSON_DEPTH_MAX), undefined],
  ['one level too deep', nested(JSON_DEPTH_MAX + 1), 'too_deep'],
  ['a million levels', nested(1_000_000), 'too_deep'],
  ['brackets inside a string', JSON.stringify({ text: '['.repeat(100) }), undefined],
  ['brackets behind an escaped quote', JSON.stringify({ text: `"${'{'.repeat(100)}` }), undefined],
  ['brackets behind a string that ends in a backslash', `["\\\\",${nested(JSON_DEPTH_MAX)}]`, 'too_deep'],
  ['a string that never ends', `{"a":"${'['.repeat(100)}`, undefined],
  ['an escaped NUL', '{"a":"\\u0000"}', 'null_character'],
  ['an escaped NUL behind an escaped backslash', '{"a":"\\\\\\u0000"}', 'null_character'],
  ['the six characters \\u0000 as text', JSON.stringify({ a: '\\u0000' }), undefined],
])('JSON is judged: %s', (_, text, problem) => {
  expect(findJsonProblem(text)).toBe(problem)
})

test('no JSON of allowed depth and without NUL is refused', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
      const text = JSON.stringify(value)
      const hasNull = JSON.stringify(value).split('\\\\').join('').includes('\\u0000')
      expect(findJsonProblem(text)).toBe(hasNull ? 'null_character' : undefined)
    }),
  )
})
