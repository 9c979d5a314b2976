import { expect, test } from 'vitest'
import { longer, longerInProof } from '../tools/time-limits.ts'
import { codeOf, files, matching } from './tree.ts'

// What holds for every test.

const tests = matching(/^(core|i18n|ui|web|server|e2e|tidy|tools)\/.*\.test\.tsx?$/)
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
