import { createHash } from 'node:crypto'
import { civilDay } from '@hola/core/calendar.ts'
import { contactTemplateNames, contactTemplates } from '@hola/core/contact.ts'
import { pesos } from '@hola/core/money.ts'
import { describe, expect, test } from 'vitest'
import { contactWords } from './words.ts'

const facts = { orderNumber: '9JJM-KHVC-ECJK', dueDay: civilDay('2026-11-13'), payoff: pesos(161_529) }
const around = { channel: 'phone', publicUrl: 'https://hola.example' } as const
const languages = ['es', 'en'] as const

/** What each version says. Words that change are another version: what was sent can be told by it. */
const versions: Readonly<Record<string, string>> = {
  'talk 1': 'c6c74cdeb8b7acd0',
  'plan 1': 'fa8d18f52f6e2c23',
  'waiver 1': 'b3e5a5f0195b4c2e',
  'pause 1': '55984f3055c1de3e',
  'agency_notice 1': 'adc16af5f7f22e18',
}

test.each(contactTemplateNames)('the words of %s are those of its version', (template) => {
  const said = languages.map((language) => contactWords(template, facts, { ...around, language }))
  const sha256 = createHash('sha256').update(JSON.stringify(said)).digest('hex').slice(0, 16)
  expect([`${template} ${contactTemplates[template]}`, sha256]).toEqual([
    `${template} ${contactTemplates[template]}`,
    versions[`${template} ${contactTemplates[template]}`],
  ])
})

describe.each(languages)('in %s', (language) => {
  test.each(contactTemplateNames)('%s says how much and since when, and how to have no more of it', (template) => {
    const { text } = contactWords(template, facts, { ...around, language })
    for (const part of ['9JJM-KHVC-ECJK', '13/11/2026', '$ 161.529,00', around.publicUrl]) expect(text).toContain(part)
    // No look of a court, no shame, nobody else.
    expect(text).not.toMatch(/judicial|juicio|embargo|demanda|abogad|legal action|court|lawyer|familia|family|!/i)
  })
})
