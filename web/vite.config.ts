import react from '@vitejs/plugin-react'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import { messages } from './build/compile-messages.ts'
import { compress } from './build/compress.ts'
import { leanMessages } from './build/lean-messages.ts'

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

const server = process.env['HOLA_SERVER'] ?? 'http://localhost:8080'

export default defineConfig({
  root: here('.'),
  base: '/',
  plugins: [messages(), leanMessages(), react(), compress()],
  css: {
    modules: {
      // The path makes a class name unique, says where it comes from, and weighs less than a hash.
      generateScopedName: (name, file) =>
        `${relative(here('src'), file.split('?')[0] ?? file)
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
      // What the first screen needs comes in one piece: many small ones compress worse and ask oftener. React stays
      // apart from it, because it changes seldom and a returning phone has it already.
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: /\/node_modules\/(?:react|react-dom|scheduler)\//, priority: 2 },
            { name: 'shell', test: /\/src\/(?:app\/(?:app|routes)\.tsx?|router\/.*)$/, priority: 1 },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': server, '/sandbox/api': server, '/openapi.json': server } },
})
