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

test.each(reviewReasons.filter((code) => /^bureau_(situation|rejected)|^not_affordable$/.test(code)))(
  '%s says that data of the BCRA weighed, where to see it and how to have it corrected',
  (code) => {
    for (const text of [...reasonTexts([code], 'en'), ...reasonTexts([code], 'es')]) {
      expect(text).toContain('BCRA')
      expect(text).toContain('bcra.gob.ar')
      expect(text).toContain('Ley 25.326, art. 16')
    }
  },
)

test('where to see what the BCRA has is said once, behind the last reason that comes from there', () => {
  const texts = reasonTexts(['bureau_situation_now', 'bureau_rejected_cheques', 'score_low'], 'en')
  expect(texts.map((text) => text.includes('bcra.gob.ar'))).toEqual([false, true, false])
})
