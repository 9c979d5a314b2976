import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { appNames, apps } from './web-build.ts'

const root = join(import.meta.dirname, '..')

const dependenciesOf = (workspace: string): string[] => {
  const { dependencies = {} } = JSON.parse(readFileSync(join(root, workspace, 'package.json'), 'utf8')) as {
    dependencies?: Record<string, string>
  }
  return Object.keys(dependencies).flatMap((name) => /^@hola\/(.+)$/.exec(name)?.[1] ?? [])
}

test.each(appNames)('a change in any workspace that %s is made of makes its build stale', (app) => {
  const found = new Set<string>([app])
  for (const workspace of found) for (const name of dependenciesOf(workspace)) found.add(name)
  expect([...found].toSorted()).toEqual(['core', 'i18n', 'ui', app].toSorted())
  const watched = apps[app].sources.map((source) => source.split('/')[0])
  expect([...found].filter((workspace) => !watched.includes(workspace))).toEqual([])
})
