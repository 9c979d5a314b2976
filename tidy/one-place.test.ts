import { APP_VERSION } from '@hola/core/constants.ts'
import { expect, test } from 'vitest'
import { codeOf, textOf } from './tree.ts'

// Facts that another language needs a copy of (HTML, a manifest, Android's resources, a PDF): the copy says what its
// source says.

const tokens = codeOf('ui/src/tokens.css')
const startOfDark = tokens.indexOf('@media (prefers-color-scheme: dark)')

const token = (name: string, theme: 'light' | 'dark' = 'light'): string => {
  const within = theme === 'light' ? tokens.slice(0, startOfDark) : tokens.slice(startOfDark)
  const colour = new RegExp(`--${name}: (#[0-9a-f]{6});`).exec(within)?.[1]
  if (colour === undefined) throw new Error(`tokens.css has no ${theme} colour --${name}`)
  return colour
}

const coloursIn = (file: string): string[] => textOf(file).match(/#[0-9a-f]{6}\b/gi) ?? []

const paper = [token('paper'), token('paper', 'dark')]
const mark = [token('hero'), token('on-hero'), token('gold')]

test.each<[file: string, colours: readonly string[]]>([
  ['web/index.html', paper],
  ['web/sandbox.html', paper],
  ['desk/index.html', paper],
  ['web/public/manifest.webmanifest', [token('paper'), token('paper')]],
  ['web/src/app/icon.svg', mark],
  ['desk/src/app/icon.svg', mark],
  ['android/host/src/main/res/values/styles.xml', [token('paper')]],
  ['android/host/src/main/res/values-night/styles.xml', [token('paper', 'dark')]],
  ['android/host/src/main/res/values/colors.xml', [token('hero')]],
  ['android/host/src/main/res/drawable/icon.xml', mark],
  ['android/host/src/main/res/drawable/icon_mark.xml', mark.slice(1)],
])('the colours of %s are those of tokens.css', (file, colours) => {
  expect(coloursIn(file)).toEqual(colours)
})

test('the text of the agreement has the colours of the app', () => {
  const pdf = codeOf('server/src/lending/agreement/pdf.ts')
  for (const [constant, name] of [
    ['INK', 'ink'],
    ['INK_QUIET', 'ink-2'],
    ['ACCENT', 'action'],
  ] as const)
    expect(pdf).toContain(`const ${constant} = '${token(name)}'`)
})

test('the version in package.json, which the Android builds carry, is the version of the app', () => {
  expect((JSON.parse(textOf('package.json')) as { version: string }).version).toBe(APP_VERSION)
})
