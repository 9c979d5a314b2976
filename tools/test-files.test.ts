import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { longTests } from './long-tests.ts'
import { proofFiles, roomsNamed, testFiles, workspacesOf } from './test-files.ts'

const root = join(import.meta.dirname, '..')
const files = testFiles(root)

describe('npm run check -- loan', () => {
  const named = roomsNamed(files, ['loan'])
  const paths = named.map(({ path }) => path)

  test('takes the server’s rooms of that name', () => {
    expect(paths).toContain('server/src/lending/loan/apply.test.ts')
    expect(paths.filter((path) => !path.includes('loan'))).toEqual([])
  })

  test('takes nothing that needs a browser, and core runs anyway', () => {
    expect(paths.filter((path) => /^(e2e|core)\/|\.browser\.test\.tsx$/.test(path))).toEqual([])
  })

  test('checks the types of what it tests', () => {
    expect(workspacesOf(named)).toEqual(expect.arrayContaining(['core', 'server']))
  })

  test('finds nothing under a name that nobody has', () => {
    expect(roomsNamed(files, ['no-such-room'])).toEqual([])
  })
})

test('npm run prove takes every file that takes its cases from the helper of proofs', () => {
  const proofs = proofFiles(root, files)
  const paths = proofs.map(({ path }) => path)
  expect(paths).toEqual(
    expect.arrayContaining([
      'core/src/loan/loans.property.test.ts',
      'tools/android-host.test.ts',
      'e2e/desk-people.test.ts',
      'e2e/desk-money.test.ts',
    ]),
  )
  expect(new Set(proofs.map(({ project }) => project))).toEqual(new Set(['core', 'tidy', 'server', 'web', 'e2e']))
})

test('each file of long tests is there once, and a shorter one keeps its subject in npm test', () => {
  const paths = files.map(({ path }) => path)
  const long = longTests.map(({ file }) => file)
  expect(long.filter((file, at) => !paths.includes(file) || long.indexOf(file) !== at)).toEqual([])
  const isShort = (file: string): boolean => existsSync(join(root, file)) && !long.includes(file)
  expect(longTests.filter(({ short }) => !isShort(short))).toEqual([])
})
