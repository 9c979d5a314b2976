import { expect, test } from 'vitest'
import { longer, longerInProof } from '../tools/time-limits.ts'
import { codeOf, files, matching } from './tree.ts'

// What holds for every test.

const tests = matching(/^(core|i18n|ui|web|desk|server|e2e|tidy|tools)\/.*\.test\.tsx?$/)
const limits = [...longer, ...longerInProof]

test('only the table of time limits gives a test more than a minute', () => {
  const ownLimit = /\bsetConfig\(|\b(?:testTimeout|hookTimeout)\b|(?:\btimeout: ?|^ *\}, )(\d[\d_]*)\b/gm
  const found = [...tests, ...matching(/^(server|e2e)\/.*\/test-[a-z-]+\.ts$/)].flatMap((file) =>
    [...codeOf(file).matchAll(ownLimit)]
      .filter(([, ms]) => ms === undefined || Number(ms.replaceAll('_', '')) > 60_000)
      .map(([words]) => `${file}: ${words.trim()}`),
  )
  expect(found.filter((line) => !line.startsWith('tidy/tests.test.ts'))).toEqual([])
})

test('every exception of the table is a test file that is there, and says why', () => {
  expect(limits.filter(({ files: file }) => !files.includes(file))).toEqual([])
  expect(limits.filter(({ why, seconds }) => why.length < 15 || seconds <= 60)).toEqual([])
})

/** The titles of a test file, as they are written. */
const titlesOf = (file: string): string[] => {
  const call =
    /(?:\b(?:test|describe|longTest)|\))\(\s*('(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`),\s*(?:\{[^{}]*\},\s*)?(?:async\s*)?(?:\(|\w+ =>)/g
  return [...codeOf(file).matchAll(call)].map(([, title = '']) => title.slice(1, -1).replaceAll(/\\(.)/g, '$1'))
}

const LONGEST_TITLE = 90
const titles = tests.flatMap((file) => titlesOf(file).map((title) => ({ file, title })))

test('the reader of titles finds them', () => {
  expect(titles.length).toBeGreaterThan(2_500)
  expect(titlesOf('tidy/tests.test.ts')).toContain('the reader of titles finds them')
})

test('a title says its behaviour in at most 90 characters', () => {
  expect(titles.filter(({ title }) => title.length > LONGEST_TITLE)).toEqual([])
})

test('a title is more than a placeholder', () => {
  const placeholder = /^\s*(?:%[a-z#%]|\$[\w.]+|\$\{[^}]*\})\s*$/
  expect(titles.filter(({ title }) => placeholder.test(title))).toEqual([])
})
