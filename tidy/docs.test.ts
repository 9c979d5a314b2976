import { existsSync, readFileSync, statSync } from 'node:fs'
import { join, posix } from 'node:path'
import { expect, test } from 'vitest'
import { brand } from '@hola/core/brand.ts'
import { checkAccount } from '@hola/core/identifiers/account.ts'
import { settingsTable } from '../server/src/edge/settings.ts'
import { sandboxAccounts } from '../server/src/providers/payout/test-accounts.ts'
import { writtenDocs } from '../tools/docs.ts'
import { files, isTest, matching, root, textOf } from './tree.ts'

const scripts = (JSON.parse(textOf('package.json')) as { scripts: Record<string, string> }).scripts
const documents = matching(/^(README|CONTRIBUTING|CHANGELOG)\.md$/, /^docs\/.*\.md$/)

test.each(['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'docs/SECURITY.md'])('%s is there', (file) => {
  expect(documents).toContain(file)
})

test('the README begins with a picture of at most 200 kB that has words for who cannot see it', () => {
  const [, alt = '', file = ''] = /^# .+\n\n!\[([^\]]+)\]\(([^)]+)\)\n/.exec(textOf('README.md')) ?? []
  expect(alt.length).toBeGreaterThan(60)
  expect(files).toContain(file)
  expect(statSync(join(root, file)).size).toBeLessThanOrEqual(200_000)
})

test('the README is read in a minute', () => {
  expect(textOf('README.md').split('\n').length).toBeLessThanOrEqual(80)
})

test.each(documents)('%s: every npm command that it names exists', (file) => {
  const named = [...textOf(file).matchAll(/\bnpm (?:run ([\w:-]+)|(start|test)\b)/g)].map(
    ([, script, short]) => script ?? short ?? '',
  )
  expect(named.filter((name) => !(name in scripts))).toEqual([])
})

test('docs/COMMANDS.md explains every command, each once', () => {
  const rows = [...textOf('docs/COMMANDS.md').matchAll(/^\| `npm (?:run )?([\w:-]+)` \| \S/gm)]
  expect(rows.map(([, name]) => name).toSorted()).toEqual(Object.keys(scripts).toSorted())
})

test('every script of package.json starts a file that is there', () => {
  const started = Object.values(scripts).flatMap((line) => [...line.matchAll(/[\w/-]+\.ts\b/g)].map(([file]) => file))
  expect(started.length).toBeGreaterThan(3)
  expect(started.filter((file) => !existsSync(join(root, file)))).toEqual([])
})

test('.ci/run is the README’s test line, the long tests, and nothing else', () => {
  const line = 'npm ci && npm test && npm run prove -- --short'
  expect(readFileSync(join(root, '.ci/run'), 'utf8')).toBe(`#!/usr/bin/env bash\n${line}\n`)
  expect(textOf('README.md')).toContain('npm ci && npm test')
})

test.each(await writtenDocs())('$file is what npm run docs writes from the code', ({ file, text }) => {
  expect(textOf(file)).toBe(text)
})

test('docs/SETTINGS.md has every setting with its default and its meaning', () => {
  const rows = textOf('docs/SETTINGS.md')
    .split('\n')
    .flatMap((line) => {
      const [, name, initial, meaning] = /^\| `([A-Z][A-Z0-9_]*)` \| (.+?) \| (.+) \|$/.exec(line) ?? []
      return name === undefined ? [] : [{ name, default: initial, meaning }]
    })
  expect(rows).toEqual(settingsTable)
})

test('docs/SANDBOX.md names every test account, each of which the form takes', () => {
  const named = [...textOf('docs/SANDBOX.md').matchAll(/`(\d{22})`/g)].map(([, number = '']) => number)
  expect(named).toEqual(Object.values(sandboxAccounts))
  expect(named.filter((number) => !checkAccount(number).ok)).toEqual([])
})

test.each(documents)('%s: every file and folder that it links to is there', (file) => {
  const folder = file.includes('/') ? file.slice(0, file.lastIndexOf('/')) : ''
  const links = [...textOf(file).matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)].map(([, link]) => link ?? '')
  expect(links.filter((link) => !existsSync(join(root, folder, link)))).toEqual([])
})

