import { expect, test } from 'vitest'
import { matching, textOf } from './tree.ts'

const areas = [...new Set(matching(/^i18n\/messages\/[^/]+\/\w+\.json$/).map((file) => file.split('/')[2] ?? ''))]

function messagesOf(area: string, language: string): Record<string, unknown> {
  const file = `i18n/messages/${area}/${language}.json`
  const { $schema: _, ...messages } = matching(new RegExp(`^${file}$`)).length
    ? (JSON.parse(textOf(file)) as Record<string, unknown>)
    : {}
  return messages
}

const placeholders = (message: unknown): string[] =>
  [...JSON.stringify(message).matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '').toSorted()

test('there are messages', () => {
  expect(areas.length).toBeGreaterThan(3)
})

test.each(areas)('%s: English and Spanish have the same keys, each of its area', (area) => {
  const english = Object.keys(messagesOf(area, 'en'))
  expect(Object.keys(messagesOf(area, 'es')).toSorted()).toEqual(english.toSorted())
  expect(english.filter((key) => !key.startsWith(`${area}_`))).toEqual([])
})

test.each(areas)('%s: a translation fills the same placeholders as the English', (area) => {
  const english = messagesOf(area, 'en')
  for (const language of ['es', 'vi']) {
    for (const [key, message] of Object.entries(messagesOf(area, language))) {
      expect([key, ...new Set(placeholders(message))]).toEqual([key, ...new Set(placeholders(english[key] ?? ''))])
    }
  }
})

test.each(areas)('%s: Vietnamese has no key that English lacks', (area) => {
  const english = messagesOf(area, 'en')
  expect(Object.keys(messagesOf(area, 'vi')).filter((key) => !(key in english))).toEqual([])
})

test.each(areas)('%s: the copy never shouts', (area) => {
  const loud = ['en', 'es', 'vi'].flatMap((language) =>
    Object.entries(messagesOf(area, language))
      .filter(([, message]) => /[!¡]/.test(JSON.stringify(message)))
      .map(([key]) => `${language} ${key}`),
  )
  expect(loud).toEqual([])
})
