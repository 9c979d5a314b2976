import { problemParameters } from '@hola/core/form/problem-parameters.ts'
import { expect, test } from 'vitest'
import { m } from './compiled/messages.js'
import { locales } from './compiled/runtime.js'

type Messages = Record<string, unknown>

const files = import.meta.glob<Messages>('../messages/*/*.json', { eager: true, import: 'default' })

const messagesOf = (area: string, locale: string): Messages => {
  const { $schema: _, ...messages } = files[`../messages/${area}/${locale}.json`] ?? {}
  return messages
}

const areas = [...new Set(Object.keys(files).map((file) => file.split('/')[2] ?? ''))]

/** A plain text, or the variants of a plural. */
const textsOf = (message: unknown): string[] => {
  if (typeof message === 'string') return [message]
  if (typeof message !== 'object' || message === null) return []
  return Object.entries(message).flatMap(([name, part]) =>
    name === 'declarations' || name === 'selectors' ? [] : textsOf(part),
  )
}

const placeholdersOf = (message: unknown): string[] =>
  [
    ...new Set(textsOf(message).flatMap((text) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? ''))),
  ].sort()

/** Every message that breaks a rule, in whichever area. */
const breaking = (breaks: (key: string, area: string) => boolean, locale: 'en' | 'es' | 'vi' = 'en'): string[] =>
  areas.flatMap((area) => Object.keys(messagesOf(area, locale)).filter((key) => breaks(key, area)))
const has = (area: string, locale: string, key: string): boolean => key in messagesOf(area, locale)

test('there are message areas to compare', () => {
  expect(areas).toContain('home')
  expect(areas.length).toBeGreaterThan(20)
})

test('English and Spanish have the same keys', () => {
  expect(breaking((key, area) => !has(area, 'es', key))).toEqual([])
  expect(breaking((key, area) => !has(area, 'en', key), 'es')).toEqual([])
})

test('Vietnamese has no key that English lacks', () => {
  expect(breaking((key, area) => !has(area, 'en', key), 'vi')).toEqual([])
})

test('every key begins with the name of its area', () => {
  expect(breaking((key, area) => !key.startsWith(`${area.replaceAll('-', '_')}_`))).toEqual([])
})

test.each(['es', 'vi'] as const)('a message has the same placeholders in %s as in English', (locale) => {
  const placeholders = (area: string, of: string, key: string) => String(placeholdersOf(messagesOf(area, of)[key]))
  const differing = breaking((key, area) => placeholders(area, locale, key) !== placeholders(area, 'en', key), locale)
  expect(differing).toEqual([])
})

test.each(['en', 'es', 'vi'] as const)('no text is empty, shouts or has stray spaces: %s', (locale) => {
  const isOdd = (text: string): boolean => text === '' || text !== text.trim() || /[!¡]/.test(text)
  const odd = breaking((key, area) => {
    const texts = textsOf(messagesOf(area, locale)[key])
    return texts.length === 0 || texts.some(isOdd)
  }, locale)
  expect(odd).toEqual([])
})

test('every key of the files is compiled', () => {
  expect(breaking((key) => !(key in m))).toEqual([])
})

test.each(locales)('no raw key, placeholder or empty text is ever seen in %s', (locale) => {
  // Whatever a message asks for, it gets; a number suits a plural as well as a text.
  const anything = new Proxy({}, { get: () => 2 })
  const seen = Object.keys(m).map((key) => {
    const message: unknown = Reflect.get(m, key)
    const text: unknown = typeof message === 'function' ? message(anything, { locale }) : undefined
    return { key, text }
  })
  const odd = seen.filter(
    ({ key, text }) => typeof text !== 'string' || text === '' || text.includes(key) || /[{}]|undefined/.test(text),
  )
  expect(seen.length).toBeGreaterThan(0)
  expect(odd).toEqual([])
})

/** Where a screen chooses between two messages itself, the name of the one for one. */
const singularKeysOf = (key: string): string[] => [
  key.replace(/_some$/, '_one'),
  `${key}_one`,
  `${key}_day`,
  key.replace(/_days$/, '_day'),
  key.replace('_days_', '_day_'),
]

const plurals = {
  en: 'days|hours|minutes|seconds|weeks|months|years|times|digits|numbers|letters|characters|fields|questions|photos|loans|payments|installments|coupons|records|entries|attempts|tries|messages|requests|people|pages|reasons|steps|apps',
  es: 'días|horas|minutos|segundos|semanas|meses|años|veces|dígitos|números|letras|caracteres|campos|preguntas|fotos|préstamos|pagos|cuotas|cupones|registros|asientos|intentos|mensajes|pedidos|personas|páginas|motivos|pasos|aplicaciones',
}

test.each(['en', 'es'] as const)('a count of one is never said in the plural: %s', (locale) => {
  // What is fixed, or a day, is never one.
  const { typed: _, ...limits } = problemParameters('')
  const fixed = { ...limits, until: '04/05/2027' }
  const ones = new Proxy(fixed, { get: (given, name) => (Reflect.get(given, name) as unknown) ?? 1 })
  const isPlural = new RegExp(
    `(?<![\\d.,])1 (?:\\p{L}+ ){0,2}?(?:${plurals[locale]})\\b|\\b(?:Faltan|Quedan|quedan|faltan) 1 (?!\\p{L}+ y )`,
    'u',
  )
  const said = Object.keys(m)
    .filter((key) => !singularKeysOf(key).some((singular) => singular !== key && singular in m))
    .map((key) => {
      const message = Reflect.get(m, key) as (inputs: object, options: object) => string
      return `${key}: ${message(ones, { locale })}`
    })
  expect(said.length).toBeGreaterThan(1500)
  expect(said.filter((text) => isPlural.test(text))).toEqual([])
})