/** As GitHub makes the address of a heading from its words. */
const anchorsOf = (file: string): string[] =>
  [...textOf(file).matchAll(/^#+ (.+)$/gm)].map(([, words = '']) =>
    words
      .toLowerCase()
      .replaceAll(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  )

test.each(documents)('%s: every heading that it links to is there', (file) => {
  const links = [...textOf(file).matchAll(/\]\((?!https?:)([^)#\s]*)#([^)\s]+)\)/g)]
  const wrong = links.filter(([, link = '', anchor = '']) => {
    const target = link === '' ? file : posix.join(posix.dirname(file), link)
    return !anchorsOf(target).includes(anchor)
  })
  expect(wrong.map(([link]) => link)).toEqual([])
})

// A decision tells of its day; the other documents of today.
test.each(documents.filter((file) => !file.startsWith('docs/decisions/')))(
  '%s: every file and folder in its text is there',
  (file) => {
    const spans = [...textOf(file).matchAll(/`([^`\n]+)`/g)].map(([, span = '']) => span)
    const paths = spans.filter((span) =>
      /^(core|i18n|ui|server|web|desk|android|e2e|bench|tidy|tools|docs)\/[\w./-]+$/.test(span),
    )
    expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([])
  },
)

test('docs/SECURITY.md says to whom a hole is reported, as the product does', () => {
  expect(textOf('docs/SECURITY.md')).toContain(`\`${brand.support.email}\``)
})

type Word = { spanish: string; english: string; names: string[] }

/** The rows of the tables of docs/GLOSSARY.md: Spanish, English, the names in the code, what it means. */
const glossary: Word[] = textOf('docs/GLOSSARY.md')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| Spanish') && !line.startsWith('| ---'))
  .map((line) => {
    const [spanish = '', english = '', code = ''] = line.slice(2).split(' | ')
    return { spanish, english, names: [...code.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name) }
  })

test('docs/GLOSSARY.md has each word once, and each with its name in the code', () => {
  expect(glossary.length).toBeGreaterThan(50)
  expect(glossary.filter(({ names }) => names.length === 0)).toEqual([])
  const words = glossary.flatMap(({ spanish, english }) => [`es ${spanish}`, `en ${english}`])
  const named = words.filter((word) => !word.endsWith(' –'))
  expect(named.filter((word, index) => named.indexOf(word) !== index)).toEqual([])
})

test('docs/GLOSSARY.md: every name of the code is found there', () => {
  const sources = matching(/^(core|server|web|desk)\/src\/.*\.tsx?$/, /^server\/migrations\/.*\.sql$/)
  const known = new Set(
    sources.filter((file) => !isTest(file)).flatMap((file) => textOf(file).match(/[A-Za-z][\w]*(?:-[a-z]+)*/g) ?? []),
  )
  const isFound = (name: string): boolean => (name.includes('/') ? existsSync(join(root, name)) : known.has(name))
  expect(glossary.flatMap(({ names }) => names).filter((name) => !isFound(name))).toEqual([])
})

// docs/ARCHITECTURE.md holds one block fenced by ```tree. A line is an indented folder name ending in "/", two spaces
// or more, and a few words; two spaces of indent are one level. It lists the folders that exist, neither more nor
// fewer, down to the depth that a reader needs.
type Listed = { folder: string; words: string }

function listedFolders(): Listed[] {
  const block = /```tree\n([\s\S]*?)```/.exec(textOf('docs/ARCHITECTURE.md'))?.[1] ?? ''
  const parents: string[] = []
  return block
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [, indent = '', name = '', words = ''] = /^( *)(\S+\/)(?: {2,}(.*))?$/.exec(line) ?? []
      const depth = indent.length / 2
      parents.splice(depth, parents.length, name)
      return { folder: name === '' ? line : parents.join(''), words }
    })
}

// Folders whose children are many of one kind stand for them all.
const leaf =
  /^(android\/(core|host|tools)|server\/(migrations|data|src\/providers\/examples)|i18n\/(messages|project\.inlang)|docs\/decisions|web\/public)\//

function existingFolders(): string[] {
  const folders = new Set<string>()
  for (const file of files) {
    const parts = file.split('/').slice(0, -1)
    if (parts[0]?.startsWith('.')) continue
    for (let depth = 1; depth <= parts.length; depth += 1) {
      const folder = `${parts.slice(0, depth).join('/')}/`
      folders.add(folder)
      if (leaf.test(folder)) break
    }
  }
  return [...folders].toSorted()
}

test('docs/ARCHITECTURE.md names exactly the folders that exist', () => {
  expect(
    listedFolders()
      .map(({ folder }) => folder)
      .toSorted(),
  ).toEqual(existingFolders())
})

test('docs/ARCHITECTURE.md says of every folder what it is for', () => {
  expect(listedFolders().filter(({ words }) => words.trim() === '')).toEqual([])
})

test('docs/ARCHITECTURE.md is one page', () => {
  expect(textOf('docs/ARCHITECTURE.md').split('\n').length).toBeLessThan(225)
})
