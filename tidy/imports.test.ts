import { expect, test } from 'vitest'
import { importsOf, isTest, matching, type Import } from './tree.ts'

type Rule = { from: RegExp; may: RegExp[]; says: string }

const package_ = /^(?!\.|core\/|i18n\/|ui\/|server\/|web\/|desk\/|tools\/|e2e\/|tidy\/|bench\/)/
const core = /^core\/src\//
const i18n = /^i18n\/src\//
const words = /^i18n\/src\/(words|say-[a-z-]+)\.ts$/
const ui = /^ui\/src\//
const inWeb = (...rooms: string[]): RegExp => new RegExp(`^web/src/(${rooms.join('|')})/`)
const inServer = (...rooms: string[]): RegExp => new RegExp(`^server/src/(${rooms.join('|')})(/|\\.ts$)`)

// The house's directions. A file may import its own room, the rooms named here, and packages (core: zod/mini alone).
const rules: Rule[] = [
  { from: /^core\/src\//, may: [core, /^zod\/mini$/], says: 'core imports nothing of ours and only zod/mini' },
  { from: i18n, may: [i18n, /^i18n\/messages\//, core, package_], says: 'i18n imports its messages and core' },
  { from: ui, may: [ui, i18n, core, package_], says: 'ui imports i18n and core: no subject words, no calls' },
  { from: inWeb('bridge'), may: [inWeb('bridge'), core, package_], says: 'bridge imports core' },
  {
    from: inWeb('router'),
    may: [inWeb('router'), ui, i18n, core, package_],
    says: 'router imports ui, i18n, core',
  },
  {
    from: inWeb('lib'),
    may: [inWeb('lib', 'router', 'bridge'), ui, i18n, core, package_],
    says: 'lib imports router, bridge, ui, i18n and core, and knows no subject',
  },
  {
    from: inWeb('shared'),
    may: [inWeb('shared', 'lib', 'router', 'bridge'), ui, i18n, core, package_],
    says: 'shared imports lib, router, bridge, ui, i18n and core',
  },
  {
    from: inWeb('features'),
    may: [inWeb('features', 'shared', 'lib', 'bridge', 'router'), ui, i18n, core, package_],
    says: 'features import shared, lib, bridge, router, ui, i18n and core',
  },
  {
    from: /^web\/src\//,
    may: [/^web\/src\//, ui, i18n, core, package_],
    says: 'the web app imports itself, ui, i18n and core, never the server',
  },
  {
    from: /^desk\/src\/lib\//,
    may: [/^desk\/src\/lib\//, ui, i18n, core, package_],
    says: 'the desk’s lib imports ui, i18n and core, and knows no page',
  },
  {
    from: /^desk\/src\/parts\//,
    may: [/^desk\/src\/(parts|lib)\//, /^desk\/src\/((proposal|case)-)?words\.ts$/, ui, i18n, core, package_],
    says: 'the desk’s parts import lib and words, and know no page',
  },
  {
    from: /^desk\/src\/pages\//,
    may: [
      /^desk\/src\/(pages|parts|lib)\//,
      /^desk\/src\/((proposal|case|job|product)-)?words\.ts$/,
      ui,
      i18n,
      core,
      package_,
    ],
    says: 'the desk’s pages import parts, lib and words',
  },
  {
    from: /^desk\/src\//,
    may: [/^desk\/src\//, ui, i18n, core, package_],
    says: 'the desk imports itself, ui, i18n and core: neither the server nor the borrower’s app',
  },
  {
    from: inServer('platform/db'),
    may: [inServer('platform/db', 'platform/log', 'platform/clock', 'platform/free-port'), core, package_],
    says: 'db knows no subject and no HTTP',
  },
  {
    from: /^server\/src\//,
    may: [/^server\/src\//, words, core, package_],
    says: 'the server imports itself, core, and of i18n what says the messages in Node',
  },
]

const sources = matching(/^(core|i18n|ui|server|web|desk)\/src\/.*\.tsx?$/)
const imports = sources.flatMap(importsOf)
const show = ({ file, specifier }: Import): string => `${file} imports ${specifier}`

test('the reader of imports finds them', () => {
  expect(imports.length).toBeGreaterThan(100)
  expect(imports.some(({ target }) => target === 'zod/mini')).toBe(true)
  expect(imports.some(({ target }) => target === 'core/src/clock.ts')).toBe(true)
})

test.each(rules)('the direction of imports: $says', ({ from, may }) => {
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

test('the web app does not read the messages as Node does: a browser has no files', () => {
  const wrong = imports.filter(
    ({ file, target }) => /^(ui|web|desk)\//.test(file) && !isTest(file) && words.test(target),
  )
  expect(wrong.map(show)).toEqual([])
})

test('the sandbox page is no part of the app', () => {
  const wrong = imports.filter(
    ({ file, target }) => target.startsWith('web/src/sandbox/') && !file.startsWith('web/src/sandbox/'),
  )
  expect(wrong.map(show)).toEqual([])
})

test('no circle of files, types included', () => {
  const targets = Map.groupBy(imports, ({ file }) => file)
  const done = new Set<string>()
  const circles: string[] = []
  const visit = (file: string, way: readonly string[]): void => {
    const at = way.indexOf(file)
    if (at !== -1) circles.push([...way.slice(at), file].join(' -> '))
    if (at !== -1 || done.has(file)) return
    for (const { target } of targets.get(file) ?? []) visit(target, [...way, file])
    done.add(file)
  }
  for (const file of sources) visit(file, [])
  expect(circles).toEqual([])
})

test('nothing imports main, and only the two mains and the tests build the application', () => {
  const wrong = imports.filter(
    ({ file, target }) =>
      target === 'server/src/main.ts' ||
      target.startsWith('web/src/app/main.') ||
      (target === 'server/src/app.ts' && !/^server\/src\/(desk-)?main\.ts$/.test(file) && !isTest(file)),
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

test('the web app takes only types from the contract: its schemas would weigh on Home', () => {
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
      !target.startsWith('i18n/src/compiled/') &&
      !all.has(target.replace(/\?.*$/, '')),
  )
  expect(wrong.map(show)).toEqual([])
})
