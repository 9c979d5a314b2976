import { expect, test } from 'vitest'
import { isTest, matching, textOf } from './tree.ts'

// A page that nothing leads to is found by nobody: each path of the route table is named by some screen.

test('every page of the route table is led to from another one', () => {
  const paths = [...textOf('web/src/app/route-table.ts').matchAll(/path: '(\/pages\/[^']+)'/g)].map(
    ([, path = '']) => path,
  )
  expect(paths.length).toBeGreaterThan(30)
  const sources = matching(/^web\/src\/.*\.tsx?$/).filter(
    (file) => !isTest(file) && !/app\/(route-table|screens)\.ts$/.test(file),
  )
  const texts = sources.map(textOf).join('\n')
  expect(paths.filter((path) => !texts.includes(path))).toEqual([])
})
