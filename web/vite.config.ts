import react from '@vitejs/plugin-react'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import { messages } from '../i18n/build/compile-messages.ts'
import { compress } from './build/compress.ts'
import { firstPaint } from './build/first-paint.ts'
import { leanClasses } from './build/lean-classes.ts'
import { leanMessages } from './build/lean-messages.ts'
import { serviceWorker } from './build/service-worker.ts'

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

const server = process.env['HOLA_SERVER'] ?? 'http://localhost:8080'

/**
 * What is used together comes in one piece, the first group that asks for a module gets it: many small files compress
 * worse, ask oftener, and the first screen has to know every one of them.
 */
const groups = [
  // Apart from our own code, because it changes seldom and a returning phone has it already.
  { name: 'react', test: /\/node_modules\/(?:react|react-dom|scheduler)\// },
  // All that the first screen needs.
  { name: 'shell', test: /\/src\/(?:app\/start\.tsx|router\/.*)$/ },
  { name: 'api', test: /\/src\/lib\/api\.ts$/ },
  // Forms, offers and loans count days; Home, which only names a number of them, would else keep the calendar to itself.
  { name: 'calendar', test: /\/core\/src\/(?:calendar|loan\/withdrawal)\.ts$/ },
  // Small and wanted together by every form: four files of a few hundred bytes compress worse than one.
  { name: 'identifiers', test: /\/core\/src\/identifiers\/(?:checked|cuil|dni|phone)\.ts$/ },
  // What is said about fields. The steps load it with their checks, after they show, so it stands apart from the parts.
  { name: 'problems', test: /\/(?:i18n\/src\/(?:problem-text\.ts|compiled\/form\.js)|form\/problem-parameters\.ts)$/ },
  // What Home loads after its first paint.
  { name: 'home', test: /\/src\/features\/home\/home-(?:below|refresh)\.tsx$/ },
  // What many pages share. Where she stands and what folds are of no use to the steps, which have no byte to spare.
  {
    name: 'parts',
    test: /\/(?:ui|i18n|web\/src\/lib|web\/src\/shared)\/(?!home\/[^f]|src\/layout\/fold).*\.(?:js|tsx?)$/,
    minShareCount: 6,
  },
  // Small and wanted by the pages around Home: a file for each would cost the first screen its name.
  { name: 'standing', test: /\/web\/src\/shared\/home\/(?:loan|ret|st|use)[\w-]+\.tsx?$/ },
]

export default defineConfig({
  root: here('.'),
  base: '/',
  plugins: [messages(), leanMessages(), leanClasses(), react(), firstPaint(), serviceWorker(), compress()],
  css: {
    modules: {
      // The path makes a class name unique, says where it comes from, and weighs less than a hash.
      generateScopedName: (name, file) =>
        `${relative(here('..'), file.split('?')[0] ?? file)
          .replace(/^web\/src\/(?:features\/)?|(?<=^ui\/)src\/(?:\w+\/)?/, '')
          .replace('.module.css', '')
          .replaceAll('/', '-')}_${name}`,
    },
  },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    // The Content-Security-Policy allows our own files only: nothing may be turned into a data: address.
    assetsInlineLimit: 0,
    // The polyfill would be an inline script.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // Says after every build that compressing takes a second, which is what it is for.
      checks: { bundlerTimings: false },
      input: [here('index.html'), here('sandbox.html')],
      // Each screen carries the drawings it shows itself. Left in the module that names them, the icons of
      // every screen would come with the first one.
      optimization: { inlineConst: { mode: 'all' } },
      output: {
        codeSplitting: { groups },
        // A name has to differ from its own earlier ones only, and the first screen carries the names of all.
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:5][extname]',
      },
    },
  },
  server: { proxy: { '/api': server, '/sandbox/api': server, '/openapi.json': server } },
})
