import { reviewReasons } from '@hola/core/review/reasons.ts'
import { expect, test } from 'vitest'
import { reasonTexts } from './reason-words.ts'

test.each(reviewReasons)('%s has words in both languages, that fit, without shouting', (code) => {
  const both = [...reasonTexts([code], 'en'), ...reasonTexts([code], 'es')]
  expect(new Set(both).size).toBe(2)
  for (const text of both) {
    expect(text.length).toBeGreaterThan(20)
    expect(text.length).toBeLessThanOrEqual(500)
    expect(text).toMatch(/^[^!¡]*\.$/)
  }
})

test.each(
  reviewReasons.filter((code) =>
    /^bureau_(situation_(now|past)|rejected)|^(declared|own)_overdue$|^score_low$|^not_affordable$|^income_/.test(code),
  ),
)('%s, which can refuse, is one short line', (code) => {
  for (const text of [...reasonTexts([code], 'en'), ...reasonTexts([code], 'es')])
    expect(text.length).toBeLessThanOrEqual(60)
})
