import { ACCESS_LEGEND, AUTHORITY_LEGEND } from '@hola/core/agreement/legends.ts'
import { describe, expect, test } from 'vitest'
import { PRIVACY_VERSION, TERMS_VERSION } from '../../../../server/src/person/account/agreed-texts.ts'
import { policyTypes, type PolicyText } from './policy-text.ts'
import { textsEn } from './texts-en.ts'
import { textsEs } from './texts-es.ts'

const paragraphs = ({ sections }: PolicyText): string[] => sections.flatMap(({ blocks }) => blocks.flat())

describe.each([
  ['es', textsEs],
  ['en', textsEn],
])('the texts in %s', (_, texts) => {
  test('the privacy policy carries both legends word for word', () => {
    expect(paragraphs(texts.privacy)).toContain(ACCESS_LEGEND)
    expect(paragraphs(texts.privacy)).toContain(AUTHORITY_LEGEND)
  })

  test('are the ones that a log-in agrees to', () => {
    expect([texts.privacy.version, texts.terms.version]).toEqual([PRIVACY_VERSION, TERMS_VERSION])
  })

  test.each(policyTypes)('%s has something under each heading, and never shouts', (type) => {
    expect(paragraphs(texts[type]).join(' ')).not.toMatch(/[!¡]/)
    expect(texts[type].sections.every(({ title, blocks }) => title !== '' && blocks.length > 0)).toBe(true)
  })
})

test.each(policyTypes)('%s has the same sections and paragraphs in both languages', (type) => {
  const shape = ({ sections }: PolicyText) =>
    sections.map(({ blocks }) => blocks.map((block) => (typeof block === 'string' ? 'paragraph' : block.length)))
  expect(shape(textsEn[type])).toEqual(shape(textsEs[type]))
})
