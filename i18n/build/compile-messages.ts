import { randomUUID } from 'node:crypto'
import { createHash } from 'node:crypto'
import { appendFile, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const i18nFolder = join(dirname(fileURLToPath(import.meta.url)), '..')
const projectFolder = join(i18nFolder, 'project.inlang')
const messagesFolder = join(i18nFolder, 'messages')
const compiledFolder = join(i18nFolder, 'src/compiled')
const stampFile = join(compiledFolder, '.stamp')

/**
 * Paraglide's own runtime knows cookies, URLs, servers and middleware, and weighs more than all our messages
 * together. The messages need one function of it, so they get one of ours; `locale.ts` decides what it answers.
 */
const leanRuntime = `export const locales = ['en', 'es', 'vi']

export const experimentalStaticLocale = undefined

let current = 'en'

export const getLocale = () => current

export const setLocale = (locale) => {
  current = locale
}
`

const runtimeTypes = `export type Locale = 'en' | 'es' | 'vi'
export declare const locales: readonly ['en', 'es', 'vi']
export declare const getLocale: () => Locale
export declare const setLocale: (locale: Locale) => void
`

/**
 * The same for what a count does to the words around it. Our languages have one form for one and another for the rest
 * (Vietnamese has a single one), and a browser takes milliseconds to make its own rules before Home can be drawn.
 */
const leanRegistry = `export const plural = (locale, input) => (locale !== 'vi' && Number(input) === 1 ? 'one' : 'other')
`

const filesUnder = async (folder: string): Promise<string[]> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
}

const stampOfSources = async (): Promise<string> => {
  const hash = createHash('sha256')
  const sources = [
    fileURLToPath(import.meta.url),
    join(projectFolder, 'settings.json'),
    ...(await filesUnder(messagesFolder)).filter((file) => file.endsWith('.json')),
  ]
  for (const file of sources) hash.update(file.slice(i18nFolder.length)).update(await readFile(file))
  return hash.digest('hex')
}

/** Each file is replaced whole: a dev server or a second compiler never reads half a message. */
const replaceFile = async (file: string, text: string): Promise<void> => {
  const before = await readFile(file, 'utf8').catch(() => undefined)
  if (before === text) return
  await mkdir(dirname(file), { recursive: true })
  // Two projects of one test run compile at once, in one process.
  const draft = `${file}.${process.pid}.${randomUUID()}.tmp`
  await writeFile(draft, text)
  await rename(draft, file)
}

const compileInto = async (folder: string): Promise<void> => {
  const { compile } = await import('@inlang/paraglide-js')
  await compile({
    project: projectFolder,
    outdir: folder,
    strategy: ['globalVariable', 'baseLocale'],
    outputStructure: 'message-modules',
    disableAsyncLocalStorage: true,
    isServer: 'false',
    emitReadme: false,
    emitGitIgnore: false,
    emitPrettierIgnore: false,
  })
  await rm(join(folder, 'server.js'))
  await writeFile(join(folder, 'runtime.js'), leanRuntime)
  await writeFile(join(folder, 'runtime.d.ts'), runtimeTypes)
  await writeFile(join(folder, 'registry.js'), leanRegistry)
  await writeFile(join(folder, 'messages.d.ts'), await typesOf(join(folder, 'messages')))
  const { table, types } = await tableOf('form')
  await writeFile(join(folder, 'form.js'), table)
  await writeFile(join(folder, 'form.d.ts'), types)
}

/**
 * What the messages take, in one file: the compiler, the linter and the editor read it in place of thousands of modules,
 * from which they would work out the same.
 */
