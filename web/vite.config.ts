import react from '@vitejs/plugin-react'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import { messages } from './build/compile-messages.ts'
import { compress } from './build/compress.ts'

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

const server = process.env['HOLA_SERVER'] ?? 'http://localhost:8080'

export default defineConfig({
  root: here('.'),
  base: '/',
  plugins: [messages(), react(), compress()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    // The Content-Security-Policy allows our own files only: nothing may be turned into a data: address.
    assetsInlineLimit: 0,
    // The polyfill would be an inline script.
    modulePreload: { polyfill: false },
    rolldownOptions: { input: [here('index.html'), here('sandbox.html')] },
  },
  server: { proxy: { '/api': server, '/sandbox/api': server, '/openapi.json': server } },
})
