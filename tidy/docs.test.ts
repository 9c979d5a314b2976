import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { settingsTable } from '../server/src/edge/settings.ts'
import { files, matching, root, textOf } from './tree.ts'

const scripts = (JSON.parse(textOf('package.json')) as { scripts: Record<string, string> }).scripts
const documents = matching(/^README\.md$/, /^docs\/.*\.md$/)

test('the README is there', () => {
  expect(documents).toContain('README.md')
})

test.each(documents)('%s: every npm command that it names exists', (file) => {
  const named = [...textOf(file).matchAll(/\bnpm (?:run ([\w:-]+)|(start|test)\b)/g)].map(
    ([, script, short]) => script ?? short ?? '',
  )
  expect(named.filter((name) => !(name in scripts))).toEqual([])
})

test('the README names every command that a newcomer needs', () => {
  const readme = textOf('README.md')
  const missing = Object.keys(scripts).filter((name) => {
    const line = name === 'start' || name === 'test' ? `npm ${name}` : `npm run ${name}`
    return !readme.includes(line)
  })
  expect(missing).toEqual([])
})

test('every script of package.json starts a file that is there', () => {
  const started = Object.values(scripts).flatMap((line) => [...line.matchAll(/[\w/-]+\.ts\b/g)].map(([file]) => file))
  expect(started.length).toBeGreaterThan(3)
  expect(started.filter((file) => !existsSync(join(root, file)))).toEqual([])
})

test('.ci/run is the README’s test line, the long proofs, and nothing else', () => {
  expect(readFileSync(join(root, '.ci/run'), 'utf8')).toBe('#!/usr/bin/env bash\nnpm ci && npm test && npm run prove\n')
  expect(textOf('README.md')).toContain('npm ci && npm test')
})

test('the README’s table of settings is the one that the server reads', () => {
  const row = /^\| `([A-Z][A-Z0-9_]*)` \|/
  const inReadme = textOf('README.md')
    .split('\n')
    .flatMap((line) => row.exec(line)?.[1] ?? [])
  expect(inReadme).toEqual(settingsTable.map(({ name }) => name))
})

test.each(documents)('%s: every file and folder that it links to is there', (file) => {
  const folder = file.includes('/') ? file.slice(0, file.lastIndexOf('/')) : ''
  const links = [...textOf(file).matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)].map(([, link]) => link ?? '')
  expect(links.filter((link) => !existsSync(join(root, folder, link)))).toEqual([])
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
  /^(android\/(core|host|tools)|server\/(migrations|data)|i18n\/(messages|project\.inlang)|docs\/decisions|web\/public)\//

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
  expect(textOf('docs/ARCHITECTURE.md').split('\n').length).toBeLessThan(190)
})
