import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build, loadConfigFromFile, type Manifest, type UserConfig } from 'vite'

// The budget: what a phone downloads as JavaScript before Home can be seen, against React rendering one empty div.

export const ratioMax = 1.28

/** What opening any other page may add before it shows: forms bring their own machinery. */
export const pageBytesMax = 30_000

const root = join(import.meta.dirname, '..')
const web = join(root, 'web')
export const dist = join(web, 'dist')
const gzipLevel = 9

export const gzipBytes = (file: string): number => gzipSync(readFileSync(file), { level: gzipLevel }).length

export function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, '.vite', 'manifest.json'), 'utf8')) as Manifest
}

/** The chunk and all that the browser must have before it may run it. */
export function staticClosure(manifest: Manifest, keys: Iterable<string>): Set<string> {
  const closure = new Set<string>()
  const add = (key: string): void => {
    const chunk = manifest[key]
    if (!chunk) throw new Error(`the manifest has no ${key}`)
    if (closure.has(key)) return
    closure.add(key)
    for (const needed of chunk.imports ?? []) add(needed)
  }
  for (const key of keys) add(key)
  return closure
}

export function scriptsOf(manifest: Manifest, keys: Iterable<string>): string[] {
  const scripts = [...keys].map((key) => manifest[key]?.file ?? '').filter((file) => file.endsWith('.js'))
  return [...new Set(scripts)].toSorted()
}

/** Home's screen is a chunk of its own; should it ever move into the entry, it is counted there. */
function homeKeys(manifest: Manifest): string[] {
  const [screen, ...more] = globSync('src/features/home/home-screen.tsx', { cwd: web })
  if (!screen || more.length > 0)
    throw new Error('web/src/features/home/home-screen.tsx is not there: what is Home now?')
  return screen in manifest ? [screen] : []
}

export type FirstScreen = { keys: Set<string>; scripts: { file: string; bytes: number }[]; bytes: number }

/** What the page runs without importing it: the manifest knows nothing of it. */
function plainScripts(): string[] {
  const page = readFileSync(join(dist, 'index.html'), 'utf8')
  return [...page.matchAll(/<script src="\/([^"]+)"/g)].map(([, file = '']) => file)
}

export function firstScreen(): FirstScreen {
  const manifest = readManifest(dist)
  const keys = staticClosure(manifest, ['index.html', ...homeKeys(manifest)])
  const scripts = [...plainScripts(), ...scriptsOf(manifest, keys)].map((file) => ({
    file,
    bytes: gzipBytes(join(dist, file)),
  }))
  return { keys, scripts, bytes: scripts.reduce((sum, { bytes }) => sum + bytes, 0) }
}

const addedBytes = (manifest: Manifest, first: FirstScreen, key: string): number => {
  const counted = new Set(first.scripts.map(({ file }) => file))
  const files = scriptsOf(manifest, staticClosure(manifest, [key])).filter((file) => !counted.has(file))
  return files.reduce((sum, file) => sum + gzipBytes(join(dist, file)), 0)
}

/** What each page adds to the first screen when it is the next one opened. */
export function otherPages(first: FirstScreen): { key: string; bytes: number }[] {
  const manifest = readManifest(dist)
  return Object.keys(manifest)
    .filter((key) => key.endsWith('-screen.tsx'))
    .map((key) => ({ key, bytes: addedBytes(manifest, first, key) }))
    .toSorted((one, other) => other.bytes - one.bytes)
}

/** What each part that Home may load later adds to what is there already. Pages behind a tap are not Home's. */
export function laterParts(first: FirstScreen): { key: string; bytes: number }[] {
  const manifest = readManifest(dist)
  const lazy = new Set([...first.keys].flatMap((key) => manifest[key]?.dynamicImports ?? []))
  return [...lazy]
    .filter((key) => !/features\/.*-screen\.tsx$/.test(key) && !first.keys.has(key))
    .map((key) => ({ key, bytes: addedBytes(manifest, first, key) }))
    .toSorted((one, other) => other.bytes - one.bytes)
}

async function webBuildSettings(): Promise<UserConfig['build']> {
  const loaded = await loadConfigFromFile({ command: 'build', mode: 'production' }, join(web, 'vite.config.ts'))
  const { outDir: _, rolldownOptions: __, ...settings } = loaded?.config.build ?? {}
  return settings
}

/** Where that page is built. */
export const reactAloneFolder = join(root, '.cache', 'react-alone', 'dist')

/** React and react-dom rendering one div, built with the web app's own settings. Kept until a version changes. */
export async function reactAloneBytes(): Promise<number> {
  const folder = join(root, '.cache', 'react-alone')
  const stamp = ['react', 'react-dom', 'vite', 'rolldown']
    .map(
      (name) =>
        JSON.parse(readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8')) as { version: string },
    )
    .map(({ version }) => version)
    .concat(readFileSync(join(web, 'vite.config.ts'), 'utf8'))
    .join('\n')
  const stampFile = join(folder, 'stamp')
  const out = reactAloneFolder
  if (!existsSync(stampFile) || readFileSync(stampFile, 'utf8') !== stamp) {
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'index.html'), '<div id="app"></div><script type="module" src="/main.ts"></script>')
    writeFileSync(
      join(folder, 'main.ts'),
      `import { jsx } from 'react/jsx-runtime'
import { createRoot } from 'react-dom/client'
const place = document.getElementById('app')
if (place) createRoot(place).render(jsx('div', {}))
`,
    )
    const settings = await webBuildSettings()
    await build({
      configFile: false,
      logLevel: 'warn',
      root: folder,
      build: { ...settings, outDir: out, emptyOutDir: true, manifest: true },
    })
    writeFileSync(stampFile, stamp)
  }
  const manifest = readManifest(out)
  return scriptsOf(manifest, staticClosure(manifest, ['index.html'])).reduce(
    (sum, file) => sum + gzipBytes(join(out, file)),
    0,
  )
}
