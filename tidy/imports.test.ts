import { expect, test } from 'vitest'
import { importsOf, isTest, matching, type Import } from './tree.ts'

type Rule = { from: RegExp; may: RegExp[]; says: string }

const package_ = /^(?!\.|core\/|server\/|web\/|tools\/|e2e\/|tidy\/|bench\/)/
const core = /^core\/src\//
const inWeb = (...rooms: string[]): RegExp => new RegExp(`^web/src/(${rooms.join('|')})/`)
const inServer = (...rooms: string[]): RegExp => new RegExp(`^server/src/(${rooms.join('|')})(/|\\.ts$)`)

// The house's directions. A file may import its own room, the rooms named here, and packages (core: zod/mini alone).
const rules: Rule[] = [
  { from: /^core\/src\//, may: [core, /^zod\/mini$/], says: 'core imports nothing of ours and only zod/mini' },
  { from: inWeb('ui'), may: [inWeb('ui', 'i18n'), core, package_], says: 'ui imports i18n and core' },
  { from: inWeb('i18n'), may: [inWeb('i18n'), core, package_], says: 'i18n imports core' },
  { from: inWeb('bridge'), may: [inWeb('bridge'), core, package_], says: 'bridge imports core' },
  {
    from: inWeb('router'),
    may: [inWeb('router', 'ui', 'i18n'), core, package_],
    says: 'router imports ui, i18n, core',
  },
  {
    from: inWeb('lib'),
    may: [inWeb('lib', 'ui', 'i18n', 'router', 'bridge'), core, package_],
    says: 'lib imports ui, i18n, router, bridge and core',
  },
  {
    from: inWeb('features'),
    may: [inWeb('features', 'ui', 'lib', 'bridge', 'router', 'i18n'), core, package_],
    says: 'features import ui, lib, bridge, router, i18n and core',
  },
  {
    from: /^web\/src\//,
    may: [/^web\/src\//, core, package_],
    says: 'the web app imports itself and core, never the server',
  },
  {
    from: inServer('platform/db'),
    may: [inServer('platform/db', 'platform/log', 'platform/clock'), core, package_],
    says: 'db knows no subject and no HTTP',
  },
  { from: /^server\/src\//, may: [/^server\/src\//, core, package_], says: 'the server imports itself and core' },
]

const sources = matching(/^(core|server|web)\/src\/.*\.tsx?$/)
const imports = sources.flatMap(importsOf)
const show = ({ file, specifier }: Import): string => `${file} imports ${specifier}`

test('the reader of imports finds them', () => {
  expect(imports.length).toBeGreaterThan(100)
  expect(imports.some(({ target }) => target === 'zod/mini')).toBe(true)
  expect(imports.some(({ target }) => target === 'core/src/clock.ts')).toBe(true)
})

test.each(rules)('$says', ({ from, may }) => {
  const wrong = imports.filter(
    ({ file, target }) => from.test(file) && !isTest(file) && !may.some((pattern) => pattern.test(target)),
  )
  expect(wrong.map(show)).toEqual([])
})

test('features do not import each other', () => {
  const feature = (path: string): string | undefined => /^web\/src\/features\/([^/]+)\//.exec(path)?.[1]
  const wrong = imports.filter(({ file, target }) => {
    const [own, other] = [feature(file), feature(target)]
    return own !== undefined && other !== undefined && own !== other
  })
  expect(wrong.map(show)).toEqual([])
})

test('the sandbox page is no part of the app', () => {
  const wrong = imports.filter(
    ({ file, target }) => target.startsWith('web/src/sandbox/') && !file.startsWith('web/src/sandbox/'),
  )
  expect(wrong.map(show)).toEqual([])
})

test('nothing imports main, and only main and the tests build the application', () => {
  const wrong = imports.filter(
    ({ file, target }) =>
      target === 'server/src/main.ts' ||
      target.startsWith('web/src/app/main.') ||
      (target === 'server/src/app.ts' && file !== 'server/src/main.ts' && !isTest(file)),
  )
  expect(wrong.map(show)).toEqual([])
})

test('only server/src/edge/http knows Fastify', () => {
  const wrong = imports.filter(
    ({ file, target, typeOnly }) =>
      /^(fastify|@fastify\/)/.test(target) && !file.startsWith('server/src/edge/http/') && !isTest(file) && !typeOnly,
  )
  expect(wrong.map(show)).toEqual([])
})

test('the web app takes only types from the contract: its schemas would cost bytes on the first screen', () => {
  const wrong = imports.filter(
    ({ file, target, typeOnly }) =>
      file.startsWith('web/src/') && target.startsWith('core/src/contract/') && !isTest(file) && !typeOnly,
  )
  expect(wrong.map(show)).toEqual([])
})

test('a relative import names its file with the ending, and the file is there', () => {
  const all = new Set(matching(/./))
  const wrong = imports.filter(
    ({ specifier, target }) =>
      (specifier.startsWith('.') || specifier.startsWith('@hola/')) &&
      !target.startsWith('web/src/i18n/compiled/') &&
      !all.has(target.replace(/\?.*$/, '')),
  )
  expect(wrong.map(show)).toEqual([])
})
