import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, test } from 'vitest'
import { readWords, say } from './words.ts'

const messages = fileURLToPath(new URL('../messages', import.meta.url))
const folders: string[] = []

/** The messages of the product, and a file more. */
const messagesWith = async (area: string, language: string, texts: object): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'hola-words-'))
  folders.push(folder)
  await cp(messages, folder, { recursive: true })
  await mkdir(join(folder, area), { recursive: true })
  await writeFile(join(folder, area, `${language}.json`), JSON.stringify(texts))
  return folder
}

afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true })
})

test('a new language is spoken as soon as its file is there', async () => {
  const count = (one: string, other: string) => [
    {
      declarations: ['input seconds', 'local form = seconds: plural'],
      selectors: ['form'],
      match: { 'form=one': one, 'form=*': other },
    },
  ]
  const folder = await messagesWith('errors', 'pt', {
    errors_login_needed: 'Sua sessão terminou. Entre de novo.',
    errors_too_many_requests: count('Tente de novo em {seconds} segundo.', 'Tente de novo em {seconds} segundos.'),
  })
  const words = readWords(folder)
  expect(words.say('errors_login_needed', 'pt')).toBe('Sua sessão terminou. Entre de novo.')
  expect(words.say('errors_too_many_requests', 'pt', { seconds: 1 })).toBe('Tente de novo em 1 segundo.')
  expect(words.say('errors_too_many_requests', 'pt', { seconds: 30 })).toBe('Tente de novo em 30 segundos.')
  expect(words.say('errors_timed_out', 'pt')).toBe('This is taking too long. Please try again.')
})

test('a language may have more forms than one and many', async () => {
  const folder = await messagesWith('errors', 'pl', {
    errors_too_many_requests: [
      {
        declarations: ['input seconds', 'local form = seconds: plural'],
        selectors: ['form'],
        match: { 'form=one': '{seconds} sekunda', 'form=few': '{seconds} sekundy', 'form=*': '{seconds} sekund' },
      },
    ],
  })
  const { say: sayIn } = readWords(folder)
  expect([1, 3, 7].map((seconds) => sayIn('errors_too_many_requests', 'pl', { seconds }))).toEqual([
    '1 sekunda',
    '3 sekundy',
    '7 sekund',
  ])
})

test('a language that nobody has written is answered in English', () => {
  expect(say('errors_login_needed', 'xx')).toBe('Your session has ended. Please log in again.')
  expect(say('errors_login_needed', '')).toBe('Your session has ended. Please log in again.')
  expect(say('errors_login_needed', '__proto__')).toBe('Your session has ended. Please log in again.')
})

test('a key of no file does not compile, and is a bug', () => {
  // @ts-expect-error: not in any English file
  expect(() => say('errors_made_up', 'en')).toThrow('errors_made_up')
})