const typesOf = async (folder: string): Promise<string> => {
  const declared: string[] = []
  for (const file of await filesUnder(folder)) {
    if (!file.endsWith('.js') || basename(file) === '_index.js') continue
    const text = await readFile(file, 'utf8')
    const inputs = /^\/\*\* @typedef \{(\{.*\})\} \w+Inputs \*\/$/m.exec(text)?.[1]
    const [, name, optional] = /^export const (\w+) = \/\*\* @type \{\(\(inputs(\??): /m.exec(text) ?? []
    const words = /^\/\*\*\n((?:\* \|.*\n)+)/m.exec(text)?.[1]
    if (inputs === undefined || name === undefined || words === undefined)
      throw new Error(`${file}: Paraglide writes its messages in another way than we read them`)
    declared.push(
      `  /**\n${words.replaceAll(/^/gm, '   ').trimEnd()}\n   */\n  readonly ${name}: (inputs${optional}: ${inputs}, options?: Options) => string`,
    )
  }
  return `import type { Locale } from './runtime.js'

type Options = { readonly locale?: Locale }

interface Messages {
${declared.join('\n')}
}

export declare const m: Messages
`
}

/**
 * The messages of an area that the browser finds by name, as one table: the texts of each in the order of the languages.
 * A function for each, as Paraglide makes them, weighs more than what it says.
 */
const tableOf = async (area: string): Promise<{ table: string; types: string }> => {
  const { locales } = JSON.parse(await readFile(join(projectFolder, 'settings.json'), 'utf8')) as { locales: string[] }
  const texts = new Map<string, string[]>()
  for (const [at, locale] of locales.entries()) {
    const file = await readFile(join(messagesFolder, area, `${locale}.json`), 'utf8').catch(() => '{}')
    for (const [key, text] of Object.entries(JSON.parse(file) as Record<string, unknown>)) {
      const name = key.slice(area.length + 1)
      if (typeof text !== 'string') throw new Error(`${key} has to be one text: it is found by its name`)
      // A language that lacks it leaves a gap, which its reader fills with the first.
      texts.set(name, Object.assign(texts.get(name) ?? [], { [at]: text }))
    }
  }
  const rows = [...texts].map(([name, list]) => `  ${name}: [${list.map((text) => JSON.stringify(text)).join(', ')}],`)
  const names = [...texts.keys()].map((name) => `'${name}'`).join(' | ')
  return {
    table: `export const ${area} = {\n${rows.join('\n')}\n}\n`,
    types: `export declare const ${area}: Readonly<Record<${names}, readonly [string, ...string[]]>>\n`,
  }
}

/** Turns the message files into typed functions. Does nothing, in milliseconds, when no source has changed. */
export const compileMessages = async (): Promise<'compiled' | 'unchanged'> => {
  const stamp = await stampOfSources()
  const before = await readFile(stampFile, 'utf8').catch(() => undefined)
  if (before === stamp) return 'unchanged'
  const draftFolder = await mkdtemp(join(tmpdir(), 'hola-messages-'))
  try {
    await compileInto(draftFolder)
    // The index only names the messages, and tests keep what they have read by its content: other words, another index.
    await appendFile(join(draftFolder, 'messages/_index.js'), `\n// ${stamp}\n`)
    const fresh = new Set<string>()
    for (const file of await filesUnder(draftFolder)) {
      const target = join(compiledFolder, file.slice(draftFolder.length))
      fresh.add(target)
      await replaceFile(target, await readFile(file, 'utf8'))
    }
    for (const file of await filesUnder(compiledFolder)) {
      if (!fresh.has(file) && !file.endsWith('.tmp')) await rm(file, { force: true })
    }
    await replaceFile(stampFile, stamp)
  } finally {
    await rm(draftFolder, { recursive: true, force: true })
  }
  return 'compiled'
}

/** Every message in one module. Each file imports the same and names nothing that another one names. */
export const inOneModule = (files: readonly string[]): string => {
  const imports = new Set<string>()
  const bodies = files.map((text) =>
    text.replaceAll(/^import .*$/gm, (line) => {
      imports.add(line)
      return ''
    }),
  )
  return [...imports, ...bodies].join('\n')
}

const indexFile = join(compiledFolder, 'messages/_index.js')

/**
 * For Vite: compiles before anything is resolved, and again when somebody edits a message. Only a build takes the
 * messages one by one, so that a page loads its own; a browser in development or in a test would ask for each of thousands.
 */
export const messages = (): Plugin => ({
  name: 'hola-messages',
  async config() {
    await compileMessages()
  },
  async load(id) {
    if (this.environment.config.command === 'build' || id !== indexFile) return undefined
    const files = (await filesUnder(dirname(indexFile))).filter((file) => file.endsWith('.js') && file !== indexFile)
    for (const file of files) this.addWatchFile(file)
    return inOneModule(await Promise.all(files.map((file) => readFile(file, 'utf8'))))
  },
  configureServer(server) {
    server.watcher.add(messagesFolder)
    const recompile = (file: string): void => {
      if (!file.startsWith(messagesFolder)) return
      compileMessages().catch((problem: unknown) => {
        server.config.logger.error(`messages: ${String(problem)}`)
      })
    }
    server.watcher.on('change', recompile).on('add', recompile).on('unlink', recompile)
  },
})

if (import.meta.main) {
  const result = await compileMessages()
  console.log(`messages: ${result}`)
}
