import { reviewReasons } from '@hola/core/review/reasons.ts'
import { expect, test } from 'vitest'
import { reasonWords } from './reason-words.ts'

test.each(reviewReasons)('%s has words in both languages, that fit, without shouting', (code) => {
  const { en, es } = reasonWords[code]
  expect(en).not.toBe(es)
  for (const text of [en, es]) {
    expect(text.length).toBeGreaterThan(20)
    expect(text.length).toBeLessThanOrEqual(500)
    expect(text).toMatch(/^[^!¡]*\.$/)
  }
})

test.each(reviewReasons.filter((code) => /^bureau_(situation|rejected)|^not_affordable$/.test(code)))(
  '%s says that data of the BCRA weighed, where to see it and how to have it corrected',
  (code) => {
    for (const text of Object.values(reasonWords[code])) {
      expect(text).toContain('BCRA')
      expect(text).toContain('bcra.gob.ar')
      expect(text).toContain('Ley 25.326, art. 16')
    }
  },
)
