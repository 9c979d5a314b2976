import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { build, type Plugin, type Rolldown } from 'vite'

const webFolder = join(import.meta.dirname, '..')

/**
 * What is kept at once, with all that it imports: the three tabs, what Home says of photos that wait on the phone, and
 * the help that every page leads to. Any other page is kept when it was opened.
 */
const keptModules = [
  'src/features/home/home-below.tsx',
  'src/features/home/home-refresh.tsx',
  'src/features/home/home-for-user.tsx',
  'src/features/home/owed-state.tsx',
  'src/features/home/home-help-screen.tsx',
  'src/features/orders/my-loan-screen.tsx',
  'src/features/profile/profile-screen.tsx',
  'src/lib/query.ts',
  'src/lib/outdated-note.tsx',
  'src/shared/photo-queue/unsent-photos.tsx',
  '../ui/src/overlay/feedback-popups.tsx',
  'src/app/screens.ts',
].map((file) => join(webFolder, file))

type Chunk = Rolldown.OutputChunk & { viteMetadata?: { importedCss: ReadonlySet<string> } }

const withImports = (bundle: Rolldown.OutputBundle, chunk: Chunk, kept: Set<string>): void => {
  if (kept.has(chunk.fileName)) return
  kept.add(chunk.fileName)
  for (const file of chunk.viteMetadata?.importedCss ?? []) kept.add(file)
  for (const file of chunk.imports) {
    const needed = bundle[file]
    if (needed?.type === 'chunk') withImports(bundle, needed, kept)
  }
}

const shellFiles = (bundle: Rolldown.OutputBundle, page: string): string[] => {
  const kept = new Set<string>()
  const chunks = Object.values(bundle).filter((file): file is Chunk => file.type === 'chunk')
  for (const module of keptModules) {
    const chunk = chunks.find(({ moduleIds }) => moduleIds.includes(module))
    if (!chunk) throw new Error(`nothing of the build holds ${module}`)
    withImports(bundle, chunk, kept)
  }
  for (const [, file = ''] of page.matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g)) kept.add(file)
  return ['/', ...[...kept].toSorted().map((file) => `/${file}`)]
}

/** Builds the worker that keeps the app on the phone, with the names of the files of this very build. */
export const serviceWorker = (): Plugin => ({
  name: 'hola-service-worker',
  apply: 'build',
  enforce: 'post',
  async generateBundle(_, bundle) {
    const page = bundle['index.html']
    if (page?.type !== 'asset') throw new Error('the build has no index.html')
    const html = String(page.source)
    const built = await build({
      configFile: false,
      root: webFolder,
      publicDir: false,
      logLevel: 'error',
      define: {
        SHELL_FILES: JSON.stringify(shellFiles(bundle, html)),
        BUILD_HASH: JSON.stringify(createHash('sha256').update(html).digest('hex').slice(0, 12)),
      },
      build: {
        write: false,
        modulePreload: false,
        rolldownOptions: { input: join(webFolder, 'service-worker/service-worker.ts'), output: { format: 'iife' } },
      },
    })
    const [chunk] = [built].flat().flatMap((result) => ('output' in result ? result.output : []))
    if (chunk?.type !== 'chunk') throw new Error('service-worker.ts gave no script')
    this.emitFile({ type: 'asset', fileName: 'service-worker.js', source: chunk.code })
  },
})
