import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

// npm run notices             writes THIRD-PARTY-NOTICES.md from the lock file and the packages' own licence files
// npm run notices -- --check  ends with 1 when that file is out of date or a licence is not on the list below

/** What the owner accepts without asking counsel. LGPL holds for libvips alone, which sharp loads as a library of its own. */
const acceptedLicences: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'LGPL-3.0-or-later',
  'MIT',
  'MIT-0',
  'CC0-1.0',
])

/** Packages whose manifest says nothing that a machine can read; each was read by a person. */
const readByHand: Readonly<Record<string, string>> = { 'png-js': 'MIT' }

type Locked = {
  readonly version?: string
  readonly license?: string
  readonly dev?: boolean
  readonly link?: boolean
  readonly dependencies?: Readonly<Record<string, string>>
}

type Package = { readonly folder: string; readonly name: string; readonly version: string; readonly licence: string }

const root = join(import.meta.dirname, '..')
const file = join(root, 'THIRD-PARTY-NOTICES.md')
const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  readonly packages: Readonly<Record<string, Locked>>
}

const nameOf = (folder: string): string => folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length)

const byName = (one: Package, other: Package): number =>
  one.name < other.name ? -1 : one.name > other.name ? 1 : one.folder < other.folder ? -1 : 1

/** Everything that runs in the product, on any platform; what only builds or tests it is not passed on to anybody. */
const packages: readonly Package[] = Object.entries(lock.packages)
  .filter(([folder, { dev, link }]) => folder.includes('node_modules/') && dev !== true && link !== true)
  .map(([folder, { version = '', license }]) => {
    const name = nameOf(folder)
    return { folder, name, version, licence: license ?? readByHand[name] ?? 'unknown' }
  })
  .toSorted(byName)

const isAccepted = (licence: string): boolean => {
  const plain = licence.replaceAll(/[()]/g, '')
  if (plain.includes(' OR ')) return plain.split(' OR ').some((part) => acceptedLicences.has(part))
  return plain.split(' AND ').every((part) => acceptedLicences.has(part))
}

/** What a phone downloads: the dependencies of the web app and of core, and theirs. */
const inBrowser = (): readonly Package[] => {
  const found = new Set<string>()
  const visit = (folder: string): void => {
    for (const name of Object.keys(lock.packages[folder]?.dependencies ?? {})) {
      const target = [`${folder}/node_modules/${name}`, `node_modules/${name}`].find((path) => path in lock.packages)
      if (target === undefined || found.has(target) || name.startsWith('@hola/')) continue
      found.add(target)
      visit(target)
    }
  }
  for (const workspace of ['web', 'core']) visit(workspace)
  return packages.filter(({ folder }) => found.has(folder))
}

const licenceText = ({ folder, name }: Package): string => {
  const path = join(root, folder)
  const found = existsSync(path)
    ? readdirSync(path)
        .toSorted()
        .find((entry) => /^(licen[cs]e|copying)/i.test(entry))
    : undefined
  if (found === undefined) throw new Error(`${name} is sent to browsers and has no licence file to pass on`)
  return readFileSync(join(path, found), 'utf8').replaceAll('\r\n', '\n').trim()
}

const print = (): string => {
  const licences = [...new Set(packages.map(({ licence }) => licence))].toSorted()
  const rows = licences.flatMap((licence) => {
    const names = packages.filter((item) => item.licence === licence).map(({ name, version }) => `${name} ${version}`)
    return [`## ${licence}`, '', [...new Set(names)].join(', '), '']
  })
  const texts = inBrowser().flatMap((item) => [
    `## ${item.name} ${item.version}`,
    '',
    '```text',
    licenceText(item),
    '```',
    '',
  ])
  return [
    '# Software of others',
    '',
    'Made by `npm run notices` from `package-lock.json`; `npm test` checks that it is up to date. Every package brings its own',
    'licence in `node_modules`. Data and models of others are credited in [server/data/CREDITS.md](server/data/CREDITS.md).',
    '',
    ...rows,
    '# Licences of what the web app sends to browsers',
    '',
    ...texts,
  ].join('\n')
}

const wrong = packages.filter(({ licence }) => !isAccepted(licence))
for (const { name, version, licence } of wrong) console.error(`${name} ${version}: licence ${licence} is not accepted`)
const text = print()
if (parseArgs({ options: { check: { type: 'boolean' } } }).values.check === true) {
  const isCurrent = existsSync(file) && readFileSync(file, 'utf8') === text
  if (!isCurrent) console.error('THIRD-PARTY-NOTICES.md is out of date: npm run notices')
  if (!isCurrent || wrong.length > 0) process.exitCode = 1
} else {
  writeFileSync(file, text)
  if (wrong.length > 0) process.exitCode = 1
}
