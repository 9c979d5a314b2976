import { expect, test } from 'vitest'
import { codeOf, isTest, matching, violations } from './tree.ts'

// Whoever asks her phone for less motion gets none.

const sheets = matching(/^(web|ui|desk)\/.*\.(css|html)$/)
const tokens = codeOf('ui/src/tokens.css')

const timesIn = (css: string): Map<string, string> =>
  new Map([...css.matchAll(/(--[\w-]+):\s*(-?[\d.]+m?s);/g)].map(([, name = '', time = '']) => [name, time]))

const reduced = timesIn(/@media \(prefers-reduced-motion: reduce\) \{([\s\S]*?)\n\}/.exec(tokens)?.[1] ?? '')

test('every time of the design is zero for whoever wants less motion', () => {
  const all = timesIn(tokens)
  expect(all.size).toBeGreaterThan(4)
  expect([...all.keys()].filter((name) => reduced.get(name) !== '0ms')).toEqual([])
})

test('everything that moves takes its time from the design', () => {
  const moving = sheets.flatMap((file) =>
    [...codeOf(file).matchAll(/\b(?:transition|animation)(?:-duration)?:([^;}]+)/g)].flatMap(([, value = '']) =>
      value.split(/,(?![^(]*\))/).map((part) => ({ file, part: part.trim() })),
    ),
  )
  expect(moving.length).toBeGreaterThan(15)
  // The first time is how long it moves; a second one is how long it waits, which moves nothing.
  const durationOf = (part: string): string => {
    const [written = part, token] = /var\((--[\w-]+)\)|(?<![\w.])[\d.]+m?s\b/.exec(part) ?? []
    return token ?? written
  }
  expect(
    moving.filter(({ part }) => {
      const duration = durationOf(part)
      return part !== 'none' && duration !== '0s' && reduced.get(duration) !== '0ms'
    }),
  ).toEqual([])
})

test('nothing moves by a script or by the browser', () => {
  const scripts = matching(/^(web|ui|desk)\/src\/.*\.tsx?$/).filter((file) => !isTest(file))
  expect(violations(scripts, /\.animate\(|<animate|startViewTransition|behavior: 'smooth'/)).toEqual([])
  expect(violations(sheets, /scroll-behavior: smooth|@view-transition/)).toEqual([])
})
