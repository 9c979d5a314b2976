import { describe, expect, test } from 'vitest'
import { detectLocale } from './detect-locale.ts'

describe('the browser language decides between English and Spanish', () => {
  test.each([
    ['en-US', 'en'],
    ['en', 'en'],
    ['EN-us', 'en'],
    ['es-AR', 'es'],
    ['es-419', 'es'],
    ['pt-BR', 'es'],
    ['fr', 'es'],
    ['vi-VN', 'es'],
    ['zh-Hans', 'es'],
    ['ca-ES-valencia', 'en'],
    ['', 'en'],
    [undefined, 'en'],
    [null, 'en'],
  ] as const)('%s -> %s', (language, expected) => {
    expect(detectLocale(language, null)).toBe(expected)
  })
})

describe('a choice made in Settings wins', () => {
  test.each([
    ['en-US', 'es', 'es'],
    ['es-AR', 'en', 'en'],
    ['es-AR', 'vi', 'vi'],
    [undefined, 'es', 'es'],
    ['es-AR', 'fr', 'es'],
    ['en-US', '', 'en'],
  ] as const)('browser %s, stored %s -> %s', (language, stored, expected) => {
    expect(detectLocale(language, stored)).toBe(expected)
  })
})
