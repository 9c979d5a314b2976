import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { webSources } from './web-build.ts'

const root = join(import.meta.dirname, '..')

const dependenciesOf = (workspace: string): string[] => {
  const { dependencies = {} } = JSON.parse(readFileSync(join(root, workspace, 'package.json'), 'utf8')) as {
    dependencies?: Record<string, string>
  }
  return Object.keys(dependencies).flatMap((name) => /^@hola\/(.+)$/.exec(name)?.[1] ?? [])
}

test('a change in any workspace that the web app is made of makes its build stale', () => {
  const found = new Set(['web'])
  for (const workspace of found) for (const name of dependenciesOf(workspace)) found.add(name)
  expect([...found].toSorted()).toEqual(['core', 'i18n', 'ui', 'web'])
  const watched = webSources.map((source) => source.split('/')[0])
  expect([...found].filter((workspace) => !watched.includes(workspace))).toEqual([])
})
